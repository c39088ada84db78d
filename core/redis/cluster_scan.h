// SPDX-License-Identifier: MIT
#pragma once

#include "core/redis/command.h"
#include "core/redis/reply.h"

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace ratewarden {

/// Where a SCAN over all nodes of a cluster stands: a cursor for each, written as
/// "nodeId=cursor,nodeId=.", where "." is one that is complete. As text it is "0" before the first page, and
/// after the last one.
class ClusterCursor {
public:
    struct Part {
        std::string node;   ///< the start of its id
        std::string cursor; ///< "." when complete
    };

    static constexpr std::size_t idLength = 12;

    /// `nodes`: those that there are now. Of one that the text does not name, all is still to come; one that
    /// is no more is dropped. Throws InvalidArgument for a text that is no cursor.
    ClusterCursor(std::string_view text, std::span<const std::string> nodes);

    std::vector<Part>& parts() { return m_parts; }
    std::string text() const;

private:
    std::vector<Part> m_parts;
};

/// The SCAN as one of `nodes` nodes is sent it: from its own cursor, for its share of COUNT.
Command scanOfNode(const Command& scan, std::string_view cursor, std::size_t nodes);

/// The replies of the nodes as one.
Reply joinedScan(std::string_view cursor, std::span<const Reply> replies);

} // namespace ratewarden
