// SPDX-License-Identifier: MIT
#pragma once

#include "core/formats/pattern.h"
#include "core/model/errors.h"
#include "core/model/rule.h"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ratewarden {

// (the enums are closed lists; names as in the vocabulary)
enum class Shape { Counter, Pair, Tat, Bucket, Log, None };
enum class Tier { Safe, Care, Label };
enum class Denied { Nothing, Counts, Refreshes, Rewrites };
enum class ValueType { String, Hash, List, Set, SortedSet, Stream, Any };

/// What a key's expiry says: from + windows x window + plus, within grain.
struct ExpiryRule {
    enum class From { First, Newest, End, Tat, None, Other };
    From from = From::First;
    double windows = 1;
    Nanos plusLow{};
    Nanos plusHigh{};
    Nanos grain = std::chrono::milliseconds(20);
};

/// One key of a subject.
struct KeyRole {
    std::string role;                ///< "main", "lock", ...
    std::vector<Pattern> names;      ///< alternatives
    ValueType type = ValueType::String;
    std::vector<Pattern> values;     ///< alternatives; of a string
    struct HashField {
        std::string name;            ///< exact, unless `pattern` is set
        std::optional<Pattern> namePattern;
        Pattern value;
        bool optional = false;
    };
    std::vector<HashField> fields;   ///< of a hash, or of a stream's entries
    bool more = false;
    std::optional<Pattern> element;  ///< of a list, set, sorted set
    std::optional<Pattern> score;    ///< of a sorted set
    bool required = false;
    bool keep = false;

    bool captures(std::string_view name) const; ///< in key or value
};

/// A key as a sample holds it.
struct SampleKey {
    std::string type;
    std::int64_t pttl = -1; ///< milliseconds; -1: none
    std::string value;
    std::vector<std::pair<std::string, std::string>> fields;
    std::vector<std::string> elements;
    /// zset: member, score; stream: id and fields
    std::vector<std::pair<std::string, std::string>> scored;
    std::vector<std::pair<std::string, std::vector<std::pair<std::string, std::string>>>> stream;
};

struct FormatSample {
    std::vector<std::pair<std::string, SampleKey>> keys; ///< the first is the one that is asked about
    Nanos at{};
    std::vector<Rule> rules; ///< empty: the layout stores them
    /// What must come out: empty = not said. One per rule, or one for the first rule.
    struct Means {
        std::vector<double> used, remaining, window, frees; ///< seconds where they are times
        std::optional<std::string> state;                  ///< ok, limited, blocked, idle
        std::optional<double> retry;
        std::optional<std::string> token;
        std::optional<std::size_t> warns;
        std::optional<std::vector<std::string>> kept;
    } means;
    std::string origin; ///< recorded, renamed, made
};

/// A format file was wrong: names the file, the line, the field and the reason.
class BadFormatFile : public InvalidArgument {
public:
    BadFormatFile(std::string_view file, int line, std::string_view field, std::string_view reason);
    int line() const { return m_line; }
    const std::string& field() const { return m_field; }
    const std::string& reason() const { return m_reason; }

private:
    int m_line;
    std::string m_field;
    std::string m_reason;
};

/// How one limiter implementation lays its state out, as a format file tells it.
struct FormatFile {
    std::string name, title, versions, source;
    Tier tier = Tier::Label;
    Shape shape = Shape::None;
    std::vector<KeyRole> keys; ///< main first
    bool clientClock = false;
    Nanos epoch{};             ///< zero of all its moments, since the Unix epoch
    bool continuous = false;   ///< refill
    bool roundsUp = false;
    enum class Untrimmed { Ignored, Counted, Told } untrimmed = Untrimmed::Ignored;
    ExpiryRule expiry;
    Denied denied = Denied::Nothing;
    std::string cached;
    std::vector<FormatSample> samples;
    std::vector<FormatSample> refused; ///< "not"

    const KeyRole* role(std::string_view name) const;
};

/// Reads a format file. `file`: its name for messages. Throws BadFormatFile.
FormatFile parseFormatFile(std::string_view file, std::string_view json);

} // namespace ratewarden
