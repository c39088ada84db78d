// SPDX-License-Identifier: MIT
#include "core/watch/finding.h"

#include "core/formats/format.h"
#include "core/model/fault_text.h"
#include "core/model/text.h"

#include <algorithm>
#include <array>

namespace ratewarden {
namespace {

/// What is known of a code of the server's, or of a pattern.
template <class Code>
struct KindFacts {
    Code code;
    std::string_view name; // a server's has its own in core/admin
    FindingSeverity severity;
    FindingTexts texts;
    FindingRemedy remedy = FindingRemedy::None;
};

constexpr const char* moreMemory = FAULT_TEXT("Give the server more memory");
constexpr const char* moreMemoryAdvice =
    FAULT_TEXT("Give the server more memory (CONFIG SET maxmemory), or use a dedicated server for limiters.");

constexpr std::array<KindFacts<ServerWarningCode>, 6> serverFacts{{
    {ServerWarningCode::HasEvicted,
     {},
     FindingSeverity::Critical,
     {.title = FAULT_TEXT("Keys were evicted"),
      .sentence = FAULT_TEXT("Because memory ran out, the server has evicted keys since it was started: %1. "
                             "Limits may have been forgotten, and blocks lifted."),
      .action = moreMemory,
      .advice = moreMemoryAdvice}},
    {ServerWarningCode::MemoryFull,
     {},
     FindingSeverity::Critical,
     {.title = FAULT_TEXT("Memory is full"),
      .sentence = FAULT_TEXT("The server has reached its memory limit (maxmemory), and maxmemory-policy is "
                             "%1. It refuses decisions and new blocks (OOM)."),
      .action = moreMemory,
      .advice = moreMemoryAdvice}},
    {ServerWarningCode::EvictsAnyKey,
     {},
     FindingSeverity::Warning,
     {.title = FAULT_TEXT("May evict any key"),
      .sentence = FAULT_TEXT("maxmemory-policy is %1. At its memory limit the server evicts any key, blocks "
                             "and published policies too."),
      .action = FAULT_TEXT("Set maxmemory-policy to noeviction"),
      .advice =
          FAULT_TEXT("On a server that holds limiters alone, run CONFIG SET maxmemory-policy noeviction, "
                     "then CONFIG REWRITE, which keeps it for the next start.")}},
    {ServerWarningCode::EvictsExpiring,
     {},
     FindingSeverity::Warning,
     {.title = FAULT_TEXT("May evict keys that expire"),
      .sentence = FAULT_TEXT("maxmemory-policy is %1. At its memory limit the server evicts keys that "
                             "expire: states, and blocks with an end."),
      .action = FAULT_TEXT("Set maxmemory-policy to noeviction"),
      .advice =
          FAULT_TEXT("On a server that holds limiters alone, run CONFIG SET maxmemory-policy noeviction, "
                     "then CONFIG REWRITE, which keeps it for the next start. Until then a block that must "
                     "not be lost needs to be for good: only such a block has no expiry.")}},
    {ServerWarningCode::MemoryNearlyFull,
     {},
     FindingSeverity::Warning,
     {.title = FAULT_TEXT("Memory is nearly full"),
      .sentence = FAULT_TEXT("The server uses 90 % or more of its memory limit (maxmemory), and "
                             "maxmemory-policy is %1. At the limit it refuses decisions and new blocks."),
      .action = moreMemory,
      .advice = moreMemoryAdvice}},
    {ServerWarningCode::CertificateEnds,
     {},
     FindingSeverity::Critical,
     {.title = FAULT_TEXT("Certificate ends soon"),
      .sentence = FAULT_TEXT("The certificate that the server shows ends at %1. No client that verifies it "
                             "connects after that."),
      .action = FAULT_TEXT("Renew the certificate"),
      .advice =
          FAULT_TEXT("Renew the server's certificate; a client reads a new one when it connects again.")}},
}};

constexpr std::array<KindFacts<PatternCode>, patternCodeCount> patternFacts{{
    {PatternCode::SharedAddress,
     "shared-address",
     FindingSeverity::Critical,
     {.title = FAULT_TEXT("One address for many clients"),
      .sentence = FAULT_TEXT("A private address has %1 of all requests. It is probably a proxy's, and all "
                             "clients behind it share one limit."),
      .action = FAULT_TEXT("Trust the proxy's X-Forwarded-For"),
      .advice = FAULT_TEXT("Make the service take the client's address from the header of its own proxy, "
                           "and from no other sender's.")}},
    {PatternCode::HotKey,
     "hot-key",
     FindingSeverity::Warning,
     {.title = FAULT_TEXT("Hot key"),
      .sentence =
          FAULT_TEXT("A token has about %1 requests a second, as they are counted or as its counter grows. "
                     "One node of the server is busy with its key."),
      .action = FAULT_TEXT("Decide by leases"),
      .advice = FAULT_TEXT("Have its service decide by leases (LeasedRateLimiter), which ask Redis once for "
                           "many requests. Or block the token, if it should not send so many.")},
     FindingRemedy::Block},
    {PatternCode::TwoAlgorithms,
     "two-algorithms",
     FindingSeverity::Warning,
     {.title = FAULT_TEXT("Counted by two algorithms"),
      .sentence = FAULT_TEXT(
          "Tokens have keys of %1 under this policy, too, which have not ended since it was published: "
          "some services count by another algorithm, and each token has its limit twice."),
      .action = FAULT_TEXT("Have all services follow it"),
      .advice = FAULT_TEXT("Find the service that has an algorithm of its own for this policy, and make it "
                           "follow what is published. Its keys end by themselves.")}},
    {PatternCode::TwoPolicies,
     "two-policies",
     FindingSeverity::Warning,
     {.title = FAULT_TEXT("Two policies for the same keys"),
      .sentence =
          FAULT_TEXT("These keys are also those of the policy %1, and neither policy is for all that the "
                     "other one is for. That this one is followed is an accident of their names."),
      .action = FAULT_TEXT("Publish one for these keys alone"),
      .advice = FAULT_TEXT("Publish a policy for exactly these keys, which comes before patterns; or switch "
                           "off or remove one of the two."),
      .terminalAdvice = "Publish a policy for exactly these keys, which comes before patterns; or publish "
                        "one of the two with \"mode\": \"off\", or remove it (policy remove)."},
     FindingRemedy::EditPolicy},
    {PatternCode::BusyAddress,
     "busy-address",
     FindingSeverity::Note,
     {.title = FAULT_TEXT("One address with nearly all requests"),
      .sentence =
          FAULT_TEXT("One address has %1 of all requests. It may be a proxy's or a gateway's, so that "
                     "many clients share its limit; or it is just the only client."),
      .action = FAULT_TEXT("Is it a proxy's?"),
      .advice =
          FAULT_TEXT("If it is a proxy's, make the service take the client's address from the header of "
                     "its own proxy, and from no other sender's. If it is one client's, nothing is "
                     "wrong.")}},
    {PatternCode::UnusedPolicy,
     "unused-policy",
     FindingSeverity::Note,
     {.title = FAULT_TEXT("Published, but no key follows it"),
      .sentence =
          FAULT_TEXT("For 10 minutes or more no key has followed this policy. Perhaps no service uses it, or "
                     "one uses another name; or nobody sends requests."),
      .action = FAULT_TEXT("Does any service follow it?"),
      .advice = FAULT_TEXT("Check the name that services ask for. A policy that nobody needs can be removed "
                           "on the page Policies."),
      .terminalAdvice = "Check the name that services ask for. A policy that nobody needs can be removed "
                        "(policy remove)."},
     FindingRemedy::RemovePolicy},
}};

template <class Rows>
constexpr bool areInOrder(const Rows& rows)
{
    for (std::size_t i = 0; i < rows.size(); ++i)
        if (std::size_t(rows[i].code) != i || rows[i].texts.title == nullptr)
            return false;
    return true;
}
static_assert(areInOrder(serverFacts) && areInOrder(patternFacts));
static_assert(serverFacts.back().code == ServerWarningCode::CertificateEnds);

const WarningFacts& kindFacts(WarningCode code)
{
    return warningFacts(code);
}

const KindFacts<ServerWarningCode>& kindFacts(ServerWarningCode code)
{
    return serverFacts.at(std::size_t(code));
}

const KindFacts<PatternCode>& kindFacts(PatternCode code)
{
    return patternFacts.at(std::size_t(code));
}

} // namespace

std::string_view nameOf(PatternCode code)
{
    return kindFacts(code).name;
}

std::string_view nameOf(const FindingKind& kind)
{
    return std::visit([](auto code) { return nameOf(code); }, kind);
}

std::string_view nameOf(FindingSeverity severity)
{
    constexpr std::array<std::string_view, 3> names{"critical", "warning", "note"};
    return names.at(std::size_t(severity));
}

FindingSeverity severityOf(const FindingKind& kind)
{
    return std::visit([](auto code) { return kindFacts(code).severity; }, kind);
}

FindingRemedy remedyOf(const FindingKind& kind)
{
    return std::visit([](auto code) { return kindFacts(code).remedy; }, kind);
}

const FindingTexts& textsOf(const FindingKind& kind)
{
    return std::visit([](auto code) -> const FindingTexts& { return kindFacts(code).texts; }, kind);
}

FindingName Finding::name() const
{
    return {std::string(nameOf(kind)), format ? std::string(format->name()) : std::string(), group};
}

std::string whereOf(const Finding& finding)
{
    return finding.server   ? std::string("the server")
           : finding.others ? std::string("other groups")
                            : printable(finding.group);
}

Finding findingOf(const ServerWarning& warning, Instant at)
{
    Finding finding;
    finding.kind = warning.code;
    finding.server = warning;
    finding.firstSeen = finding.lastSeen = at;
    return finding;
}

Finding findingOf(const WarningGroup& group, Instant at)
{
    Finding finding;
    finding.kind = group.code;
    finding.format = group.format;
    finding.group = group.policy;
    finding.others = group.others;
    finding.tokens = group.tokens;
    finding.samples = group.samples;
    finding.firstSeen = group.since;
    finding.lastSeen = std::max(at, group.since);
    return finding;
}

} // namespace ratewarden
