// SPDX-License-Identifier: MIT
// Proposals for keys that hold numbers: counters, pairs, TATs and buckets; and what all proposals share.
// Those for logs are in log_proposal.cpp.
#include "core/formats/format_proposal.h"

#include "core/formats/catalogue.h"
#include "core/formats/format_writer.h"
#include "core/formats/name_proposal.h"
#include "core/formats/numbered_window.h"
#include "core/formats/proposal_parts.h"
#include "core/formats/sample_check.h"
#include "core/formats/value_numbers.h"
#include "core/model/errors.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

namespace ratewarden {

using namespace proposals;
using namespace std::chrono_literals;

namespace proposals {

std::optional<Nanos> expiryOf(const KeyLook& look)
{
    constexpr std::int64_t most = 200LL * 365 * 86'400'000; // beyond the range of moments
    const std::int64_t pttl = look.raw.content.pttl;
    return pttl >= 0 && pttl < most ? std::optional(look.at + std::chrono::milliseconds(pttl)) : std::nullopt;
}

Basis::Basis(const KeyLooks& all) : looks(all), look(all.latest()), expires(expiryOf(look))
{
    const SampleKey& content = look.raw.content;
    std::vector<std::string> names;
    for (const KeySibling& sibling : looks.siblings)
        if (sibling.type == content.type)
            names.push_back(sibling.key);
    if (auto found = proposeName(look.raw.key, names, look.at))
        name = std::move(*found);
}

void Basis::describeName(Proposal& proposal) const
{
    proposal.token = name.token;
    const std::size_t others = name.tokenVaries ? name.siblings : 0;
    proposal.reasons.push_back(
        {others > 0 ? ProposalReason::TokenVaries : ProposalReason::TokenGuessed, {}, {}, {}, others});
    if (name.number != ProposedName::Number::None && name.window) {
        const bool isStart = name.number == ProposedName::Number::Start;
        proposal.reasons.push_back({isStart ? ProposalReason::WindowStart : ProposalReason::NumberedWindow,
                                    {},
                                    {},
                                    *name.window,
                                    0});
    }
}

std::optional<std::string> Basis::companionPattern(std::string_view key) const
{
    const std::string& own = look.raw.key;
    std::size_t same = 0;
    while (same < key.size() && same < own.size() && key[same] == own[same])
        ++same;
    const std::string ownEnd = patternText(std::string_view(own).substr(same));
    if (!name.pattern.ends_with(ownEnd))
        return std::nullopt;
    const std::string stem = name.pattern.substr(0, name.pattern.size() - ownEnd.size());
    Record record;
    std::string pattern = stem + patternText(key.substr(same));
    try {
        if (!Pattern(pattern).match(key, record) || *record.text("token") != name.token)
            return std::nullopt;
    } catch (const BadNotation&) {
        return std::nullopt;
    }
    return pattern;
}

std::optional<Nanos> usualWindowFor(Nanos life)
{
    constexpr Nanos slack = 1100ms; // a life in whole seconds, or with one added
    for (const Nanos window : usualWindows())
        if (window >= life - std::min(slack, life / 20))
            return window;
    return std::nullopt;
}

KeyRole mainRole(const Basis& basis, ValueType type)
{
    KeyRole role;
    role.role = "main";
    role.names.emplace_back(basis.name.pattern);
    role.type = type;
    return role;
}

namespace {

// A few words of the key's literal part: "my:limits:{token}" is "my-limits".
std::string idFor(const std::string& pattern)
{
    std::string id;
    int depth = 0;
    for (const char c : pattern) {
        depth += c == '{' ? 1 : c == '}' ? -1 : 0;
        const char lower = c >= 'A' && c <= 'Z' ? char(c - 'A' + 'a') : c;
        if (depth == 0 && ((lower >= 'a' && lower <= 'z') || (lower >= '0' && lower <= '9')))
            id += lower;
        else if (!id.empty() && id.back() != '-')
            id += '-';
    }
    id = id.substr(0, 40);
    while (id.ends_with('-'))
        id.pop_back();
    if (id.empty())
        id = "own-limiter";
    return builtInCatalogue().find(id) ? id + "-own" : id;
}

} // namespace

namespace {

// A key beside the state that says that the token is blocked, and does not last longer than that.
void addBlock(const Basis& basis, Proposal& proposal)
{
    if (proposal.file.role("block"))
        return;
    for (const KeyLook& companion : basis.looks.companions) {
        const std::string& key = companion.raw.key;
        const auto pattern = basis.companionPattern(key);
        const std::string& value = companion.raw.content.value;
        if (!pattern || companion.raw.content.type != typeName(ValueType::String) ||
            companion.raw.content.pttl < 0 || value.empty() ||
            hintIn(std::string_view(key).substr(key.find_last_of(keyDelimiters) + 1), true) !=
                NumberHint::Until)
            continue;
        KeyRole role;
        role.role = "block";
        role.names.emplace_back(*pattern);
        // A client may ask for just this text; another that it writes is likely to be a reason.
        constexpr std::size_t longestMark = 7; // "blocked"
        const bool isMark = value.size() <= longestMark && value.find_first_of("{} ") == std::string::npos;
        role.values.emplace_back(isMark ? "{blocked=" + value + "}" : std::string("{blocked}"));
        proposal.file.keys.push_back(std::move(role));
        proposal.reasons.push_back({ProposalReason::OtherKey, key, {}, {}, 0});
        return;
    }
}

} // namespace

void describe(const Basis& basis, FormatFile& file)
{
    file.name = idFor(basis.name.pattern);
    file.title = file.name + " (described from a key)";
    file.versions = "as found on a server";
    file.source = "described from a key";
    file.tier = Tier::Care;
}

bool complete(const Basis& basis, Proposal& proposal)
{
    FormatFile& file = proposal.file;
    addBlock(basis, proposal);
    describe(basis, file);
    const LookReading reading = readLook(file, basis.looks, {});
    if (reading.misfit != LookMisfit::None)
        return false;
    try {
        FormatFile whole = file;
        whole.samples = {sampleOf(file, basis.looks, {})};
        static_cast<void>(parseFormatFile("proposal", formatFileText(whole)));
    } catch (const InvalidArgument&) {
        return false;
    }
    return true;
}

} // namespace proposals

namespace {

bool isRecentEnough(Nanos moment, Nanos now)
{
    return moment > now - std::chrono::days(40) && moment < now + std::chrono::days(40);
}

// Where a number stands in the keys of a subject: in the main key, or in a companion.
struct PlacedNumber {
    ValueNumber number;
    std::size_t key = 0; // 0: main; i: companions[i - 1]
    std::string capture; // "{count:int}"
};

std::string numberType(const ValueNumber& number, bool decimals)
{
    return number.isWhole() && !decimals ? "int" : "num";
}

class NumberProposer {
public:
    NumberProposer(const Basis& basis, std::vector<Proposal>& proposals)
        : m_basis(basis), m_proposals(proposals)
    {
        const SampleKey& content = basis.look.raw.content;
        m_isHash = content.type == typeName(ValueType::Hash);
        const std::vector<ValueNumber> numbers = m_isHash
                                                     ? numbersInHash(content, now(), basis.expires)
                                                     : numbersInText(content.value, now(), basis.expires);
        for (const ValueNumber& number : numbers)
            m_numbers.push_back({number, 0, {}});
        addCompanions();
    }

