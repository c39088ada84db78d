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

/// What is said of a kind of finding. %1 in the sentence stands for what is known of the finding.
struct KindTexts {
    FindingKind kind;
    const char* title;
    const char* sentence;
    const char* action;
    const char* advice;
};

struct WarningText {
    Q_DECLARE_TR_FUNCTIONS(WarningText)

public:
    static constexpr std::array<KindTexts, findingKindCount> ofKinds{
        {{WarningCode::StaleLock, QT_TR_NOOP("Stale lock"),
          QT_TR_NOOP("A lock without expiry has been held by the same owner for a while. Its owner has "
                     "probably crashed, and every request of the token waits for it and fails."),
          QT_TR_NOOP("Remove the lock"),
          QT_TR_NOOP("Remove the lock, and give locks a timeout in the client.")},
         {WarningCode::StaleSlots, QT_TR_NOOP("Slots never given back"),
          QT_TR_NOOP("Requests have been in flight for more than 10 minutes. Whoever made them has probably "
                     "crashed, and each takes up a slot until it is taken away."),
          QT_TR_NOOP("Free what they hold"),
          QT_TR_NOOP(
              "Free the slots that have been held for so long. Then find out why they are not given back.")},
         {WarningCode::WrongUnit, QT_TR_NOOP("Times in a wrong unit"),
          QT_TR_NOOP("The times are in another unit than the format reads, such as seconds for milliseconds. "
                     "Clients take them for long past and deny nothing, or for far ahead and deny "
                     "everything; so what is used cannot be told."),
          QT_TR_NOOP("Fix the client, then reset"),
          QT_TR_NOOP("Fix the client that writes another unit, then reset the token. If all clients write "
                     "it, these are another limiter's keys: describe one of them, on the page Keys.")},
         {WarningCode::CounterFell, QT_TR_NOOP("Counter fell without a reset"),
          QT_TR_NOOP("The count fell by half or more within its window, though nobody reset it here. An old "
                     "copy was probably restored, or a replica that lagged became the primary, and the token "
                     "may use its limit again. A limiter that gives units back looks the same."),
          QT_TR_NOOP("A restore? Check what was used"),
          QT_TR_NOOP("Find out whether Redis was restored or failed over. Charge the tokens what is missing, "
                     "or block them until their window ends.")},
         {WarningCode::AboveLimit, QT_TR_NOOP("Charged above the limit"),
          QT_TR_NOOP("At least twice the limit is charged, though this limiter does not count denied "
                     "requests. Callers probably count apart, each in a copy of its own, or the cost is "
                     "known only afterwards; or the limit was lowered, or is another one."),
          QT_TR_NOOP("One Redis for all callers"),
          QT_TR_NOOP("Let all callers count in one Redis, and check the limit before the work is done. "
                     "Publish the limit that holds, so that usage is judged by it.")},
         {WarningCode::Ahead, QT_TR_NOOP("Clock ahead"),
          QT_TR_NOOP("A moment in the state lies in the future. The clock of a client is probably ahead, or "
                     "the server's was."),
          QT_TR_NOOP("Check the clients' clocks"),
          QT_TR_NOOP("Check the clocks (NTP) of the machines that send requests, then reset the token.")},
         {WarningCode::ClocksDiffer, QT_TR_NOOP("Clocks differ"),
          QT_TR_NOOP("Later moments stand behind earlier ones: the clocks of the clients differ, so that one "
                     "of them counts what another has forgotten."),
          QT_TR_NOOP("Set the clients' clocks"),
          QT_TR_NOOP("Set the clocks (NTP) of all machines that send requests, or use a limiter that takes "
                     "the server's time.")},
         {WarningCode::TooLarge, QT_TR_NOOP("Request above its limit"),
          QT_TR_NOOP("A request asked for more units than a limit has, so that no wait lets it pass: its "
                     "reservation is too large, or the limit too small."),
          QT_TR_NOOP("Reserve less, or raise the limit"),
          QT_TR_NOOP("Make the client reserve what it expects to use, and settle the rest. If the request is "
                     "meant to pass, raise the limit above it.")},
         {WarningCode::RetryStorm, QT_TR_NOOP("Retry storm"),
          QT_TR_NOOP(
              "A client has been sending requests for a minute or more though most of them are denied."),
          QT_TR_NOOP("Find the client, or block it"),
          QT_TR_NOOP("Find out why the client ignores its denials. Block the token if it costs too much.")},
         {WarningCode::Negative, QT_TR_NOOP("Count below zero"),
          QT_TR_NOOP("The count is below zero, so the token may use more than its limit."),
          QT_TR_NOOP("Check refunds, then reset"),
          QT_TR_NOOP("Look for a client that gives back more than it took, then reset the token.")},
         {WarningCode::NoExpiry, QT_TR_NOOP("No expiry"),
          QT_TR_NOOP("The key never expires, though keys of this format always do. What it counts is never "
                     "forgotten."),
          QT_TR_NOOP("Give the keys an end"),
          QT_TR_NOOP("Give the key an end, at best when its window would have ended, or reset the token: its "
                     "next request writes the key anew, with an expiry.")},
         {WarningCode::Untrimmed, QT_TR_NOOP("Log never trimmed"),
          QT_TR_NOOP("The log keeps entries that are older than the window. A client that counts all of them "
                     "denies too much."),
          QT_TR_NOOP("Fix the client, then reset"),
          QT_TR_NOOP("Make the client remove old entries before it counts, then reset the token.")},
         {WarningCode::AddressList, QT_TR_NOOP("A list of addresses as token"),
          QT_TR_NOOP("The token is a whole list of addresses, as X-Forwarded-For has it. Whoever sends "
                     "another list has another limit, so that anybody can pass it."),
          QT_TR_NOOP("Limit by the client's address"),
          QT_TR_NOOP("Limit by the address that your own proxy adds to the list, not by the whole header, "
                     "which clients can write.")},
         {WarningCode::EarlyRetries, QT_TR_NOOP("Retries before their time"),
          QT_TR_NOOP("For half a minute requests have come again and again though none can be allowed yet. "
                     "The client ignores when it may retry, or many share the token."),
          QT_TR_NOOP("Make the client wait"),
          QT_TR_NOOP("Make the client wait as long as Retry-After says. If many clients share the token, "
                     "give each one of its own.")},
         {WarningCode::AbsurdExpiry, QT_TR_NOOP("Expires far too late"),
          QT_TR_NOOP("The key expires only after more than 100 times its window. Its client probably "
                     "mistakes the unit."),
          QT_TR_NOOP("Check the unit of the expiry"),
          QT_TR_NOOP("Check the unit of the expiry in the client. Until then the key only takes up memory.")},
         {ServerWarningCode::HasEvicted, QT_TR_NOOP("Keys were evicted"),
          QT_TR_N_NOOP("The server has evicted %Ln key(s) since it was started, because memory ran out. "
                       "Limits may have been forgotten, and blocks lifted."),
          QT_TR_NOOP("Give the server more memory"),
          QT_TR_NOOP("Give the server more memory, or use a dedicated server for limiters.")},
         {ServerWarningCode::EvictsAnyKey, QT_TR_NOOP("May evict any key"),
          QT_TR_NOOP("maxmemory-policy is %1. At its memory limit the server evicts any key, blocks and "
                     "published policies too."),
          QT_TR_NOOP("Set maxmemory-policy to noeviction"),
          QT_TR_NOOP("Set maxmemory-policy to noeviction, on a server that holds limiters alone.")},
         {ServerWarningCode::EvictsExpiring, QT_TR_NOOP("May evict keys that expire"),
          QT_TR_NOOP("maxmemory-policy is %1. At its memory limit the server evicts keys that expire: "
                     "states, and blocks with an end."),
          QT_TR_NOOP("Set maxmemory-policy to noeviction"),
          QT_TR_NOOP("Set maxmemory-policy to noeviction, on a server that holds limiters alone. Until then "
                     "a block that must not be lost needs to be for good: only such a block has no expiry.")},
         {ServerWarningCode::CertificateEnds, QT_TR_NOOP("Certificate ends soon"),
          QT_TR_NOOP("The certificate that the server shows ends at %1. No client that verifies it connects "
                     "after that."),
          QT_TR_NOOP("Renew the certificate"),
          QT_TR_NOOP("Renew the server's certificate; a client reads a new one when it connects again.")},
         {PatternCode::SharedAddress, QT_TR_NOOP("One address for many clients"),
          QT_TR_NOOP("A private address has %1 of all requests. It is probably a proxy's, and all clients "
                     "behind it share one limit."),
          QT_TR_NOOP("Trust the proxy's X-Forwarded-For"),
          QT_TR_NOOP("Make the service take the client's address from the header of its own proxy, and from "
                     "no other sender's.")},
         {PatternCode::HotKey, QT_TR_NOOP("Hot key"),
          QT_TR_NOOP("A token has %1 requests a second. One node of the server is busy with its key."),
          QT_TR_NOOP("Decide by leases"),
          QT_TR_NOOP("Have its service decide by leases (LeasedRateLimiter), which ask Redis once for many "
                     "requests. Or block the token, if it should not send so many.")},
         {PatternCode::TwoAlgorithms, QT_TR_NOOP("Counted by two algorithms"),
          QT_TR_NOOP(
              "Tokens have keys of %1 under this policy, too, which have not ended since it was published: "
              "some services count by another algorithm, and each token has its limit twice."),
          QT_TR_NOOP("Have all services follow it"),
          QT_TR_NOOP("Find the service that has an algorithm of its own for this policy, and make it follow "
                     "what is published. Its keys end by themselves.")},
         {PatternCode::TwoPolicies, QT_TR_NOOP("Two policies for the same keys"),
          QT_TR_NOOP("These keys are also those of the policy %1, and neither policy is for all that the "
                     "other one is for. That this one is followed is an accident of their names."),
          QT_TR_NOOP("Publish one for these keys alone"),
          QT_TR_NOOP("Publish a policy for exactly these keys, which comes before patterns; or remove one of "
                     "the two.")},
         {PatternCode::UnusedPolicy, QT_TR_NOOP("Published, but no key follows it"),
          QT_TR_NOOP("For 10 minutes or more no key has followed this policy. Perhaps no service uses it, or "
                     "one uses another name; or nobody sends requests."),
          QT_TR_NOOP("Does any service follow it?"),
          QT_TR_NOOP("Check the name that services ask for. A policy that nobody needs can be removed on the "
                     "page Policies.")}}};
};

