// SPDX-License-Identifier: MIT
#include "core/admin/blocks.h"

#include "core/admin/control_fields.h"
#include "core/limiter/keyspace.h"
#include "core/model/errors.h"
#include "core/model/policy.h"

#include <fmt/format.h>
#include <pwd.h>
#include <unistd.h>

#include <array>
#include <cstdlib>

namespace ratewarden {
namespace {

constexpr std::size_t longestName = 200;

Instant instantIn(ReplyView field)
{
    return field.isNil() ? Instant{} : momentIn(field.string());
}

std::string textIn(ReplyView field)
{
    return field.isNil() ? std::string() : std::string(field.string());
}

} // namespace

Command blockCommand(const BlockRequest& request)
{
    validateToken(request.token);
    validateControl("a block", request.duration, request.reason, request.by);
    Command command(scriptNamed("block"), 1);
    addControlKey(command, request.token);
    return command.add(request.duration.value_or(Micros::zero()).count()).add(request.reason).add(request.by);
}

Command unblockCommand(std::string_view token)
{
    validateToken(token);
    Command command(scriptNamed("unblock"), 1);
    addControlKey(command, token);
    return command;
}

Command findBlockCommand(std::string_view token)
{
    validateToken(token);
    return {"HMGET", controlKey(token), "block_until", "block_since", "block_reason", "block_by"};
}

std::optional<Block> readBlock(ReplyView reply, std::string_view token, Instant now)
{
    if (reply[0].isNil())
        return std::nullopt;
    Block block{std::string(token), textIn(reply[2]), textIn(reply[3]), instantIn(reply[1]), std::nullopt};
    block.until = endOf(instantIn(reply[0]));
    return block.until && *block.until <= now ? std::nullopt : std::optional(block);
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
    ControlScan scan = scanControlKeys(server, cursor, count, findBlockCommand);
    BlockPage page{std::move(scan.cursor), {}, std::move(scan.unread)};
    for (std::size_t i = 0; i < scan.tokens.size(); ++i)
        if (auto block = readBlock(scan.replies[i].view(), scan.tokens[i], scan.now))
            page.blocks.push_back(std::move(*block));
    return page;
}

std::optional<Block> findBlock(Server& server, std::string_view token)
{
    const std::vector<Reply> replies = server.pipeline({Command{"TIME"}, findBlockCommand(token)});
    const std::string where = server.where();
    throwIfError(replies[0].view(), "TIME", where);
    throwIfError(replies[1].view(), "reading the block", where);
    return readBlock(replies[1].view(), token, readTime(replies[0].view()));
}

} // namespace ratewarden