    void run()
    {
        if (m_isHash && proposeRequests())
            return;
        std::vector<std::size_t> moments;
        for (std::size_t i = 0; i < m_numbers.size(); ++i)
            if (m_numbers[i].number.moment)
                moments.push_back(i);
        const std::optional<std::size_t> units = unitsNumber();
        const auto hinted = [&](NumberHint hint) {
            return std::ranges::find_if(moments,
                                        [&](std::size_t i) { return m_numbers[i].number.hint == hint; });
        };
        if (const auto tat = hinted(NumberHint::Tat); tat != moments.end()) {
            proposeTat(*tat, true);
            return;
        }
        if (moments.empty()) {
            if (units)
                proposeCounter(*units, std::nullopt, std::nullopt, 0.55);
            return;
        }
        if (!units) {
            if (moments.size() == 1)
                proposeTat(moments.front(), false);
            return;
        }
        const auto start = hinted(NumberHint::Start);
        const auto end = hinted(NumberHint::End);
        const auto stamp = hinted(NumberHint::Stamp);
        const auto at = [&](auto found) {
            return found == moments.end() ? std::nullopt : std::optional(*found);
        };
        if (stamp != moments.end())
            proposeBucket(*units, *stamp, 0.75);
        if (start != moments.end() || end != moments.end())
            proposeCounter(*units, at(start), at(end), stamp != moments.end() ? 0.4 : 0.75);
        if (stamp == moments.end() && start == moments.end() && end == moments.end())
            proposeUnnamed(*units, moments);
    }

private:
    Nanos now() const { return m_basis.look.at; }

