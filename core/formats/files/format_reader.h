// SPDX-License-Identifier: MIT
#pragma once

#include "core/formats/files/format_file.h"
#include "core/formats/files/located_json.h"

// The parts of parseFormatFile(). All throw BadFormatFile.
namespace ratewarden {

inline constexpr std::size_t longestFormatText = 1000; // bytes

/// As files say them.
std::string_view nameOf(Denied denied);
Denied readDenied(const JsonField& field);
std::string_view nameOf(FormatFile::Untrimmed untrimmed);
std::string_view nameOf(ExpiryRule::From from);

/// A pattern out of the file. Checks that its captures have a type that their names can have.
Pattern readPattern(const JsonField& field);

/// The value of "keys".
std::vector<KeyRole> readKeyRoles(const JsonField& field);

/// The shapes that what is captured allows.
std::vector<Shape> shapesOf(const FormatFile& format);

/// One item of "samples"; of "not" with `refused`.
FormatSample readSample(const JsonField& field, bool refused);

/// Throws unless each key of the sample is of one of the roles.
void checkSample(const JsonField& field, const FormatSample& sample, const FormatFile& format);
ValueType readValueType(const JsonField& field);

} // namespace ratewarden
