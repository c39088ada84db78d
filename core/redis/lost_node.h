// SPDX-License-Identifier: MIT
#pragma once

#include <string_view>

/// What a ClusterServer answers for the commands of a node that is unreachable, or refuses them for now,
/// beside the replies of others: an error reply that begins with one of these, then what the node said, if
/// anything; throwIfError() makes an Unavailable of it that isOfOneNode().
namespace ratewarden {

inline constexpr std::string_view nodeDownCode = "NODEDOWN"; ///< nothing has run
inline constexpr std::string_view nodeLostCode = "NODELOST"; ///< it may have run

} // namespace ratewarden
