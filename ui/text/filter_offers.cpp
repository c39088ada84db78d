// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/text/filter_offers.h"

#include "ui/text/display_text.h"

#include <QCoreApplication>
#include <QDateTime>

#include <algorithm>
#include <array>
#include <utility>

namespace ratewarden::ui {

using namespace std::chrono_literals;

namespace {

constexpr std::size_t mostOffers = 9;

class OfferMaker {
public:
    OfferMaker(QString sign, FilterFields fields, const FilterInventory& inventory)
        : m_sign(std::move(sign)), m_fields(fields), m_inventory(inventory)
    {
    }

    void addWords(const QString& typed)
    {
        for (const FilterField& field : m_fields) {
            const QString name = inFilters(field.name);
            if (field.kind == FilterField::Kind::Flag) {
                const auto found = m_inventory.flags.find(field.name);
                const int count = found == m_inventory.flags.end() ? 0 : found->second;
                if (name.startsWith(typed) && (count > 0 || !typed.isEmpty()))
                    add(name, count);
                continue;
            }
            // With a value or a number behind it.
            const QString example = inFilters(field.example);
            const QString text = example.left(name.size() + 1);
            if (text.startsWith(typed) && text != typed)
                m_offers.push_back({m_sign + text, example, true, false});
        }
        if (inFilters(ExpandedFilter::word).startsWith(typed))
            addNamed({});
        if (typed.isEmpty() && m_sign.isEmpty()) {
            for (const QString& filter : m_inventory.recent)
                m_offers.push_back(
                    {filter, QCoreApplication::translate("FilterOffers", "recent"), false, true});
        }
    }

    /// The filters that have names with that in them, as far as they are of this list.
    void addNamed(const QString& typed)
    {
        for (const auto& [name, filter] : m_inventory.named)
            if (shown(name).contains(typed, Qt::CaseInsensitive) && !typedFilter(m_fields, filter).fault)
                m_offers.push_back({m_sign + inFilters(ExpandedFilter::word) + inFilters(name), shown(filter),
                                    false, false, name});
    }

    /// Those that have what was typed in them, the ones with the most rows first.
    void addValues(std::string_view word, const QString& typed)
    {
        const auto counts = m_inventory.values.find(word);
        if (counts == m_inventory.values.end())
            return;
        std::vector<std::pair<int, std::string_view>> found;
        for (const auto& [value, count] : counts->second)
            if (shown(value).contains(typed, Qt::CaseInsensitive))
                found.emplace_back(-count, value);
        std::ranges::sort(found);
        found.resize(std::min(found.size(), mostOffers));
        for (const auto& [count, value] : found)
            add(filterTerm(word, value), -count);
    }

    std::vector<FilterOffer> take() { return std::move(m_offers); }

private:
    void add(const QString& text, int count)
    {
        m_offers.push_back({m_sign + text, numberText(Units(count))});
    }

    QString m_sign;
    FilterFields m_fields;
    const FilterInventory& m_inventory;
    std::vector<FilterOffer> m_offers;
};

} // namespace

QString inFilters(std::string_view bytes)
{
    return QString::fromUtf8(bytes.data(), qsizetype(bytes.size()));
}

void FilterInventory::add(std::string_view word, std::string_view value)
{
    if (!value.empty())
        ++values[std::string(word)][std::string(value)];
}

void FilterInventory::addRule(const Rule& rule, int rows)
{
    values["rule"][notation(rule)] += rows;
    if (rule.burst == 0)
        return;
    Rule any = rule;
    any.burst = 0;
    addRule(any, rows);
}

std::vector<FilterOffer> filterOffers(const QString& word, FilterFields fields,
                                      const FilterInventory& inventory)
{
    const QString sign = word.startsWith('-') ? QStringLiteral("-") : QString();
    const QString plain = word.mid(sign.size());
    OfferMaker maker(sign, fields, inventory);
    const qsizetype colon = plain.indexOf(':');
    QString value = plain.mid(colon + 1);
    value.remove('"');
    if (colon < 0)
        maker.addWords(plain);
    else if (plain.startsWith(inFilters(ExpandedFilter::word)))
        maker.addNamed(value);
    else
        maker.addValues(plain.left(colon).toStdString(), value);
    std::vector<FilterOffer> offers = maker.take();
    std::erase_if(offers, [&word](const FilterOffer& offer) { return offer.text == word; });
    return offers;
}

QString filterTerm(std::string_view word, std::string_view value)
{
    if (value.empty())
        return {};
    return inFilters(std::string(word) + ':' + (word == "policy" ? policyValue(value) : filterValue(value)));
}

QString momentTerm(const char* word, std::chrono::sys_seconds moment)
{
    return QStringLiteral("%1:%2").arg(
        QLatin1String(word),
        QDateTime::fromSecsSinceEpoch(moment.time_since_epoch().count()).toString(Qt::ISODate));
}

QString spanTerm(const char* word, Micros span)
{
    constexpr std::array<Micros, 5> bounds{1min, 1h, 24h, 7 * 24h, 30 * 24h};
    const auto* const bound = std::ranges::upper_bound(bounds, span);
    const bool isLong = bound == bounds.end();
    return QLatin1String(word) + QLatin1Char(isLong ? '>' : '<') +
           inFilters(spanNotation(isLong ? bounds.back() : *bound));
}

QString withTerm(const QString& filter, const QString& term)
{
    const QString front = filter.trimmed();
    if (front.isEmpty())
        return term + ' ';
    const bool hasSides = front.contains(QLatin1String(" or ")); // what stands on one takes not all
    if (!hasSides && (' ' + filter + ' ').contains(' ' + term + ' '))
        return filter;
    return (hasSides ? '(' + front + ')' : front) + ' ' + term + ' ';
}

} // namespace ratewarden::ui
