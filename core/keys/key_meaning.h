// SPDX-License-Identifier: MIT
#pragma once

#include "core/formats/foreign/catalogue_format.h"
#include "core/formats/record.h"
#include "core/keys/key_value.h"
#include "core/keys/likely_moment.h"

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace ratewarden {

/// What a part of a value means. Codes; ui/text makes the words.
enum class MeaningCode {
    Count,     ///< units used ("consumed points")
    Left,      ///< units left
    Previous,  ///< units of the window before
    Tat,       ///< theoretical arrival time
    Stamp,     ///< when it was last brought up to date
    EntryTime, ///< when a request was made
    NewestEntry,
    OldestEntry,
    Start, ///< of the window
    End,   ///< of the window or the block
    Reset, ///< when all is free again
    Cost,  ///< units of one request
    Limit,
    Window,  ///< its length
    Blocked, ///< it is there: the token is blocked while the key lives. A reason, or any text
    Bucket,  ///< number of the window
    Token,
    Other,     ///< named by `capture` alone
    LikelyTime ///< no format says so: a number that would be a moment near now
};

/// Which text of a page a meaning is of.
enum class MeaningPlace {
    Value,      ///< ValueElement::value: of a string, list or hash; of a sorted set the score
    Name,       ///< ValueElement::name: a member, a field's name, the id of an entry
    EntryField, ///< a value of ValueElement::fields
    KeyName     ///< the name of the key
};

/// A part of a value, with what it means.
struct Meaning {
    MeaningPlace place = MeaningPlace::Value;
    std::size_t element = 0; ///< which of ValuePage::elements
    std::size_t field = 0;   ///< of EntryField: which
    std::size_t begin = 0;   ///< bytes, within that text; of a string from the start of the page
    std::size_t length = 0;
    MeaningCode code = MeaningCode::Other;
    std::string capture{};          ///< the name that the format file gives it: "count"; empty: a guess
    std::optional<double> number{}; ///< as a number: a count, or what a time is written as
    std::optional<Nanos> moment{};  ///< since the Unix epoch
    std::optional<Nanos> span{};    ///< a length of time
    /// Of LikelyTime: of what it would be the count, 1 s, 1 ms, 1 µs or 1 ns.
    std::optional<Nanos> unit{};
};

/// What the parts of a page mean: by the patterns of the format that the key belongs to (its role is found by
/// the key's name), and, where that says nothing or `format` is null, numbers that likelyMoment() takes
/// for moments. In the order of the page; those of one text by their place in it. A text that was cut
/// is left out, as patterns match whole texts. NewestEntry and OldestEntry only where the page has that end
/// of the log. Pure.
std::vector<Meaning> meaningsOf(const CatalogueFormat* format, const KeyFacts& facts, const ValuePage& page,
                                Nanos now);

} // namespace ratewarden
