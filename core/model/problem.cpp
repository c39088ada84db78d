// SPDX-License-Identifier: MIT
#include "core/model/problem.h"

#include "core/model/text.h"

#include <fmt/format.h>

namespace ratewarden {
namespace {

constexpr std::string_view hole = "{}";

// With a hole for each value, and one for what it is because of.
std::string_view patternOf(Fault fault)
{
    switch (fault) {
    case Fault::None:
    case Fault::ServerError: // see serverText()
    case Fault::OtherNode:
    case Fault::OtherType:
    case Fault::DamagedOverride:
        return {};
    case Fault::Other:
    case Fault::UnexpectedReply:
    case Fault::Syntax:
        return "{}";
    case Fault::Notation:
        return "cannot read \"{}\" at character {}: {}";
    case Fault::LimitMissing:
        return "a limit is missing; write it as in 20/min";
    case Fault::BurstMissing:
        return "a burst is missing; write it as in 20/min burst 5";
    case Fault::NumberMissing:
        return "a number is missing";
    case Fault::NumberNotWhole:
        return "it must be a whole number";
    case Fault::NumberTooLarge:
        return "it is too large; the largest is {}";
    case Fault::SlashMissing:
        return "a \"/\" must follow the limit, as in 20/min";
    case Fault::BurstOfZero:
        return "a burst of 0 would deny everything; without a burst, the limit applies";
    case Fault::RulesNotJoined:
        return "rules are joined with \"+\", as in 1/s + 20/min";
    case Fault::ParameterNotWhole:
        return "\"{}\" must be a whole number";
    case Fault::OnlyRequests:
        return "only requests can be limited, no other \"qu\"";
    case Fault::QuotaMissing:
        return "\"q\", the quota, is missing";
    case Fault::WindowMissing:
        return "\"w\" is missing; without a window there is no rule";
    case Fault::WindowTooLong:
        return "the window is too long; the longest is 366 days";
    case Fault::SeparatorMissing:
        return "a \";\" or a \",\" is missing";
    case Fault::AfterDuration:
        return "nothing may follow the duration";
    case Fault::FractionDigits:
        return "one to six digits must follow the decimal point";
    case Fault::UnitMissing:
        return "a unit of time is missing; use ms, s, min, h or day";
    case Fault::UnknownUnit:
        return "unknown unit of time \"{}\"; use ms, s, min, h or day";
    case Fault::DurationTooLong:
        return "the duration is too long; the longest is 100 years";
    case Fault::DurationNotWhole:
        return "the duration is not a whole number of microseconds";
    case Fault::ParameterMissing:
        return "the name of a parameter is missing, such as q or w";
    case Fault::QuoteMissing:
        return "a text in double quotes is missing";
    case Fault::QuoteNotAscii:
        return "only printable ASCII may stand in double quotes";
    case Fault::QuoteOpen:
        return "the closing double quote is missing";
    case Fault::ValueMissing:
        return "a value is missing";
    case Fault::NumberBelowZero:
        return "a number below 0 means nothing here";
    case Fault::PolicyName:
        return "a policy's name must have 1 to {} bytes; this one has {}";
    case Fault::EmptyToken:
        return "the token is empty; give the name of the client to limit";
    case Fault::CostRange:
        return "the cost {} is out of range; it goes from 0 to {}";
    case Fault::NoRules:
        return "a policy needs at least one rule, such as 20/min";
    case Fault::TooManyRules:
        return "{} rules are too many; a policy takes up to {}";
    case Fault::LimitRange:
        return "the limit {} is out of range; it goes from 0 to {}";
    case Fault::BurstRange:
        return "the burst {} is out of range; it goes from 1 to {}";
    case Fault::WindowRange:
        return "the window of {} is out of range; it goes from 1 ms to 366 days";
    case Fault::BurstTooLong:
        return "a burst of {} takes more than 142 years to become free again; lower it, or raise the limit";
    case Fault::UnknownAlgorithm:
        return "unknown algorithm \"{}\"; use one of: {}";
    case Fault::NoBurst:
        return "{} does not support a burst; remove it from \"{}\", or use gcra";
    case Fault::SameTag:
        return "the state cannot tell {} from {}, as their windows are equal modulo 32749 microseconds; make "
               "one of "
               "them a millisecond longer";
    case Fault::CandidateName:
        return "its name ends with \"{}\", which is for candidates";
    case Fault::VersionRange:
        return "its version is {}";
    case Fault::DescriptionLength:
        return "its description has {} bytes; the maximum is {}";
    case Fault::RuleNames:
        return "it has {} rule names for {} rules";
    case Fault::ShareRange:
        return "its share is {}; it must be above 0 and at most 1";
    case Fault::OfOtherProgram:
        return "it is for keys of {}: it takes no candidate, hashed tokens, counters, mode or fallback, as "
               "another program decides";
    case Fault::NotUtf8:
        return "a policy's texts must be UTF-8, and so must its name to stand in a file";
    case Fault::Author:
        return "the author must have 1 to {} bytes";
    case Fault::ReasonLength:
        return "a reason of 1 to {} bytes is required; this one has {}";
    case Fault::EndRange:
        return "a block or an override must last 1 microsecond to 100 years, or for good";
    case Fault::PolicyUnreadable:
        return "the announced policy \"{}\" cannot be read: {}";
    case Fault::FileUnreadable:
        return "the policy's file cannot be read: {}";
    case Fault::FilesPolicyUnreadable:
        return "policy {} of the file cannot be read: {}";
    case Fault::KongUnreadable:
        return "cannot read Kong's JSON: {}";
    case Fault::EnvoyUnreadable:
        return "cannot read Envoy's YAML: {}";
    case Fault::Line:
        return "line {}: {}";
    case Fault::Schema:
        return "it has schema {}, but this program supports schema {}";
    case Fault::UnknownKey:
        return "it has the key \"{}\", which this program does not know";
    case Fault::DuplicateKey:
        return "it has the key \"{}\" twice";
    case Fault::ObjectExpected:
        return "an object, {…}, is expected";
    case Fault::MapExpected:
        return "a map is expected here";
    case Fault::KeyMissing:
        return "\"{}\" is missing";
    case Fault::MustBeBoolean:
        return "\"{}\" must be true or false";
    case Fault::MustBeWhole:
        return "\"{}\" must be a whole number";
    case Fault::MustBeNumber:
        return "\"{}\" must be a number";
    case Fault::MustBeText:
        return "\"{}\" must be a text";
    case Fault::MustBeTexts:
        return "\"{}\" must be a list of texts";
    case Fault::MustBeList:
        return "\"{}\" must be a list";
    case Fault::MustBeObject:
        return "\"{}\" must be an object";
    case Fault::BelowZero:
        return "\"{}\" must not be below 0";
    case Fault::TooLarge:
        return "\"{}\" is too large; the largest is {}";
    case Fault::UnknownChoice:
        return "\"{}\" is \"{}\"; use one of: {}";
    case Fault::UnequalLists:
        return "there are {} in \"limit\" and {} in \"window_size\"; each limit needs its window";
    case Fault::UnknownPlugin:
        return "the plugin \"{}\" is not supported; rate-limiting and rate-limiting-advanced are";
    case Fault::TwoPlugins:
        return "it has fields of both rate-limiting and rate-limiting-advanced; remove those of one of them";
    case Fault::NoKongLimit:
        return "there is no limit in it: neither second, minute, hour, day, month or year, nor limit with "
               "window_size";
    case Fault::NoEnvoyLimit:
        return "there is no rate_limit in it";
    case Fault::AllUnlimited:
        return "it has no limit: everything is unlimited";
    case Fault::Aliases:
        return "aliases (*name) are not read; write what they stand for";
    case Fault::SeveralDocuments:
        return "it holds several documents; give one of them";
    case Fault::FieldName:
        return "the name of a field must be a word";
    case Fault::TooDeep:
        return "the descriptors are nested too deeply; at most {} levels are read";
    case Fault::TooManyLimits:
        return "the limits are too many; a policy takes up to {}";
    case Fault::TextTooLong:
        return "the text is too long; up to {} bytes are read";
    case Fault::UnknownNotation:
        return "unknown notation \"{}\"; use one of: {}";
    case Fault::Address:
        return "cannot use this Redis address: {}; write it as "
               "redis://[user[:password]@]host[:port][/database], with rediss: for TLS, or "
               "unix:///path[?db=number]";
    case Fault::NotUrl:
        return "it is not a URL from character {} on";
    case Fault::UnixPath:
        return "unix: requires an absolute path after three slashes";
    case Fault::UnixQuery:
        return "the only thing that may follow the \"?\" is db=number";
    case Fault::HostMissing:
        return "the host is missing";
    case Fault::PortRange:
        return "the port is not a number from 0 to {}";
    case Fault::DatabaseRange:
        return "the database is not a number from 0 to {}";
    case Fault::RedisQuery:
        return "the only thing that may follow the \"?\" of a redis: address is ssh=destination; TLS begins "
               "with rediss:";
    case Fault::RedissQuery:
        return "the only things that may follow the \"?\" of a rediss: address are cacert=, cert=, key=, "
               "sni= "
               "and ssh=";
    case Fault::SshDestination:
        return "ssh= requires a destination as ssh takes it: user@host, or a Host of its configuration";
    case Fault::KeyWithoutCert:
        return "a private key (key=) requires its certificate (cert=)";
    case Fault::TlsFile:
        return "cannot use the certificate or key file {}: {}; it must be PEM, and a key without a "
               "passphrase";
    case Fault::PrimaryNameMissing:
        return "the address of Sentinels ends with the name of the primary: redis+sentinel://host:26379/name";
    case Fault::SentinelQuery:
        return "an address of Sentinels takes db=, read=replica and ssh= (and, with rediss+sentinel:, "
               "cacert=, cert=, key= and sni=)";
    case Fault::ClusterDatabase:
        return "a cluster has no databases to choose from";
    case Fault::PrimaryUnknown:
        return "the Sentinel {} knows no primary \"{}\"; it knows: {}";
    case Fault::UnknownScheme:
        return "it does not begin with redis:, rediss: or unix:, nor with redis+sentinel: or redis+cluster:";
    case Fault::OverrideUnreadable:
        return "the override of {} under {} cannot be read; lift it";
    case Fault::NotOurLog:
        return "this is not a log of Ratewarden's; another program may use its key";
    case Fault::NotOurState:
        return "this string is not a state of Ratewarden's; another program may use its key";
    case Fault::NotOurCounts:
        return "these are not counts of Ratewarden's; another program may use their key";
    case Fault::NoSuchGroup:
        return "{} is no group of keys of {}";
    case Fault::OtherTypeOfKey:
        return "a key of {} holds another type than {} writes";
    case Fault::WrongTypeOfKey:
        return "{} is a {} instead of a {}";
    case Fault::WrongValue:
        return "the value of {} is not {}";
    case Fault::WrongField:
        return "the field {} of {} is not {}";
    case Fault::FieldMissing:
        return "{} has no field {}";
    case Fault::MoreFields:
        return "{} has unexpected fields";
    case Fault::WrongEntry:
        return "an entry is not this format's";
    case Fault::EntryOrScore:
        return "an entry and its score are different times";
    case Fault::EntryId:
        return "an entry's id is not a time";
    case Fault::EntryMoment:
        return "an entry is not a plausible time";
    case Fault::WrongMoment:
        return "{} is not a plausible time";
    case Fault::WrongWindow:
        return "the window is longer than ten years, or not a window";
    case Fault::ModuleValue:
        return "values of the type {} cannot be shown";
    case Fault::KeyTypeNames:
        return "types are {}";
    case Fault::FormatMissing:
        return "which format is missing: a part of its name";
    case Fault::SameName:
        return "the new name is empty, or the same";
    case Fault::EndBeforeEpoch:
        return "a key cannot expire before 1970";
    case Fault::NameTaken:
        return "{} was not renamed: there is a key {}";
    case Fault::KeyGone:
        return "key {} no longer exists";
    case Fault::EndIsPast:
        return "{} would be deleted at once: that time has passed";
    case Fault::NoState:
        return "{} has no state here";
    case Fault::StateUnread:
        return "the state of {} has not been read";
    case Fault::StateMoves:
        return "the state changed each time before it could be written; try again";
    case Fault::NoStaleLock:
        return "there is no lock of {} here that never expires";
    case Fault::LockChanged:
        return "the lock is not the one that was seen before: its owner is alive, so it stays";
    case Fault::RulesUnknown:
        return "the rules of the policy \"{}\" are not known";
    case Fault::NeedsLimit:
        return "this needs the limit, which {} does not store: give the rules";
    case Fault::NeedsWindow:
        return "this needs the window, which {} does not store: give the rules";
    case Fault::LimitOfZero:
        return "a limit of 0 already denies every request";
    case Fault::RefillUnknown:
        return "the refill of this bucket is not known";
    case Fault::CalendarWindow:
        return "{}: its next window begins by the calendar, and a block cannot last beyond the current "
               "window";
    case Fault::CountsNothing:
        return "{}: these keys hold no counter";
    case Fault::UnblockFirst:
        return "it is blocked: unblock it first";
    case Fault::TooManyEntries:
        return "it would take {} entries; at most {} are written";
    case Fault::TooManyKeys:
        return "the block would take {} keys, one for each window; at most {} are written";
    case Fault::SettingsGone:
        return "{}: its settings are gone, and nothing can be written without them";
    case Fault::RulesGone:
        return "{}: its rules are stored in the key, which does not exist: nothing can be written before the "
               "next request";
    case Fault::BlockTooShort:
        return "a block lasts longer than 0 s";
    case Fault::BlockTooLong:
        return "a block of another limiter's token lasts 370 days at most";
    case Fault::UnitsNotWhole:
        return "only a whole number of units can be charged or given back";
    case Fault::MomentTooFar:
        return "this would write a time more than 370 days ahead, which readers reject";
    case Fault::NamedOnly:
        return "{}: its keys are named only, and never changed";
    case Fault::RecognisedOnly:
        return "{} is only recognized: what to write is not known";
    case Fault::NoPermanentBlock:
        return "{} has no block for good; the longest lasts {}: {}";
    case Fault::KeyPerWindow:
        return "each window has its own key";
    case Fault::NextByCalendar:
        return "its next window begins by the calendar";
    case Fault::StoresMoments:
        return "it stores times, and readers reject a time more than 370 days ahead";
    case Fault::RefusalsRefresh:
        return "a denied request renews the key's usual expiry";
    case Fault::ListTooLong:
        return "{} has {} members, too many to be put back by an undo: change it with SADD and SREM";
    case Fault::NoOverrides:
        return "{} takes its rules from its own program: it has no overrides here";
    case Fault::ValueUnknown:
        return "{}: \"{}\" holds something that is not known";
    case Fault::LogTooLong:
        return "{} has more entries than are read at once: it cannot be charged here";
    }
    return {};
}

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
    case Reason::NoTls:
        return "Check that this port speaks TLS, and whether the server wants a client certificate (cert= "
               "and "
               "key=)";
    case Reason::BadCertificate:
        return "If it is the right server: name its certificate authority with cacert=, or the name in its "
               "certificate with sni=";
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

std::string textOf(const Problem& problem, std::size_t i)
{
    if (i >= problem.values.size())
        return {};
    if (const auto* const number = std::get_if<std::int64_t>(&problem.values[i]))
        return std::to_string(*number);
    return std::get<std::string>(problem.values[i]);
}

std::string serverText(const Problem& problem)
{
    const std::string tried = textOf(problem, 0);
    const std::string where = textOf(problem, 1);
    const std::string words = printable(textOf(problem, 2));
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
    std::string_view pattern = ofFormat ? patternOf(*ofFormat) : patternOf(std::get<Fault>(problem.code));
    std::string text;
    for (std::size_t i = 0;; ++i) {
        const std::size_t at = pattern.find(hole);
        text += pattern.substr(0, at);
        if (at == std::string_view::npos)
            return text;
        if (i < problem.values.size())
            text += finished ? textOf(problem, i) : printable(textOf(problem, i));
        else if (!problem.because.empty())
            text += englishText(problem.because.front());
        pattern.remove_prefix(at + hole.size());
    }
}

} // namespace ratewarden
