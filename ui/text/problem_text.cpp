// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/text/problem_text.h"

#include "core/model/errors.h"
#include "core/model/text.h"
#include "ui/text/display_text.h"
#include "ui/text/format_fault_text.h"

#include <QCoreApplication>
#include <QStringList>

namespace ratewarden::ui {
namespace {

QString tr(const char* text)
{
    return QCoreApplication::translate("Problem", text);
}

// With %1 for the first value, and so on; behind the last one, what it is because of.
QString patternOf(Fault fault)
{
    switch (fault) {
    case Fault::None:
    case Fault::ServerError: // see serverText()
    case Fault::OtherNode:
    case Fault::OtherType:
    case Fault::DamagedOverride:
        return {};
    case Fault::Other:
        return QStringLiteral("%1");
    case Fault::UnexpectedReply:
        return tr("an answer that cannot be: “%1”");
    case Fault::Syntax:
        return tr("it is not well-formed: “%1”");
    case Fault::Notation:
        return tr("cannot read “%1” at character %2: %3");
    case Fault::LimitMissing:
        return tr("a limit is missing; write it as in 20/min");
    case Fault::BurstMissing:
        return tr("a burst is missing; write it as in 20/min burst 5");
    case Fault::NumberMissing:
        return tr("a number is missing");
    case Fault::NumberNotWhole:
        return tr("it must be a whole number");
    case Fault::NumberTooLarge:
        return tr("it is too large; the largest is %1");
    case Fault::SlashMissing:
        return tr("a “/” must follow the limit, as in 20/min");
    case Fault::BurstOfZero:
        return tr("a burst of 0 would deny everything; without a burst, the limit applies");
    case Fault::RulesNotJoined:
        return tr("rules are joined with “+”, as in 1/s + 20/min");
    case Fault::ParameterNotWhole:
        return tr("“%1” must be a whole number");
    case Fault::OnlyRequests:
        return tr("only requests can be limited, no other “qu”");
    case Fault::QuotaMissing:
        return tr("“q”, the quota, is missing");
    case Fault::WindowMissing:
        return tr("“w” is missing; without a window there is no rule");
    case Fault::WindowTooLong:
        return tr("the window is too long; the longest is 366 days");
    case Fault::SeparatorMissing:
        return tr("a “;” or a “,” is missing");
    case Fault::AfterDuration:
        return tr("nothing may follow the duration");
    case Fault::FractionDigits:
        return tr("one to six digits must follow the decimal point");
    case Fault::UnitMissing:
        return tr("a unit of time is missing; use ms, s, min, h or day");
    case Fault::UnknownUnit:
        return tr("unknown unit of time “%1”; use ms, s, min, h or day");
    case Fault::DurationTooLong:
        return tr("the duration is too long; the longest is 100 years");
    case Fault::DurationNotWhole:
        return tr("the duration is not a whole number of microseconds");
    case Fault::ParameterMissing:
        return tr("the name of a parameter is missing, such as q or w");
    case Fault::QuoteMissing:
        return tr("a text in double quotes is missing");
    case Fault::QuoteNotAscii:
        return tr("only printable ASCII may stand in double quotes");
    case Fault::QuoteOpen:
        return tr("the closing double quote is missing");
    case Fault::ValueMissing:
        return tr("a value is missing");
    case Fault::NumberBelowZero:
        return tr("a number below 0 means nothing here");
    case Fault::PolicyName:
        return tr("a policy's name must have 1 to %1 bytes; this one has %2");
    case Fault::EmptyToken:
        return tr("the token is empty; give the name of the client to limit");
    case Fault::CostRange:
        return tr("the cost %1 is out of range; it goes from 0 to %2");
    case Fault::NoRules:
        return tr("a policy needs at least one rule, such as 20/min");
    case Fault::TooManyRules:
        return tr("%1 rules are too many; a policy takes up to %2");
    case Fault::LimitRange:
        return tr("the limit %1 is out of range; it goes from 0 to %2");
    case Fault::BurstRange:
        return tr("the burst %1 is out of range; it goes from 1 to %2");
    case Fault::WindowRange:
        return tr("the window of %1 is out of range; it goes from 1 ms to 366 days");
    case Fault::BurstTooLong:
        return tr(
            "a burst of %1 takes more than 142 years to become free again; lower it, or raise the limit");
    case Fault::UnknownAlgorithm:
        return tr("unknown algorithm “%1”; use one of: %2");
    case Fault::NoBurst:
        return tr("%1 does not support a burst; remove it from “%2”, or use gcra");
    case Fault::SameTag:
        return tr("the state cannot tell %1 from %2, as their windows are equal modulo 32749 microseconds; "
                  "make one "
                  "of them a millisecond longer");
    case Fault::CandidateName:
        return tr("its name ends with “%1”, which is for candidates");
    case Fault::VersionRange:
        return tr("its version is %1");
    case Fault::DescriptionLength:
        return tr("its description has %1 bytes; the maximum is %2");
    case Fault::RuleNames:
        return tr("it has %1 rule names for %2 rules");
    case Fault::ShareRange:
        return tr("its share is %1; it must be above 0 and at most 1");
    case Fault::OfOtherProgram:
        return tr("it is for keys of %1: it takes no candidate, hashed tokens, counters, mode or fallback, "
                  "as another program decides");
    case Fault::NotUtf8:
        return tr("a policy's texts must be UTF-8, and so must its name to stand in a file");
    case Fault::Author:
        return tr("the author must have 1 to %1 bytes");
    case Fault::ReasonLength:
        return tr("a reason of 1 to %1 bytes is required; this one has %2");
    case Fault::EndRange:
        return tr("a block or an override must last 1 microsecond to 100 years, or for good");
    case Fault::PolicyUnreadable:
        return tr("the published policy “%1” cannot be read: %2");
    case Fault::FileUnreadable:
        return tr("the policy's file cannot be read: %1");
    case Fault::FilesPolicyUnreadable:
        return tr("policy %1 of the file cannot be read: %2");
    case Fault::KongUnreadable:
        return tr("cannot read Kong's JSON: %1");
    case Fault::EnvoyUnreadable:
        return tr("cannot read Envoy's YAML: %1");
    case Fault::Line:
        return tr("line %1: %2");
    case Fault::Schema:
        return tr("it has schema %1, but this program supports schema %2");
    case Fault::UnknownKey:
        return tr("it has the key “%1”, which this program does not know");
    case Fault::DuplicateKey:
        return tr("it has the key “%1” twice");
    case Fault::ObjectExpected:
        return tr("an object, {…}, is expected");
    case Fault::MapExpected:
        return tr("a map is expected here");
    case Fault::KeyMissing:
        return tr("“%1” is missing");
    case Fault::MustBeBoolean:
        return tr("“%1” must be true or false");
    case Fault::MustBeWhole:
        return tr("“%1” must be a whole number");
    case Fault::MustBeNumber:
        return tr("“%1” must be a number");
    case Fault::MustBeText:
        return tr("“%1” must be a text");
    case Fault::MustBeTexts:
        return tr("“%1” must be a list of texts");
    case Fault::MustBeList:
        return tr("“%1” must be a list");
    case Fault::MustBeObject:
        return tr("“%1” must be an object");
    case Fault::BelowZero:
        return tr("“%1” must not be below 0");
    case Fault::TooLarge:
        return tr("“%1” is too large; the largest is %2");
    case Fault::UnknownChoice:
        return tr("“%1” is “%2”; use one of: %3");
    case Fault::UnequalLists:
        return tr("there are %1 in “limit” and %2 in “window_size”; each limit needs its window");
    case Fault::UnknownPlugin:
        return tr("the plugin “%1” is not supported; rate-limiting and rate-limiting-advanced are");
    case Fault::TwoPlugins:
        return tr(
            "it has fields of both rate-limiting and rate-limiting-advanced; remove those of one of them");
    case Fault::NoKongLimit:
        return tr("there is no limit in it: neither second, minute, hour, day, month or year, nor limit with "
                  "window_size");
    case Fault::NoEnvoyLimit:
        return tr("there is no rate_limit in it");
    case Fault::AllUnlimited:
        return tr("it has no limit: everything is unlimited");
    case Fault::Aliases:
        return tr("aliases (*name) are not read; write what they stand for");
    case Fault::SeveralDocuments:
        return tr("it holds several documents; give one of them");
    case Fault::FieldName:
        return tr("the name of a field must be a word");
    case Fault::TooDeep:
        return tr("the descriptors are nested too deeply; at most %1 levels are read");
    case Fault::TooManyLimits:
        return tr("the limits are too many; a policy takes up to %1");
    case Fault::TextTooLong:
        return tr("the text is too long; up to %1 bytes are read");
    case Fault::UnknownNotation:
        return tr("unknown notation “%1”; use one of: %2");
    case Fault::Address:
        return tr("cannot use this Redis address: %1; write it as "
                  "redis://[user[:password]@]host[:port][/database], with rediss: for TLS, or "
                  "unix:///path[?db=number]");
    case Fault::NotUrl:
        return tr("it is not a URL from character %1 on");
    case Fault::UnixPath:
        return tr("unix: requires an absolute path after three slashes");
    case Fault::UnixQuery:
        return tr("the only thing that may follow the “?” is db=number");
    case Fault::HostMissing:
        return tr("the host is missing");
    case Fault::PortRange:
        return tr("the port is not a number from 0 to %1");
    case Fault::DatabaseRange:
        return tr("the database is not a number from 0 to %1");
    case Fault::RedisQuery:
        return tr("the only thing that may follow the “?” of a redis: address is ssh=destination; TLS begins "
                  "with rediss:");
    case Fault::RedissQuery:
        return tr(
            "the only things that may follow the “?” of a rediss: address are cacert=, cert=, key=, sni= "
            "and ssh=");
    case Fault::SshDestination:
        return tr("ssh= requires a destination as ssh takes it: user@host, or a Host of its configuration");
    case Fault::KeyWithoutCert:
        return tr("a private key (key=) requires its certificate (cert=)");
    case Fault::TlsFile:
        return tr(
            "cannot use the certificate or key file %1: %2; it must be PEM, and a key without a passphrase");
    case Fault::PrimaryNameMissing:
        return tr(
            "the address of Sentinels ends with the name of the primary: redis+sentinel://host:26379/name");
    case Fault::SentinelQuery:
        return tr("an address of Sentinels takes db=, read=replica and ssh= (and, with rediss+sentinel:, "
                  "cacert=, cert=, key= and sni=)");
    case Fault::ClusterDatabase:
        return tr("a cluster has no databases to choose from");
    case Fault::PrimaryUnknown:
        return tr("the Sentinel %1 knows no primary “%2”; it knows: %3");
    case Fault::UnknownScheme:
        return tr(
            "it does not begin with redis:, rediss: or unix:, nor with redis+sentinel: or redis+cluster:");
    case Fault::OverrideUnreadable:
        return tr("the override of %1 under %2 cannot be read; lift it");
    case Fault::NotOurLog:
        return tr("this is not a log of Ratewarden's; another program may use its key");
    case Fault::NotOurState:
        return tr("this string is not a state of Ratewarden's; another program may use its key");
    case Fault::NotOurCounts:
        return tr("these are not counts of Ratewarden's; another program may use their key");
    case Fault::NoSuchGroup:
        return tr("%1 is no group of keys of %2");
    case Fault::OtherTypeOfKey:
        return tr("a key of %1 holds another type than %2 writes");
    case Fault::WrongTypeOfKey:
        return tr("%1 is a %2 instead of a %3");
    case Fault::WrongValue:
        return tr("the value of %1 is not %2");
    case Fault::WrongField:
        return tr("the field %1 of %2 is not %3");
    case Fault::FieldMissing:
        return tr("%1 has no field %2");
    case Fault::MoreFields:
        return tr("%1 has unexpected fields");
    case Fault::WrongEntry:
        return tr("an entry is not this format's");
    case Fault::EntryOrScore:
        return tr("an entry and its score are different times");
    case Fault::EntryId:
        return tr("an entry's id is not a time");
    case Fault::EntryMoment:
        return tr("an entry is not a plausible time");
    case Fault::WrongMoment:
        return tr("%1 is not a plausible time");
    case Fault::WrongWindow:
        return tr("the window is longer than ten years, or not a window");
    case Fault::ModuleValue:
        return tr("values of the type %1 cannot be shown");
    case Fault::KeyTypeNames:
        return tr("types are %1");
    case Fault::FormatMissing:
        return tr("which format is missing: a part of its name");
    case Fault::SameName:
        return tr("the new name is empty, or the same");
    case Fault::EndBeforeEpoch:
        return tr("a key cannot expire before 1970");
    case Fault::NameTaken:
        return tr("%1 was not renamed: there is a key %2");
    case Fault::KeyGone:
        return tr("key %1 no longer exists");
    case Fault::EndIsPast:
        return tr("%1 would be deleted at once: that time has passed");
    case Fault::NoState:
        return tr("%1 has no state here");
    case Fault::StateUnread:
        return tr("the state of %1 has not been read");
    case Fault::StateMoves:
        return tr("the state changed each time before it could be written; try again");
    case Fault::NoStaleLock:
        return tr("there is no lock of %1 here that never expires");
    case Fault::LockChanged:
        return tr("the lock is not the one that was seen before: its owner is alive, so it stays");
    case Fault::RulesUnknown:
        return tr("the rules of the policy “%1” are not known");
    case Fault::NeedsLimit:
        return tr("this needs the limit, which %1 does not store: give the rules");
    case Fault::NeedsWindow:
        return tr("this needs the window, which %1 does not store: give the rules");
    case Fault::LimitOfZero:
        return tr("a limit of 0 already denies every request");
    case Fault::RefillUnknown:
        return tr("the refill of this bucket is not known");
    case Fault::CalendarWindow:
        return tr(
            "%1: its next window begins by the calendar, and a block cannot last beyond the current window");
    case Fault::CountsNothing:
        return tr("%1: these keys hold no counter");
    case Fault::UnblockFirst:
        return tr("it is blocked: unblock it first");
    case Fault::TooManyEntries:
        return tr("it would take %1 entries; at most %2 are written");
    case Fault::TooManyKeys:
        return tr("the block would take %1 keys, one for each window; at most %2 are written");
    case Fault::SettingsGone:
        return tr("%1: its settings are gone, and nothing can be written without them");
    case Fault::RulesGone:
        return tr("%1: its rules are stored in the key, which does not exist: nothing can be written before "
                  "the next request");
    case Fault::BlockTooShort:
        return tr("a block lasts longer than 0 s");
    case Fault::BlockTooLong:
        return tr("a block of another limiter's token lasts 370 days at most");
    case Fault::UnitsNotWhole:
        return tr("only a whole number of units can be charged or given back");
    case Fault::MomentTooFar:
        return tr("this would write a time more than 370 days ahead, which readers reject");
    case Fault::NamedOnly:
        return tr("%1: its keys are named only, and never changed");
    case Fault::RecognisedOnly:
        return tr("%1 is only recognized: what to write is not known");
    case Fault::NoPermanentBlock:
        return tr("%1 has no block for good; the longest lasts %2: %3");
    case Fault::KeyPerWindow:
        return tr("each window has its own key");
    case Fault::NextByCalendar:
        return tr("its next window begins by the calendar");
    case Fault::StoresMoments:
        return tr("it stores times, and readers reject a time more than 370 days ahead");
    case Fault::RefusalsRefresh:
        return tr("a denied request renews the key's usual expiry");
    case Fault::ListTooLong:
        return tr("%1 has %2 members, too many to be put back by an undo: change it with SADD and SREM");
    case Fault::NoOverrides:
        return tr("%1 takes its rules from its own program: it has no overrides here");
    case Fault::ValueUnknown:
        return tr("%1: “%2” holds something that is not known");
    case Fault::LogTooLong:
        return tr("%1 has more entries than are read at once: it cannot be charged here");
    }
    return {};
}

QString adviceOn(UnavailableReason reason)
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
        return tr("Check the name of the host");
    case Reason::SshFailed:
        return tr(
            "ssh to it must work without a question: add its key to the agent, and the host to known_hosts");
    case Reason::NoTls:
        return tr("Check that this port speaks TLS, and whether the server wants a client certificate");
    case Reason::BadCertificate:
        return tr(
            "If it is the right server: choose the certificate authority that signed its certificate, or "
            "enter the name in it");
    case Reason::Loading:
        return tr("It is still loading its data");
    case Reason::Busy:
        return tr("A script keeps it busy");
    case Reason::MasterDown:
        return tr("It is a replica that has lost its primary");
    case Reason::NodeDown:
        return tr("This node's tokens cannot be reached until it is back, or a replica takes its place");
    case Reason::ClusterDown:
        return tr("Its cluster is not complete");
    case Reason::TryAgain:
        return tr("The key is moving to another node; try again soon");
    case Reason::TooManyClients:
        return tr("It has too many clients; try again soon");
    case Reason::Replica:
        return tr("This server is a replica; connect to its primary");
    case Reason::OutOfMemory:
        return tr("Its memory is full. Raise maxmemory, and keep maxmemory-policy at noeviction: any other "
                  "policy may evict blocks and overrides, which allows tokens that are blocked");
    case Reason::Misconfigured:
        return tr("It takes no writes until it can keep them safe");
    }
    return {};
}

