// SPDX-License-Identifier: MIT
#pragma once

#include "core/formats/files/pattern.h"
#include "core/model/errors.h"
#include "core/model/rule.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace ratewarden {

/// The reader of a format; it follows from what is captured, see parseFormatFile().
enum class Shape {
    Counter, ///< one number that ends
    Pair,    ///< two windows, the older one weighted
    Slices,  ///< a window in numbered slices, which are summed
    Tat,     ///< a theoretical arrival time
    Bucket,  ///< a level and the moment at which it was true
    Log,     ///< the moments of the requests
    Slots,   ///< a log of requests in flight: each removes its entry when it ends
    None     ///< keys get their name, and nothing is read
};

/// What may be changed.
enum class Tier {
    Safe, ///< after the usual preview
    Care, ///< the preview says first that it may be misread
    Label ///< nothing; slots, which each have an entry of their own, can still be freed
};

/// What a refused request writes.
enum class Denied {
    Nothing,
    Counts,    ///< a unit
    Refreshes, ///< the expiry alone
    Rewrites   ///< the whole state
};

/// As TYPE names it, and any of them.
enum class ValueType { String, Hash, List, Set, SortedSet, Stream, Any };

/// By which code a string is read and written that patterns alone do not tell.
enum class Codec {
    None,
    Bucket4j,   ///< readBucket4j() reads it besides
    PickledList ///< readPickledList() reads a list out of it
};

/// As files say them: "counter", "safe".
std::string_view nameOf(Shape shape);
std::string_view nameOf(Tier tier);
std::string_view nameOf(Codec codec); ///< not of None

/// As TYPE answers: "string", "zset"; of Any "any".
std::string_view typeName(ValueType type);
/// The type that TYPE calls so; Any for others.
ValueType valueTypeNamed(std::string_view type);

/// What a key's expiry says: it lies at from + windows x window + plus, within grain.
struct ExpiryRule {
    enum class From {
        First,  ///< first hit of the window
        Newest, ///< every hit
        End,    ///< end of the clock window
        Tat,    ///< theoretical arrival time
        None,   ///< such keys never expire
        Other   ///< it says nothing
    };
    From from = From::First;
    double windows = 1;
    Nanos plusLow{};
    Nanos plusHigh{};
    Nanos grain = std::chrono::milliseconds(20);

    friend bool operator==(const ExpiryRule&, const ExpiryRule&) = default;
};

/// One key of a subject.
struct KeyRole {
    /// "main" is the key that is counted in; a "lock" without expiry is a stale one; other names mean
    /// nothing.
    std::string role;
    std::vector<Pattern> names; ///< alternatives; at least one
    ValueType type = ValueType::String;
    std::vector<Pattern> values;    ///< of a string: alternatives, the first that fits is read
    std::vector<Pattern> notNames;  ///< keys that `names` match but that are another limiter's
    std::vector<Pattern> notValues; ///< of a string, likewise: a key that holds one is not recognised
    struct HashField {
        std::string name{};                   ///< exact, unless `namePattern` is set; bytes
        std::optional<Pattern> namePattern{}; ///< all fields of the hash that match
        Pattern value{};
        bool optional = false; ///< may be missing or empty

        friend bool operator==(const HashField&, const HashField&) = default;
    };
    std::vector<HashField> fields; ///< of a hash, or of a stream's entries
    Codec codec = Codec::None;     ///< of a string
    bool more = false;             ///< other fields may be there too
    /// Of a list, set, sorted set or pickled list; empty: any. Of a set beside the main key that captures
    /// `blocked`: its members are the tokens that are blocked.
    std::optional<Pattern> element;
    std::optional<Pattern> score; ///< of a sorted set; empty: any
    bool required = false;        ///< without this key the state is void
    bool keep = false;            ///< configuration: never deleted; of slots: counted elsewhere, never freed
    /// What it counts, under a rule of its own: "requests", "tokens"; empty: it has no such rule.
    std::string rule;
    bool once = false; ///< of such: a request counts one, whatever it costs
    std::optional<Denied>
        denied; ///< of such: what a refused request writes, where it is not FormatFile::denied

    bool takesType(std::string_view redisType) const; ///< as TYPE names it
    bool capturesInName(std::string_view name) const; ///< by one of the alternatives
    bool capturesInValue(std::string_view name) const;
    bool captures(std::string_view name) const; ///< in the key or in the value
    bool isBucket4j() const { return codec == Codec::Bucket4j; }
    bool isPickledList() const { return codec == Codec::PickledList; }
    bool listsBlocked() const; ///< a set whose members are the tokens that are blocked
    bool namesTokens() const;  ///< a hash whose fields are the tokens: it is many subjects'
    bool hasFieldsNamedBy(std::string_view name) const; ///< of a hash, captured in the names of its fields
    bool isNamedBy(std::string_view name) const;        ///< captured in the key's name, by each alternative
    bool isAnothers(std::string_view key) const;        ///< `notNames` match it

    friend bool operator==(const KeyRole&, const KeyRole&) = default;
};

