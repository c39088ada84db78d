// SPDX-License-Identifier: MIT
#include "core/formats/control_scan.h"

#include "core/formats/ratewarden_keys.h"

namespace ratewarden {

ControlPage scanControlKeys(Server& server, const std::string& cursor, std::int64_t count)
{
    const Reply reply = server.call(Command{"SCAN", cursor, "MATCH", controlKeysPattern, "COUNT"}.add(count));
    ControlPage page{std::string(reply.view()[0].string()), {}};
    std::vector<Command> questions{Command{"TIME"}};
    std::vector<std::string> tokens;
    const ReplyView keys = reply.view()[1];
    for (std::size_t i = 0; i < keys.size(); ++i)
        if (auto subject = parseRatewardenKey(keys[i].string())) {
            questions.push_back(controlCommand(subject->token));
            tokens.push_back(std::move(subject->token));
        }
    const std::vector<Reply> replies = server.pipeline(questions);
    const Instant now = readTime(replies.front().view());
    for (std::size_t i = 0; i < tokens.size(); ++i)
        if (!replies[i + 1].view().isError())
            page.controls.push_back(readControl(replies[i + 1].view(), tokens[i], now));
    return page;
}

ControlState findControl(Server& server, std::string_view token)
{
    const std::vector<Reply> replies = server.pipeline({Command{"TIME"}, controlCommand(token)});
    throwIfError(replies[0].view(), "TIME", server.where());
    throwIfError(replies[1].view(), "reading the block and overrides", server.where());
    return readControl(replies[1].view(), token, readTime(replies[0].view()));
}

} // namespace ratewarden