QString adviceOn(RefusedReason reason)
{
    using Reason = RefusedReason;
    switch (reason) {
    case Reason::NotAuthenticated:
    case Reason::WrongPassword:
        return tr("Check the user and the password");
    case Reason::MissingRight:
        return tr("Ask for an ACL that allows it, or connect as another user");
    case Reason::ReadOnly:
        return tr("Unlock the connection to change anything");
    case Reason::Other:
        return {};
    }
    return {};
}

QString adviceOn(FormatFault /*fault*/)
{
    return {};
}

QString adviceOn(Fault fault)
{
    if (fault == Fault::OtherNode)
        return tr("This server is one node of a cluster, and the key lies on another; connect to that node");
    if (fault == Fault::OtherType)
        return tr("Another program may use this key; look at it before you reset it");
    return {};
}

QString valueText(const Problem::Value& value)
{
    if (const auto* const number = std::get_if<std::int64_t>(&value))
        return numberText(*number);
    return shown(std::get<std::string>(value));
}

// Each %1 to %9 is replaced once: a value may hold such a sign, too.
QString filled(const QString& pattern, const QStringList& values)
{
    QString text;
    for (qsizetype i = 0; i < pattern.size(); ++i) {
        const bool isPlace = pattern[i] == u'%' && i + 1 < pattern.size() && pattern[i + 1].isDigit();
        text += isPlace ? values.value(pattern[++i].digitValue() - 1) : QString(pattern[i]);
    }
    return text;
}

