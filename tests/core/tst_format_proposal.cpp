// SPDX-License-Identifier: GPL-3.0-or-later
// What is proposed for keys of which nobody knows the format: first for those of all formats that are known,
// as if they were not.
#include "core/formats/catalogue.h"
#include "core/formats/format_proposal.h"
#include "core/formats/format_writer.h"
#include "core/formats/name_proposal.h"
#include "core/formats/sample_check.h"
#include "core/formats/value_numbers.h"
#include "tests/support/printing.h"

#include <fmt/format.h>

#include <QTest>

#include <cmath>
#include <map>

using namespace ratewarden;
using namespace std::chrono_literals;

namespace {

constexpr Nanos noon = 1795262400s; // 12:00 on a day

KeyLook lookAt(const std::string& key, const SampleKey& content, Nanos at)
{
    KeyLook look;
    look.at = at;
    look.raw.key = key;
    look.raw.content = content;
    look.raw.length = std::int64_t(std::max(
        {content.fields.size(), content.elements.size(), content.scored.size(), content.stream.size()}));
    return look;
}

// The key of the sample under the names of other tokens.
std::vector<KeySibling> siblingsOf(const CatalogueFormat& format, const FormatSample& sample)
{
    std::vector<KeySibling> siblings;
    const auto& [key, content] = sample.keys.front();
    const auto match = matchName(format.file(), key);
    const std::string own = match->names.text("token") ? *match->names.text("token") : std::string();
    for (int i = 1; i <= 8; ++i) {
        std::string token = own; // of the same form
        for (char& c : token)
            if (c >= '0' && c <= '9')
                c = char('0' + (c - '0' + i) % 10);
        if (token == own)
            token += std::to_string(i);
        Record names = match->names;
        names.set("token", token);
        if (const auto name = match->role->names[match->alternative].print(names, format.file().epoch, true))
            siblings.push_back({*name, content.type, content.pttl});
    }
    for (std::size_t i = 1; i < sample.keys.size(); ++i) {
        const auto& [other, otherContent] = sample.keys[i];
        siblings.push_back({other, otherContent.type, otherContent.pttl});
    }
    return siblings;
}

KeyLooks looksAt(const CatalogueFormat& format, const FormatSample& sample)
{
    KeyLooks looks;
    looks.first = lookAt(sample.keys.front().first, sample.keys.front().second, sample.at);
    looks.siblings = siblingsOf(format, sample);
    KeySiblings siblings{looks.siblings, true};
    for (const std::string& companion : companionsOf(sample.keys.front().first, siblings))
        for (const auto& [key, content] : sample.keys)
            if (key == companion)
                looks.companions.push_back(lookAt(key, content, sample.at));
    return looks;
}

// Rules for those who have to be told: those of the sample, or what the layout stores.
std::vector<Rule> rulesFor(const CatalogueFormat& format, const FormatSample& sample)
{
    std::vector<Rule> rules = sample.rules;
    if (rules.empty())
        for (const ShapeUsage& usage : readSample(format, sample).reading.rules)
            if (usage.limit && usage.window)
                rules.push_back({*usage.limit, std::chrono::duration_cast<Micros>(*usage.window), 0});
    return rules;
}

// What differs between the readings; empty: nothing that the key tells.
std::string difference(const CatalogueFormat& format, const FormatSample& sample, const LookReading& found)
{
    const ShapeReading own = readSample(format, sample).reading;
    const ShapeReading& other = found.state.reading;
    if (own.rules.size() != other.rules.size())
        return fmt::format("{} rules instead of {}", other.rules.size(), own.rules.size());
    const auto close = [](auto a, auto b, double within) {
        return a.has_value() == b.has_value() && (!a || std::abs(double(*a) - double(*b)) <= within);
    };
    const auto seconds = [](std::optional<Nanos> span) {
        return span ? std::optional(std::chrono::duration<double>(*span).count()) : std::nullopt;
    };
    for (std::size_t i = 0; i < own.rules.size(); ++i) {
        if (!close(own.rules[i].used, other.rules[i].used, 1e-6))
            return fmt::format("used {} instead of {}", other.rules[i].used.value_or(-1),
                               own.rules[i].used.value_or(-1));
        if (!close(seconds(own.rules[i].freesIn), seconds(other.rules[i].freesIn), 1.1))
            return fmt::format("frees {} instead of {}", seconds(other.rules[i].freesIn).value_or(-1),
                               seconds(own.rules[i].freesIn).value_or(-1));
    }
    return own.state == other.state ? std::string()
                                    : fmt::format("{} instead of {}", nameOf(other.state), nameOf(own.state));
}

// What the proposer makes of a sample; empty: the same shape, unit and reading as the format.
std::string faultOf(const CatalogueFormat& format, const FormatSample& sample)
{
    const KeyLooks looks = looksAt(format, sample);
    const std::vector<Proposal> proposals = proposeFormats(looks);
    if (proposals.empty())
        return "nothing is proposed";
    const Proposal& best = proposals.front();
    if (best.file.shape != format.file().shape)
        return fmt::format("{} instead of {}", nameOf(best.file.shape), nameOf(format.file().shape));
    if (best.file.epoch != format.file().epoch)
        return "another epoch";
    const LookReading found = readLook(best.file, looks, rulesFor(format, sample));
    if (found.misfit != LookMisfit::None)
        return "it does not read the key: " + found.mismatch;
    return difference(format, sample, found);
}

} // namespace

class TestFormatProposal : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void findsTheFormatsThatAreKnown();
};

// The proposer cannot know what a key does not tell. What it says of those is written down here, so that a
// change of it is noticed; all others have to be found.
void TestFormatProposal::findsTheFormatsThatAreKnown()
{
    const std::map<std::string, std::string, std::less<>> exceptions{};
    std::map<std::string, std::string> faults;
    std::size_t formats = 0;
    for (const auto& format : builtInCatalogue().formats()) {
        if (format->file().shape == Shape::None)
            continue;
        ++formats;
        for (std::size_t i = 0; i < format->file().samples.size(); ++i)
            if (const std::string fault = faultOf(*format, format->file().samples[i]); !fault.empty())
                faults.emplace(fmt::format("{} {}", format->name(), i), fault);
    }
    std::string unexpected;
    for (const auto& [name, fault] : faults)
        if (!exceptions.contains(name))
            unexpected += fmt::format("\n{}: {}", name, fault);
    for (const auto& [name, reason] : exceptions)
        if (!faults.contains(name))
            unexpected += fmt::format("\n{} is found by now", name);
    QVERIFY2(unexpected.empty(), unexpected.c_str());
    QCOMPARE(formats, 58U);
}

QTEST_APPLESS_MAIN(TestFormatProposal)
#include "tst_format_proposal.moc"
