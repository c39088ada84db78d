// SPDX-License-Identifier: MIT
#pragma once

#include "core/redis/server.h"

#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <string_view>

namespace ratewarden {

/// Where one pass of SCAN over the keys of a server is: it begins as a new one. A server that never ends the
/// pass (a proxy's bug, or malice) is noticed: throws BadReply where a cursor comes again, or after far more
/// keys than the server has. A copy is cheap.
class ScanCursor {
public:
    bool isAtStart() const { return m_pages == 0; }
    bool isAtEnd() const { return m_isAtEnd; }

    /// Asks for the next page, and goes on behind it. `count`: how many keys Redis looks at, so how long it
    /// is held up; `pattern`: empty: all keys are named.
    Reply read(Server& server, std::int64_t count, std::string_view pattern = {});

    /// The same in steps, for pipelines: check() before a page is asked for, command(), take() of its reply.
    void check(Server& server);
    Command command(std::int64_t count, std::string_view pattern = {}) const;
    void take(ReplyView page);

private:
    std::string m_next = "0";
    std::string m_seen; ///< one of the cursors before, the one of a page whose number is a power of two
    std::size_t m_pages = 0;
    std::size_t m_looked = 0; ///< keys that were named, some more for pages without any
    std::size_t m_most = 100'000;
    bool m_isAtEnd = false;
};

} // namespace ratewarden
