// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace ratewarden {

/// What Redis' DUMP holds, for people, printable: "a hash of 20 bytes", or a string's value in quotes where
/// it is text, cut after about `most` bytes. Nothing where the bytes are no DUMP.
std::optional<std::string> dumpText(std::string_view dump, std::size_t most);

} // namespace ratewarden