QString serverPattern(const Problem& problem, const QString& tried, const QString& words)
{
    const auto* const reason = std::get_if<UnavailableReason>(&problem.code);
    if (problem.code == Problem::Code(RefusedReason::ReadOnly))
        return tr("%1 on %2: this connection is read-only, and nothing was sent");
    if (reason && *reason == UnavailableReason::Cancelled)
        return tr("the connection to %2 is being closed");
    if (problem.values.size() > 2 && std::holds_alternative<std::int64_t>(problem.values[2]))
        return tr("%1 on %2: no answer within %3 ms");
    if (tried.isEmpty())
        return tr("cannot connect to %2: %3");
    if (reason && words.isEmpty())
        return tr("%1 on %2: the server closed the connection");
    if (reason && (*reason <= UnavailableReason::Cancelled || *reason == UnavailableReason::Other))
        return tr("%1 on %2: %3");
    return tr("%1 on %2: Redis answered: %3");
}

QString serverText(const Problem& problem)
{
    const auto safe = [&](std::size_t i) { // these are fit to print
        const auto* const text =
            i < problem.values.size() ? std::get_if<std::string>(&problem.values[i]) : nullptr;
        return text ? QString::fromStdString(*text) : QString();
    };
    const QString tried = safe(0);
    const QString words = problem.values.size() > 2 ? valueText(problem.values[2]) : QString();
    const QString text = filled(serverPattern(problem, tried, words), {tried, safe(1), words});
    const QString advice = std::visit([](auto code) { return adviceOn(code); }, problem.code);
    return advice.isEmpty() ? text
                            : QString::fromStdString(joinSentences(text.toStdString(), advice.toStdString()));
}

} // namespace

QString problemText(const Problem& problem)
{
    if (isOfServer(problem))
        return serverText(problem);
    if (problem.code == Problem::Code(Fault::Other) && !problem.values.empty())
        return QString::fromStdString(std::get<std::string>(problem.values.front()));
    QStringList values;
    for (const Problem::Value& value : problem.values)
        values << valueText(value);
    for (const Problem& why : problem.because)
        values << problemText(why);
    const auto* const ofFormat = std::get_if<FormatFault>(&problem.code);
    return filled(ofFormat ? faultPattern(*ofFormat) : patternOf(std::get<Fault>(problem.code)), values);
}

QString problemText(const std::exception& error)
{
    const auto* const ours = dynamic_cast<const Error*>(&error);
    return ours ? problemText(ours->problem()) : QString::fromUtf8(error.what());
}

} // namespace ratewarden::ui