/// A key as a sample holds it. Texts are bytes.
struct SampleKey {
    std::string type;                                        ///< as TYPE names it
    std::int64_t pttl = -1;                                  ///< milliseconds; -1: none
    std::string value;                                       ///< of a string
    std::vector<std::pair<std::string, std::string>> fields; ///< of a hash
    std::vector<std::string> elements;                       ///< of a list or set
    /// Of a sorted set: member and score.
    std::vector<std::pair<std::string, std::string>> scored;
    /// Of a stream: id, and fields.
    std::vector<std::pair<std::string, std::vector<std::pair<std::string, std::string>>>> stream;

    friend bool operator==(const SampleKey&, const SampleKey&) = default;
};

/// Keys at a moment, and what they mean.
struct FormatSample {
    using Keys = std::vector<std::pair<std::string, SampleKey>>;
    Keys keys;               ///< the first is the one that is asked about
    Nanos at{};              ///< since the Unix epoch
    std::vector<Rule> rules; ///< empty: the layout stores them
    /// What must come out: empty = not said. One per rule, or one for the first rule.
    struct Means {
        std::vector<double> used, remaining, window, frees; ///< seconds where they are times
        std::optional<std::string> state;                   ///< ok, limited, blocked, idle
        std::optional<double> retry;                        ///< seconds
        std::optional<std::string> token;                   ///< bytes
        std::optional<std::size_t> warns;                   ///< how many warnings
        std::optional<std::vector<std::string>> kept;       ///< keys that a reset leaves
    } means;
    Keys then; ///< the keys after one refused request; empty: not recorded
    /// recorded (as the installed program wrote it, through its own interface), renamed (that with another
    /// name), made (from its source, its documents or its scripts); may be empty of a refused one.
    std::string origin;
};

/// A format file is wrong.
class BadFormatFile : public InvalidArgument {
public:
    /// `line`: 1 for the first. `field`: its path, "keys.main.value[1]"; empty: the file as a whole.
    BadFormatFile(std::string_view file, int line, std::string_view field, const Problem& reason);
    int line() const { return m_line; }
    const std::string& field() const { return m_field; }
    /// Without the file and the place.
    const Problem& reason() const { return problem().because.front(); }

private:
    int m_line;
    std::string m_field;
};

/// How one limiter implementation lays its state out, as a format file tells it. Data alone: nothing in it is
/// run, and it names no keys but those that its patterns match.
struct FormatFile {
    std::string schema;                  ///< where an editor finds what the fields are; may be empty
    std::string name;                    ///< "rate-limit-redis"
    std::string title, versions, source; ///< for people
    /// Which installed program wrote the samples that are recorded, and how to repeat it:
    /// "bullmq 6.7.0 (npm); tests/clients"; empty: none did.
    std::string recorded;
    Tier tier = Tier::Label;
    Shape shape = Shape::None;
    std::vector<KeyRole> keys; ///< main first
    bool clientClock = false;  ///< the client's clock decides, not the server's
    Nanos epoch{};             ///< zero of all its moments, since the Unix epoch
    bool continuous = false;   ///< of a bucket: refilled in proportion, not by whole steps
    bool roundsUp = false;     ///< of a pair: the weighted part
    Nanos slice{};             ///< of slices: how long each is
    bool shifted = false; ///< numbered windows begin later by as many seconds as the token, modulo the window
    /// Of a log, entries older than the window: the client does not count them; counts them, where the data
    /// prove that nothing is trimmed; or they are named in a warning.
    enum class Untrimmed { Ignored, Counted, Told } untrimmed = Untrimmed::Ignored;
    ExpiryRule expiry;
    Denied denied = Denied::Nothing;
    std::string cached; ///< option by which clients answer from memory; empty: there is none
    std::vector<FormatSample> samples;
    std::vector<FormatSample> refused; ///< "not": keys that are none of this format's

    const KeyRole* role(std::string_view role) const; ///< null: there is none
    /// Where keys count under rules of their own: a file for each of these keys, in their order, that has it
    /// as its first one, and those that count nothing. A token's first rule is that of the first.
    std::vector<FormatFile> parts;
    bool keepsEntries() const { return shape == Shape::Log || shape == Shape::Slots; }
};

inline constexpr std::size_t maxFormatFile = std::size_t(1) << 20; ///< bytes

/// Reads a format file: JSON as resources/formats.schema.json describes it. `file`: its name for messages.
/// Throws BadFormatFile for whatever is wrong:
///
/// - syntax; fields that are unknown, missing, doubled, of another type or out of range; bad patterns;
/// - captures of a type that their name cannot have: moments and windows need a time, counts a number;
/// - siblings with another number of alternative names than the main key, where they have several;
/// - a shape that does not follow from the captures: tat of `tat`, bucket of `stamp`, log or slots of `time`,
/// slots of `end` in a score, log of a stream, pair of `previous`, counter of what else counts (pair too,
/// where windows are numbered and the keys outlive them; slices, where these are numbered), none of nothing
/// of these;
/// - samples whose keys none of the patterns match.
///
/// In keys, patterns, values and tokens each character up to U+00FF stands for one byte, as JSON text has no
/// bytes; what is not ASCII is written as its bytes, "\u00c3\u00a9".
FormatFile parseFormatFile(std::string_view file, std::string_view json);

} // namespace ratewarden
