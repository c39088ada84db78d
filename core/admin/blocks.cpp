// SPDX-License-Identifier: MIT
#include "core/admin/blocks.h"

#include "core/formats/control_scan.h"

#include <fmt/format.h>
#include <pwd.h>
#include <unistd.h>

#include <array>
#include <cstdlib>

namespace ratewarden {
namespace {

constexpr std::size_t longestName = 200;

} // namespace

Command blockCommand(const BlockRequest& request)
{
    return blockCommand(request.token, {request.duration, request.reason, request.by});
}

std::string loginName()
{
    const char* const user =
        std::getenv("USER"); // NOLINT(concurrency-mt-unsafe): nobody sets the environment
    if (user != nullptr && *user != '\0')
        return std::string(user).substr(0, longestName);
    passwd entry{};
    passwd* found = nullptr;
    std::array<char, 4096> buffer{};
    if (getpwuid_r(getuid(), &entry, buffer.data(), buffer.size(), &found) == 0 && found != nullptr)
        return found->pw_name;
    return fmt::format("uid {}", getuid());
}

Block blockToken(Server& server, const BlockRequest& request)
{
    const Reply reply = server.call(blockCommand(request));
    const Instant since(Micros(reply.view()[0].integer()));
    return {request.token, request.reason, request.by, since,
            endOf(Instant(Micros(reply.view()[1].integer())))};
}

bool unblockToken(Server& server, std::string_view token)
{
    return server.call(unblockCommand(token)).view().integer() > 0;
}

BlockPage scanBlocks(Server& server, const std::string& cursor, std::int64_t count)
{
    ControlPage scan = scanControlKeys(server, cursor, count);
    BlockPage page{std::move(scan.cursor), {}, std::move(scan.unread)};
    for (ControlState& control : scan.controls)
        if (control.block)
            page.blocks.push_back(std::move(*control.block));
    return page;
}

std::optional<Block> findBlock(Server& server, std::string_view token)
{
    return findControl(server, token).block;
}

} // namespace ratewarden