    // Only a number beside a moment, or a moment beside a number, is worth a second key.
    void addCompanions()
    {
        if (m_numbers.size() != 1 || m_isHash || m_numbers.front().number.moment)
            return;
        for (std::size_t i = 0; i < m_basis.looks.companions.size(); ++i) {
            const KeyLook& companion = m_basis.looks.companions[i];
            const auto suffix = m_basis.companionPattern(companion.raw.key);
            if (!suffix || companion.raw.content.type != typeName(ValueType::String))
                continue;
            const auto expires = expiryOf(companion);
            std::vector<ValueNumber> numbers = numbersInText(companion.raw.content.value, now(), expires);
            if (numbers.size() != 1 || !numbers.front().moment)
                continue;
            ValueNumber& number = numbers.front();
            number.name = companion.raw.key.substr(companion.raw.key.find_last_of(keyDelimiters) + 1);
            number.hint = hintIn(number.name, true);
            m_numbers.push_back({number, i + 1, {}});
            return;
        }
    }

    std::optional<std::size_t> unitsNumber() const
    {
        for (const NumberHint hint :
             {NumberHint::Count, NumberHint::Left, NumberHint::Level, NumberHint::None})
            for (std::size_t i = 0; i < m_numbers.size(); ++i)
                if (const ValueNumber& number = m_numbers[i].number; !number.moment && number.hint == hint)
                    return i;
        return std::nullopt;
    }

    // How the number changed between the looks: -1, 0, 1; empty: it cannot be told.
    std::optional<int> changeOf(const ValueNumber& number) const
    {
        const auto& second = m_basis.looks.second;
        if (!second || !second->raw.exists() ||
            m_basis.looks.first.raw.content.type != second->raw.content.type)
            return std::nullopt;
        const auto valueOf = [&](const KeyLook& look) -> std::optional<double> {
            const SampleKey& content = look.raw.content;
            const std::vector<ValueNumber> all = m_isHash
                                                     ? numbersInHash(content, look.at, expiryOf(look))
                                                     : numbersInText(content.value, look.at, expiryOf(look));
            for (std::size_t i = 0; i < all.size(); ++i)
                if (all[i].name == number.name && (!number.name.empty() || all.size() == m_numbers.size()))
                    if (!number.name.empty() || m_numbers[i].number.at == number.at)
                        return std::stod(all[i].text);
            return std::nullopt;
        };
        const auto before = valueOf(m_basis.looks.first);
        const auto after = valueOf(*second);
        if (!before || !after)
            return std::nullopt;
        return *after > *before ? 1 : *after < *before ? -1 : 0;
    }

    bool keyHasWord(NumberHint hint) const { return hintIn(m_basis.name.pattern, false) == hint; }

    // Whether the number says how much is left rather than how much is used.
    bool countsLeft(const ValueNumber& number, bool isBucket, Proposal& proposal) const
    {
        const bool leaks = m_basis.name.pattern.find("leak") != std::string::npos;
        if (!isBucket) {
            const std::optional<int> change = changeOf(number);
            if (change.value_or(0) != 0) {
                const bool up = *change > 0;
                proposal.reasons.push_back(
                    {up ? ProposalReason::CountedUp : ProposalReason::CountedDown, number.name, {}, {}, 0});
                return !up;
            }
        }
        if (number.hint == NumberHint::Left && !leaks) {
            proposal.reasons.push_back({ProposalReason::NamedSo, number.name, {}, {}, 0});
            return true;
        }
        if (number.hint == NumberHint::Count || number.hint == NumberHint::Level) {
            proposal.reasons.push_back({ProposalReason::NamedSo, number.name, {}, {}, 0});
            return false;
        }
        if (isBucket)
            return !leaks;
        return number.name.empty() && (keyHasWord(NumberHint::Left) || number.text.starts_with('-'));
    }

