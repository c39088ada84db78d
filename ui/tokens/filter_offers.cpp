// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/tokens/filter_offers.h"

#include "core/policies/published_policy.h"
#include "ui/text/display_text.h"

#include <QCoreApplication>

#include <algorithm>
#include <utility>

namespace ratewarden::ui {
namespace {

constexpr std::size_t mostOffers = 9;

QString inFilters(std::string_view bytes)
{
    return QString::fromStdString(std::string(bytes));
}

struct WordOffer {
    const char* text;
    const char* example;
};

// With a value or a number behind it.
constexpr std::array wordOffers{
    WordOffer{"policy:", "policy:pay*"},
    WordOffer{"token:", "token:user:*"},
    WordOffer{"format:", "format:redis-rate"},
    WordOffer{"rule:", "rule:20/min"},
    WordOffer{"ip:", "ip:203.0.113.0/24"},
    WordOffer{"warning:", "warning:no-ttl"},
    WordOffer{"used>", "used>90%"},
    WordOffer{"left<", "left<10"},
    WordOffer{"wait>", "wait>1min"},
    WordOffer{"denied>", "denied>5/s"},
};

class OfferMaker {
public:
    OfferMaker(QString sign, const FilterInventory& inventory)
        : m_sign(std::move(sign)), m_inventory(inventory)
    {
    }

    std::vector<FilterOffer> words(const QString& typed)
    {
        for (int i = 0; i < tokenStatusCount; ++i)
            if (const QString name = inFilters(nameOf(TokenStatus(i))); name.startsWith(typed))
                if (const int count = m_inventory.states.at(std::size_t(i)); count > 0 || !typed.isEmpty())
                    add(name, tokensText(count));
        for (const WordOffer& word : wordOffers)
            if (const QString text = QString::fromLatin1(word.text); text.startsWith(typed) && text != typed)
                m_offers.push_back({m_sign + text, QString::fromLatin1(word.example), true, false});
        if (typed.isEmpty() && m_sign.isEmpty())
            for (const QString& filter : m_inventory.recent)
                m_offers.push_back(
                    {filter, QCoreApplication::translate("FilterOffers", "lately"), false, true});
        return std::move(m_offers);
    }

    /// Those that have what was typed in them, the ones with the most tokens first.
    std::vector<FilterOffer> values(const std::map<std::string, int, std::less<>>& counts,
                                    const QString& typed, const auto& termOf)
    {
        std::vector<std::pair<int, std::string_view>> found;
        for (const auto& [value, count] : counts)
            if (shown(value).contains(typed, Qt::CaseInsensitive))
                found.emplace_back(-count, value);
        std::ranges::sort(found);
        found.resize(std::min(found.size(), mostOffers));
        for (const auto& [count, value] : found)
            add(termOf(value), tokensText(-count));
        return std::move(m_offers);
    }

private:
    void add(const QString& text, const QString& detail) { m_offers.push_back({m_sign + text, detail}); }

    QString m_sign;
    const FilterInventory& m_inventory;
    std::vector<FilterOffer> m_offers;
};

std::vector<FilterOffer> offersOf(const QString& word, const FilterInventory& inventory)
{
    const QString sign = word.startsWith('-') ? QStringLiteral("-") : QString();
    const QString plain = word.mid(sign.size());
    OfferMaker offers(sign, inventory);
    const qsizetype colon = plain.indexOf(':');
    if (colon < 0)
        return offers.words(plain);
    QString value = plain.mid(colon + 1);
    value.remove('"');
    const QStringView name = QStringView(plain).left(colon);
    if (name == QLatin1String("policy"))
        return offers.values(inventory.policies, value, policyTerm);
    if (name == QLatin1String("format"))
        return offers.values(inventory.formats, value,
                             [](std::string_view format) { return exactTerm("format", format); });
    if (name == QLatin1String("warning"))
        return offers.values(inventory.warnings, value, [](std::string_view code) {
            return QStringLiteral("warning:") + inFilters(code);
        });
    return {};
}

} // namespace

FilterInventory inventoryOf(const TokenSnapshot& tokens)
{
    FilterInventory inventory;
    std::map<const Format*, int> formats;
    std::array<int, warningCodeCount> warnings{};
    std::string_view policy;
    int* ofPolicy = nullptr; // which are seldom many, and often follow one another
    for (std::size_t place = 0; place < tokens.rows.size(); ++place) {
        const TokenRow& row = tokens.rows[place];
        const TokenName name = tokens.names[place];
        if (row.dropped || !name.format->hasState())
            continue;
        if (ofPolicy == nullptr || policy != name.policy) {
            policy = name.policy;
            const auto found = inventory.policies.find(policy);
            ofPolicy =
                found != inventory.policies.end() ? &found->second : &inventory.policies[std::string(policy)];
        }
        ++*ofPolicy;
        if (isCandidate(policy))
            continue;
        ++inventory.states.at(std::size_t(row.state));
        ++formats[name.format];
        if (!row.warnings.empty())
            for (int i = 0; i < warningCodeCount; ++i)
                warnings.at(std::size_t(i)) += int(row.warnings.has(WarningCode(i)));
    }
    inventory.policies.erase(""); // of formats that have none
    for (const auto& [format, count] : formats)
        inventory.formats.emplace(format->name(), count);
    for (int i = 0; i < warningCodeCount; ++i)
        if (warnings.at(std::size_t(i)) > 0)
            inventory.warnings.emplace(nameOf(WarningCode(i)), warnings.at(std::size_t(i)));
    return inventory;
}

std::vector<FilterOffer> filterOffers(const QString& word, const FilterInventory& inventory)
{
    std::vector<FilterOffer> offers = offersOf(word, inventory);
    std::erase_if(offers, [&word](const FilterOffer& offer) { return offer.text == word; });
    return offers;
}

QString policyTerm(std::string_view policy)
{
    return inFilters("policy:" + policyValue(policy));
}

QString exactTerm(std::string_view word, std::string_view value)
{
    return inFilters(std::string(word) + ':' + filterValue(value));
}

QString warningTerm(WarningCode code)
{
    return QStringLiteral("warning:") + inFilters(nameOf(code));
}

QString withTerm(const QString& filter, const QString& term)
{
    if ((' ' + filter + ' ').contains(' ' + term + ' '))
        return filter;
    const QString front = filter.trimmed();
    if (front.isEmpty())
        return term + ' ';
    const bool hasSides = front.contains(QLatin1String(" or "));
    return (hasSides ? '(' + front + ')' : front) + ' ' + term + ' ';
}

} // namespace ratewarden::ui
