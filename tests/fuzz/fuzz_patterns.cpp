// SPDX-License-Identifier: GPL-3.0-or-later
// Patterns and format files, which anybody may write, on keys and values, which anybody may write too. The
// first line is the pattern, or "{" and more a format file; the rest is the text.
#include "core/formats/files/format_file.h"
#include "tests/fuzz/fuzz.h"

#include <cstdint>
#include <string_view>

using namespace ratewarden;

namespace {

void matchAndPrint(std::string_view notation, std::string_view text)
{
    const Pattern pattern(notation);
    for (const bool outer : {false, true}) {
        Record record;
        if (!pattern.match(text, record, {}, outer)) {
            require(record.all().empty());
            continue;
        }
        require(text.find(pattern.anchor()) != std::string_view::npos);
        for (const std::string_view name : pattern.names())
            require(pattern.captures(name));
        // What was read can be asked for again with the same result.
        Record again = record;
        require(pattern.match(text, again, {}, outer) && again == record);
        static_cast<void>(pattern.print(record, {}, outer));
        static_cast<void>(pattern.glob(record));
    }
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    const std::string_view input(reinterpret_cast<const char*>(data), size);
    const std::size_t line = input.find('\n');
    try {
        if (line != std::string_view::npos)
            matchAndPrint(input.substr(0, line), input.substr(line + 1));
    } catch (const BadNotation& error) {
        require(error.position() <= line);
    }
    try {
        parseFormatFile("fuzzed", input);
    } catch (const BadFormatFile& error) {
        require(error.line() >= 1 && std::size_t(error.line()) <= size + 1);
    }
    return 0;
}
