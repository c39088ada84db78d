// SPDX-License-Identifier: MIT
#pragma once

#include "core/formats/describe/key_look.h"
#include "core/formats/foreign/catalogue_format.h"

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace ratewarden {

/// Why a proposal is what it is. Codes; ui/text and ctl make the sentence.
enum class ProposalReason {
    WholeNumber,        ///< the value is one whole number: it counts
    CountedUp,          ///< it grew between two looks
    CountedDown,        ///< it fell
    NamedSo,            ///< the field `name` is called so
    ElementsCount,      ///< a set: its elements are counted
    Moment,             ///< `name` is a moment in the unit `text`, `span` after now (before: negative)
    OwnEpoch,           ///< counted from `moment`, not from 1970
    ExpiresThen,        ///< the key expires at that moment
    LevelAndTime,       ///< a number, and the moment at which it was true
    Entries,            ///< each entry is a moment
    ScoreIsMoment,      ///< each score is; the members are told apart by something else
    ExpiresAfterFirst,  ///< the expiry stayed while it counted, or nothing says otherwise
    ExpiresAfterNewest, ///< the expiry moved, or lies one round window after the newest entry
    NeverExpires,
    NumberedWindow,   ///< the key's name has the number of a window of the length `span`
    WindowStart,      ///< the key's name has the start of a window
    OutlivesWindow,   ///< it lives for another window: the older one is weighted
    WindowFromExpiry, ///< the round window `span`: the key has that, or a little less, to live
    TokenVaries,      ///< `number` other keys differ in that part of the name
    TokenGuessed,     ///< no other key tells the token from the rest
    OtherKey,         ///< the key `name` holds another part of the state
    NotCertain        ///< another reading of the value is as likely
};

struct FoundReason {
    ProposalReason code;
    std::string name{}; ///< bytes: of a field, or a key
    std::string unit{}; ///< "s", "ms", "us", "ns"
    Nanos time{};       ///< a span; of OwnEpoch the moment
    std::size_t number = 0;

    friend bool operator==(const FoundReason&, const FoundReason&) = default;
};

/// A format that the key may be of, whole but for its sample.
struct Proposal {
    FormatFile file;
    double confidence = 0; ///< 0 to 1
    std::vector<FoundReason> reasons;
    std::string token;           ///< of the key
    std::optional<Nanos> window; ///< of the rules: what is seen suggests it
};

/// The formats that the key may be of, the likeliest first; empty: nothing in it looks like a limiter's
/// state, or it is one of Ratewarden's own keys. Each reads the latest look. Pure.
std::vector<Proposal> proposeFormats(const KeyLooks& looks);

/// Where to begin when nothing is proposed: a format with the name of the key and its type, and no value.
/// Throws BadNotation for a name that is too long for a pattern.
FormatFile blankFormat(const KeyLooks& looks);

/// The format with one sample: the keys as they were seen, which mean what it reads. Keys that it does not
/// know are left out. Where under these rules the key lives for another number of windows than the file says,
/// the file follows what was seen. Throws InvalidArgument when the format cannot read the keys.
FormatFile withSample(FormatFile file, const KeyLooks& looks, std::span<const Rule> rules);

/// Why a format does not read what was seen.
enum class LookMisfit {
    None,
    Name,        ///< the key's name is not of the pattern
    Value,       ///< its value is not: `mismatch` says what
    Unrecognised ///< it could be read, but the format would not take the key for one of its own
};

/// What a format makes of what was seen.
struct LookReading {
    LookMisfit misfit = LookMisfit::None;
    Problem mismatch;
    std::string token;     ///< bytes
    std::string group;     ///< as Subject::policy has it
    ForeignState state;    ///< empty where the key cannot be read
    double confidence = 0; ///< with which the key would be recognised
};
LookReading readLook(const FormatFile& file, const KeyLooks& looks, std::span<const Rule> rules);

} // namespace ratewarden