    void addMoment(std::size_t i, const std::string& name, Proposal& proposal)
    {
        PlacedNumber& placed = m_numbers[i];
        const FoundMoment& moment = *placed.number.moment;
        placed.capture = "{" + name + ":" + moment.unit + "}";
        proposal.file.epoch = moment.epoch;
        proposal.reasons.push_back(
            {ProposalReason::Moment, placed.number.name, moment.unit, moment.at - now(), 0});
        if (moment.epoch != Nanos::zero())
            proposal.reasons.push_back({ProposalReason::OwnEpoch, {}, {}, moment.epoch, 0});
    }

    void clear()
    {
        for (PlacedNumber& placed : m_numbers)
            placed.capture.clear();
    }

    // Limit, window and the count of the window before, where names say so.
    void addRule(Proposal& proposal)
    {
        for (PlacedNumber& placed : m_numbers) {
            const ValueNumber& number = placed.number;
            if (!placed.capture.empty() || number.moment || number.text.starts_with('-'))
                continue;
            if (number.hint == NumberHint::Limit && number.isWhole()) {
                placed.capture = "{limit:int}";
            } else if (number.hint == NumberHint::Window) {
                const double value = std::stod(number.text);
                const bool isMillis = value >= 1000 && std::fmod(value, 1000) == 0;
                placed.capture = isMillis ? "{window:ms}" : "{window:s}";
                proposal.window = std::nullopt;
            } else {
                continue;
            }
            proposal.reasons.push_back({ProposalReason::NamedSo, number.name, {}, {}, 0});
        }
    }

    void build(Proposal proposal, Shape shape)
    {
        FormatFile& file = proposal.file;
        file.shape = shape;
        KeyRole main = mainRole(m_basis, m_isHash ? ValueType::Hash : ValueType::String);
        std::vector<ValueNumber> own;
        std::vector<std::string> captures;
        for (const PlacedNumber& placed : m_numbers)
            if (placed.key == 0) {
                own.push_back(placed.number);
                captures.push_back(placed.capture);
            }
        const SampleKey& content = m_basis.look.raw.content;
        if (m_isHash) {
            for (std::size_t i = 0; i < own.size(); ++i)
                if (!captures[i].empty())
                    main.fields.push_back({.name = content.fields[own[i].at].first,
                                           .namePattern = std::nullopt,
                                           .value = Pattern(captures[i]),
                                           .optional = false});
            main.more = main.fields.size() < content.fields.size();
        } else {
            main.values.emplace_back(textPattern(content.value, own, captures, m_basis.name.token));
        }
        file.keys = {std::move(main)};
        for (const PlacedNumber& placed : m_numbers)
            if (placed.key > 0 && !placed.capture.empty()) {
                const std::string& key = m_basis.looks.companions[placed.key - 1].raw.key;
                KeyRole role;
                role.role = "time";
                role.names.emplace_back(*m_basis.companionPattern(key));
                role.values.emplace_back(placed.capture);
                role.required = true;
                file.keys.push_back(std::move(role));
                proposal.reasons.push_back({ProposalReason::OtherKey, key, {}, {}, 0});
            }
        m_basis.describeName(proposal);
        m_proposals.push_back(std::move(proposal));
        clear();
    }

    // Of counters and pairs: what the expiry says.
    void judgeExpiry(Proposal& proposal) const
    {
        ExpiryRule& expiry = proposal.file.expiry;
        const ProposedName& name = m_basis.name;
        if (!m_basis.expires) {
            const bool hasTtl = m_basis.look.raw.content.pttl >= 0;
            expiry.from = hasTtl ? ExpiryRule::From::Other : ExpiryRule::From::None;
            if (!hasTtl)
                proposal.reasons.push_back({ProposalReason::NeverExpires, {}, {}, {}, 0});
            return;
        }
        if (name.number != ProposedName::Number::None && name.window) {
            const Nanos begin = name.bucket * *name.window;
            const Nanos life = *m_basis.expires - begin;
            const Nanos pastEnd = life - *name.window;
            if (pastEnd >= -20ms && pastEnd <= 1100ms) {
                expiry.from = ExpiryRule::From::End;
                expiry.plusHigh = 1100ms;
            } else {
                expiry.windows =
                    std::max(1.0, std::floor(double(life.count()) / double(name.window->count())));
            }
            proposal.window = name.window;
            return;
        }
        const auto& second = m_basis.looks.second;
        const auto before = expiryOf(m_basis.looks.first);
        const bool moved = second && before && *m_basis.expires - *before > 500ms;
        expiry.from = moved ? ExpiryRule::From::Newest : ExpiryRule::From::First;
        proposal.reasons.push_back(
            {moved ? ProposalReason::ExpiresAfterNewest : ProposalReason::ExpiresAfterFirst, {}, {}, {}, 0});
        Nanos longest = *m_basis.expires - now();
        for (const KeySibling& sibling : m_basis.looks.siblings) {
            Record record;
            if (sibling.type == m_basis.look.raw.content.type &&
                Pattern(name.pattern).match(sibling.key, record) && sibling.pttl < 40LL * 86'400'000)
                longest = std::max<Nanos>(longest, std::chrono::milliseconds(sibling.pttl));
        }
        if (const auto window = usualWindowFor(longest)) {
            proposal.window = window;
            proposal.reasons.push_back({ProposalReason::WindowFromExpiry, {}, {}, *window, 0});
        }
    }

