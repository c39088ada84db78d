// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ctl/sentences.h"

#include "app/ctl/output.h"
#include "core/algorithms/algorithm.h"
#include "core/model/fault_text.h"
#include "core/model/text.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>

namespace ratewarden::ctl {
namespace {

std::string listed(const NotationWarning& warning)
{
    return fmt::format("{}{}", fmt::join(warning.names, ", "),
                       warning.number > 0 ? fmt::format(" and {} more", warning.number) : "");
}

/// A sentence of core's as the terminal goes on with it: without a capital letter or a full stop.
std::string goingOn(std::string pattern)
{
    if (pattern.front() >= 'A' && pattern.front() <= 'Z')
        pattern.front() = char(pattern.front() - 'A' + 'a');
    if (pattern.back() == '.')
        pattern.pop_back();
    return pattern;
}

std::string valueOf(PolicyField field, const PublishedPolicy& policy)
{
    const auto orNone = [](const std::string& text) {
        return text.empty() ? std::string("–") : printable(text);
    };
    switch (field) {
    case PolicyField::Description:
        return orNone(policy.description);
    case PolicyField::Format:
        return orNone(policy.policy.format);
    case PolicyField::Algorithm:
        return policy.policy.algorithm;
    case PolicyField::Rules:
        return notation(policy.policy.rules);
    case PolicyField::RuleNames:
        return orNone(fmt::format("{}", fmt::join(policy.ruleNames, ", ")));
    case PolicyField::HashTokens:
        return fmt::format("{}", policy.policy.hashTokens);
    case PolicyField::Counters:
        return fmt::format("{}", policy.policy.counters);
    case PolicyField::Denials:
        return fmt::format("{}", policy.policy.denials);
    case PolicyField::Lease:
        return policy.policy.lease == Micros::zero() ? "–" : spanNotation(policy.policy.lease);
    case PolicyField::Mode:
        return std::string(nameOf(policy.mode));
    case PolicyField::OnFailure:
        return policy.onFailure ? std::string(nameOf(*policy.onFailure)) : "–";
    case PolicyField::Share:
        return policy.onFailure == OnFailure::Local ? fmt::format("{}", policy.share) : "–";
    case PolicyField::Candidate:
        return policy.candidate
                   ? fmt::format("{} by {}", notation(policy.candidate->rules), policy.candidate->algorithm)
                   : "–";
    }
    return {};
}

/// What is said of a kind of finding. {} in the sentence stands for what is known of the finding.
struct KindSentences {
    FindingKind kind;
    const char* sentence;
    const char* advice;
};

constexpr std::array<KindSentences, findingKindCount> kindSentences{
    {{WarningCode::StaleLock,
      "a lock without expiry: its holder is probably gone, and every request waits for it",
      "remove the lock (remove-lock KEY), and give locks a timeout in the client"},
     {WarningCode::StaleSlots,
      "requests have been in flight for more than 10 minutes: their holders have probably died",
      "free them (slots --key KEY --free-older-than 10m), and find out why their holders did not"},
     {WarningCode::WrongUnit,
      "the times are in another unit than the format reads, such as seconds for milliseconds: its clients "
      "deny nothing, or everything",
      "fix the client that writes another unit, then reset the token; if all of them write it, these are "
      "another limiter's keys: describe them (format new --from KEY --anyway)"},
     {WarningCode::CounterFell,
      "the counter fell within its window, without a reset: an old copy was probably restored",
      "find out whether Redis was restored or failed over; charge what is missing, or block the token"},
     {WarningCode::AboveLimit,
      "more is charged than the limit, though denied requests are not counted: callers may count apart, or "
      "the cost is known only afterwards",
      "let all callers count in one Redis, and check before the work is done; publish the limit that holds"},
     {WarningCode::Ahead, "it holds a moment in the future: a client's clock is probably ahead",
      "check the clock (NTP) of the machines that send requests, then reset the token"},
     {WarningCode::ClocksDiffer, "the clocks of its clients differ: later moments stand behind earlier ones",
      "set the clocks of all machines that send requests (NTP), or limit by the server's"},
     {WarningCode::TooLarge, "a request asked for more units than a limit has: no wait lets it pass",
      "make the client reserve what it expects to use, and settle the rest; or raise the limit"},
     {WarningCode::RetryStorm, "a client goes on sending requests that are denied",
      "find out why the client ignores its denials; block the token if it costs too much"},
     {WarningCode::Negative, "the count is below zero",
      "look for a client that gives back more than it took, then reset the token"},
     {WarningCode::NoExpiry, "the key never expires, though keys of this format always do",
      "reset the token: its next request writes the key anew, with an expiry"},
     {WarningCode::Untrimmed, "the log is never trimmed, and a faulty client counts all of it",
      "fix the client (ZREMRANGEBYSCORE before it counts), then reset the token"},
     {WarningCode::AddressList,
      "the token is a whole list of addresses (X-Forwarded-For): whoever sends another list has another "
      "limit",
      "limit by the address that your own proxy adds, not by the whole header"},
     {WarningCode::EarlyRetries, "requests come again before they can be allowed",
      "make the client wait as long as Retry-After says; many clients may share the token"},
     {WarningCode::AbsurdExpiry,
      "the key expires only after more than 100 times its window: its client probably mistook the unit",
      "check the unit of the expiry in the client; until then the key only takes up memory"},
     {ServerWarningCode::HasEvicted,
      "the server has evicted {} keys since it was started: limits may have been forgotten, and blocks "
      "lifted",
      "give the server more memory, or use a dedicated server for limiters"},
     {ServerWarningCode::EvictsAnyKey,
      "maxmemory-policy is {}: at its memory limit the server evicts any key, blocks too",
      "set maxmemory-policy to noeviction, on a server that holds limiters alone"},
     {ServerWarningCode::EvictsExpiring,
      "maxmemory-policy is {}: at its memory limit the server evicts keys that expire, states and blocks "
      "with an end among them",
      "set maxmemory-policy to noeviction, on a server that holds limiters alone; until then a block that "
      "must not be lost needs to be for good: only such a block has no expiry"},
     {ServerWarningCode::CertificateEnds,
      "the server's certificate ends at {}: no client that verifies it connects after that",
      "renew the certificate"},
     {PatternCode::SharedAddress,
      "a private address has {:.0f} % of all requests: it is probably a proxy, and its limit is everybody's",
      "make the service trust its proxy's header (X-Forwarded-For), and limit by the client's address"},
     {PatternCode::HotKey,
      "a token has {:.0f} requests a second: one node of the server is busy with its key",
      "have its service decide by leases (LeasedRateLimiter), which ask Redis once for many requests; or "
      "block the token, if it should not send so many"},
     {PatternCode::TwoAlgorithms,
      "tokens have keys of {} under this policy, too: some services count by another algorithm, and each "
      "token has its limit twice",
      "find the service that has an algorithm of its own for this policy, and make it follow what is "
      "published"},
     {PatternCode::TwoPolicies,
      "its keys are also those of the policy {}, and neither is the more specific one",
      "publish a policy for exactly these keys, or remove one of the two"},
     {PatternCode::UnusedPolicy,
      "the policy has been published for more than 10 minutes, and no key follows it",
      "check that a service follows it, under that name; or remove the policy"}}};
// Each kind stands there once.
static_assert(std::ranges::all_of(kindSentences, [](const KindSentences& one) {
    return std::ranges::count(kindSentences, one.kind, &KindSentences::kind) == 1;
}));

const KindSentences& sentencesOf(const FindingKind& kind)
{
    return *std::ranges::find(kindSentences, kind, &KindSentences::kind);
}

} // namespace

std::string sentence(const NotationWarning& warning)
{
    const std::array values{warning.rule ? notation(*warning.rule) : std::string(),
                            std::string(warning.program), listed(warning), std::to_string(warning.number),
                            std::string(warning.algorithm ? warning.algorithm->title : "")};
    return englishFrom(goingOn(patternOf(warning)), [&](std::size_t place) { return values.at(place); });
}

std::string sentence(const Warning& warning)
{
    const auto unitName = [](int decimals) {
        constexpr std::array<std::string_view, 4> names{"seconds", "milliseconds", "microseconds",
                                                        "nanoseconds"};
        return names.at(std::size_t(decimals) / 3);
    };
    const auto seconds = [&warning] {
        return durationText(std::chrono::seconds(std::int64_t(std::clamp(warning.number, 1.0, 1e10))));
    };
    switch (warning.code) {
    case WarningCode::StaleSlots:
        return fmt::format(
            "requests have been in flight for more than 10 minutes: {:.0f}, whose holders have "
            "probably died",
            warning.number);
    case WarningCode::WrongUnit:
        if (const auto units = mistakenUnit(warning))
            return fmt::format("the times of this key are in {}, the format reads {}",
                               unitName(units->written), unitName(units->read));
        break;
    case WarningCode::AbsurdExpiry:
        return fmt::format("the key expires only in {}: its client probably mistook the unit", seconds());
    case WarningCode::Ahead:
        return fmt::format("it holds a moment {} in the future: a client's clock is probably ahead",
                           seconds());
    case WarningCode::ClocksDiffer:
        return fmt::format("the clocks of its clients differ by {} or more", seconds());
    case WarningCode::TooLarge:
        return fmt::format("a request of {:.0f} units is more than a limit has: no wait lets it pass",
                           warning.number);
    case WarningCode::RetryStorm:
        return fmt::format("a client goes on sending requests that are denied: {:.1f} a second",
                           warning.number);
    case WarningCode::Negative:
        return fmt::format("the count is below zero: {:.0f}", warning.number);
    case WarningCode::Untrimmed:
        return fmt::format("the log is never trimmed: a faulty client counts {:.0f}", warning.number);
    case WarningCode::AboveLimit:
        return fmt::format("{:.1f} times the limit is charged: callers may count apart, or the cost is known "
                           "only afterwards",
                           warning.number);
    case WarningCode::EarlyRetries:
        return fmt::format("requests come again before they can be allowed: {:.1f} a second", warning.number);
    case WarningCode::StaleLock:
    case WarningCode::NoExpiry:
    case WarningCode::CounterFell:
    case WarningCode::AddressList:
        break;
    }
    return sentencesOf(warning.code).sentence;
}

std::string sentence(const Finding& finding)
{
    const auto pattern = fmt::runtime(sentencesOf(finding.kind).sentence);
    if (finding.server && finding.server->code == ServerWarningCode::HasEvicted)
        return fmt::format(pattern, finding.server->evicted);
    if (finding.server && finding.server->code == ServerWarningCode::CertificateEnds)
        return fmt::format(pattern, localTime(finding.server->ends));
    if (finding.server)
        return fmt::format(pattern, printable(finding.server->policy));
    if (finding.kind == FindingKind(PatternCode::SharedAddress))
        return fmt::format(pattern, 100 * finding.share.value_or(0));
    if (finding.kind == FindingKind(PatternCode::HotKey))
        return fmt::format(pattern, finding.rate.value_or(0));
    return fmt::format(pattern, printable(finding.other)); // where there is a place for it
}

std::string advice(const Finding& finding)
{
    return sentencesOf(finding.kind).advice;
}

std::string sentence(Caution caution)
{
    if (caution == Caution::WriteWithCare)
        return "values of this format are easily misread, or it is known from its source alone: check the "
               "commands first (--dry-run)";
    return goingOn(patternOf(caution));
}

std::string sentence(const RuleFinding& finding, const std::vector<Rule>& rules)
{
    using Kind = RuleFinding::Kind;
    const std::string rule = notation(rules[finding.rule]);
    const std::string other = finding.because ? notation(rules[*finding.because]) : std::string();
    switch (finding.kind) {
    case Kind::DeniesAll:
        return fmt::format("{} denies every request", rule);
    case Kind::NeverFits:
        return fmt::format("{} never allows a request of cost {}", rule, finding.number);
    case Kind::Duplicate:
        return fmt::format("{} is listed twice", rule);
    case Kind::Contradictory:
        return fmt::format("{} contradicts {}, which is stricter", rule, other);
    case Kind::Unreachable:
        return fmt::format("{} is redundant: {} never allows more", rule, other);
    case Kind::Redundant:
        return fmt::format("{} is redundant: it never denies what {} allows", rule, other);
    case Kind::DoubleBurst:
        return fmt::format("{} can allow {} at once, across a window boundary", rule, finding.number);
    case Kind::LeaseTakesRate:
        return fmt::format("a lease life of {} takes {:.2g} % of {}", durationText(Micros(finding.number)),
                           100 * finding.share, rule);
    case Kind::LeaseTakesBurst:
        return fmt::format("a lease life of {} takes {:.2g} % of the burst of {}",
                           durationText(Micros(finding.number)), 100 * finding.share, rule);
    }
    return {};
}

std::string advice(const RuleFinding& finding)
{
    using Kind = RuleFinding::Kind;
    switch (finding.kind) {
    case Kind::DeniesAll:
        return "raise the limit; to deny some tokens only, block them";
    case Kind::NeverFits:
        return fmt::format("raise the limit or the burst to {} or more", finding.number);
    case Kind::Duplicate:
    case Kind::Contradictory:
        return "remove one of them";
    case Kind::Unreachable:
    case Kind::Redundant:
        return "remove it";
    case Kind::DoubleBurst:
        return "use a sliding log if no window may hold more than the limit";
    case Kind::LeaseTakesRate:
    case Kind::LeaseTakesBurst:
        return "a shorter life takes less, and asks Redis more often";
    }
    return {};
}

std::string sentence(PolicyField field, const PublishedPolicy& from, const PublishedPolicy& to)
{
    return fmt::format("{}: {} → {}", nameOf(field), valueOf(field, from), valueOf(field, to));
}

std::vector<std::string> differenceLines(const PublishedPolicy& from, const PublishedPolicy& to)
{
    std::vector<std::string> lines;
    for (const PolicyField field : differences(from, to))
        lines.push_back(sentence(field, from, to));
    return lines;
}

} // namespace ratewarden::ctl
