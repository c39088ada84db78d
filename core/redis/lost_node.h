// SPDX-License-Identifier: MIT
#pragma once

#include <string_view>

/// What a ClusterServer answers for the commands of a node that is unreachable, beside the replies of others:
/// an error reply that begins with one of these, and throwIfError() makes Unavailable of it.
namespace ratewarden {

inline constexpr std::string_view nodeDownCode = "NODEDOWN"; ///< nothing has run
inline constexpr std::string_view nodeLostCode = "NODELOST"; ///< it may have run

} // namespace ratewarden
