// SPDX-License-Identifier: MIT
#pragma once

#include "core/redis/command.h"
#include "core/redis/reply.h"

#include <cstddef>
#include <cstdint>
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

/// The same where servers know CLUSTERSCAN (Valkey, from 9.1 on), which goes by slots, so that no key is
/// missed when slots move meanwhile. The slots are divided evenly; a part is written as "first-last=cursor",
/// with the server's own cursor, which says in braces where it stands.
class SlotCursor {
public:
    struct Part {
        std::uint16_t first = 0;
        std::uint16_t last = 0; ///< inclusive
        std::string cursor;     ///< "." when complete

        bool isComplete() const;
        std::uint16_t slot() const; ///< where it stands
        void moveTo(std::uint16_t slot);
        /// Takes the cursor of a page; beyond the last slot it is complete.
        void advance(std::string_view cursor);
    };

    static bool isOne(std::string_view text);
    /// The start of a scan in so many parts, at least one.
    explicit SlotCursor(std::size_t parts);
    /// Throws InvalidArgument for a text that is no cursor.
    explicit SlotCursor(std::string_view text);

    std::vector<Part>& parts() { return m_parts; }
    std::string text() const;

private:
    std::vector<Part> m_parts;
};

/// The SCAN as a CLUSTERSCAN for one of so many parts.
Command clusterScanOf(const Command& scan, std::string_view cursor, std::size_t parts);

/// The SCAN as one of `nodes` nodes is sent it: from its own cursor, for its share of COUNT.
Command scanOfNode(const Command& scan, std::string_view cursor, std::size_t nodes);

/// The replies of the nodes as one.
Reply joinedScan(std::string_view cursor, std::span<const Reply> replies);

} // namespace ratewarden
