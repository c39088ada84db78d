// SPDX-License-Identifier: MIT
#include "core/explain/explanation_text.h"

#include "core/algorithms/algorithm.h"
#include "core/formats/format.h"
#include "core/model/fault_text.h"
#include "core/model/text.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <span>
#include <utility>

namespace ratewarden {
namespace {

using Answer = RuleThen::Answer;
using Line = ExplainedLine;
using Lines = std::vector<ExplainedLine>;
using Part = ExplainedLine::Part;

Line answerOf(const Explanation& it)
{
    const auto named = [&] {
        return notation(it.rules[*it.rule].published);
    };
    switch (it.cause) {
    case DenialCause::Blocked:
        if (!it.block)
            return {Part::Answer, FAULT_TEXT("blocked then; by whom is no longer known")};
        if (it.block->until)
            return {Part::Answer,
                    FAULT_TEXT("blocked by %1 from %2 to %3: “%4”"),
                    {it.block->by, it.block->since, *it.block->until, it.block->reason}};
        return {Part::Answer,
                FAULT_TEXT("blocked by %1 since %2, for good: “%3”"),
                {it.block->by, it.block->since, it.block->reason}};
    case DenialCause::NeverFits:
        return {Part::Answer, FAULT_TEXT("denied: a cost of %1 never fits %2"), {it.denial.cost, named()}};
    case DenialCause::Rule: {
        const RuleThen& then = it.rules[*it.rule];
        if (it.certainty == Certainty::Estimate && !it.leansOnCosts && then.logged && it.log)
            return {Part::Answer,
                    FAULT_TEXT("probably denied by %1: by the requests of %2, %3 of %4 were used, and the "
                               "request cost %5"),
                    {named(), it.log->source, then.logged->used, then.rule.capacity(), it.denial.cost}};
        if (then.answer == Answer::Denied)
            return {Part::Answer,
                    then.atMost == then.atLeast
                        ? FAULT_TEXT("denied by %1: %2 of %3 were used, and the request cost %4")
                        : FAULT_TEXT("denied by %1: at least %2 of %3 were used, and the request cost %4"),
                    {named(), then.atLeast, then.rule.capacity(), it.denial.cost}};
        return {Part::Answer,
                it.rules.size() == 1 ? FAULT_TEXT("denied by %1, the only rule")
                                     : FAULT_TEXT("denied by %1: every other rule had room"),
                {named()}};
    }
    case DenialCause::OneOf: {
        std::string rules;
        for (const RuleThen& then : it.rules)
            if (then.isOpen())
                rules += (rules.empty() ? "" : ", ") + notation(then.published);
        if (std::ranges::count_if(it.rules, &RuleThen::isOpen) == 1)
            return {Part::Answer, FAULT_TEXT("not known: %1 may have denied it"), {rules}};
        return {Part::Answer, FAULT_TEXT("denied by one or more of %1; which is not known"), {rules}};
    }
    case DenialCause::Various:
        return {Part::Answer,
                FAULT_TEXT("%1 denials of that time are remembered, not all for the same reason"),
                {std::int64_t(it.memory.matching.size())}};
    case DenialCause::NoRule:
        return {Part::Answer, FAULT_TEXT("not denied by this limiter: every rule had room")};
    case DenialCause::NotCounted:
        return {
            Part::Answer,
            FAULT_TEXT("not denied by this limiter: of the token's requests in the %1 around that time it "
                       "denied none (%2 units were allowed)"),
            {it.counted->until - it.counted->from, it.counted->allowed}};
    case DenialCause::NotEnforced:
        return {Part::Answer,
                FAULT_TEXT("not denied by this limiter: the policy denied nothing, it was in mode %1"),
                {std::string(nameOf(it.policy.mode))}};
    case DenialCause::NoPolicy:
        if (it.log && !it.log->denials.empty() && !it.log->denials.front().zone.empty())
            return {Part::Answer,
                    FAULT_TEXT("denied by the proxy, in its zone %1"),
                    {it.log->denials.front().zone}};
        if (it.policy.policy.name.empty())
            return {Part::Answer,
                    FAULT_TEXT("denied; by which rule is not known, as no policy is published")};
        return {Part::Answer, FAULT_TEXT("no such policy was published then: only a limiter with rules of "
                                         "its own may have denied it")};
    }
    return {Part::Answer, ""};
}

const char* surenessOf(const Explanation& it)
{
    if (it.certainty == Certainty::Estimate && it.leansOnCosts)
        return FAULT_TEXT("an estimate: costs may have been settled since");
    if (it.certainty == Certainty::ByExclusion && it.cause == DenialCause::NoRule)
        return FAULT_TEXT(
            "by what Redis holds, as long as callers have given nothing back and reset nothing since");
    constexpr std::array words{FAULT_TEXT("exact, by what Redis holds"),
                               FAULT_TEXT("by exclusion: if this limiter denied it, no other rule can have"),
                               FAULT_TEXT("so says the audit trail"), FAULT_TEXT("not certain"),
                               FAULT_TEXT("an estimate: it holds if the log has all requests that were "
                                          "charged, and no others")};
    return words.at(std::size_t(it.certainty));
}

const char* wordsOf(StateSilence silence)
{
    constexpr std::array words{"",
                               FAULT_TEXT("the token's state is gone"),
                               FAULT_TEXT("the token's state could not be read"),
                               FAULT_TEXT("what is stored has begun since"),
                               FAULT_TEXT("an operator has changed what is used since"),
                               FAULT_TEXT("other rules have been in force since"),
                               FAULT_TEXT("this layout keeps nothing of earlier moments")};
    return words.at(std::size_t(silence));
}

Line lineOf(const RuleThen& then)
{
    const std::string rule = notation(then.published);
    const Units limit = then.rule.capacity();
    const bool isExact = then.atMost == then.atLeast;
    switch (then.answer) {
    case Answer::Denied:
        return isExact
                   ? Line{Part::Rule, FAULT_TEXT("%1: denied, %2 of %3 used"), {rule, then.atLeast, limit}}
                   : Line{Part::Rule,
                          FAULT_TEXT("%1: denied, %2 of %3 or more used"),
                          {rule, then.atLeast, limit}};
    case Answer::HadRoom:
        return isExact
                   ? Line{Part::Rule, FAULT_TEXT("%1: had room, %2 of %3 used"), {rule, then.atLeast, limit}}
                   : Line{Part::Rule,
                          FAULT_TEXT("%1: had room, at most %2 of %3 used"),
                          {rule, *then.atMost, limit}};
    case Answer::Perhaps:
        if (then.atMost)
            return {Part::Rule,
                    FAULT_TEXT("%1: may have denied, from %2 to %3 of %4 used"),
                    {rule, then.atLeast, *then.atMost, limit}};
        return {Part::Rule,
                FAULT_TEXT("%1: may have denied, %2 of %3 or more used"),
                {rule, then.atLeast, limit}};
    case Answer::NotKnown:
        return {Part::Rule, FAULT_TEXT("%1: not known, as %2"), {rule, Phrase{wordsOf(then.silence)}}};
    }
    return {Part::Rule, ""};
}

void addSlots(Lines& lines, const RuleThen& then)
{
    if (then.requests == 0)
        return;
    std::string holders;
    for (const std::string& holder : then.holders)
        holders += (holders.empty() ? "" : ", ") + holder;
    lines.push_back(
        {Part::Filled,
         holders.empty() ? FAULT_TEXT("%1, by the slots that still stand: %2, taken from %3 to %4")
                         : FAULT_TEXT("%1, by the slots that still stand: %2, taken from %3 to "
                                      "%4; held by %5"),
         {notation(then.published), std::int64_t(then.requests), then.oldest, then.newest, holders}});
}

void addFilled(Lines& lines, const RuleThen& then)
{
    if (then.rule.atOnce)
        addSlots(lines, then);
    else if (then.requests == 1)
        lines.push_back({Part::Filled,
                         FAULT_TEXT("%1 was filled by one request of %2 at %3"),
                         {notation(then.published), then.largest, then.newest}});
    else if (then.requests > 1 && then.largest > 1)
        lines.push_back({Part::Filled,
                         FAULT_TEXT("%1 was filled by %2 requests from %3 to %4, the largest of %5"),
                         {notation(then.published), std::int64_t(then.requests), then.oldest, then.newest,
                          then.largest}});
    else if (then.requests > 1)
        lines.push_back({Part::Filled,
                         FAULT_TEXT("%1 was filled by %2 requests from %3 to %4"),
                         {notation(then.published), std::int64_t(then.requests), then.oldest, then.newest}});
}

/// `rules`: those that were in force.
Line lineOf(const RememberedDenial& denial, const std::vector<Rule>& rules, bool isEnforced)
{
    const std::int64_t number = std::int64_t(denial.rule.value_or(0)) + 1;
    const bool isKnown = std::size_t(number) <= rules.size();
    const std::string rule = isKnown ? notation(rules[std::size_t(number) - 1]) : std::string();
    const bool isNoted = !denial.note.empty();
    const auto line = [&](const char* noted, const char* plain, std::vector<ExplainedValue> values) {
        values.insert(values.begin(), denial.note);
        return Line{Part::Remembered, isNoted ? noted : plain, std::move(values), denial.at};
    };
    if (denial.verdict == Verdict::Blocked)
        return line(FAULT_TEXT("remembered: denied by a block, “%1”"),
                    FAULT_TEXT("remembered: denied by a block"), {});
    if (!isKnown)
        return line(FAULT_TEXT("remembered: denied by rule %2, which is no longer known, “%1”"),
                    FAULT_TEXT("remembered: denied by rule %2, which is no longer known"), {number});
    if (!isEnforced)
        return line(FAULT_TEXT("remembered: %2 would have denied a cost of %3, “%1”"),
                    FAULT_TEXT("remembered: %2 would have denied a cost of %3"), {rule, denial.cost});
    if (!denial.retryAfter)
        return line(FAULT_TEXT("remembered: a cost of %3 never fits %2, “%1”"),
                    FAULT_TEXT("remembered: a cost of %3 never fits %2"), {rule, denial.cost});
    return line(FAULT_TEXT("remembered: denied by %2 at a cost of %3, retry after %4, “%1”"),
                FAULT_TEXT("remembered: denied by %2 at a cost of %3, retry after %4"),
                {rule, denial.cost, *denial.retryAfter});
}

void addRemembered(Lines& lines, const Explanation& it)
{
    constexpr std::size_t most = 5;
    const std::vector<RememberedDenial>& matching = it.memory.matching;
    for (const RememberedDenial& denial : std::span(matching).first(std::min(most, matching.size())))
        lines.push_back(lineOf(denial, it.policy.policy.rules, it.policy.mode == PolicyMode::Enforced));
    if (it.memory.nearest)
        lines.push_back({Part::Remembered,
                         FAULT_TEXT("of that time no denial is remembered; the nearest of %1 is of %2"),
                         {std::int64_t(it.memory.all), *it.memory.nearest}});
}

Line lineOf(const LoggedDenial& denial, const std::string& source)
{
    const std::vector<ExplainedValue> values{source, std::int64_t(denial.status), denial.cost, denial.note,
                                             denial.zone};
    const char* const pattern =
        !denial.zone.empty()   ? FAULT_TEXT("%1: denied with %2 by the proxy itself, in its zone %5")
        : !denial.note.empty() ? FAULT_TEXT("%1: denied with %2 at a cost of %3, “%4”")
                               : FAULT_TEXT("%1: denied with %2 at a cost of %3");
    return {Part::Logged, pattern, values, denial.at};
}

void addUse(Lines& lines, const RuleThen& then, const std::string& source)
{
    if (!then.logged || then.logged->used == 0)
        return;
    const LoggedUse& use = *then.logged;
    const std::string rule = notation(then.published);
    if (use.requests == 0) // those of a window before
        lines.push_back({Part::Logged,
                         FAULT_TEXT("%1, by the requests of %2: %3 of %4 used, an estimate"),
                         {rule, source, use.used, then.rule.capacity()}});
    else
        lines.push_back({Part::Logged,
                         FAULT_TEXT("%1, by the requests of %2: %3 of %4 used, an estimate; %5 requests from "
                                    "%6 to %7, the largest of %8"),
                         {rule, source, use.used, then.rule.capacity(), std::int64_t(use.requests),
                          use.oldest, use.newest, use.largest}});
}

void addLogged(Lines& lines, const Explanation& it)
{
    const LogFacts& log = *it.log;
    const auto say = [&](const char* pattern, std::vector<ExplainedValue> values) {
        values.insert(values.begin(), log.source);
        lines.push_back({Part::Logged, pattern, std::move(values)});
    };
    for (const LoggedDenial& denial : log.denials)
        lines.push_back(lineOf(denial, log.source));
    if (log.deniedThen > log.denials.size())
        say(FAULT_TEXT("%1 has %2 denials of the token of that time"), {std::int64_t(log.deniedThen)});
    for (const RuleThen& then : it.rules)
        addUse(lines, then, log.source);
    if (log.to < it.denial.from || log.from > it.denial.to)
        say(FAULT_TEXT("%1 has nothing of that time: it goes from %2 to %3"), {log.from, log.to});
    else if (log.ofToken == 0)
        say(FAULT_TEXT("%1 has no request of this token among its %2: another field may name it"),
            {std::int64_t(log.requests)});
    else if (!log.knowsStatus)
        say(FAULT_TEXT("%1 does not say which requests were denied: to know, have the status of each answer "
                       "logged"),
            {});
    else if (log.denials.empty())
        say(FAULT_TEXT("%1 has no denial of the token of that time, of %2 requests in all"),
            {std::int64_t(log.ofToken)});
}

void addPasses(Lines& lines, const Explanation& it)
{
    if (it.passesAt)
        lines.push_back({Part::Passes,
                         FAULT_TEXT("it would have passed %1 later, at %2, had nothing else been charged"),
                         {*it.passesAt - it.denial.from, *it.passesAt}});
    if (it.cause == DenialCause::Rule && it.rules[*it.rule].rule.atOnce &&
        it.rules[*it.rule].answer == Answer::Denied) {
        const RuleThen& then = it.rules[*it.rule];
        lines.push_back({Part::Passes,
                         FAULT_TEXT("it would have passed after %1 of the slots, or more, had been freed"),
                         {then.atLeast + then.rule.unitsOf(it.denial.cost) - then.rule.capacity()}});
    }
    if (it.passesAtCost)
        lines.push_back(
            {Part::Passes, FAULT_TEXT("it would have passed at a cost of %1"), {*it.passesAtCost}});
    if (it.passesUnderVersion > 0)
        lines.push_back({Part::Passes,
                         FAULT_TEXT("it would have passed under version %1 of the policy, with the same "
                                    "charges"),
                         {it.passesUnderVersion}});
    if (it.cause == DenialCause::Blocked && it.block)
        lines.push_back({Part::Passes, FAULT_TEXT("without the block, only a rule could have denied it")});
}

/// Those that are told.
std::span<const OperatorChange> newest(const std::vector<OperatorChange>& changes)
{
    constexpr std::size_t most = 5;
    return std::span(changes).first(std::min(most, changes.size()));
}

Line lineOf(const OperatorChange& change, Part part)
{
    const AuditEntry& entry = change.entry;
    if (entry.reason.empty())
        return {part, FAULT_TEXT("%1 by %2"), {entry.act, entry.by}, entry.at};
    return {part, FAULT_TEXT("%1 by %2: “%3”"), {entry.act, entry.by, entry.reason}, entry.at};
}

void addBefore(Lines& lines, const Explanation& it)
{
    Lines changes;
    for (const OperatorChange& change : newest(it.before))
        changes.push_back(lineOf(change, Part::Before));
    if (it.policySince != Instant{})
        changes.push_back({Part::Before,
                           it.policyBy.empty() ? FAULT_TEXT("version %1 of the policy: %2")
                                               : FAULT_TEXT("version %1 of the policy, by %3: %2"),
                           {it.policy.version,
                            notation(it.override ? it.publishedRules : it.policy.policy.rules), it.policyBy},
                           it.policySince});
    if (it.override)
        changes.push_back({Part::Before,
                           FAULT_TEXT("the token's override, by %1: %2"),
                           {it.override->by, notation(it.override->rules)},
                           it.override->since});
    std::ranges::stable_sort(changes, std::ranges::greater(), &Line::at);
    std::ranges::move(changes, std::back_inserter(lines));
}

void addNotes(Lines& lines, const Explanation& it)
{
    const auto note = [&](const char* text) {
        lines.push_back({Part::Note, text});
    };
    if (it.changedMeanwhile)
        note(FAULT_TEXT("an operator changed something of the token at about that time: that may be why"));
    const bool leansOnRoom =
        std::ranges::any_of(it.rules, [](const RuleThen& then) { return then.answer == Answer::HadRoom; });
    if (it.rulesAreGuessed && it.cause != DenialCause::Blocked)
        note(FAULT_TEXT("which version of the policy the limiters used then is not certain"));
    if (leansOnRoom && it.cause != DenialCause::NotCounted &&
        (it.cause != DenialCause::NoRule || it.certainty != Certainty::ByExclusion)) // which says so itself
        note(FAULT_TEXT("“had room” assumes that callers have given nothing back and reset nothing since: "
                        "that leaves no trace"));
    if (it.isUnseen && it.certainty == Certainty::Open)
        note(FAULT_TEXT("the token has no state under this policy, and nothing else shows a request of it"));
    if (it.isContested)
        note(FAULT_TEXT("another of these limiters may have denied it as well"));
    if (it.certainty == Certainty::ByExclusion && it.policy.onFailure)
        note(FAULT_TEXT(
            "unless Redis could not be reached then: limiters decide without it, and that leaves no trace"));
    if (!it.trailIsWhole)
        note(FAULT_TEXT(
            "not all of the audit trail could be read: a block, or another change, may be missing"));
    const bool isOpen = std::ranges::any_of(it.rules, &RuleThen::isOpen);
    if (isOpen && !it.log && it.memory.matching.empty())
        note(
            FAULT_TEXT("to know more: open the log of the servers in front, with the status of each answer"));
    if (!isOpen || !it.subject.format->isOurs())
        return;
    if (algorithmNamed(it.policy.policy.algorithm).keeps != Keeps::Charges)
        note(FAULT_TEXT("to know more next time: the sliding logs keep every charge with its time"));
    if (it.policy.policy.denials == 0)
        note(FAULT_TEXT("to know next time: a policy with counters and \"denials\" has Redis remember each "
                        "token's last denials for three days"));
}

std::string explainedValueText(const ExplainedValue& value, const std::function<std::string(Instant)>& moment)
{
    if (const auto* const number = std::get_if<std::int64_t>(&value))
        return std::to_string(*number);
    if (const auto* const rate = std::get_if<double>(&value))
        return *rate >= 10 ? fmt::format("{:.0f}", *rate) : fmt::format("{:.2g}", *rate);
    if (const auto* const text = std::get_if<std::string>(&value))
        return printable(*text);
    if (const auto* const at = std::get_if<Instant>(&value))
        return moment(*at);
    if (const auto* const span = std::get_if<Micros>(&value))
        return durationText(*span);
    if (const auto* const written = std::get_if<Written>(&value))
        return written->text;
    return std::get<Phrase>(value).text;
}

} // namespace

std::vector<ExplainedLine> linesOf(const Explanation& explanation)
{
    Lines lines{answerOf(explanation), {Part::Sure, surenessOf(explanation)}};
    for (const RuleThen& then : explanation.rules)
        lines.push_back(lineOf(then));
    if (explanation.cause == DenialCause::Rule)
        addFilled(lines, explanation.rules[*explanation.rule]);
    addRemembered(lines, explanation);
    if (explanation.log)
        addLogged(lines, explanation);
    addPasses(lines, explanation);
    addBefore(lines, explanation);
    for (const OperatorChange& change : newest(explanation.since))
        lines.push_back(lineOf(change, Part::Since));
    addNotes(lines, explanation);
    return lines;
}

SentenceWriter englishWriter(std::function<std::string(Instant)> moment)
{
    return [moment = std::move(moment)](const char* pattern, const std::vector<ExplainedValue>& values) {
        return englishFrom(pattern, [&](std::size_t place) {
            return place < values.size() ? explainedValueText(values[place], moment) : std::string();
        });
    };
}

std::string englishText(const ExplainedLine& line, const std::function<std::string(Instant)>& moment)
{
    return englishWriter(moment)(line.pattern, line.values);
}

std::string_view nameOf(DenialCause cause)
{
    constexpr std::array<std::string_view, 9> names{"blocked",     "never-fits",   "rule",
                                                    "one-of",      "various",      "no-rule",
                                                    "not-counted", "not-enforced", "no-policy"};
    return names[std::size_t(cause)];
}

std::string_view nameOf(Certainty certainty)
{
    constexpr std::array<std::string_view, 5> names{"exact", "by-exclusion", "trail", "open", "estimate"};
    return names[std::size_t(certainty)];
}

std::string_view nameOf(RuleThen::Answer answer)
{
    constexpr std::array<std::string_view, 4> names{"denied", "perhaps", "had-room", "not-known"};
    return names[std::size_t(answer)];
}

} // namespace ratewarden
