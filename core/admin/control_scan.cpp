// SPDX-License-Identifier: MIT
#include "core/admin/control_scan.h"

#include "core/limiter/keyspace.h"

namespace ratewarden {

ControlScan scanControlKeys(Server& server, const std::string& cursor, std::int64_t count,
                            Command (*question)(std::string_view token))
{
    const Reply reply = server.call(Command{"SCAN", cursor, "MATCH", controlKeysPattern, "COUNT"}.add(count));
    ControlScan scan;
    scan.cursor = reply.view()[0].string();
    std::vector<Command> questions{Command{"TIME"}};
    const ReplyView keys = reply.view()[1];
    for (std::size_t i = 0; i < keys.size(); ++i)
        if (auto key = parseTokenKey(keys[i].string())) {
            questions.push_back(question(key->token));
            scan.tokens.push_back(std::move(key->token));
        }
    scan.replies = server.pipeline(questions);
    scan.now = readTime(scan.replies.front().view());
    scan.replies.erase(scan.replies.begin());
    return scan;
}

} // namespace ratewarden
