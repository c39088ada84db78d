// SPDX-License-Identifier: MIT
#pragma once

#include "core/redis/server.h"

#include <string>
#include <vector>

namespace ratewarden {

/// The primaries of a cluster that a scan of all keys left out, as they were unreachable for one of its
/// pages.
class LostNodes {
public:
    /// To be called after each page: a node that is back by the next one has been left out all the same.
    void look(const Server& server);

    /// Each once, as "host:port".
    const std::vector<std::string>& names() const { return m_names; }

private:
    std::vector<std::string> m_names;
};

} // namespace ratewarden
