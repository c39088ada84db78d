// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace ratewarden {

inline constexpr std::size_t slotCount = 16384;

/// The slot of a cluster that a key lies in: CRC16 (XMODEM) of the key, or of its hash tag, which is what
/// stands between the first "{" and the next "}" if that is not empty. As the cluster specification of Redis
/// has it.
std::uint16_t slotOf(std::string_view key);

} // namespace ratewarden
