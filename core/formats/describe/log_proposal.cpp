// SPDX-License-Identifier: MIT
// Proposals for lists, sorted sets and streams of moments, and for sets that are counted.
#include "core/formats/describe/proposal_parts.h"
#include "core/formats/describe/value_numbers.h"
#include "core/formats/shapes/numbered_window.h"
#include "core/model/errors.h"
#include "core/model/text.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>

namespace ratewarden::proposals {
namespace {

using namespace std::chrono_literals;

using Texts = std::vector<std::string_view>;

bool allSame(const Texts& texts)
{
    return std::ranges::adjacent_find(texts, std::not_equal_to()) == texts.end();
}

// A capture for parts that tell entries apart: of a type that can be drawn at random where they allow it.
std::string partPattern(const Texts& parts, const std::string& name)
{
    const std::size_t length = parts.front().size();
    const auto areAll = [&](const std::string& type) {
        const auto kind = captureTypeNamed(type);
        return kind && std::ranges::all_of(parts, [&](std::string_view part) {
                   return part.size() == length && captureLength(*kind, part) == length;
               });
    };
    constexpr std::size_t shortestRandom = 4;
    constexpr std::size_t longestRandom = 128;
    if (length == 36 && areAll("uuid"))
        return "{" + name + ":uuid}";
    if (length >= shortestRandom && length <= longestRandom)
        for (const char* const kind : {"hex", "alnum"})
            if (const std::string type = kind + std::to_string(length); areAll(type))
                return fmt::format("{{{}:{}}}", name, type);
    return "{" + name + "}";
}

// What stands before or behind the moments: a delimiter, and perhaps more.
std::string sidePattern(const Texts& sides, const std::string& name, bool delimiterFirst)
{
    if (std::ranges::all_of(sides, &std::string_view::empty))
        return {};
    if (sides.size() > 1 && allSame(sides))
        return patternText(sides.front());
    const auto isDelimiter = [](char c) {
        return std::string_view(":/|.-_, ;#").find(c) != std::string_view::npos;
    };
    const auto edge = [&](std::string_view side) {
        return side.empty() ? '\0' : delimiterFirst ? side.front() : side.back();
    };
    const char delimiter = edge(sides.front());
    const bool cut = isDelimiter(delimiter) && std::ranges::all_of(sides, [&](std::string_view side) {
                         return edge(side) == delimiter && side.size() > 1;
                     });
    Texts parts = sides;
    if (cut)
        for (std::string_view& part : parts)
            part = delimiterFirst ? part.substr(1) : part.substr(0, part.size() - 1);
    const std::string text = cut ? patternText(std::string(1, delimiter)) : std::string();
    const std::string part = partPattern(parts, name);
    return delimiterFirst ? text + part : part + text;
}

// The moment in a text: its place, or nothing. Of several the one nearest to `near`, or the first.
struct FoundText {
    std::size_t at = 0;
    std::size_t size = 0;
    FoundMoment moment;
};
std::optional<FoundText> momentInText(std::string_view text, Nanos now, std::optional<Nanos> near)
{
    std::optional<FoundText> best;
    const auto isPart = [](char c) {
        return isDigit(c) || c == '.' || c == '+' || c == 'e';
    };
    for (std::size_t i = 0; i < text.size();) {
        if (!isDigit(text[i])) {
            ++i;
            continue;
        }
        std::size_t end = i;
        while (end < text.size() && isPart(text[end]))
            ++end;
        // "1795229600.25" is one number; of "1795229600123.7f3a" the first part is.
        for (std::size_t stop = end; stop > i; --stop)
            if (auto moment = momentIn(text.substr(i, stop - i), now, std::nullopt)) {
                const bool closer = !best || (near && std::chrono::abs(moment->at - *near) <
                                                          std::chrono::abs(best->moment.at - *near));
                if (closer)
                    best = FoundText{i, stop - i, std::move(*moment)};
                break;
            } else if (const std::size_t point = text.substr(i, stop - i).rfind('.');
                       point != std::string_view::npos) {
                stop = i + point + 1;
            } else {
                break;
            }
        i = end;
    }
    return best;
}

class LogProposer {
public:
    LogProposer(const Basis& basis, std::vector<Proposal>& proposals) : m_basis(basis), m_proposals(proposals)
    {
    }

