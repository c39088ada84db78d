// SPDX-License-Identifier: MIT
// Proposals for keys that hold numbers: counters, pairs, TATs and buckets.
#include "core/formats/describe/proposal_parts.h"
#include "core/formats/describe/value_numbers.h"
#include "core/model/errors.h"
#include "core/model/text.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace ratewarden::proposals {

using namespace std::chrono_literals;

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
            const auto found = std::ranges::find_if(
                moments, [&](std::size_t i) { return m_numbers[i].number.hint == hint; });
            return found == moments.end() ? std::nullopt : std::optional(*found);
        };
        if (const auto tat = hinted(NumberHint::Tat)) {
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
        if (stamp)
            proposeBucket(*units, *stamp, 0.75);
        if (start || end)
            proposeCounter(*units, start, end, stamp ? 0.4 : 0.75);
        if (!stamp && !start && !end)
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

    // How the i-th number of the main key changed between the looks: -1, 0, 1; empty: it cannot be told.
    std::optional<int> changeOf(std::size_t i) const
    {
        const auto& second = m_basis.looks.second;
        const SampleKey& before = m_basis.looks.first.raw.content;
        if (!second || m_numbers[i].key > 0 || second->raw.content.type != before.type)
            return std::nullopt;
        const auto numbersOf = [&](const KeyLook& look) {
            const SampleKey& content = look.raw.content;
            return m_isHash ? numbersInHash(content, look.at, expiryOf(look))
                            : numbersInText(content.value, look.at, expiryOf(look));
        };
        const std::vector<ValueNumber> one = numbersOf(m_basis.looks.first);
        const std::vector<ValueNumber> other = numbersOf(*second);
        if (one.size() != other.size() || i >= one.size() || one[i].name != other[i].name)
            return std::nullopt;
        const double change = other[i].value() - one[i].value();
        return change > 0 ? 1 : change < 0 ? -1 : 0;
    }

    bool keyHasWord(NumberHint hint) const { return hintIn(m_basis.name.pattern, false) == hint; }

    // Whether the number says how much is left rather than how much is used.
    bool countsLeft(std::size_t i, bool isBucket, Proposal& proposal) const
    {
        const ValueNumber& number = m_numbers[i].number;
        const bool leaks = m_basis.name.pattern.find("leak") != std::string::npos;
        if (!isBucket) {
            const std::optional<int> change = changeOf(i);
            if (change.value_or(0) != 0) {
                const bool up = *change > 0;
                proposal.reasons.push_back(
                    {up ? ProposalReason::CountedUp : ProposalReason::CountedDown, number.name});
                return !up;
            }
        }
        if (number.hint == NumberHint::Left && !leaks) {
            proposal.reasons.push_back({ProposalReason::NamedSo, number.name});
            return true;
        }
        if (number.hint == NumberHint::Count || number.hint == NumberHint::Level) {
            proposal.reasons.push_back({ProposalReason::NamedSo, number.name});
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
            {ProposalReason::Moment, placed.number.name, moment.unit, moment.at - now()});
        if (moment.epoch != Nanos::zero())
            proposal.reasons.push_back({.code = ProposalReason::OwnEpoch, .time = moment.epoch});
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
                const double value = number.value();
                const bool isMillis = value >= 1000 && std::fmod(value, 1000) == 0;
                placed.capture = isMillis ? "{window:ms}" : "{window:s}";
                proposal.window = std::nullopt;
            } else {
                continue;
            }
            proposal.reasons.push_back({ProposalReason::NamedSo, number.name});
        }
    }

    // Where a pattern would be too long or capture too much, nothing is proposed.
    void build(Proposal proposal, Shape shape)
    {
        try {
            fillIn(proposal, shape);
            m_proposals.push_back(std::move(proposal));
        } catch (const BadNotation&) {
        }
        clear();
    }

    void fillIn(Proposal& proposal, Shape shape) const
    {
        FormatFile& file = proposal.file;
        file.shape = shape;
        KeyRole main = newMainRole(m_basis, m_isHash ? ValueType::Hash : ValueType::String);
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
                    main.fields.push_back(
                        {.name = content.fields[own[i].at].first, .value = Pattern(captures[i])});
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
                proposal.reasons.push_back({ProposalReason::OtherKey, key});
            }
        m_basis.describeName(proposal);
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
                proposal.reasons.push_back({ProposalReason::NeverExpires});
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
            {moved ? ProposalReason::ExpiresAfterNewest : ProposalReason::ExpiresAfterFirst});
        Nanos longest = *m_basis.expires - now();
        for (const KeySibling& sibling : m_basis.looks.siblings) {
            Record record;
            if (sibling.type == m_basis.look.raw.content.type &&
                Pattern(name.pattern).match(sibling.key, record) && sibling.pttl < 40LL * 86'400'000)
                longest = std::max<Nanos>(longest, std::chrono::milliseconds(sibling.pttl));
        }
        if (const auto window = usualWindowFor(longest)) {
            proposal.window = window;
            proposal.reasons.push_back({.code = ProposalReason::WindowFromExpiry, .time = *window});
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
        const bool left = countsLeft(units, false, proposal);
        if (!left && counted.number.name.empty())
            proposal.reasons.push_back({ProposalReason::WholeNumber});
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
            proposal.reasons.push_back({ProposalReason::NamedSo, previous->number.name});
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
        proposal.reasons.push_back({ProposalReason::OutlivesWindow});
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
            proposal.reasons.push_back({ProposalReason::NamedSo, m_numbers[i].number.name});
        ExpiryRule& expiry = proposal.file.expiry;
        if (atExpiry) {
            expiry.from = ExpiryRule::From::Tat;
            expiry.grain = grain;
            proposal.reasons.push_back({ProposalReason::ExpiresThen});
        } else {
            expiry.from =
                m_basis.look.raw.content.pttl < 0 ? ExpiryRule::From::None : ExpiryRule::From::Other;
            if (!named)
                proposal.reasons.push_back({ProposalReason::NotCertain});
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
        proposal.reasons.push_back({ProposalReason::LevelAndTime, m_numbers[units].number.name});
        PlacedNumber& level = m_numbers[units];
        const bool left = countsLeft(units, true, proposal);
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
        const bool counted = changeOf(units).value_or(0) > 0;
        const bool stayed = changeOf(i) == 0;
        const bool isStart = counted && stayed;
        proposeBucket(units, i, isStart ? 0.35 : 0.6);
        m_proposals.back().reasons.push_back({ProposalReason::NotCertain});
        proposeCounter(units, i, std::nullopt, isStart ? 0.65 : 0.4);
        m_proposals.back().reasons.push_back({ProposalReason::NotCertain});
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
                   std::ranges::any_of(name, isDigit);
        };
        if (fields.empty() || !std::ranges::all_of(fields, isRandom) || m_numbers.size() != fields.size())
            return false;
        Proposal proposal;
        proposal.confidence = fields.size() > 1 ? 0.5 : 0.35;
        judgeExpiry(proposal);
        const bool outlives =
            m_basis.name.number == ProposedName::Number::Bucket && proposal.file.expiry.windows > 1;
        proposal.file.shape = outlives ? Shape::Pair : Shape::Counter;
        KeyRole main = newMainRole(m_basis, ValueType::Hash);
        const std::string name = "{request:alnum" + std::to_string(length) + "}";
        main.fields.push_back({.name = name, .namePattern = Pattern(name), .value = Pattern("{count:int}")});
        proposal.file.keys = {std::move(main)};
        proposal.reasons.push_back({.code = ProposalReason::ElementsCount, .number = fields.size()});
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

void proposeNumbers(const Basis& basis, std::vector<Proposal>& proposals)
{
    NumberProposer(basis, proposals).run();
}

} // namespace ratewarden::proposals
