// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ctl/unread.h"

#include "core/admin/token_walk.h"
#include "core/model/errors.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace ratewarden::ctl {
namespace {

Exit report(const Terminal& terminal, std::size_t unread, const std::string& what, const std::string& problem)
{
    if (unread == 0)
        return Done;
    return terminal.complain(
        "unread", fmt::format("{} {}{} could not be read: {}", unread, what, unread == 1 ? "" : "s", problem),
        RedisFailed);
}

} // namespace

Exit reportLostNodes(const Terminal& terminal, const std::vector<std::string>& nodes)
{
    if (nodes.empty())
        return Done;
    return terminal.complain(
        "unread", fmt::format("the tokens on {} were not seen: unreachable", fmt::join(nodes, ", ")),
        RedisFailed);
}

Exit reportUnread(const Terminal& terminal, const TokenWalk& walk, std::size_t unread,
                  const std::string& what, const std::string& problem)
{
    return std::max(
        {report(terminal, unread, what, problem),
         report(terminal, walk.unread(), "possible key of another limiter", englishText(walk.problem())),
         reportLostNodes(terminal, walk.lostNodes())});
}

} // namespace ratewarden::ctl
