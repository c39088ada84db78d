// SPDX-License-Identifier: MIT
#include "core/redis/made_reply.h"

#include "core/redis/reply_reader.h"

namespace ratewarden {

Reply madeReply(std::string_view resp)
{
    ReplyReader reader{ReplyBounds()};
    reader.feed(resp);
    return Reply(reader.next());
}

} // namespace ratewarden
