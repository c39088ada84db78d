// SPDX-License-Identifier: MIT
#pragma once

#include "core/model/format_fault.h"

#include <cstdint>
#include <string>
#include <type_traits>
#include <variant>
#include <vector>

namespace ratewarden {

/// Why Redis could not be reached, or does not serve now.
enum class UnavailableReason {
    NoConnection,   ///< it could not be made, or broke
    NameUnknown,    ///< the host's name leads nowhere
    SshFailed,      ///< ssh could not be started, or did not get there
    HostKeyChanged, ///< ssh did not connect: the host has another key than known_hosts says
    NoTls,          ///< TLS could not be agreed on
    BadCertificate, ///< the server could not prove its name
    CertificateExpired,
    ClosedUnheard,  ///< without TLS, before the server answered anything
    NotRedis,       ///< what came is not in Redis' protocol
    ReplyTooLarge,  ///< an answer above the bound; the connection is closed
    TimedOut,       ///< connecting, or an answer, took too long
    Cancelled,      ///< Server::cancel()
    PrimaryChanged, ///< Sentinel has made another server the primary meanwhile
    Loading,        ///< it reads its data at start
    Busy,           ///< a script blocks it
    MasterDown,     ///< a replica without its primary, told to serve no old data
    ClusterDown,    ///< some slots of the cluster have no node
    NodeDown,       ///< the node of a cluster that has the slot is unreachable; others are not
    TryAgain,       ///< a slot is moving between nodes
    Replica,        ///< READONLY: it takes no writes
    OutOfMemory,    ///< above maxmemory
    Misconfigured,  ///< it takes no writes as it could not save them, or has too few replicas
    TooManyClients, ///< maxclients
    Other
};

/// Why a user may not.
enum class RefusedReason {
    NotAuthenticated, ///< a password is needed, and none was given
    WrongPassword,    ///< or no such user, or the user is switched off
    MissingRight,     ///< an ACL without the right, for a command or for one inside a script
    ReadOnly,         ///< Guard, at GuardLevel::ReadOnly
    Other
};

/// What else can be wrong. Behind each stands which values its problem has, in their order; "why" is not
/// among them, but Problem::because.
enum class Fault {
    None, ///< nothing is wrong

    // Of what a server answered. The values are those of the reasons above; see Problem.
    ServerError,     ///< any other error reply
    NoCluster,       ///< it is asked for its slots, and is a single server
    NoSentinel,      ///< it is asked for the primary, and is no Sentinel
    OtherNode,       ///< MOVED and ASK
    OtherType,       ///< WRONGTYPE
    DamagedOverride, ///< the same, of a script that cannot read the token's override

    // Texts from elsewhere, finished as they are.
    Other,           ///< a message without a code, for programmers and the terminal
    UnexpectedReply, ///< what came, and what was expected
    Syntax,          ///< the words of the library that reads JSON or YAML

    // Rules and durations, as they are written.
    Notation, ///< the text, the character counted from 1, why
    LimitMissing,
    BurstMissing,
    NumberMissing,
    NumberNotWhole,
    NumberTooLarge, ///< the largest
    SlashMissing,
    OnceMissing,
    BurstOfZero,
    RulesNotJoined,
    ParameterNotWhole, ///< its name
    OnlyRequests,
    QuotaMissing,
    WindowMissing,
    WindowTooLong,
    SeparatorMissing,
    AfterDuration,
    FractionDigits,
    UnitMissing,
    UnknownUnit, ///< the word
    DurationTooLong,
    DurationNotWhole,
    ParameterMissing,
    QuoteMissing,
    QuoteNotAscii,
    QuoteOpen,
    ValueMissing,
    NumberBelowZero,

    // Policies and requests.
    DenialsRange, ///< how many are to be remembered, the most
    DenialsUncounted,
    LeaseRange,   ///< the life of a lease, the shortest, the longest
    LeaseTooLong, ///< the life of a lease, the rule
    PolicyName,   ///< the longest, its length, in bytes
    EmptyToken,
    CostRange, ///< the cost, the largest
    NoRules,
    TooManyRules,      ///< how many, the most
    LimitRange,        ///< the limit, the largest
    BurstRange,        ///< the burst, the largest
    WindowRange,       ///< the rule
    BurstTooLong,      ///< the rule
    UnknownAlgorithm,  ///< its name, the known ones
    NoBurst,           ///< the algorithm, the rule
    NoSlots,           ///< the algorithm, the rule
    TwiceAtOnce,       ///< the two rules
    NoLeaseOfSlots,    ///< the rule
    SlotsUntried,      ///< the rule
    SlotsByHand,       ///< the rule
    SameTag,           ///< the two rules
    CandidateName,     ///< the end of a candidate's name
    VersionRange,      ///< the version
    DescriptionLength, ///< its length, the longest, in bytes
    RuleNames,         ///< how many names, how many rules
    ShareRange,        ///< the share
    OfOtherProgram,    ///< the format
    NotUtf8,
    Author,       ///< the longest, in bytes
    ReasonLength, ///< the longest, its length, in bytes
    EndRange,

