// SPDX-License-Identifier: MIT
#include "core/formats/warning_facts.h"

#include "core/model/fault_text.h"

#include <algorithm>
#include <array>

namespace ratewarden {
namespace {

constexpr std::array<WarningFacts, warningCodeCount> allWarningFacts{{
    {.code = WarningCode::StaleLock,
     .name = "stale-lock",
     .severity = FindingSeverity::Critical,
     .remedy = FindingRemedy::RemoveLocks,
     .texts = {.title = FAULT_TEXT("Stale lock"),
               .sentence = FAULT_TEXT(
                   "A lock without expiry has been held by the same owner for a while. Its owner has "
                   "probably crashed, and every request of the token waits for it and fails."),
               .action = FAULT_TEXT("Remove the lock"),
               .advice = FAULT_TEXT("Remove the lock, and give locks a timeout in the client."),
               .terminalAdvice = "Remove the lock (remove-lock KEY), and give locks a timeout in the "
                                 "client."}},
    {.code = WarningCode::StaleSlots,
     .name = "stale-slots",
     .severity = FindingSeverity::Critical,
     .remedy = FindingRemedy::FreeSlots,
     .texts = {.title = FAULT_TEXT("Slots never given back"),
               .sentence = FAULT_TEXT(
                   "Requests have been in flight for more than 10 minutes. Whoever made them has probably "
                   "crashed, and each takes up a slot until it is taken away."),
               .action = FAULT_TEXT("Free what they hold"),
               .advice = FAULT_TEXT("Free the slots that have been held for so long. Then find out why they "
                                    "are not given back."),
               .terminalAdvice = "Free the slots that have been held for so long (slots --key KEY "
                                 "--free-older-than 10m). Then find out why they are not given back."},
     .number = WarningNumber::Whole,
     .numbered = FAULT_TEXT("Requests have been in flight for more than 10 minutes: %1. Whoever made them "
                            "has probably crashed, and each takes up a slot until it is taken away.")},
    {.code = WarningCode::WrongUnit,
     .name = "wrong-unit",
     .severity = FindingSeverity::Warning, // or the keys are another limiter's
     .remedy = FindingRemedy::Reset,
     .texts = {.title = FAULT_TEXT("Times in a wrong unit"),
               .sentence = FAULT_TEXT(
                   "The times are in another unit than the format reads, such as seconds for milliseconds. "
                   "Clients take them for long past and deny nothing, or for far ahead and deny "
                   "everything; so what is used cannot be told."),
               .action = FAULT_TEXT("Fix the client, then reset"),
               .advice = FAULT_TEXT(
                   "Fix the client that writes another unit, then reset the token. If all clients write "
                   "it, these are another limiter's keys: describe one of them, on the page Keys."),
               .terminalAdvice =
                   "Fix the client that writes another unit, then reset the token. If all clients write "
                   "it, these are another limiter's keys: describe one of them (format new --from KEY "
                   "--anyway)."},
     .number = WarningNumber::TwoUnits,
     .numbered = FAULT_TEXT("The times of this key are in %1, the format reads %2. Clients take them for "
                            "long past and deny nothing, or for far ahead and deny everything; so what is "
                            "used cannot be told.")},
    {.code = WarningCode::CounterFell,
     .name = "counter-fell",
     .severity = FindingSeverity::Warning,
     .remedy = FindingRemedy::Block,
     .texts = {.title = FAULT_TEXT("Counter fell without a reset"),
               .sentence = FAULT_TEXT(
                   "The count fell by half or more within its window, though nobody reset it here. An old "
                   "copy was probably restored, or a replica that lagged became the primary, and the token "
                   "may use its limit again. A limiter that gives units back looks the same."),
               .action = FAULT_TEXT("A restore? Check what was used"),
               .advice = FAULT_TEXT("Find out whether Redis was restored or failed over. Charge the tokens "
                                    "what is missing, or block them until their window ends.")}},
    {.code = WarningCode::AboveLimit,
     .name = "above-limit",
     .severity = FindingSeverity::Warning,
     .remedy = FindingRemedy::EditPolicy,
     .texts = {.title = FAULT_TEXT("Charged above the limit"),
               .sentence = FAULT_TEXT(
                   "At least twice the limit is charged, though this limiter does not count denied "
                   "requests. Callers probably count apart, each in a copy of its own, or the cost is "
                   "known only afterwards; or the limit was lowered, or is another one."),
               .action = FAULT_TEXT("One Redis for all callers"),
               .advice = FAULT_TEXT(
                   "Let all callers count in one Redis, and check the limit before the work is done. "
                   "Publish the limit that holds, so that usage is judged by it.")},
     .number = WarningNumber::Times,
     .numbered = FAULT_TEXT("%1 times the limit is charged, though this limiter does not count denied "
                            "requests. Callers probably count apart, each in a copy of its own, or the cost "
                            "is known only afterwards; or the limit was lowered, or is another one.")},
    {.code = WarningCode::Ahead,
     .name = "clock-ahead",
     .severity = FindingSeverity::Warning,
     .remedy = FindingRemedy::Reset,
     .texts = {.title = FAULT_TEXT("Clock ahead"),
               .sentence = FAULT_TEXT("A moment in the state lies in the future. The clock of a client is "
                                      "probably ahead, or the server's was."),
               .action = FAULT_TEXT("Check the clients' clocks"),
               .advice = FAULT_TEXT(
                   "Check the clocks (NTP) of the machines that send requests, then reset the token.")},
     .number = WarningNumber::Span,
     .numbered = FAULT_TEXT("A moment in the state lies %1 in the future. The clock of a client is probably "
                            "ahead, or the server's was.")},
    {.code = WarningCode::ClocksDiffer,
     .name = "clocks-differ",
     .severity = FindingSeverity::Warning,
     .texts = {.title = FAULT_TEXT("Clocks differ"),
               .sentence = FAULT_TEXT(
                   "Later moments stand behind earlier ones: the clocks of the clients differ, so that one "
                   "of them counts what another has forgotten."),
               .action = FAULT_TEXT("Set the clients' clocks"),
               .advice = FAULT_TEXT(
                   "Set the clocks (NTP) of all machines that send requests, or use a limiter that takes "
                   "the server's time.")},
     .number = WarningNumber::Span,
     .numbered = FAULT_TEXT("The clocks of the clients differ by %1 or more: so far later moments stand "
                            "behind earlier ones.")},
    {.code = WarningCode::TooLarge,
     .name = "too-large",
     .severity = FindingSeverity::Warning,
     .remedy = FindingRemedy::EditPolicy,
     .texts = {.title = FAULT_TEXT("Request above its limit"),
               .sentence = FAULT_TEXT(
                   "A request asked for more units than a limit has, so that no wait lets it pass: its "
                   "reservation is too large, or the limit too small."),
               .action = FAULT_TEXT("Reserve less, or raise the limit"),
               .advice = FAULT_TEXT(
                   "Make the client reserve what it expects to use, and settle the rest. If the request is "
                   "meant to pass, raise the limit above it.")},
     .number = WarningNumber::Whole,
     .numbered = FAULT_TEXT("A request of %1 units is more than a limit has: no wait lets it pass. Its "
                            "reservation is too large, or the limit too small.")},
    {.code = WarningCode::RetryStorm,
     .name = "retry-storm",
     .severity = FindingSeverity::Warning,
     .remedy = FindingRemedy::Block,
     .texts = {.title = FAULT_TEXT("Retry storm"),
               .sentence = FAULT_TEXT("A client has been sending requests for a minute or more though most "
                                      "of them are denied."),
               .action = FAULT_TEXT("Find the client, or block it"),
               .advice = FAULT_TEXT("Find out why the client ignores its denials. Block the token if it "
                                    "costs too much.")},
     .number = WarningNumber::Rate,
     .numbered = FAULT_TEXT("A client goes on sending requests that are denied: %1 a second on average.")},
    {.code = WarningCode::Negative,
     .name = "negative",
     .severity = FindingSeverity::Warning,
     .remedy = FindingRemedy::Reset,
     .texts = {.title = FAULT_TEXT("Count below zero"),
               .sentence = FAULT_TEXT("The count is below zero, so the token may use more than its limit."),
               .action = FAULT_TEXT("Check refunds, then reset"),
               .advice =
                   FAULT_TEXT("Look for a client that gives back more than it took, then reset the token.")},
     .number = WarningNumber::Whole,
     .numbered = FAULT_TEXT("The count is %1, so the token may use more than its limit.")},
    {.code = WarningCode::NoExpiry,
     .name = "no-ttl",
     .severity = FindingSeverity::Warning,
     .remedy = FindingRemedy::SetEnd,
     .texts = {.title = FAULT_TEXT("No expiry"),
               .sentence = FAULT_TEXT(
                   "The key never expires, though keys of this format always do. What it counts is never "
                   "forgotten."),
               .action = FAULT_TEXT("Give the keys an end"),
               .advice = FAULT_TEXT(
                   "Give the key an end, at best when its window would have ended, or reset the token: its "
                   "next request writes the key anew, with an expiry.")}},
    {.code = WarningCode::Untrimmed,
     .name = "untrimmed",
     .severity = FindingSeverity::Warning,
     .remedy = FindingRemedy::Reset,
     .texts = {.title = FAULT_TEXT("Log never trimmed"),
               .sentence = FAULT_TEXT(
                   "The log keeps entries that are older than the window. A client that counts all of them "
                   "denies too much."),
               .action = FAULT_TEXT("Fix the client, then reset"),
               .advice =
                   FAULT_TEXT("Make the client remove old entries before it counts, then reset the token.")},
     .number = WarningNumber::Whole,
     .numbered = FAULT_TEXT("The log keeps entries that are older than the window. A client that counts all "
                            "of them counts %1.")},
    {.code = WarningCode::AddressList,
     .name = "address-list",
     .severity = FindingSeverity::Warning,
     .texts = {.title = FAULT_TEXT("A list of addresses as token"),
               .sentence = FAULT_TEXT(
                   "The token is a whole list of addresses, as X-Forwarded-For has it. Whoever sends "
                   "another list has another limit, so that anybody can pass it."),
               .action = FAULT_TEXT("Limit by the client's address"),
               .advice = FAULT_TEXT(
                   "Limit by the address that your own proxy adds to the list, not by the whole header, "
                   "which clients can write.")}},
    {.code = WarningCode::EarlyRetries,
     .name = "early-retries",
     .severity = FindingSeverity::Note,
     .texts = {.title = FAULT_TEXT("Retries before their time"),
               .sentence = FAULT_TEXT(
                   "For half a minute requests have come again and again though none can be allowed yet. "
                   "The client ignores when it may retry, or many share the token."),
               .action = FAULT_TEXT("Make the client wait"),
               .advice = FAULT_TEXT(
                   "Make the client wait as long as Retry-After says. If many clients share the token, "
                   "give each one of its own.")},
     .number = WarningNumber::Rate,
     .numbered = FAULT_TEXT("Requests come again though none can be allowed yet: %1 a second on average. "
                            "The client ignores when it may retry, or many share the token.")},
    {.code = WarningCode::AbsurdExpiry,
     .name = "long-ttl",
     .severity = FindingSeverity::Note,
     .remedy = FindingRemedy::SetEnd,
     .texts =
         {.title = FAULT_TEXT("Expires far too late"),
          .sentence =
              FAULT_TEXT("The key expires only after more than 100 times its window. Its client probably "
                         "mistakes the unit."),
          .action = FAULT_TEXT("Check the unit of the expiry"),
          .advice = FAULT_TEXT(
              "Check the unit of the expiry in the client. Until then the key only takes up memory: give it "
              "an end that fits.")},
     .number = WarningNumber::Span,
     .numbered = FAULT_TEXT("The key expires only in %1. Its client probably mistakes the unit.")},
}};

constexpr bool eachCodeHasItsRow()
{
    for (std::size_t i = 0; i < allWarningFacts.size(); ++i)
        if (allWarningFacts[i].code != WarningCode(i) || allWarningFacts[i].name.empty())
            return false;
    return true;
}
static_assert(eachCodeHasItsRow(), "a row for each WarningCode, in their order");
static_assert(std::ranges::all_of(allWarningFacts,
                                  [](const WarningFacts& facts) {
                                      return (facts.number == WarningNumber::None) ==
                                             (facts.numbered == nullptr);
                                  }),
              "a sentence with the number where it has one");

} // namespace

const WarningFacts& warningFacts(WarningCode code)
{
    return allWarningFacts.at(std::size_t(code));
}

std::string_view nameOf(WarningCode code)
{
    return warningFacts(code).name;
}

Micros spanOf(const Warning& warning)
{
    constexpr double longest = 1e11; // seconds; a wrong unit can yield any value
    return std::chrono::seconds(std::int64_t(std::clamp(warning.number, 1.0, longest)));
}

const char* unitPattern(int decimals)
{
    constexpr std::array<const char*, 4> units{FAULT_TEXT("seconds"), FAULT_TEXT("milliseconds"),
                                               FAULT_TEXT("microseconds"), FAULT_TEXT("nanoseconds")};
    return units.at(std::size_t(decimals) / 3);
}

} // namespace ratewarden
