// SPDX-License-Identifier: MIT
#include "core/redis/reply.h"

#include "core/model/errors.h"
#include "core/model/text.h"

#include <fmt/format.h>
#include <hiredis/hiredis.h>

#include <charconv>

namespace ratewarden {
namespace {

const char* replyTypeName(const redisReply* reply)
{
    switch (reply ? reply->type : 0) {
    case REDIS_REPLY_STRING:
        return "a string";
    case REDIS_REPLY_ARRAY:
        return "an array";
    case REDIS_REPLY_INTEGER:
        return "a number";
    case REDIS_REPLY_NIL:
        return "nothing";
    case REDIS_REPLY_STATUS:
        return "a status";
    case REDIS_REPLY_ERROR:
        return "an error";
    default:
        return "an unknown type";
    }
}

} // namespace

void ReplyView::complain(const std::string& came, std::string_view expected) const
{
    const std::string what = fmt::format("Redis answered {} where {} expected", came, expected);
    if (m_asked == nullptr)
        throw BadReply(what);
    throw BadReply(joinSentences(fmt::format("{}: {}", *m_asked, what),
                                 "Check that Redis itself answers there, and no proxy in its place"));
}

bool ReplyView::isNil() const
{
    return m_reply == nullptr || m_reply->type == REDIS_REPLY_NIL;
}

bool ReplyView::isError() const
{
    return m_reply != nullptr && m_reply->type == REDIS_REPLY_ERROR;
}

bool ReplyView::isString() const
{
    return m_reply != nullptr && m_reply->type == REDIS_REPLY_STRING;
}

std::string_view ReplyView::errorText() const
{
    return isError() ? std::string_view(m_reply->str, m_reply->len) : std::string_view();
}

std::int64_t ReplyView::integer() const
{
    if (m_reply == nullptr || m_reply->type != REDIS_REPLY_INTEGER)
        complain(replyTypeName(m_reply), "a number was");
    return m_reply->integer;
}

std::string_view ReplyView::string() const
{
    if (m_reply == nullptr || (m_reply->type != REDIS_REPLY_STRING && m_reply->type != REDIS_REPLY_STATUS))
        complain(replyTypeName(m_reply), "a string was");
    return {m_reply->str, m_reply->len};
}

std::size_t ReplyView::size() const
{
    if (m_reply == nullptr || m_reply->type != REDIS_REPLY_ARRAY)
        complain(replyTypeName(m_reply), "an array was");
    return m_reply->elements;
}

ReplyView ReplyView::operator[](std::size_t i) const
{
    if (i >= size())
        complain(fmt::format("an array of {}", size()), fmt::format("at least {} were", i + 1));
    return ReplyView(m_reply->element[i], m_asked);
}

std::string_view ReplyView::field(std::string_view name) const
{
    for (std::size_t i = 0; i + 1 < size(); i += 2)
        if ((*this)[i].string() == name)
            return (*this)[i + 1].string();
    return {};
}

void Reply::Deleter::operator()(redisReply* reply) const
{
    freeReplyObject(reply);
}

Instant readTime(ReplyView reply)
{
    const auto number = [](ReplyView part) {
        const std::string_view text = part.string();
        std::int64_t value = 0;
        if (std::from_chars(text.data(), text.data() + text.size(), value).ec != std::errc())
            throw BadReply("Redis answered to TIME with something that is not a number");
        return value;
    };
    return Instant(std::chrono::seconds(number(reply[0])) + Micros(number(reply[1])));
}

} // namespace ratewarden
