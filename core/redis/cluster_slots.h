// SPDX-License-Identifier: MIT
#pragma once

#include "core/model/errors.h"
#include "core/redis/endpoint.h"
#include "core/redis/reply.h"

#include <cstdint>
#include <string>
#include <vector>

namespace ratewarden {

/// One line of CLUSTER SLOTS: who has a range of slots.
struct SlotRange {
    struct Node {
        HostPort address;
        std::string id; ///< 40 hexadecimal digits, which it keeps all its life
    };

    std::uint16_t first = 0;
    std::uint16_t last = 0;  ///< inclusive
    std::vector<Node> nodes; ///< the primary first; never empty
};

/// Reads the reply to CLUSTER SLOTS. `asked`: the host that gave it, which is meant where a node does not
/// know its own. Throws BadReply.
std::vector<SlotRange> readClusterSlots(ReplyView reply, const std::string& asked);

/// Of a node that names none: it has been told to forget the cluster, or has not met it yet.
Unavailable noSlots(std::string_view where);

} // namespace ratewarden