    // Documents, files and pasted texts.
    PolicyUnreadable,      ///< the policy, why
    FileUnreadable,        ///< why
    FilesPolicyUnreadable, ///< its place counted from 1, why
    KongUnreadable,        ///< why
    EnvoyUnreadable,       ///< why
    Line,                  ///< its number from 1, what is wrong there
    Schema,                ///< the document's, this program's
    UnknownKey,            ///< the key
    DuplicateKey,          ///< the key
    ObjectExpected,
    MapExpected,
    KeyMissing,    ///< the key
    MustBeBoolean, ///< the key
    MustBeWhole,   ///< the key
    MustBeNumber,  ///< the key
    MustBeText,    ///< the key
    MustBeTexts,   ///< the key
    MustBeList,    ///< the key
    MustBeObject,  ///< the key
    BelowZero,     ///< the key
    TooLarge,      ///< the key, the largest
    UnknownChoice, ///< the key, its value, the allowed values
    UnequalLists,  ///< how many limits, how many windows
    UnknownPlugin, ///< its name
    TwoPlugins,
    NoKongLimit,
    NoEnvoyLimit,
    AllUnlimited,
    Aliases,
    SeveralDocuments,
    FieldName,
    TooDeep,         ///< how deep it may be
    TooManyLimits,   ///< the most
    TextTooLong,     ///< the longest, in bytes
    UnknownNotation, ///< its name, the known ones

    // Logs of requests.
    LogEmpty,
    LogBinary,
    LogSyntax,
    NoLogField,    ///< the field, those that there are
    NoTokenField,  ///< the format, its fields
    NoTimeField,   ///< the format, its fields
    NoTokenColumn, ///< the format, its columns
    NoTimeColumn,  ///< the format, its columns
    NoStatusField,
    NoRequests, ///< what it is instead
    NginxMessages,
    SyslogMessages,
    PostgresMessages,
    JournalMessages,
    ProgramMessages,

    // Filters, and alerts.
    FilterWord,         ///< the word, the known words
    FilterNear,         ///< the word, the one that may be meant
    FilterValueMissing, ///< the word, an example
    FilterComparison,   ///< the word, an example
    FilterAfterQuote,
    FilterPattern, ///< the pattern
    FilterFormat,  ///< the pattern
    FilterRule,    ///< the text
    FilterAddress, ///< the text
    FilterMoment,  ///< the text
    FilterNamed,   ///< the name
    FilterName,    ///< the name
    FilterOr,      ///< the word
    FilterBracket,
    FilterAfterBracket,
    FilterDepth, ///< the most
    NoAlert,
    AlertTwice,    ///< its name
    AlertMeasure,  ///< the measure
    AlertBound,    ///< the measure
    AlertBack,     ///< the field, the bound's field
    AlertNever,    ///< the measure
    AlertDuration, ///< the shortest, the longest
    AlertTime,     ///< the text
    AlertTeller,
    AlertPath,
    GoesWith, ///< the field, the one that it goes with
    AlertWebhook,
    AlertHistory, ///< the smallest, the largest

    // Histories that a watcher keeps.
    HistoryMissing, ///< the file
    HistoryForeign, ///< the file
    HistoryNewer,   ///< the file, its version, the newest known one
    HistoryDamaged, ///< the file, what SQLite says
    HistoryBusy,    ///< the file
    HistoryHeld,    ///< the file
    HistoryFailed,  ///< the file, what the system or SQLite says

    // Addresses of servers.
    Address,        ///< why
    NotUrl,         ///< the character counted from 1
    NotUrlWithUser, ///< the same, where a user or a password is given
    NulInAddress,
    UnixPath,
    UnixQuery,
    HostMissing,
    PortRange,     ///< the largest
    DatabaseRange, ///< the largest
    RedisQuery,
    RedissQuery,
    SshDestination,
    KeyWithoutCert,
    TlsFile, ///< its name; empty: the system's certificates; why
    PrimaryNameMissing,
    SentinelQuery,
    ClusterDatabase,
    PrimaryUnknown, ///< the Sentinel, the name, those that it knows
    UnknownScheme,

