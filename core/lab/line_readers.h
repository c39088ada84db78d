// SPDX-License-Identifier: MIT
#pragma once

#include "core/lab/log_lines.h"
#include "core/model/text.h"

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

/// What the syntaxes of logs are made of. Private to core/lab.
namespace ratewarden {

/// A field's name and its text.
using LineField = std::pair<std::string, std::string>;

/// One syntax. Each has a file of its own and is one of syntaxRows.
struct SyntaxRow {
    LogSyntax syntax;
    std::string_view name;
    /// Whether the line is written so, as a rule.
    bool (*fits)(std::string_view line);
    /// Whose names and dialect the lines have.
    void (*describe)(const std::vector<std::string_view>& lines, LogFormat& format);
    /// All fields of the line that have a name of their own; empty when it cannot be read.
    std::vector<LineField> (*fields)(std::string_view line, const LogFormat& format);
    std::unique_ptr<LineReader> (*reader)(const LogFormat& format);
};

extern const SyntaxRow commonLines;
extern const SyntaxRow jsonLines;
extern const SyntaxRow csvLines;
extern const SyntaxRow logfmtLines;
extern const SyntaxRow headedLines;
extern const SyntaxRow proxyLines;

/// In the order in which they are tried: what fits an earlier one could be taken for a later one.
inline constexpr std::array syntaxRows{&headedLines, &jsonLines,   &proxyLines,
                                       &commonLines, &logfmtLines, &csvLines};

/// Whether one of the lines names the fields of the others.
bool hasHeading(const std::vector<std::string_view>& lines);
/// The format of the lines behind this one; empty unless it names their fields.
std::optional<LogFormat> behindHeading(std::string_view line, const LogFormat& format);
/// Whether nginx writes so in its error log, of whatever.
bool isNginxMessage(std::string_view line);
/// Whose layout it is: "HAProxy log".
std::string_view proxyNameOf(const LogFormat& format);

/// Throws InvalidArgument, with the names that there are, when the lines have no field of this name.
void needField(const LogFormat& format, const std::string& name);

const SyntaxRow& rowOf(LogSyntax syntax);

/// Finds syntax and fields by whole lines, each with linePadding readable bytes behind it, as far as these
/// tell: a field that is not clear stays empty. Throws InvalidArgument where no syntax fits half of them.
LogFormat guessLines(const std::vector<std::string_view>& lines);
/// Sets the fields that are wanted, and throws InvalidArgument when those that are needed are not there: it
/// says what the lines are, if they are known to be no requests.
void setFields(LogFormat& format, const LogFields& wanted, const std::vector<std::string_view>& lines);

// What all readers do with what they found.

/// The token, unless there is none.
LineFault takeToken(std::string_view text, LogRequest& request);
LineFault takeTime(std::string_view text, LogRequest& request);
/// A fraction is rounded up; "-" is 0.
LineFault takeCost(std::string_view text, LogRequest& request);

/// Of an answer, 100 to 599; 0 for anything else, which is no fault: a request is one without it.
inline std::uint16_t statusOf(std::string_view text)
{
    if (text.size() != 3)
        return 0;
    const auto digit = [text](std::size_t i) {
        return unsigned(static_cast<unsigned char>(text[i])) - '0';
    };
    const unsigned hundreds = digit(0);
    const unsigned tens = digit(1);
    const unsigned ones = digit(2);
    return hundreds - 1 < 5 && tens < 10 && ones < 10 ? std::uint16_t(hundreds * 100 + tens * 10 + ones)
                                                      : std::uint16_t(0);
}

/// The text with \" \\ \/ \b \f \n \r \t \xHH \uHHHH replaced by what they stand for; other backslashes stay.
/// What it refers to is `text` or `room`.
std::string_view unescaped(std::string_view text, std::string& room);

/// Gives the format the names of all fields in these lines, in the order of their first appearance.
void describeByFields(const std::vector<std::string_view>& lines,
                      std::vector<LineField> (*fields)(std::string_view line, const LogFormat& format),
                      LogFormat& format);

/// The place of a name among those of the format; empty when it is not there.
std::optional<std::size_t> columnOf(const LogFormat& format, std::string_view name);

} // namespace ratewarden