const KindTexts& textsOf(const FindingKind& kind)
{
    return *std::ranges::find(WarningText::ofKinds, kind, &KindTexts::kind);
}
// Each kind stands there once.
static_assert(std::ranges::all_of(WarningText::ofKinds, [](const KindTexts& texts) {
    return std::ranges::count(WarningText::ofKinds, texts.kind, &KindTexts::kind) == 1;
}));

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

QString serverSentence(const ServerWarning& warning, const char* pattern)
{
    if (warning.code == ServerWarningCode::CertificateEnds)
        return WarningText::tr(pattern).arg(momentText(warning.ends));
    const QString text = warning.code == ServerWarningCode::HasEvicted
                             ? WarningText::tr(pattern, nullptr, pluralNumber(warning.evicted))
                             : WarningText::tr(pattern).arg(shown(warning.policy));
    return warning.most > 0 && warning.used
               ? text + WarningText::tr(" It uses %1 of %2 now.")
                            .arg(bytesText(*warning.used), bytesText(warning.most))
               : text;
}

} // namespace

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
    return WarningText::tr(textsOf(warning.code).sentence);
}

QString warningAdvice(WarningCode code, bool blocked)
{
    return blocked && code == WarningCode::RetryStorm
               ? WarningText::tr("Find out why the client ignores its denials.")
               : findingAdvice(code);
}

QString findingTitle(const FindingKind& kind)
{
    return WarningText::tr(textsOf(kind).title);
}

QString findingSentence(const Finding& finding)
{
    const char* const pattern = textsOf(finding.kind).sentence;
    if (finding.server)
        return serverSentence(*finding.server, pattern);
    const auto* const between = std::get_if<PatternCode>(&finding.kind);
    if (!between || *between == PatternCode::UnusedPolicy)
        return WarningText::tr(pattern);
    return WarningText::tr(pattern).arg(
        *between == PatternCode::SharedAddress ? percentText(finding.share.value_or(0))
        : *between == PatternCode::HotKey      ? numberText(Units(std::llround(finding.rate.value_or(0))))
                                               : shown(finding.other));
}

QString findingAction(const FindingKind& kind)
{
    return WarningText::tr(textsOf(kind).action);
}

QString findingAdvice(const FindingKind& kind)
{
    return WarningText::tr(textsOf(kind).advice);
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
