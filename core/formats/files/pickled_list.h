// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace ratewarden {

// A list of numbers as Python's pickle stores it (protocols 2 to 5, as Django's caches write them). A pickle
// is a program that unpickling runs; this reads one form of it as data, and nothing of it is run:
//
//     0x80 protocol · [0x95 · u64le length of the rest] · ']' · [0x94, or 'q' and one byte] · items · '.'
//     items  = any number of: number 'a', or '(' numbers 'e'
//     number = 'G' f64be · 'J' i32le · 'M' u16le · 'K' u8
//
// Python's documentation of pickletools names these: PROTO, FRAME, EMPTY_LIST, MEMOIZE and BINPUT, APPEND,
// MARK and APPENDS, BINFLOAT, BININT, BININT2, BININT1, STOP.

/// A number of such a list.
struct PickledNumber {
    std::string text;      ///< in decimal notation, the shortest that says the same double
    std::size_t begin = 0; ///< its bytes in the pickle, without the operation before them
    std::size_t length = 0;
};

/// Its numbers, in their order; empty: the bytes are anything else. `whole`: false for the beginning of a
/// longer value, whose numbers are read as far as they go.
std::optional<std::vector<PickledNumber>> readPickledList(std::string_view bytes, bool whole = true);

/// The list of these numbers in decimal notation, each as a double, by protocol 2. Empty: one is no number.
std::optional<std::string> pickledList(std::span<const std::string> numbers);

} // namespace ratewarden
