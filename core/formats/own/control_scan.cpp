// SPDX-License-Identifier: MIT
#include "core/formats/own/control_scan.h"

#include "core/formats/format.h"
#include "core/formats/own/ratewarden_keys.h"

#include <array>

namespace ratewarden {

ControlScanPage scanControlKeys(Server& server, ScanCursor& cursor, std::int64_t count)
{
    const Reply reply = cursor.read(server, count, controlKeysPattern);
    ControlScanPage page;
    std::vector<Command> questions{Command{"TIME"}};
    std::vector<std::string> tokens;
    const ReplyView keys = reply.view()[1];
    for (std::size_t i = 0; i < keys.size(); ++i)
        if (auto subject = parseRatewardenKey(keys[i].string())) {
            questions.push_back(controlCommand(subject->token));
            tokens.push_back(std::move(subject->token));
        }
    const std::vector<Reply> replies = server.pipeline(questions);
    const Answers answers(questions, replies, server.where());
    const Instant now = answers.clock(0);
    for (std::size_t i = 0; i < tokens.size(); ++i) {
        Problem problem;
        if (const auto control = answers.at(i + 1, problem))
            page.controls.push_back(readControl(*control, tokens[i], now));
        else
            page.unread.push_back({std::move(tokens[i]), englishText(problem)});
    }
    return page;
}

ControlState findControl(Server& server, std::string_view token)
{
    const std::array commands{Command{"TIME"}, controlCommand(token)};
    const std::vector<Reply> replies = server.pipeline(commands);
    throwIfError(replies[1].view(), commands[1].title(), server.where());
    return readControl(replies[1].view(), token, Answers(commands, replies, server.where()).clock(0));
}

} // namespace ratewarden