    // Keys and their values.
    OverrideUnreadable, ///< the token, the policy
    NotOurLog,
    NotOurState,
    NotOurDenials,
    NotOurCounts,
    NoSuchGroup,    ///< the group, the format
    OtherTypeOfKey, ///< the token, the format
    WrongTypeOfKey, ///< the key, its type, the format's
    WrongValue,     ///< the key, the pattern
    WrongField,     ///< the field, the key, the pattern
    FieldMissing,   ///< the key, the field
    MoreFields,     ///< the key
    MoreTokens,     ///< the key, how many, the most
    WhichToken,     ///< the key, how many it holds
    WrongEntry,
    EntryOrScore,
    EntryId,
    EntryMoment,
    WrongMoment, ///< the capture
    WrongWindow,
    ModuleValue, ///< the type
    SameName,
    EndBeforeEpoch,
    NameTaken, ///< the key, the one that has the name
    KeyGone,   ///< the key
    EndIsPast, ///< the key

    // Plans of changes.
    NoState,     ///< the token
    StateUnread, ///< the token
    WrongUnit,   ///< the token, the format
    StateMoves,
    NoStaleLock,  ///< the format
    KeepsNoSlots, ///< the format
    SlotAges,     ///< the token
    LockChanged,
    RulesUnknown, ///< the policy
    NeedsLimit,   ///< the format
    NeedsWindow,  ///< the format
    LimitOfZero,
    RefillUnknown,
    CalendarWindow, ///< the format
    OneWindow,      ///< the format
    CountsNothing,  ///< the format
    UnblockFirst,
    TooManyEntries, ///< how many, the most
    TooManyKeys,    ///< how many, the most
    SettingsGone,   ///< the format
    RulesGone,      ///< the format
    BlockTooShort,
    BlockTooLong,
    UnitsNotWhole,
    MomentTooFar,
    NamedOnly,        ///< the format
    RecognisedOnly,   ///< the format
    NoPermanentBlock, ///< the format, the longest, why
    NoTimedBlock,     ///< the format
    QuotaGone,        ///< the format
    DeniedForGood,    ///< the format
    KeyPerWindow,
    NextByCalendar,
    StoresMoments,
    RefusalsRefresh,
    ListTooLong,  ///< the key, its members
    NoOverrides,  ///< the format
    ValueUnknown, ///< the format, the key, field or pattern
    LogTooLong,   ///< the token
};

/// Its sentence in English: see fault_text.h. Empty where the code of a server's problem says more.
const char* patternOf(Fault fault);

inline constexpr Fault lastFault = Fault::LogTooLong;

/// What is wrong, in codes and values: each front end says it in its own words.
///
/// The values of what a server answered or did, which are the codes of the two reasons and the first ones of
/// Fault, are: what was tried ("GET"; empty: to connect), on which server, and its own words or the system's.
/// In the place of the words stand the milliseconds that were waited, or nothing where a connection was
/// closed. A ReadOnly has no words.
struct Problem {
    using Code = std::variant<Fault, UnavailableReason, RefusedReason, FormatFault>;
    /// A number, or text as raw bytes; what was tried and on which server is safe to print.
    using Value = std::variant<std::int64_t, std::string>;

    Code code = Fault::None;
    std::vector<Value> values;
    std::vector<Problem> because; ///< at most one

    Problem() = default;
    template <class Its, class... Values, class = std::enable_if_t<std::is_convertible_v<Its, Code>>>
    Problem(Its its, const Values&... them) : code(its)
    {
        (add(them), ...);
    }

    explicit operator bool() const { return code != Code(Fault::None); }

    friend bool operator==(const Problem&, const Problem&) = default;

private:
    template <class V>
    void add(const V& value)
    {
        if constexpr (std::is_same_v<V, Problem>)
            because.push_back(value);
        else if constexpr (std::is_integral_v<V>)
            values.emplace_back(std::int64_t(value));
        else
            values.emplace_back(std::string(value));
    }
};

/// Whether it is of a server: see Problem.
bool isOfServer(const Problem& problem);

/// In English, for what(), logs and the terminal: safe to print. Empty when nothing is wrong.
std::string englishText(const Problem& problem);

} // namespace ratewarden
