// SPDX-License-Identifier: MIT
#include "core/admin/control_scan.h"

#include "core/limiter/keyspace.h"
#include "core/model/errors.h"

#include <optional>

namespace ratewarden {
namespace {

/// TIME is not among the commands of +@read, and a list of what is in force needs no exact clock.
Instant clockIn(ReplyView reply, const std::string& where)
{
    try {
        throwIfError(reply, "TIME", where);
    } catch (const Refused&) {
        return std::chrono::time_point_cast<Micros>(std::chrono::system_clock::now());
    }
    return readTime(reply);
}

std::optional<std::string> problemIn(ReplyView reply, const std::string& where)
{
    try {
        throwIfError(reply, "reading a control key", where);
        return std::nullopt;
    } catch (const Error& error) {
        return error.what();
    }
}

} // namespace

ControlScan scanControlKeys(Server& server, const std::string& cursor, std::int64_t count,
                            Command (*question)(std::string_view token))
{
    const Reply reply = server.call(Command{"SCAN", cursor, "MATCH", controlKeysPattern, "COUNT"}.add(count));
    ControlScan scan;
    scan.cursor = reply.view()[0].string();
    std::vector<Command> questions{Command{"TIME"}};
    std::vector<std::string> tokens;
    const ReplyView keys = reply.view()[1];
    for (std::size_t i = 0; i < keys.size(); ++i)
        if (auto key = parseTokenKey(keys[i].string())) {
            questions.push_back(question(key->token));
            tokens.push_back(std::move(key->token));
        }
    std::vector<Reply> replies = server.pipeline(questions);
    scan.now = clockIn(replies.front().view(), server.where());
    for (std::size_t i = 0; i < tokens.size(); ++i) {
        if (auto problem = problemIn(replies[i + 1].view(), server.where())) {
            scan.unread.push_back({std::move(tokens[i]), std::move(*problem)});
            continue;
        }
        scan.tokens.push_back(std::move(tokens[i]));
        scan.replies.push_back(std::move(replies[i + 1]));
    }
    return scan;
}

} // namespace ratewarden
