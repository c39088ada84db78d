// SPDX-License-Identifier: MIT
#pragma once

#include "core/model/problem.h"

#include <cstddef>
#include <string>

namespace ratewarden {

/// One server of those behind a Server.
struct NodeState {
    std::string where; ///< "host:port"; safe to print
    bool isPrimary = true;
    std::size_t ownedSlots = 0; ///< of a cluster: how many it has, of 16384; a replica has none
    Problem problem;            ///< why it is unreachable; none: it is not, as far as known

    friend bool operator==(const NodeState&, const NodeState&) = default;
};

} // namespace ratewarden
