// SPDX-License-Identifier: MIT
#include "core/redis/reply.h"

#include "core/model/errors.h"
#include "core/model/text.h"

#include <fmt/format.h>
#include <hiredis/hiredis.h>

#include <charconv>

namespace ratewarden {
namespace {

const char* typeName(const redisReply* reply)
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

[[noreturn]] void complain(const char* expected, const redisReply* reply)
{
    throw BadReply(fmt::format("Redis answered {} where {} was expected", typeName(reply), expected));
}

} // namespace

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
        complain("a number", m_reply);
    return m_reply->integer;
}

std::string_view ReplyView::string() const
{
    if (m_reply == nullptr || (m_reply->type != REDIS_REPLY_STRING && m_reply->type != REDIS_REPLY_STATUS))
        complain("a string", m_reply);
    return {m_reply->str, m_reply->len};
}

std::size_t ReplyView::size() const
{
    if (m_reply == nullptr || m_reply->type != REDIS_REPLY_ARRAY)
        complain("an array", m_reply);
    return m_reply->elements;
}

ReplyView ReplyView::operator[](std::size_t i) const
{
    if (i >= size())
        throw BadReply(
            fmt::format("Redis answered an array of {} where at least {} were expected", size(), i + 1));
    return ReplyView(m_reply->element[i]);
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

void throwIfError(ReplyView reply, std::string_view what, std::string_view where)
{
    if (!reply.isError())
        return;
    const std::string_view text = reply.errorText();
    const std::string_view code = text.substr(0, text.find(' '));
    std::string message = fmt::format("{} on {}: Redis answered: {}", what, where, printable(text));
    if (message.ends_with('.')) // advice may follow
        message.pop_back();
    const auto codeIs = [&](auto... names) {
        return ((code == names) || ...);
    };
    if (codeIs("NOPERM") || text.starts_with("ERR The user executing the script can't"))
        throw Refused(message + ". Ask for an ACL that allows it, or connect as another user");
    if (codeIs("NOAUTH", "WRONGPASS") || text.starts_with("ERR invalid password") ||
        text.starts_with("ERR AUTH"))
        throw Refused(message + ". Check the user and the password");
    if (codeIs("DENIED"))
        throw Refused(message);
    if (codeIs("WRONGTYPE"))
        throw BadState(message + ". Another program may use this key; look at it before you reset it");
    // Redis refuses these before anything of the command, or of the script's writes, has run.
    const auto unavailable = [&](std::string_view advice) {
        throw Unavailable(fmt::format("{}. {}", message, advice), Unavailable::Effect::None);
    };
    if (codeIs("LOADING", "BUSY", "MASTERDOWN", "CLUSTERDOWN", "TRYAGAIN") ||
        text.starts_with("ERR max number of clients"))
        unavailable("Try again soon");
    if (codeIs("READONLY"))
        unavailable("This server is a replica; connect to its primary");
    if (codeIs("OOM"))
        unavailable("Its memory is full; raise maxmemory, or let it evict keys that expire");
    if (codeIs("MISCONF", "NOREPLICAS"))
        unavailable("It takes no writes until it can keep them safe");
    throw ReplyError(message);
}

} // namespace ratewarden
