// SPDX-License-Identifier: MIT
#include "core/model/problem.h"

#include "core/model/fault_text.h"
#include "core/model/text.h"

#include <fmt/format.h>

namespace ratewarden {
const char* patternOf(Fault fault)
{
    switch (fault) {
    case Fault::None:
    case Fault::ServerError: // see serverText()
    case Fault::NoCluster:
    case Fault::NoSentinel:
    case Fault::OtherNode:
    case Fault::OtherType:
    case Fault::DamagedOverride:
        return "";
    case Fault::Other:
    case Fault::UnexpectedReply:
        return "%1";
    case Fault::Syntax:
        return FAULT_TEXT("not well-formed: %1");
    case Fault::Notation:
        return FAULT_TEXT("cannot read “%1” at character %2: %3");
    case Fault::LimitMissing:
        return FAULT_TEXT("a limit is missing; write it as in 20/min");
    case Fault::BurstMissing:
        return FAULT_TEXT("a burst is missing; write it as in 20/min burst 5");
    case Fault::NumberMissing:
        return FAULT_TEXT("a number is missing");
    case Fault::NumberNotWhole:
        return FAULT_TEXT("it must be a whole number");
    case Fault::NumberTooLarge:
        return FAULT_TEXT("it is too large; the largest is %1");
    case Fault::SlashMissing:
        return FAULT_TEXT("a “/” must follow the limit, as in 20/min, or “at once”");
    case Fault::OnceMissing:
        return FAULT_TEXT("“once” must follow, as in 5 at once");
    case Fault::BurstOfZero:
        return FAULT_TEXT("a burst of 0 would deny everything; without a burst, the limit applies");
    case Fault::RulesNotJoined:
        return FAULT_TEXT("rules are joined with “+”, as in 1/s + 20/min");
    case Fault::ParameterNotWhole:
        return FAULT_TEXT("“%1” must be a whole number");
    case Fault::OnlyRequests:
        return FAULT_TEXT("only requests can be limited, no other “qu”");
    case Fault::QuotaMissing:
        return FAULT_TEXT("“q”, the quota, is missing");
    case Fault::WindowMissing:
        return FAULT_TEXT("“w” is missing; without a window there is no rule");
    case Fault::WindowTooLong:
        return FAULT_TEXT("the window is too long; the longest is 366 days");
    case Fault::SeparatorMissing:
        return FAULT_TEXT("a “;” or a “,” is missing");
    case Fault::AfterDuration:
        return FAULT_TEXT("nothing may follow the duration");
    case Fault::FractionDigits:
        return FAULT_TEXT("one to six digits must follow the decimal point");
    case Fault::UnitMissing:
        return FAULT_TEXT("a unit of time is missing; use ms, s, min, h or day");
    case Fault::UnknownUnit:
        return FAULT_TEXT("unknown unit of time “%1”; use ms, s, min, h or day");
    case Fault::DurationTooLong:
        return FAULT_TEXT("the duration is too long; the longest is 100 years");
    case Fault::DurationNotWhole:
        return FAULT_TEXT("the duration is not a whole number of microseconds");
    case Fault::ParameterMissing:
        return FAULT_TEXT("the name of a parameter is missing, such as q or w");
    case Fault::QuoteMissing:
        return FAULT_TEXT("a text in double quotes is missing");
    case Fault::QuoteNotAscii:
        return FAULT_TEXT("only printable ASCII may stand in double quotes");
    case Fault::QuoteOpen:
        return FAULT_TEXT("the closing double quote is missing");
    case Fault::ValueMissing:
        return FAULT_TEXT("a value is missing");
    case Fault::NumberBelowZero:
        return FAULT_TEXT("a number below 0 means nothing here");
    case Fault::DenialsRange:
        return FAULT_TEXT("from 0 to %2 denials of a token can be remembered, not %1");
    case Fault::DenialsUncounted:
        return FAULT_TEXT(
            "denials are remembered only where requests are counted: switch \"counters\" on, too");
    case Fault::LeaseRange:
        return FAULT_TEXT("the lease life %1 is out of range; it goes from %2 to %3");
    case Fault::LeaseTooLong:
        return FAULT_TEXT("a lease life of %1 takes all of the burst of %2; shorten it, or raise the burst");
    case Fault::PolicyName:
        return FAULT_TEXT("a policy's name must have 1 to %1 bytes; this one has %2");
    case Fault::EmptyToken:
        return FAULT_TEXT("the token is empty; give the name of the client to limit");
    case Fault::CostRange:
        return FAULT_TEXT("the cost %1 is out of range; it goes from 0 to %2");
    case Fault::NoRules:
        return FAULT_TEXT("a policy needs at least one rule, such as 20/min");
    case Fault::TooManyRules:
        return FAULT_TEXT("%1 rules are too many; a policy takes up to %2");
    case Fault::LimitRange:
        return FAULT_TEXT("the limit %1 is out of range; it goes from 0 to %2");
    case Fault::BurstRange:
        return FAULT_TEXT("the burst %1 is out of range; it goes from 1 to %2");
    case Fault::WindowRange:
        return FAULT_TEXT("the window of %1 is out of range; it goes from 1 ms to 366 days");
    case Fault::BurstTooLong:
        return FAULT_TEXT(
            "a burst of %1 takes more than 142 years to become free again; lower it, or raise the limit");
    case Fault::UnknownAlgorithm:
        return FAULT_TEXT("unknown algorithm “%1”; use one of: %2");
    case Fault::NoBurst:
        return FAULT_TEXT("%1 does not support a burst; remove it from “%2”, or use gcra");
    case Fault::NoSlots:
        return FAULT_TEXT("%1 does not count requests at once; remove “%2”, or use in-flight");
    case Fault::TwiceAtOnce:
        return FAULT_TEXT("a policy takes one rule for requests at once, not both “%1” and “%2”");
    case Fault::NoLeaseOfSlots:
        return FAULT_TEXT("a slot is of one request, so there is no lease of “%1”; remove the lease life, or "
                          "the rule");
    case Fault::SlotsUntried:
        return FAULT_TEXT("how long requests take is not recorded, so “%1” cannot be tried; remove it");
    case Fault::SlotsByHand:
        return FAULT_TEXT(
            "units are neither charged nor given back by hand under “%1”, as a charge would hold a "
            "slot that no request has");
    case Fault::SameTag:
        return FAULT_TEXT("the state cannot tell %1 from %2, as their windows are equal modulo 32749 "
                          "microseconds; make one of them a millisecond longer");
    case Fault::CandidateName:
        return FAULT_TEXT("its name ends with “%1”, which is for candidates");
    case Fault::VersionRange:
        return FAULT_TEXT("its version is %1");
    case Fault::DescriptionLength:
        return FAULT_TEXT("its description has %1 bytes; the maximum is %2");
    case Fault::RuleNames:
        return FAULT_TEXT("it has %1 rule names for %2 rules");
    case Fault::ShareRange:
        return FAULT_TEXT("its share is %1; it must be above 0 and at most 1");
    case Fault::OfOtherProgram:
        return FAULT_TEXT("it is for keys of %1: it takes no candidate, hashed tokens, counters, mode or "
                          "fallback, as another program decides");
    case Fault::NotUtf8:
        return FAULT_TEXT("a policy's texts must be UTF-8, and so must its name to stand in a file");
    case Fault::Author:
        return FAULT_TEXT("the author must have 1 to %1 bytes");
    case Fault::ReasonLength:
        return FAULT_TEXT("a reason of 1 to %1 bytes is required; this one has %2");
    case Fault::EndRange:
        return FAULT_TEXT("a block or an override must last 1 microsecond to 100 years, or for good");
    case Fault::PolicyUnreadable:
        return FAULT_TEXT("the published policy “%1” cannot be read: %2");
    case Fault::FileUnreadable:
        return FAULT_TEXT("the policy's file cannot be read: %1");
    case Fault::FilesPolicyUnreadable:
        return FAULT_TEXT("policy %1 of the file cannot be read: %2");
    case Fault::KongUnreadable:
        return FAULT_TEXT("cannot read Kong's JSON: %1");
    case Fault::EnvoyUnreadable:
        return FAULT_TEXT("cannot read Envoy's YAML: %1");
    case Fault::Line:
        return FAULT_TEXT("line %1: %2");
    case Fault::Schema:
        return FAULT_TEXT("it has schema %1, but this program supports schema %2");
    case Fault::UnknownKey:
        return FAULT_TEXT("it has the key “%1”, which this program does not know");
    case Fault::DuplicateKey:
        return FAULT_TEXT("it has the key “%1” twice");
    case Fault::ObjectExpected:
        return FAULT_TEXT("an object, {…}, is expected");
    case Fault::MapExpected:
        return FAULT_TEXT("a map is expected here");
    case Fault::KeyMissing:
        return FAULT_TEXT("“%1” is missing");
    case Fault::MustBeBoolean:
        return FAULT_TEXT("“%1” must be true or false");
    case Fault::MustBeWhole:
        return FAULT_TEXT("“%1” must be a whole number");
    case Fault::MustBeNumber:
        return FAULT_TEXT("“%1” must be a number");
    case Fault::MustBeText:
        return FAULT_TEXT("“%1” must be a text");
    case Fault::MustBeTexts:
        return FAULT_TEXT("“%1” must be a list of texts");
    case Fault::MustBeList:
        return FAULT_TEXT("“%1” must be a list");
    case Fault::MustBeObject:
        return FAULT_TEXT("“%1” must be an object");
    case Fault::BelowZero:
        return FAULT_TEXT("“%1” must not be below 0");
    case Fault::TooLarge:
        return FAULT_TEXT("“%1” is too large; the largest is %2");
    case Fault::UnknownChoice:
        return FAULT_TEXT("“%1” is “%2”; use one of: %3");
    case Fault::UnequalLists:
        return FAULT_TEXT("there are %1 in “limit” and %2 in “window_size”; each limit needs its window");
    case Fault::UnknownPlugin:
        return FAULT_TEXT("the plugin “%1” is not supported; rate-limiting and rate-limiting-advanced are");
    case Fault::TwoPlugins:
        return FAULT_TEXT(
            "it has fields of both rate-limiting and rate-limiting-advanced; remove those of one of them");
    case Fault::NoKongLimit:
        return FAULT_TEXT("there is no limit in it: neither second, minute, hour, day, month or year, nor "
                          "limit with window_size");
    case Fault::NoEnvoyLimit:
        return FAULT_TEXT("there is no rate_limit in it");
    case Fault::AllUnlimited:
        return FAULT_TEXT("it has no limit: everything is unlimited");
    case Fault::Aliases:
        return FAULT_TEXT("aliases (*name) are not read; write what they stand for");
    case Fault::SeveralDocuments:
        return FAULT_TEXT("it holds several documents; give one of them");
    case Fault::FieldName:
        return FAULT_TEXT("the name of a field must be a word");
    case Fault::TooDeep:
        return FAULT_TEXT("the descriptors are nested too deeply; at most %1 levels are read");
    case Fault::TooManyLimits:
        return FAULT_TEXT("the limits are too many; a policy takes up to %1");
    case Fault::TextTooLong:
        return FAULT_TEXT("the text is too long; up to %1 bytes are read");
    case Fault::UnknownNotation:
        return FAULT_TEXT("unknown notation “%1”; use one of: %2");
    case Fault::LogEmpty:
        return FAULT_TEXT("there is no line to tell the syntax from");
    case Fault::LogBinary:
        return FAULT_TEXT(
            "this is no log: it has zero bytes; give a text file, or one packed by gzip or zstd");
    case Fault::LogSyntax:
        return FAULT_TEXT(
            "the first lines are neither a common or combined log nor JSON lines, CSV or logfmt, "
            "nor a log of a known proxy");
    case Fault::NoLogField:
        return FAULT_TEXT("there is no field “%1”; there are: %2");
    case Fault::NoTokenField:
        return FAULT_TEXT("no field of this %1 is known to hold the token; name one of: %2");
    case Fault::NoTimeField:
        return FAULT_TEXT("no field of this %1 is known to hold the time; name one of: %2");
    case Fault::NoTokenColumn:
        return FAULT_TEXT("no column of this %1 looks like the token; if one is, name it by its number: %2");
    case Fault::NoTimeColumn:
        return FAULT_TEXT("no column of this %1 looks like the time; if one is, name it by its number: %2");
    case Fault::NoStatusField:
        return FAULT_TEXT("no field of the log is known to hold the status of the answer; name it");
    case Fault::NoRequests:
        return FAULT_TEXT(
            "%1, not requests; give a log that has the time and the client of each request, as an "
            "access log has");
    case Fault::NginxMessages:
        return FAULT_TEXT("these are messages of nginx about other things than limit_req");
    case Fault::SyslogMessages:
        return FAULT_TEXT("these are messages of syslog");
    case Fault::PostgresMessages:
        return FAULT_TEXT("these are messages of Postgres");
    case Fault::JournalMessages:
        return FAULT_TEXT("these are messages of systemd's journal");
    case Fault::ProgramMessages:
        return FAULT_TEXT(
            "these are messages of a program, with levels such as INFO or ERROR or with stack traces");
    case Fault::FilterWord:
        return FAULT_TEXT(
            "a filter has no word “%1”; use one of: %2; or put a part of a name in double quotes");
    case Fault::FilterNear:
        return FAULT_TEXT("a filter has no word “%1”; did you mean “%2”? A part of a name that looks like it "
                          "stands in double quotes");
    case Fault::FilterValueMissing:
        return FAULT_TEXT("“%1” needs a value, as in %2");
    case Fault::FilterComparison:
        return FAULT_TEXT("“%1” is compared with > or <, as in %2");
    case Fault::FilterAfterQuote:
        return FAULT_TEXT("a space must follow the closing double quote");
    case Fault::FilterPattern:
        return FAULT_TEXT("the pattern “%1” is not whole: a [ needs its ], and a \\ the character behind it");
    case Fault::FilterFormat:
        return FAULT_TEXT("no format is called “%1”; `ratewarden-ctl format list` names them");
    case Fault::FilterRule:
        return FAULT_TEXT("“%1” is several rules; a filter compares one, as in rule:20/min or rule:*/day");
    case Fault::FilterAddress:
        return FAULT_TEXT("“%1” is no address or network, such as 203.0.113.0/24 or 2001:db8::/32");
    case Fault::FilterMoment:
        return FAULT_TEXT(
            "“%1” is no time; write it as in 14:00, 2026-11-25, 2026-11-25T14:00 or 2h, which is "
            "two hours ago");
    case Fault::FilterNamed:
        return FAULT_TEXT("“filter:%1” stands for a filter that has a name; only the console and "
                          "ratewarden-ctl know those of their user");
    case Fault::FilterName:
        return FAULT_TEXT("a filter cannot be called “%1”: a name has no spaces, quotes, brackets or =");
    case Fault::FilterOr:
        return FAULT_TEXT("“%1” needs a word on both sides, and brackets a word between them");
    case Fault::FilterBracket:
        return FAULT_TEXT("this bracket is not closed");
    case Fault::FilterAfterBracket:
        return FAULT_TEXT("a space must follow the closing bracket");
    case Fault::FilterDepth:
        return FAULT_TEXT("brackets are nested at most %1 deep");
    case Fault::NoAlert:
        return FAULT_TEXT("there is no alert in it, and so nothing to watch");
    case Fault::AlertTwice:
        return FAULT_TEXT("an alert before it is called “%1”, too; alerts are told apart by their names");
    case Fault::AlertMeasure:
        return FAULT_TEXT("“%1” is measured of the whole server: remove the filter");
    case Fault::AlertBound:
        return FAULT_TEXT("an alert has either “above” or “below”: the figure of “%1” at which it fires");
    case Fault::AlertBack:
        return FAULT_TEXT("“%1” must not lie beyond “%2”: the alert would recover while it still fires");
    case Fault::AlertNever:
        return FAULT_TEXT("the figure of “%1” never gets there");
    case Fault::AlertDuration:
        return FAULT_TEXT("it must last from %1 to %2");
    case Fault::AlertTime:
        return FAULT_TEXT("“%1” is no time; write it as in 2026-12-01T08:00:00Z");
    case Fault::AlertTeller:
        return FAULT_TEXT("either “command” or “webhook” says how to tell");
    case Fault::AlertPath:
        return FAULT_TEXT("the path must be absolute, as in /usr/local/bin/page: the folder it is used from "
                          "may be any");
    case Fault::GoesWith:
        return FAULT_TEXT("“%1” goes with “%2” only");
    case Fault::AlertWebhook:
        return FAULT_TEXT("a webhook's address begins with https:// or http://, and a host follows");
    case Fault::AlertHistory:
        return FAULT_TEXT("it is a whole number from %1 to %2");
    case Fault::HistoryMissing:
        return FAULT_TEXT("%1: there is no history yet; a watcher begins it whose alerts name this file");
    case Fault::HistoryForeign:
        return FAULT_TEXT("%1 is no history, and was left as it is; name another file");
    case Fault::HistoryNewer:
        return FAULT_TEXT("%1 has schema %2 of a newer version of this program, which knows up to %3; it was "
                          "left as it is");
    case Fault::HistoryDamaged:
        return FAULT_TEXT("%1 is damaged: %2; it was left as it is. Move it away to begin a new history");
    case Fault::HistoryBusy:
        return FAULT_TEXT("%1: another watcher writes this history; each needs a file of its own");
    case Fault::HistoryHeld:
        return FAULT_TEXT(
            "%1: another program has been reading this history for so long that it cannot grow");
    case Fault::HistoryFailed:
        return FAULT_TEXT("%1: %2");
    case Fault::Address:
        return FAULT_TEXT("cannot use this Redis address: %1; write it as "
                          "redis://[user[:password]@]host[:port][/database], with rediss: for TLS, or "
                          "unix:///path[?db=number]");
    case Fault::NotUrl:
        return FAULT_TEXT("it is not a URL from character %1 on");
    case Fault::NotUrlWithUser:
        return FAULT_TEXT(
            "it is not a URL from character %1 on; in the user and the password write @ as %%40, "
            ": as %%3A, / as %%2F, ? as %%3F, # as %%23 and %% as %%25");
    case Fault::NulInAddress:
        return FAULT_TEXT("no host, path or option can have a zero byte (%%00)");
    case Fault::UnixPath:
        return FAULT_TEXT("unix: requires an absolute path after three slashes");
    case Fault::UnixQuery:
        return FAULT_TEXT("the only thing that may follow the “?” is db=number");
    case Fault::HostMissing:
        return FAULT_TEXT("the host is missing");
    case Fault::PortRange:
        return FAULT_TEXT("the port is not a number from 0 to %1");
    case Fault::DatabaseRange:
        return FAULT_TEXT("the database is not a number from 0 to %1");
    case Fault::RedisQuery:
        return FAULT_TEXT("the only thing that may follow the “?” of a redis: address is ssh=destination; "
                          "TLS begins with rediss:");
    case Fault::RedissQuery:
        return FAULT_TEXT("the only things that may follow the “?” of a rediss: address are cacert=, cert=, "
                          "key=, sni= and ssh=");
    case Fault::SshDestination:
        return FAULT_TEXT(
            "ssh= requires a destination as ssh takes it: user@host, or a Host of its configuration");
    case Fault::KeyWithoutCert:
        return FAULT_TEXT("a private key (key=) requires its certificate (cert=)");
    case Fault::TlsFile:
        return FAULT_TEXT(
            "cannot use the certificate or key file %1: %2; it must be PEM, and a key without a passphrase");
    case Fault::PrimaryNameMissing:
        return FAULT_TEXT(
            "the address of Sentinels ends with the name of the primary: redis+sentinel://host:26379/name");
    case Fault::SentinelQuery:
        return FAULT_TEXT("an address of Sentinels takes db=, read=replica and ssh= (and, with "
                          "rediss+sentinel:, cacert=, cert=, key= and sni=)");
    case Fault::ClusterDatabase:
        return FAULT_TEXT("a cluster has no databases to choose from");
    case Fault::PrimaryUnknown:
        return FAULT_TEXT("the Sentinel %1 knows no primary “%2”; it knows: %3");
    case Fault::UnknownScheme:
        return FAULT_TEXT(
            "it does not begin with redis:, rediss: or unix:, nor with redis+sentinel: or redis+cluster:");
    case Fault::OverrideUnreadable:
        return FAULT_TEXT("the override of %1 under %2 cannot be read; lift it");
    case Fault::NotOurLog:
        return FAULT_TEXT("this is not a log of Ratewarden's; another program may use its key");
    case Fault::NotOurState:
        return FAULT_TEXT("this string is not a state of Ratewarden's; another program may use its key");
    case Fault::NotOurDenials:
        return FAULT_TEXT("this is not what Ratewarden's limiters remember of denials");
    case Fault::NotOurCounts:
        return FAULT_TEXT("these are not counts of Ratewarden's; another program may use their key");
    case Fault::NoSuchGroup:
        return FAULT_TEXT("%1 is no group of keys of %2");
    case Fault::OtherTypeOfKey:
        return FAULT_TEXT("a key of %1 holds another type than %2 writes");
    case Fault::WrongTypeOfKey:
        return FAULT_TEXT("%1 is a %2 instead of a %3");
    case Fault::WrongValue:
        return FAULT_TEXT("the value of %1 is not %2");
    case Fault::WrongField:
        return FAULT_TEXT("the field %1 of %2 is not %3");
    case Fault::FieldMissing:
        return FAULT_TEXT("%1 has no field %2");
    case Fault::MoreFields:
        return FAULT_TEXT("%1 has unexpected fields");
    case Fault::WhichToken:
        return FAULT_TEXT("%1 holds %2 tokens: say which one is meant");
    case Fault::MoreTokens:
        return FAULT_TEXT("%1 holds %2 tokens; at most %3 of them are read");
    case Fault::WrongEntry:
        return FAULT_TEXT("an entry is not this format's");
    case Fault::EntryOrScore:
        return FAULT_TEXT("an entry and its score are different times");
    case Fault::EntryId:
        return FAULT_TEXT("an entry's id is not a time");
    case Fault::EntryMoment:
        return FAULT_TEXT("an entry is not a plausible time");
    case Fault::WrongMoment:
        return FAULT_TEXT("%1 is not a plausible time");
    case Fault::WrongWindow:
        return FAULT_TEXT("the window is longer than ten years, or not a window");
    case Fault::ModuleValue:
        return FAULT_TEXT("values of the type %1 cannot be shown");
    case Fault::SameName:
        return FAULT_TEXT("the new name is empty, or the same");
    case Fault::EndBeforeEpoch:
        return FAULT_TEXT("a key cannot expire before 1970");
    case Fault::NameTaken:
        return FAULT_TEXT("%1 was not renamed: there is a key %2");
    case Fault::KeyGone:
        return FAULT_TEXT("key %1 no longer exists");
    case Fault::EndIsPast:
        return FAULT_TEXT("%1 would be deleted at once: that time has passed");
    case Fault::NoState:
        return FAULT_TEXT("%1 has no state here");
    case Fault::StateUnread:
        return FAULT_TEXT("the state of %1 has not been read");
    case Fault::WrongUnit:
        return FAULT_TEXT("the times of %1 are in another unit than %2 reads: reset it first");
    case Fault::StateMoves:
        return FAULT_TEXT("the state changed each time before it could be written; try again");
    case Fault::NoStaleLock:
        return FAULT_TEXT("there is no lock of %1 here that never expires");
    case Fault::KeepsNoSlots:
        return FAULT_TEXT("%1 has no slots here: it does not keep the requests in flight one by one");
    case Fault::SlotAges:
        return FAULT_TEXT(
            "how old the slots of %1 are is not known: its keys tell when they end, and no rule "
            "tells how long they live");
    case Fault::LockChanged:
        return FAULT_TEXT("the lock is not the one that was seen before: its owner is alive, so it stays");
    case Fault::RulesUnknown:
        return FAULT_TEXT("the rules of the policy “%1” are not known");
    case Fault::NeedsLimit:
        return FAULT_TEXT("this needs the limit, which %1 does not store: give the rules");
    case Fault::NeedsWindow:
        return FAULT_TEXT("this needs the window, which %1 does not store: give the rules");
    case Fault::LimitOfZero:
        return FAULT_TEXT("a limit of 0 already denies every request");
    case Fault::RefillUnknown:
        return FAULT_TEXT("the refill of this bucket is not known");
    case Fault::CalendarWindow:
        return FAULT_TEXT(
            "%1: its next window begins by the calendar, and a block cannot last beyond the current window");
    case Fault::OneWindow:
        return FAULT_TEXT("%1: all rules of a token share its window; give them the same one");
    case Fault::CountsNothing:
        return FAULT_TEXT("%1: these keys hold no counter");
    case Fault::UnblockFirst:
        return FAULT_TEXT("it is blocked: unblock it first");
    case Fault::TooManyEntries:
        return FAULT_TEXT("it would take %1 entries; at most %2 are written");
    case Fault::TooManyKeys:
        return FAULT_TEXT("the block would take %1 keys, one for each window; at most %2 are written");
    case Fault::SettingsGone:
        return FAULT_TEXT("%1: its settings are gone, and nothing can be written without them");
    case Fault::RulesGone:
        return FAULT_TEXT("%1: its rules are stored in the key, which does not exist: nothing can be written "
                          "before the next request");
    case Fault::BlockTooShort:
        return FAULT_TEXT("a block lasts longer than 0 s");
    case Fault::BlockTooLong:
        return FAULT_TEXT("a block of another limiter's token lasts 370 days at most");
    case Fault::UnitsNotWhole:
        return FAULT_TEXT("only a whole number of units can be charged or given back");
    case Fault::MomentTooFar:
        return FAULT_TEXT("this would write a time more than 370 days ahead, which readers reject");
    case Fault::NamedOnly:
        return FAULT_TEXT("%1: its keys are named only, and never changed");
    case Fault::RecognisedOnly:
        return FAULT_TEXT("%1 is only recognized: what to write is not known");
    case Fault::NoPermanentBlock:
        return FAULT_TEXT("%1 has no block for good; the longest lasts %2: %3");
    case Fault::NoTimedBlock:
        return FAULT_TEXT(
            "%1: what is left has no window, and a block would not end by itself. Block it for good; "
            "undo the block, or give units back, to let it pass again");
    case Fault::QuotaGone:
        return FAULT_TEXT("%1: there is no quota here, and only its own program knows how much it was");
    case Fault::DeniedForGood:
        return FAULT_TEXT("%1: the token is denied without an end, which a block would bring: no block for "
                          "good can be written. Reset it to let it pass again");
    case Fault::KeyPerWindow:
        return FAULT_TEXT("each window has its own key");
    case Fault::NextByCalendar:
        return FAULT_TEXT("its next window begins by the calendar");
    case Fault::StoresMoments:
        return FAULT_TEXT("it stores times, and readers reject a time more than 370 days ahead");
    case Fault::RefusalsRefresh:
        return FAULT_TEXT("a denied request renews the key's usual expiry");
    case Fault::ListTooLong:
        return FAULT_TEXT(
            "%1 has %2 members, too many to be put back by an undo: change it with SADD and SREM");
    case Fault::NoOverrides:
        return FAULT_TEXT("%1 takes its rules from its own program: it has no overrides here");
    case Fault::ValueUnknown:
        return FAULT_TEXT("%1: “%2” holds something that is not known");
    case Fault::LogTooLong:
        return FAULT_TEXT("%1 has more entries than are read at once: it cannot be charged here");
    }
    return "";
}

namespace {

std::string_view adviceOn(UnavailableReason reason)
{
    using Reason = UnavailableReason;
    switch (reason) {
    case Reason::NoConnection:
    case Reason::TimedOut:
    case Reason::Cancelled:
    case Reason::PrimaryChanged:
    case Reason::ReplyTooLarge:
    case Reason::Other:
        return {};
    case Reason::NameUnknown:
        return "Check the name of the host";
    case Reason::SshFailed:
        return "ssh to it must work without a question: add its key to the agent, and the host to "
               "known_hosts";
    case Reason::HostKeyChanged:
        return "Somebody may be between you and the host. Compare the key's fingerprint with the host's own; "
               "only if it is right, remove the old key with ssh-keygen -R and connect once with ssh";
    case Reason::NoTls:
        return "Check that this port speaks TLS, and whether the server wants a client certificate (cert= "
               "and "
               "key=)";
    case Reason::BadCertificate:
        return "If it is the right server: name its certificate authority with cacert=, or the name in its "
               "certificate with sni=";
    case Reason::CertificateExpired:
        return "The server needs a new certificate; no option of the connection makes this one valid";
    case Reason::ClosedUnheard:
        return "If this port speaks TLS, the address begins with rediss:";
    case Reason::NotRedis:
        return "What answers there is not Redis: check the host and the port";
    case Reason::Loading:
    case Reason::Busy:
    case Reason::MasterDown:
    case Reason::NodeDown:
        return "This node's tokens cannot be reached until it is back, or a replica takes its place";
    case Reason::ClusterDown:
    case Reason::TryAgain:
    case Reason::TooManyClients:
        return "Try again soon";
    case Reason::Replica:
        return "This server is a replica; connect to its primary";
    case Reason::OutOfMemory:
        return "Its memory is full. Raise maxmemory, and keep maxmemory-policy at noeviction: any other "
               "policy may evict blocks and overrides, which allows tokens that are blocked";
    case Reason::Misconfigured:
        return "It takes no writes until it can keep them safe";
    }
    return {};
}

std::string_view adviceOn(RefusedReason reason)
{
    using Reason = RefusedReason;
    switch (reason) {
    case Reason::NotAuthenticated:
    case Reason::WrongPassword:
        return "Check the user and the password";
    case Reason::MissingRight:
        return "Ask for an ACL that allows it, or connect as another user";
    case Reason::ReadOnly:
        return "Use a connection that is not read-only to change anything";
    case Reason::Other:
        return {};
    }
    return {};
}

std::string_view adviceOn(FormatFault /*fault*/)
{
    return {};
}

std::string_view adviceOn(Fault fault)
{
    if (fault == Fault::NoCluster)
        return "This server is not part of a cluster: its address begins with redis:, or rediss:";
    if (fault == Fault::NoSentinel)
        return "This server is not a Sentinel: to use it directly, its address begins with redis:, or "
               "rediss:";
    if (fault == Fault::OtherNode)
        return "This server is one node of a cluster, and the key lies on another; connect to that node";
    if (fault == Fault::OtherType)
        return "Another program may use this key; look at it before you reset it";
    return {};
}

// Whether it comes from the way to the server rather than from it.
bool isOfConnection(const Problem& problem)
{
    const auto* const reason = std::get_if<UnavailableReason>(&problem.code);
    return reason && (*reason <= UnavailableReason::PrimaryChanged ||
                      *reason == UnavailableReason::NodeDown || *reason == UnavailableReason::Other);
}

std::string valueAsText(const Problem& problem, std::size_t i)
{
    if (i >= problem.values.size())
        return {};
    if (const auto* const number = std::get_if<std::int64_t>(&problem.values[i]))
        return std::to_string(*number);
    return std::get<std::string>(problem.values[i]);
}

std::string serverText(const Problem& problem)
{
    const std::string tried = valueAsText(problem, 0);
    const std::string where = valueAsText(problem, 1);
    const std::string words = printable(valueAsText(problem, 2));
    const bool waited = problem.values.size() > 2 && std::holds_alternative<std::int64_t>(problem.values[2]);
    std::string text;
    if (problem.code == Problem::Code(UnavailableReason::Cancelled))
        return fmt::format("the connection to {} is being closed", where);
    if (problem.code == Problem::Code(RefusedReason::ReadOnly))
        text = fmt::format("{} on {}: this connection is read-only, and nothing was sent", tried, where);
    else if (waited)
        text = fmt::format("{} on {}: no answer within {} ms", tried, where, words);
    else if (tried.empty())
        text = fmt::format("cannot connect to {}: {}", where, words);
    else if (isOfConnection(problem))
        text = fmt::format("{} on {}: {}", tried, where,
                           words.empty() ? "the server closed the connection" : words);
    else
        text = fmt::format("{} on {}: Redis answered: {}", tried, where, words);
    const std::string_view advice = std::visit([](auto code) { return adviceOn(code); }, problem.code);
    return advice.empty() ? text : joinSentences(text, advice);
}

} // namespace

std::string englishFrom(std::string pattern, const std::function<std::string(std::size_t place)>& value)
{
    for (const std::string_view quote : {"“", "”"})
        for (std::size_t at = 0; (at = pattern.find(quote, at)) != std::string::npos;)
            pattern.replace(at, quote.size(), 1, '"');
    std::string text;
    for (std::size_t i = 0; i < pattern.size(); ++i) {
        if (pattern[i] != '%' || pattern[++i] == '%')
            text += pattern[i];
        else
            text += value(std::size_t(pattern[i] - '1'));
    }
    return text;
}

bool isOfServer(const Problem& problem)
{
    const auto* const fault = std::get_if<Fault>(&problem.code);
    if (fault)
        return *fault > Fault::None && *fault <= Fault::DamagedOverride;
    return !std::holds_alternative<FormatFault>(problem.code);
}

std::string englishText(const Problem& problem)
{
    if (isOfServer(problem))
        return serverText(problem);
    const bool finished =
        problem.code == Problem::Code(Fault::Other) || problem.code == Problem::Code(Fault::UnexpectedReply);
    const auto* const ofFormat = std::get_if<FormatFault>(&problem.code);
    return englishFrom(
        ofFormat ? patternOf(*ofFormat) : patternOf(std::get<Fault>(problem.code)), [&](std::size_t place) {
            if (place < problem.values.size())
                return finished ? valueAsText(problem, place) : printable(valueAsText(problem, place));
            return problem.because.empty() ? std::string() : englishText(problem.because.front());
        });
}

} // namespace ratewarden