    void proposeCounter(std::size_t units, std::optional<std::size_t> start, std::optional<std::size_t> end,
                        double confidence)
    {
        Proposal proposal;
        proposal.confidence = confidence;
        FormatFile& file = proposal.file;
        file.denied = Denied::Counts;
        judgeExpiry(proposal);
        PlacedNumber& counted = m_numbers[units];
        const bool left = countsLeft(counted.number, false, proposal);
        if (!left && counted.number.name.empty())
            proposal.reasons.push_back({ProposalReason::WholeNumber, {}, {}, {}, 0});
        counted.capture = (left ? "{left:" : "{count:") + numberType(counted.number, false) + "}";
        if (start)
            addMoment(*start, "start", proposal);
        if (end)
            addMoment(*end, "end", proposal);
        if (start && end)
            proposal.window = std::nullopt;
        if (start || end)
            file.clientClock = true;
        const auto previous = std::ranges::find_if(m_numbers, [](const PlacedNumber& placed) {
            return placed.number.hint == NumberHint::Previous && !placed.number.moment;
        });
        const bool isPair = previous != m_numbers.end() && !left;
        if (isPair) {
            previous->capture = "{previous:" + numberType(previous->number, false) + "}";
            proposal.reasons.push_back({ProposalReason::NamedSo, previous->number.name, {}, {}, 0});
        }
        addRule(proposal);
        const bool numbered = m_basis.name.number != ProposedName::Number::None;
        if (!counted.number.isWhole() || (!numbered && !m_basis.expires && !start && !end))
            proposal.confidence -= 0.25;
        if (numbered)
            proposal.confidence += 0.3;
        else if (m_basis.name.tokenVaries)
            proposal.confidence += 0.15;
        const bool outlives =
            m_basis.name.number == ProposedName::Number::Bucket && file.expiry.windows > 1 && !left;
        if (!outlives) {
            build(std::move(proposal), isPair ? Shape::Pair : Shape::Counter);
            return;
        }
        const std::vector<PlacedNumber> numbers = m_numbers;
        proposal.reasons.push_back({ProposalReason::OutlivesWindow, {}, {}, {}, 0});
        Proposal plain = proposal;
        plain.confidence -= 0.25;
        file.denied = Denied::Nothing;
        build(std::move(proposal), Shape::Pair);
        m_numbers = numbers;
        plain.reasons.back().code = ProposalReason::NotCertain;
        build(std::move(plain), Shape::Counter);
    }

    void proposeTat(std::size_t i, bool named)
    {
        const FoundMoment& moment = *m_numbers[i].number.moment;
        const Nanos ahead = moment.at - now();
        constexpr Nanos grain = 1100ms;
        const bool atExpiry = m_basis.expires && std::chrono::abs(*m_basis.expires - moment.at) <= grain;
        if (!named && !atExpiry && !isRecentEnough(moment.at, now()))
            return;
        Proposal proposal;
        proposal.file.clientClock = true;
        addMoment(i, "tat", proposal);
        proposal.confidence = atExpiry ? 0.9 : named ? 0.85 : ahead > 0ns ? 0.65 : 0.25;
        if (named)
            proposal.reasons.push_back({ProposalReason::NamedSo, m_numbers[i].number.name, {}, {}, 0});
        ExpiryRule& expiry = proposal.file.expiry;
        if (atExpiry) {
            expiry.from = ExpiryRule::From::Tat;
            expiry.grain = grain;
            proposal.reasons.push_back({ProposalReason::ExpiresThen, {}, {}, {}, 0});
        } else {
            expiry.from =
                m_basis.look.raw.content.pttl < 0 ? ExpiryRule::From::None : ExpiryRule::From::Other;
            if (!named)
                proposal.reasons.push_back({ProposalReason::NotCertain, {}, {}, {}, 0});
        }
        build(std::move(proposal), Shape::Tat);
    }

