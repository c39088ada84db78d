// SPDX-License-Identifier: MIT
#include "core/formats/control_scan.h"

#include "core/formats/ratewarden_keys.h"
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

ControlScan scanControlKeys(Server& server, const std::string& cursor, std::int64_t count)
{
    const Reply reply = server.call(Command{"SCAN", cursor, "MATCH", controlKeysPattern, "COUNT"}.add(count));
    ControlScan page{std::string(reply.view()[0].string()), {}, {}};
    std::vector<Command> questions{Command{"TIME"}};
    std::vector<std::string> tokens;
    const ReplyView keys = reply.view()[1];
    for (std::size_t i = 0; i < keys.size(); ++i)
        if (auto subject = parseRatewardenKey(keys[i].string())) {
            questions.push_back(controlCommand(subject->token));
            tokens.push_back(std::move(subject->token));
        }
    const std::vector<Reply> replies = server.pipeline(questions);
    const Instant now = clockIn(replies.front().view(), server.where());
    for (std::size_t i = 0; i < tokens.size(); ++i) {
        if (auto problem = problemIn(replies[i + 1].view(), server.where()))
            page.unread.push_back({std::move(tokens[i]), std::move(*problem)});
        else
            page.controls.push_back(readControl(replies[i + 1].view(), tokens[i], now));
    }
    return page;
}

ControlState findControl(Server& server, std::string_view token)
{
    const std::vector<Reply> replies = server.pipeline({Command{"TIME"}, controlCommand(token)});
    throwIfError(replies[1].view(), "reading the block and overrides", server.where());
    return readControl(replies[1].view(), token, clockIn(replies[0].view(), server.where()));
}

} // namespace ratewarden
