// SPDX-License-Identifier: MIT
#pragma once

#include "core/lab/trace.h"

#include <functional>
#include <span>
#include <string>
#include <string_view>

/// The lab's own file of requests: a few bytes for each, opened at once. docs: what it holds stands in
/// trace_file.cpp.
namespace ratewarden {

/// What every trace file begins with: 8 bytes.
inline constexpr std::string_view traceMagic("\x89RWTRC\r\n", 8);

struct TraceFileOptions {
    /// Tokens are written as hashedToken() gives them, so that the file can be handed on.
    bool hashTokens = false;
};

/// Writes the trace in pieces. `write` may throw.
void writeTrace(const Trace& trace, const TraceFileOptions& options,
                const std::function<void(std::string_view bytes)>& write);

/// Writes the file beside its place and moves it there when it is whole. Throws InvalidArgument when it
/// cannot be written.
void writeTraceFile(const Trace& trace, const std::string& path, const TraceFileOptions& options = {});

/// Reads the trace from pieces: `read` fills some of the room and says how much; 0 is the end. Throws
/// InvalidArgument for what is no trace file, for one of a later version, and for one that is cut, changed or
/// longer than it says. Takes no more memory than a few times what was read.
Trace readTrace(const std::function<std::size_t(std::span<char> into)>& read);

} // namespace ratewarden