    void proposeBucket(std::size_t units, std::size_t stamp, double confidence)
    {
        Proposal proposal;
        proposal.confidence = confidence;
        FormatFile& file = proposal.file;
        file.clientClock = true;
        file.expiry.from =
            m_basis.look.raw.content.pttl < 0 ? ExpiryRule::From::None : ExpiryRule::From::Other;
        proposal.reasons.push_back({ProposalReason::LevelAndTime, m_numbers[units].number.name, {}, {}, 0});
        PlacedNumber& level = m_numbers[units];
        const bool left = countsLeft(level.number, true, proposal);
        const bool wholeSeconds = m_numbers[stamp].number.moment->unit == "s0";
        // Whole refills leave whole numbers, at the moment of the last refill.
        file.continuous = !level.number.isWhole() || wholeSeconds;
        level.capture = (left ? "{left:" : "{count:") + numberType(level.number, file.continuous) + "}";
        addMoment(stamp, "stamp", proposal);
        addRule(proposal);
        build(std::move(proposal), Shape::Bucket);
    }

    // Numbers without names, or with names that say nothing.
    void proposeUnnamed(std::size_t units, const std::vector<std::size_t>& moments)
    {
        const std::size_t i = moments.front();
        const FoundMoment& moment = *m_numbers[i].number.moment;
        if (moment.at > now() + 20ms) {
            proposeCounter(units, std::nullopt, i, 0.65);
            return;
        }
        const bool counted = changeOf(m_numbers[units].number).value_or(0) > 0;
        const auto& second = m_basis.looks.second;
        const bool stayed = second && m_basis.looks.first.raw.content.value.find(m_numbers[i].number.text) !=
                                          std::string::npos;
        const bool isStart = counted && stayed && !m_isHash;
        proposeBucket(units, i, isStart ? 0.35 : 0.6);
        m_proposals.back().reasons.push_back({ProposalReason::NotCertain, {}, {}, {}, 0});
        proposeCounter(units, i, std::nullopt, isStart ? 0.65 : 0.4);
        m_proposals.back().reasons.push_back({ProposalReason::NotCertain, {}, {}, {}, 0});
    }

    // A hash with one field for each request, under names drawn at random.
    bool proposeRequests()
    {
        const auto& fields = m_basis.look.raw.content.fields;
        constexpr std::size_t shortestName = 8;
        const std::size_t length = fields.empty() ? 0 : fields.front().first.size();
        const auto isRandom = [&](const auto& field) {
            const std::string& name = field.first;
            return name.size() == length && length >= shortestName &&
                   hintIn(name, false) == NumberHint::None &&
                   captureLength(*captureTypeNamed("alnum" + std::to_string(length)), name) == length &&
                   std::ranges::any_of(name, [](char c) { return c >= '0' && c <= '9'; });
        };
        if (fields.empty() || !std::ranges::all_of(fields, isRandom) || m_numbers.size() != fields.size())
            return false;
        Proposal proposal;
        proposal.confidence = fields.size() > 1 ? 0.5 : 0.35;
        judgeExpiry(proposal);
        const bool outlives =
            m_basis.name.number == ProposedName::Number::Bucket && proposal.file.expiry.windows > 1;
        proposal.file.shape = outlives ? Shape::Pair : Shape::Counter;
        KeyRole main = mainRole(m_basis, ValueType::Hash);
        const std::string name = "{request:alnum" + std::to_string(length) + "}";
        main.fields.push_back(
            {.name = name, .namePattern = Pattern(name), .value = Pattern("{count:int}"), .optional = false});
        proposal.file.keys = {std::move(main)};
        proposal.reasons.push_back({ProposalReason::ElementsCount, {}, {}, {}, fields.size()});
        m_basis.describeName(proposal);
        m_proposals.push_back(std::move(proposal));
        return true;
    }

