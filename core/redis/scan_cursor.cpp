// SPDX-License-Identifier: MIT
#include "core/redis/scan_cursor.h"

#include "core/model/errors.h"
#include "core/model/text.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>

namespace ratewarden {
namespace {

constexpr std::size_t timesTheKeys = 10; // SCAN names a key again while the server's table grows or shrinks
constexpr std::size_t leastBound = 100'000;
constexpr std::size_t unknownBound = 1'000'000'000; // of a user who may not ask for DBSIZE
constexpr std::size_t leastOfPage = 5;              // counted for a page without keys, as of a sparse table

} // namespace

Reply ScanCursor::read(Server& server, std::int64_t count, std::string_view pattern)
{
    check(server);
    Reply reply = server.call(command(count, pattern));
    take(reply.view());
    return reply;
}

void ScanCursor::check(Server& server)
{
    if (m_looked <= m_most)
        return;
    const std::vector<Reply> replies = server.pipeline({Command{"DBSIZE"}});
    const ReplyView size = replies.front().view();
    m_most = size.isError() ? unknownBound : timesTheKeys * std::size_t(size.integer()) + leastBound;
    if (m_looked > m_most)
        throw BadReply(
            fmt::format("SCAN does not end: it has given {} pages{}", m_pages,
                        size.isError() ? std::string() : fmt::format(" of {} keys", size.integer())));
}

Command ScanCursor::command(std::int64_t count, std::string_view pattern) const
{
    Command scan{"SCAN", m_next};
    if (!pattern.empty())
        scan.add("MATCH").add(pattern);
    return std::move(scan.add("COUNT").add(count));
}

// Brent's way to find a cycle: each cursor is compared with one before it, which is replaced by a later one
// after 1, 2, 4, 8 ... pages. In a sound pass no cursor comes twice.
void ScanCursor::take(ReplyView page)
{
    std::string next(page[0].string());
    m_isAtEnd = next == "0";
    if (!m_isAtEnd && next == m_seen)
        throw BadReply(fmt::format("SCAN does not end: the cursor {} came again", printable(next)));
    if (std::has_single_bit(++m_pages))
        m_seen = next;
    m_looked += std::max(page[1].size(), leastOfPage);
    m_next = std::move(next);
}

} // namespace ratewarden
