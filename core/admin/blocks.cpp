// SPDX-License-Identifier: MIT
#include "core/admin/blocks.h"

#include "core/model/errors.h"
#include "core/model/policy.h"
#include "core/redis/keyspace.h"

#include <fmt/format.h>
#include <pwd.h>
#include <unistd.h>

#include <array>
#include <charconv>
#include <cstdlib>

namespace ratewarden {
namespace {

constexpr Micros longestBlock = std::chrono::days(36'600); // a century: longer is meant "for good"

constexpr std::size_t longestReason = 1000;
constexpr std::size_t longestName = 200;

void validateText(std::string_view text, std::size_t most, std::string_view whatFor)
{
    if (text.empty() || text.size() > most)
        throw BadPolicy(
            fmt::format("a block needs {} of 1 to {} bytes; this one has {}", whatFor, most, text.size()));
}

// A field that is not a whole number in range reads as 0, as in the scripts: rather blocked for good than let
// through.
Instant instantIn(ReplyView field)
{
    if (field.isNil())
        return {};
    const std::string_view text = field.string();
    std::int64_t micros = 0;
    const auto read = std::from_chars(text.data(), text.data() + text.size(), micros);
    const bool whole = read.ec == std::errc() && read.ptr == text.data() + text.size();
    return Instant(Micros(whole && micros >= 0 && micros <= maxUnits ? micros : 0));
}

std::string textIn(ReplyView field)
{
    return field.isNil() ? std::string() : std::string(field.string());
}

} // namespace

Command blockCommand(const BlockRequest& request)
{
    validateToken(request.token);
    validateText(request.reason, longestReason, "a reason");
    validateText(request.by, longestName, "an author");
    if (request.duration && (*request.duration <= Micros::zero() || *request.duration > longestBlock))
        throw BadPolicy("a block lasts from 1 microsecond to 100 years, or for good");
    const std::array keys{controlKey(request.token)};
    Command command(scriptNamed("block"), keys);
    return command.add(request.duration.value_or(Micros::zero()).count()).add(request.reason).add(request.by);
}

Command unblockCommand(std::string_view token)
{
    validateToken(token);
    return {"HDEL", controlKey(token), "block_until", "block_since", "block_reason", "block_by"};
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
    const Instant until = instantIn(reply[0]);
    if (until != Instant{}) {
        if (until <= now)
            return std::nullopt;
        block.until = until;
    }
    return block;
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

Block blockToken(Connection& connection, const BlockRequest& request)
{
    const Reply reply = connection.call(blockCommand(request));
    const Instant since(Micros(reply.view()[0].integer()));
    const Instant until(Micros(reply.view()[1].integer()));
    return {request.token, request.reason, request.by, since,
            until == Instant{} ? std::nullopt : std::optional(until)};
}

bool unblockToken(Connection& connection, std::string_view token)
{
    return connection.call(unblockCommand(token)).view().integer() > 0;
}

std::optional<Block> findBlock(Connection& connection, std::string_view token)
{
    const std::vector<Reply> replies = connection.pipeline({Command{"TIME"}, findBlockCommand(token)});
    const std::string where = connection.endpoint().text();
    throwIfError(replies[0].view(), "TIME", where);
    throwIfError(replies[1].view(), "reading the block", where);
    return readBlock(replies[1].view(), token, readTime(replies[0].view()));
}

} // namespace ratewarden
