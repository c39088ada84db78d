// SPDX-License-Identifier: MIT
#pragma once

#include "core/formats/files/format_file.h"
#include "core/formats/subject.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace ratewarden {

// How a subject of a format file is written as a token and a group, and back.
//
// The group stands for all subjects that differ in nothing but their token: the name of the main key, with
// "*" where the token stands, and where keys number their windows the length of the window in angle brackets:
//     rl:*                                  every token of one rate-limit-redis
//     throttled:v1:fixed_window:*:period:<min>
// Where the tokens are fields of a hash no "*" stands for them:
//     <min>:60:api
// A "*", "<" or "\" that belongs to the key itself has a "\" before it.

/// What Ratewarden's own keys begin with. They are none of another format's: nothing recognises them by a
/// format file, and no plan of one writes them, whatever its patterns say.
inline constexpr std::string_view ownKeys = "rw:";

/// A key's name as a role's pattern read it.
struct NameMatch {
    const KeyRole* role = nullptr;
    std::size_t alternative = 0; ///< of the role's names; siblings use the one with the same index
    Record names;                ///< what the name captured
};

/// Reads the key by the role and alternative of the file with the most literal characters of those that it
/// matches; empty: none.
std::optional<NameMatch> matchName(const FormatFile& file, std::string_view key);

/// Which capture of the main key's name says in which window it counts: "bucket" or "start"; empty: none.
std::string_view windowCapture(const FormatFile& file);

/// Whether a key of that role and name tells whose it is; one that all tokens share does not, unless they are
/// its fields.
bool namesSubject(const KeyRole& role, const Pattern& name);

/// The name of a key of the same subject; empty when the role captures what is not known.
std::optional<std::string> nameOf(const FormatFile& file, const KeyRole& role, std::size_t alternative,
                                  const Record& names);

/// Whether a key holds one of the bytes 1 and 2, which stand for token and window while a group is written.
bool holdsMark(std::string_view key);

/// The subject of a key that holds no mark. `window`: the length of its numbered windows; zero where it has
/// none.
Subject foreignSubject(const FormatFile& file, const Format& format, const NameMatch& match, Nanos window);

/// A pattern for the subject's group and for those that differ from it in what its keys' names capture beside
/// the token, but for the prefix: "quota3/*/*" for "quota3/t0/*". PolicyBook::find() knows it. Where keys
/// number their windows, the group alone.
std::string widestGroup(const FormatFile& file, const Subject& subject);

/// What the group and the token say; its names hold neither `bucket` nor `start`.
struct SubjectNames {
    NameMatch match;
    Nanos window{}; ///< of numbered windows; zero: not numbered
};
/// Empty for a group that is not this file's.
std::optional<SubjectNames> namesOf(const FormatFile& file, const Subject& subject);

} // namespace ratewarden