    void run()
    {
        const SampleKey& content = m_basis.look.raw.content;
        if (content.type == typeName(ValueType::List))
            proposeList(content);
        else if (content.type == typeName(ValueType::SortedSet))
            proposeSortedSet(content);
        else if (content.type == typeName(ValueType::Stream))
            proposeStream(content);
        else if (content.type == typeName(ValueType::Set))
            proposeSet();
    }

private:
    Nanos now() const { return m_basis.look.at; }

    // The pattern of entries that are, or begin or end with, moments; empty: they do not.
    std::optional<std::string> momentPattern(const Texts& texts,
                                             const std::vector<std::optional<Nanos>>& near, const char* name)
    {
        Texts numbers;
        Texts before;
        Texts behind;
        std::string unit;
        for (std::size_t i = 0; i < texts.size(); ++i) {
            const auto found = momentInText(texts[i], now(), near.empty() ? std::nullopt : near[i]);
            if (!found || (!near.empty() && std::chrono::abs(found->moment.at - *near[i]) > 1ms))
                return std::nullopt;
            if (i > 0 && found->moment.epoch != m_epoch)
                return std::nullopt;
            m_epoch = found->moment.epoch;
            unit = found->moment.unit;
            numbers.push_back(texts[i].substr(found->at, found->size));
            before.push_back(texts[i].substr(0, found->at));
            behind.push_back(texts[i].substr(found->at + found->size));
            note(found->moment.at);
        }
        m_unit = commonUnit(numbers, unit);
        const std::string front = sidePattern(before, "id", false);
        return front + "{" + name + ":" + m_unit + "}" +
               sidePattern(behind, front.find("{id") == std::string::npos ? "id" : "id2", true);
    }

    void note(Nanos moment) { m_newest = std::max(m_newest.value_or(moment), moment); }

    void proposeList(const SampleKey& content)
    {
        const Texts texts(content.elements.begin(), content.elements.end());
        const auto pattern = texts.empty() ? std::nullopt : momentPattern(texts, {}, "time");
        if (!pattern)
            return;
        KeyRole main = newMainRole(m_basis, ValueType::List);
        main.element.emplace(*pattern);
        add(std::move(main), ProposalReason::Entries, 0.75);
    }

    void proposeSortedSet(const SampleKey& content)
    {
        Texts members;
        Texts scores;
        std::vector<std::optional<Nanos>> moments;
        bool scored = true;
        std::string unit;
        for (const auto& [member, score] : content.scored) {
            members.push_back(member);
            scores.push_back(score);
            const auto moment = momentIn(score, now(), std::nullopt);
            scored &= moment.has_value();
            if (moment) {
                moments.emplace_back(moment->at);
                unit = moment->unit;
                m_epoch = moment->epoch;
            }
        }
        if (members.empty())
            return;
        KeyRole main = newMainRole(m_basis, ValueType::SortedSet);
        if (!scored) {
            if (const auto pattern = momentPattern(members, {}, "time")) {
                main.element.emplace(*pattern);
                add(std::move(main), ProposalReason::Entries, 0.45);
            }
            return;
        }
        const Nanos epoch = m_epoch;
        const auto pattern = momentPattern(members, moments, "time");
        for (const auto& moment : moments)
            note(*moment);
        m_unit = commonUnit(scores, unit);
        if (pattern) {
            main.element.emplace(*pattern);
            main.score.emplace("{score:" + m_unit + "}");
            add(std::move(main), ProposalReason::Entries, 0.8);
            return;
        }
        m_epoch = epoch;
        main.element.emplace(sidePattern(members, "id", true));
        main.score.emplace("{time:" + m_unit + "}");
        add(std::move(main), ProposalReason::ScoreIsMoment, 0.7);
    }

