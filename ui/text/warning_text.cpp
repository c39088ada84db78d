// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/text/warning_text.h"

#include "ui/text/display_text.h"
#include "ui/text/translations.h"

#include <QCoreApplication>
#include <QLocale>

#include <algorithm>
#include <array>
#include <cmath>

namespace ratewarden::ui {
namespace {

struct WarningText {
    Q_DECLARE_TR_FUNCTIONS(WarningText)
};

QString spanOf(const Warning& warning)
{
    constexpr double longest = 1e11; // seconds; a wrong unit can yield any value
    return waitText(std::chrono::seconds(std::int64_t(std::clamp(warning.number, 1.0, longest))));
}

// Of a MistakenUnit.
QString unitName(int decimals)
{
    switch (decimals) {
    case 0:
        return WarningText::tr("seconds");
    case 3:
        return WarningText::tr("milliseconds");
    case 6:
        return WarningText::tr("microseconds");
    default:
        return WarningText::tr("nanoseconds");
    }
}

} // namespace

QString warningName(WarningCode code)
{
    switch (code) {
    case WarningCode::StaleLock:
        return WarningText::tr("Stale lock");
    case WarningCode::StaleSlots:
        return WarningText::tr("Slots never given back");
    case WarningCode::WrongUnit:
        return WarningText::tr("Times in a wrong unit");
    case WarningCode::CounterFell:
        return WarningText::tr("Counter fell without a reset");
    case WarningCode::AboveLimit:
        return WarningText::tr("Charged above the limit");
    case WarningCode::Ahead:
        return WarningText::tr("Clock ahead");
    case WarningCode::ClocksDiffer:
        return WarningText::tr("Clocks differ");
    case WarningCode::TooLarge:
        return WarningText::tr("Request above its limit");
    case WarningCode::RetryStorm:
        return WarningText::tr("Retry storm");
    case WarningCode::Negative:
        return WarningText::tr("Count below zero");
    case WarningCode::NoExpiry:
        return WarningText::tr("No expiry");
    case WarningCode::Untrimmed:
        return WarningText::tr("Log never trimmed");
    case WarningCode::AddressList:
        return WarningText::tr("A list of addresses as token");
    case WarningCode::EarlyRetries:
        return WarningText::tr("Retries before their time");
    case WarningCode::AbsurdExpiry:
        return WarningText::tr("Expires far too late");
    }
    return {};
}

QString warningName(ServerWarningCode code)
{
    switch (code) {
    case ServerWarningCode::HasEvicted:
        return WarningText::tr("Keys were evicted");
    case ServerWarningCode::EvictsAnyKey:
        return WarningText::tr("May evict any key");
    case ServerWarningCode::EvictsExpiring:
        return WarningText::tr("May evict keys that expire");
    case ServerWarningCode::CertificateEnds:
        return WarningText::tr("Certificate ends soon");
    }
    return {};
}

QString warningSentence(WarningCode code)
{
    switch (code) {
    case WarningCode::StaleLock:
        return WarningText::tr(
            "A lock without expiry has been held by the same owner for a while. Its owner has probably "
            "crashed, and every request of the token waits for it and fails.");
    case WarningCode::StaleSlots:
        return WarningText::tr("Requests have been in flight for more than 10 minutes. Whoever made them has "
                               "probably crashed, and each takes up a slot until it is taken away.");
    case WarningCode::WrongUnit:
        return WarningText::tr(
            "The times are in another unit than the format reads, such as seconds for milliseconds. Clients "
            "take them for long past and deny nothing, or for far ahead and deny everything; so what is used "
            "cannot be told.");
    case WarningCode::CounterFell:
        return WarningText::tr(
            "The count fell by half or more within its window, though nobody reset it here. An old copy was "
            "probably restored, or a replica that lagged became the primary, and the token may use its limit "
            "again. A limiter that gives units back looks the same.");
    case WarningCode::AboveLimit:
        return WarningText::tr(
            "At least twice the limit is charged, though this limiter does not count denied requests. "
            "Callers probably count apart, each in a copy of its own, or the cost is known only afterwards; "
            "or the limit was lowered, or is another one.");
    case WarningCode::Ahead:
        return WarningText::tr("A moment in the state lies in the future. The clock of a client is probably "
                               "ahead, or the server's was.");
    case WarningCode::ClocksDiffer:
        return WarningText::tr(
            "Later moments stand behind earlier ones: the clocks of the clients differ, so "
            "that one of them counts what another has forgotten.");
    case WarningCode::TooLarge:
        return WarningText::tr(
            "A request asked for more units than a limit has, so that no wait lets it pass: "
            "its reservation is too large, or the limit too small.");
    case WarningCode::RetryStorm:
        return WarningText::tr(
            "A client has been sending requests for a minute or more though most of them are denied.");
    case WarningCode::Negative:
        return WarningText::tr("The count is below zero, so the token may use more than its limit.");
    case WarningCode::NoExpiry:
        return WarningText::tr("The key never expires, though keys of this format always do. What it counts "
                               "is never forgotten.");
    case WarningCode::Untrimmed:
        return WarningText::tr("The log keeps entries that are older than the window. A client that counts "
                               "all of them denies too much.");
    case WarningCode::AddressList:
        return WarningText::tr(
            "The token is a whole list of addresses, as X-Forwarded-For has it. Whoever sends another list "
            "has another limit, so that anybody can pass it.");
    case WarningCode::EarlyRetries:
        return WarningText::tr("For half a minute requests have come again and again though none can be "
                               "allowed yet. The client ignores when it may retry, or many share the token.");
    case WarningCode::AbsurdExpiry:
        return WarningText::tr("The key expires only after more than 100 times its window. Its client "
                               "probably mistakes the unit.");
    }
    return {};
}

QString warningSentence(const Warning& warning)
{
    switch (warning.code) {
    case WarningCode::StaleSlots:
        return WarningText::tr("%Ln request(s) have been in flight for more than 10 minutes. Whoever made "
                               "them has probably crashed, and each takes up a slot until it is taken away.",
                               nullptr, pluralNumber(std::int64_t(warning.number)));
    case WarningCode::WrongUnit:
        if (const auto units = mistakenUnit(warning))
            return WarningText::tr("The times of this key are in %1, the format reads %2. Clients take them "
                                   "for long past and deny nothing, or for far ahead and deny everything; "
                                   "so what is used cannot be told.")
                .arg(unitName(units->written), unitName(units->read));
        break;
    case WarningCode::Ahead:
        return WarningText::tr("A moment in the state lies %1 in the future. The clock of a client is "
                               "probably ahead, or the server's was.")
            .arg(spanOf(warning));
    case WarningCode::ClocksDiffer:
        return WarningText::tr("The clocks of the clients differ by %1 or more: so far later moments stand "
                               "behind earlier ones.")
            .arg(spanOf(warning));
    case WarningCode::TooLarge:
        return WarningText::tr("A request of %1 units is more than a limit has: no wait lets it pass. Its "
                               "reservation is too large, or the limit too small.")
            .arg(numberText(Units(std::llround(warning.number))));
    case WarningCode::RetryStorm:
        return WarningText::tr("A client goes on sending requests that are denied: %1 a second on average.")
            .arg(rateText(warning.number));
    case WarningCode::Negative:
        return WarningText::tr("The count is %1, so the token may use more than its limit.")
            .arg(QLocale().toString(warning.number, 'f', 0));
    case WarningCode::Untrimmed:
        return WarningText::tr("The log keeps entries that are older than the window. A client that counts "
                               "all of them counts %1.")
            .arg(QLocale().toString(warning.number, 'f', 0));
    case WarningCode::AboveLimit:
        return WarningText::tr(
                   "%1 times the limit is charged, though this limiter does not count denied requests. "
                   "Callers probably count apart, each in a copy of its own, or the cost is known only "
                   "afterwards; or the limit was lowered, or is another one.")
            .arg(QLocale().toString(warning.number, 'f', 1));
    case WarningCode::EarlyRetries:
        return WarningText::tr("Requests come again though none can be allowed yet: %1 a second on average. "
                               "The client ignores when it may retry, or many share the token.")
            .arg(rateText(warning.number));
    case WarningCode::AbsurdExpiry:
        return WarningText::tr("The key expires only in %1. Its client probably mistakes the unit.")
            .arg(spanOf(warning));
    case WarningCode::StaleLock:
    case WarningCode::NoExpiry:
    case WarningCode::CounterFell:
    case WarningCode::AddressList:
        break;
    }
    return warningSentence(warning.code);
}

QString warningSentence(const ServerWarning& warning)
{
    const QString policy = shown(warning.policy);
    const QString memory =
        warning.most > 0 && warning.used
            ? WarningText::tr(" It uses %1 of %2 now.").arg(bytesText(*warning.used), bytesText(warning.most))
            : QString();
    switch (warning.code) {
    case ServerWarningCode::HasEvicted:
        return WarningText::tr("The server has evicted %Ln key(s) since it was started, because memory ran "
                               "out. Limits may have been forgotten, and blocks lifted.",
                               nullptr, pluralNumber(warning.evicted)) +
               memory;
    case ServerWarningCode::EvictsAnyKey:
        return WarningText::tr("maxmemory-policy is %1. At its memory limit the server evicts any key, "
                               "blocks and published policies too.")
                   .arg(policy) +
               memory;
    case ServerWarningCode::EvictsExpiring:
        return WarningText::tr("maxmemory-policy is %1. At its memory limit the server evicts keys that "
                               "expire: states, and blocks with an end.")
                   .arg(policy) +
               memory;
    case ServerWarningCode::CertificateEnds:
        return WarningText::tr("The certificate that the server shows ends at %1. No client that verifies it "
                               "connects after that.")
            .arg(momentText(warning.ends));
    }
    return {};
}

QString warningAction(WarningCode code)
{
    switch (code) {
    case WarningCode::StaleLock:
        return WarningText::tr("Remove the lock");
    case WarningCode::StaleSlots:
        return WarningText::tr("Free what they hold");
    case WarningCode::WrongUnit:
        return WarningText::tr("Fix the client, then reset");
    case WarningCode::CounterFell:
        return WarningText::tr("A restore? Check what was used");
    case WarningCode::AboveLimit:
        return WarningText::tr("One Redis for all callers");
    case WarningCode::Ahead:
        return WarningText::tr("Check the clients' clocks");
    case WarningCode::ClocksDiffer:
        return WarningText::tr("Set the clients' clocks");
    case WarningCode::TooLarge:
        return WarningText::tr("Reserve less, or raise the limit");
    case WarningCode::RetryStorm:
        return WarningText::tr("Find the client, or block it");
    case WarningCode::Negative:
        return WarningText::tr("Check refunds, then reset");
    case WarningCode::NoExpiry:
        return WarningText::tr("Give the keys an end");
    case WarningCode::Untrimmed:
        return WarningText::tr("Fix the client, then reset");
    case WarningCode::AddressList:
        return WarningText::tr("Limit by the client's address");
    case WarningCode::EarlyRetries:
        return WarningText::tr("Make the client wait");
    case WarningCode::AbsurdExpiry:
        return WarningText::tr("Check the unit of the expiry");
    }
    return {};
}

QString warningAction(ServerWarningCode code)
{
    if (code == ServerWarningCode::CertificateEnds)
        return WarningText::tr("Renew the certificate");
    return code == ServerWarningCode::HasEvicted ? WarningText::tr("Give the server more memory")
                                                 : WarningText::tr("Set maxmemory-policy to noeviction");
}

QString warningAdvice(WarningCode code, bool blocked)
{
    switch (code) {
    case WarningCode::StaleLock:
        return WarningText::tr("Remove the lock, and give locks a timeout in the client.");
    case WarningCode::StaleSlots:
        return WarningText::tr(
            "Free the slots that have been held for so long. Then find out why they are not "
            "given back.");
    case WarningCode::WrongUnit:
        return WarningText::tr(
            "Fix the client that writes another unit, then reset the token. If all clients "
            "write it, these are another limiter's keys: describe one of them, on the "
            "page Keys.");
    case WarningCode::CounterFell:
        return WarningText::tr(
            "Find out whether Redis was restored or failed over. Charge the tokens what is "
            "missing, or block them until their window ends.");
    case WarningCode::AboveLimit:
        return WarningText::tr("Let all callers count in one Redis, and check the limit before the work is "
                               "done. Publish the limit that holds, so that usage is judged by it.");
    case WarningCode::Ahead:
        return WarningText::tr(
            "Check the clocks (NTP) of the machines that send requests, then reset the token.");
    case WarningCode::ClocksDiffer:
        return WarningText::tr(
            "Set the clocks (NTP) of all machines that send requests, or use a limiter that "
            "takes the server's time.");
    case WarningCode::TooLarge:
        return WarningText::tr("Make the client reserve what it expects to use, and settle the rest. If the "
                               "request is meant to pass, raise the limit above it.");
    case WarningCode::RetryStorm:
        return blocked ? WarningText::tr("Find out why the client ignores its denials.")
                       : WarningText::tr("Find out why the client ignores its denials. Block the token if it "
                                         "costs too much.");
    case WarningCode::Negative:
        return WarningText::tr("Look for a client that gives back more than it took, then reset the token.");
    case WarningCode::NoExpiry:
        return WarningText::tr("Give the key an end, at best when its window would have ended, or reset the "
                               "token: its next request writes the key anew, with an expiry.");
    case WarningCode::Untrimmed:
        return WarningText::tr("Make the client remove old entries before it counts, then reset the token.");
    case WarningCode::AddressList:
        return WarningText::tr("Limit by the address that your own proxy adds to the list, not by the whole "
                               "header, which clients can write.");
    case WarningCode::EarlyRetries:
        return WarningText::tr("Make the client wait as long as Retry-After says. If many clients share the "
                               "token, give each one of its own.");
    case WarningCode::AbsurdExpiry:
        return WarningText::tr(
            "Check the unit of the expiry in the client. Until then the key only takes up memory.");
    }
    return {};
}

QString warningAdvice(ServerWarningCode code)
{
    if (code == ServerWarningCode::CertificateEnds)
        return WarningText::tr(
            "Renew the server's certificate; a client reads a new one when it connects again.");
    if (code == ServerWarningCode::HasEvicted)
        return WarningText::tr("Give the server more memory, or use a dedicated server for limiters.");
    if (code == ServerWarningCode::EvictsExpiring)
        return WarningText::tr(
            "Set maxmemory-policy to noeviction, on a server that holds limiters alone. Until then a block "
            "that must not be lost needs to be for good: only such a block has no expiry.");
    return WarningText::tr("Set maxmemory-policy to noeviction, on a server that holds limiters alone.");
}

namespace {

/// What is said of a finding between tokens.
struct PatternTexts {
    QString (*title)();
    QString (*sentence)(const Finding& finding);
    QString (*action)();
    QString (*advice)();
};

// In the order of PatternCode.
constexpr std::array<PatternTexts, patternCodeCount> allPatternTexts{{
    {[] { return WarningText::tr("One address for many clients"); },
     [](const Finding& finding) {
         return WarningText::tr("A private address has %1 of all requests. It is probably a proxy's, and all "
                                "clients behind it share one limit.")
             .arg(percentText(finding.share.value_or(0)));
     },
     [] { return WarningText::tr("Trust the proxy's X-Forwarded-For"); },
     [] {
         return WarningText::tr("Make the service take the client's address from the header of its own "
                                "proxy, and from no other sender's.");
     }},
    {[] { return WarningText::tr("Hot key"); },
     [](const Finding& finding) {
         return WarningText::tr(
                    "A token has %1 requests a second. One node of the server is busy with its key.")
             .arg(numberText(Units(std::llround(finding.rate.value_or(0)))));
     },
     [] { return WarningText::tr("Decide by leases"); },
     [] {
         return WarningText::tr("Have its service decide by leases (LeasedRateLimiter), which ask Redis "
                                "once for many requests. Or block the token, if it should not send so "
                                "many.");
     }},
    {[] { return WarningText::tr("Counted by two algorithms"); },
     [](const Finding& finding) {
         return WarningText::tr(
                    "Tokens have keys of %1 under this policy, too, which have not ended since it "
                    "was published: some services count by another algorithm, and each token has "
                    "its limit twice.")
             .arg(shown(finding.other));
     },
     [] { return WarningText::tr("Have all services follow it"); },
     [] {
         return WarningText::tr("Find the service that has an algorithm of its own for this policy, and make "
                                "it follow what is published. Its keys end by themselves.");
     }},
    {[] { return WarningText::tr("Two policies for the same keys"); },
     [](const Finding& finding) {
         return WarningText::tr("These keys are also those of the policy %1, and neither policy is for all "
                                "that the other one is for. That this one is followed is an accident of "
                                "their names.")
             .arg(shown(finding.other));
     },
     [] { return WarningText::tr("Publish one for these keys alone"); },
     [] {
         return WarningText::tr("Publish a policy for exactly these keys, which comes before patterns; or "
                                "remove one of the two.");
     }},
    {[] { return WarningText::tr("Published, but no key follows it"); },
     [](const Finding&) {
         return WarningText::tr("For 10 minutes or more no key has followed this policy. Perhaps no service "
                                "uses it, or one uses "
                                "another name; or nobody sends requests.");
     },
     [] { return WarningText::tr("Does any service follow it?"); },
     [] {
         return WarningText::tr("Check the name that services ask for. A policy that nobody needs can be "
                                "removed on the page Policies.");
     }},
}};

const PatternTexts& patternTexts(PatternCode code)
{
    return allPatternTexts.at(std::size_t(code));
}

} // namespace

QString findingTitle(const FindingKind& kind)
{
    if (const auto* const pattern = std::get_if<PatternCode>(&kind))
        return patternTexts(*pattern).title();
    const auto* const code = std::get_if<WarningCode>(&kind);
    return code ? warningName(*code) : warningName(std::get<ServerWarningCode>(kind));
}

QString findingSentence(const Finding& finding)
{
    if (finding.server)
        return warningSentence(*finding.server);
    if (const auto* const code = std::get_if<WarningCode>(&finding.kind))
        return warningSentence(*code);
    return patternTexts(std::get<PatternCode>(finding.kind)).sentence(finding);
}

QString findingAction(const FindingKind& kind)
{
    if (const auto* const pattern = std::get_if<PatternCode>(&kind))
        return patternTexts(*pattern).action();
    const auto* const code = std::get_if<WarningCode>(&kind);
    return code ? warningAction(*code) : warningAction(std::get<ServerWarningCode>(kind));
}

QString findingAdvice(const FindingKind& kind)
{
    if (const auto* const pattern = std::get_if<PatternCode>(&kind))
        return patternTexts(*pattern).advice();
    const auto* const code = std::get_if<WarningCode>(&kind);
    return code ? warningAdvice(*code) : warningAdvice(std::get<ServerWarningCode>(kind));
}

QString severityText(FindingSeverity severity)
{
    switch (severity) {
    case FindingSeverity::Critical:
        return WarningText::tr("critical");
    case FindingSeverity::Warning:
        return WarningText::tr("warning");
    case FindingSeverity::Note:
        return WarningText::tr("note");
    }
    return {};
}

QChar severityMark(FindingSeverity severity)
{
    constexpr std::array marks{u'■', u'▲', u'○'};
    return marks.at(std::size_t(severity));
}

QString whatIsChecked()
{
    return WarningText::tr(
        "Nothing is wrong. All tokens are checked for keys that never expire or expire far too late, stale "
        "locks, slots that are\nnever given back, counts below zero or far above the limit, counters that "
        "fell, times ahead or in a wrong unit,\nlogs that are never trimmed, clients that go on though they "
        "are denied, and proxies that share one limit; policies, for keys\nthat follow them; the server, for "
        "settings that may evict blocks.");
}

} // namespace ratewarden::ui
