// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>

namespace ratewarden {

/// The largest answer to one command that is read. A larger one is refused with Unavailable before there is
/// memory for it, and the connection is closed: what a server could claim has no bound.
struct ReplyBounds {
    std::size_t bytes = std::size_t(256) << 20;
    std::size_t elements = 4'000'000; ///< of all arrays in it together
    /// Of a line, about: an error may name a key. All else says its length first.
    std::size_t line = std::size_t(1) << 20;
};

} // namespace ratewarden