    void proposeStream(const SampleKey& content)
    {
        if (content.stream.empty())
            return;
        for (const auto& [id, fields] : content.stream) {
            std::int64_t millis = 0;
            const auto [end, error] = std::from_chars(id.data(), id.data() + id.size(), millis);
            const auto moment =
                error == std::errc() ? momentIn(std::to_string(millis), now(), std::nullopt) : std::nullopt;
            if (!moment || moment->unit != "ms" || moment->epoch != Nanos::zero())
                return;
            note(moment->at);
        }
        m_unit = "ms";
        KeyRole main = newMainRole(m_basis, ValueType::Stream);
        const auto& newest = content.stream.back().second;
        for (std::size_t i = 0; i < newest.size(); ++i) {
            const std::string& name = newest[i].first;
            Texts values; // of the field in all entries that have it
            for (const auto& [id, fields] : content.stream)
                if (const auto field =
                        std::ranges::find(fields, name, &std::pair<std::string, std::string>::first);
                    field != fields.end())
                    values.push_back(field->second);
            if (values.size() < content.stream.size() || newest[i].second.empty())
                continue;
            const auto isWhole = [](std::string_view value) {
                return !value.empty() && value.size() < 10 && std::ranges::all_of(value, isDigit);
            };
            const bool isCost = std::ranges::all_of(values, isWhole) &&
                                (hintIn(name, false) == NumberHint::Count || name == "cost" || name == "n");
            main.fields.push_back(
                {.name = name,
                 .value = Pattern(isCost ? std::string("{cost:int}") : "{" + freeName(name, i) + ":rest}")});
        }
        if (main.fields.empty())
            return;
        main.more = std::ranges::any_of(
            content.stream, [&](const auto& entry) { return entry.second.size() != main.fields.size(); });
        add(std::move(main), ProposalReason::Entries, 0.75);
    }

    void proposeSet()
    {
        Proposal proposal;
        proposal.confidence = m_basis.name.number != ProposedName::Number::None ? 0.6 : 0.3;
        proposal.file.shape = Shape::Counter;
        proposal.file.keys = {newMainRole(m_basis, ValueType::Set)};
        proposal.reasons.push_back(
            {.code = ProposalReason::ElementsCount, .number = std::size_t(m_basis.look.raw.length)});
        proposal.file.expiry.from = m_basis.expires ? ExpiryRule::From::First : ExpiryRule::From::None;
        proposal.window = m_basis.name.window;
        m_basis.describeName(proposal);
        m_proposals.push_back(std::move(proposal));
    }

    void add(KeyRole main, ProposalReason reason, double confidence)
    {
        Proposal proposal;
        proposal.confidence = confidence;
        FormatFile& file = proposal.file;
        file.shape = Shape::Log;
        file.clientClock = main.type != ValueType::Stream;
        file.epoch = m_epoch;
        file.keys = {std::move(main)};
        proposal.reasons.push_back({.code = reason, .unit = m_unit});
        if (m_epoch != Nanos::zero())
            proposal.reasons.push_back({.code = ProposalReason::OwnEpoch, .time = m_epoch});
        judgeExpiry(proposal);
        m_basis.describeName(proposal);
        m_proposals.push_back(std::move(proposal));
    }

    // A log's key is given a new life with each entry: one window, in whatever unit its author took it.
    void judgeExpiry(Proposal& proposal) const
    {
        ExpiryRule& expiry = proposal.file.expiry;
        expiry.from = ExpiryRule::From::None;
        const std::int64_t pttl = m_basis.look.raw.content.pttl;
        if (pttl < 0) {
            proposal.reasons.push_back({ProposalReason::NeverExpires});
            return;
        }
        expiry.from = ExpiryRule::From::Other;
        const double life =
            double(pttl) / 1000 + std::chrono::duration<double>(now() - m_newest.value_or(now())).count();
        constexpr double slack = 1.1;      // of expiries in whole seconds
        constexpr double tenDays = 864000; // a longer life is a mistake in the unit
        for (const double windows : {1.0, 1000.0, 1e9}) {
            if (windows > 1 && life < tenDays)
                break;
            for (const Nanos window : usualWindows()) {
                const double seconds = std::chrono::duration<double>(window).count();
                if (std::abs(life - seconds * windows) > std::max(slack, 0.001 * (windows > 1 ? life : 0)))
                    continue;
                expiry.from = ExpiryRule::From::Newest;
                expiry.windows = windows;
                proposal.window = window;
                proposal.confidence += 0.15;
                proposal.reasons.push_back({.code = ProposalReason::ExpiresAfterNewest, .time = window});
                return;
            }
        }
        if (const auto window =
                usualWindowFor(std::chrono::milliseconds(std::min(pttl, std::int64_t(1) << 40)))) {
            proposal.window = window;
            proposal.reasons.push_back({.code = ProposalReason::WindowFromExpiry, .time = *window});
        }
    }

    const Basis& m_basis;
    std::vector<Proposal>& m_proposals;
    std::string m_unit;
    Nanos m_epoch{};
    std::optional<Nanos> m_newest;
};

} // namespace

void proposeLogs(const Basis& basis, std::vector<Proposal>& proposals)
{
    try {
        LogProposer(basis, proposals).run();
    } catch (const BadNotation&) { // a pattern would be too long, so nothing is proposed
    }
}

} // namespace ratewarden::proposals