    const Basis& m_basis;
    std::vector<Proposal>& m_proposals;
    std::vector<PlacedNumber> m_numbers;
    bool m_isHash = false;
};

} // namespace

std::vector<Proposal> proposeFormats(const KeyLooks& looks)
{
    std::vector<Proposal> proposals;
    if (!looks.latest().raw.exists())
        return proposals;
    const Basis basis(looks);
    if (basis.name.pattern.empty())
        return proposals;
    const std::string& type = looks.latest().raw.content.type;
    if (type == typeName(ValueType::String) || type == typeName(ValueType::Hash))
        NumberProposer(basis, proposals).run();
    else
        proposeLogs(basis, proposals);
    std::erase_if(proposals, [&](Proposal& proposal) { return !complete(basis, proposal); });
    for (Proposal& proposal : proposals)
        proposal.confidence = std::clamp(proposal.confidence, 0.05, 0.95);
    std::ranges::stable_sort(proposals, std::greater(), &Proposal::confidence);
    return proposals;
}

FormatFile blankFormat(const KeyLooks& looks)
{
    const Basis basis(looks);
    FormatFile file;
    file.tier = Tier::Care;
    file.shape = Shape::Counter;
    KeyRole main;
    main.role = "main";
    main.names.emplace_back(basis.name.pattern.empty() ? patternText(looks.first.raw.key)
                                                       : basis.name.pattern);
    for (const ValueType type :
         {ValueType::Hash, ValueType::List, ValueType::Set, ValueType::SortedSet, ValueType::Stream})
        if (typeName(type) == looks.latest().raw.content.type)
            main.type = type;
    file.keys = {std::move(main)};
    describe(basis, file);
    return file;
}

namespace {

// What was seen of the keys that the format knows, the one that was asked about first.
FormatSample seen(const FormatFile& file, const KeyLooks& looks, std::span<const Rule> rules)
{
    FormatSample sample;
    sample.at = looks.latest().at;
    sample.keys.emplace_back(looks.latest().raw.key, looks.latest().raw.content);
    for (const KeyLook& companion : looks.companions)
        if (const auto match = matchName(file, companion.raw.key);
            match && typeName(match->role->type) == companion.raw.content.type)
            sample.keys.emplace_back(companion.raw.key, companion.raw.content);
    sample.rules.assign(rules.begin(), rules.end());
    sample.origin = "recorded";
    return sample;
}

} // namespace

FormatSample sampleOf(const FormatFile& file, const KeyLooks& looks, std::span<const Rule> rules)
{
    FormatSample sample = seen(file, looks, rules);
    const ForeignState state = readSample(CatalogueFormat(file), sample);
    if (!state.decoded.mismatch.empty())
        throw InvalidArgument(state.decoded.mismatch);
    FormatSample::Means& means = sample.means;
    for (const ShapeUsage& usage : state.reading.rules) {
        if (usage.used)
            means.used.push_back(*usage.used);
        if (usage.window)
            means.window.push_back(std::chrono::duration<double>(*usage.window).count());
    }
    // A list of which one is missing would say something about another rule.
    if (means.used.size() != state.reading.rules.size())
        means.used.clear();
    if (means.window.size() != state.reading.rules.size())
        means.window.clear();
    if (!rules.empty())
        means.state = std::string(nameOf(state.reading.state));
    if (const std::string* const token = state.decoded.state.record.text("token"))
        means.token = *token;
    return sample;
}

LookReading readLook(const FormatFile& file, const KeyLooks& looks, std::span<const Rule> rules)
{
    LookReading reading;
    const KeyLook& look = looks.latest();
    const CatalogueFormat format(file);
    const auto match = matchName(file, look.raw.key);
    if (!match) {
        reading.misfit = LookMisfit::Name;
        return reading;
    }
    if (const std::string* const token = match->names.text("token"))
        reading.token = *token;
    try {
        reading.state = readSample(format, seen(file, looks, rules));
        reading.mismatch = reading.state.decoded.mismatch;
    } catch (const InvalidArgument& error) {
        reading.mismatch = error.what();
    }
    RawKey raw = look.raw;
    raw.role = match->role->role;
    if (const auto found = format.recogniseKey(*match, std::move(raw), look.at)) {
        reading.group = found->subject.policy;
        reading.confidence = found->fit.confidence;
    }
    if (!reading.mismatch.empty())
        reading.misfit = LookMisfit::Value;
    else if (reading.group.empty())
        reading.misfit = LookMisfit::Unrecognised;
    return reading;
}

} // namespace ratewarden
