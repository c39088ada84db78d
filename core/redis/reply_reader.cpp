// SPDX-License-Identifier: MIT
#include "core/redis/reply_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <new>

namespace ratewarden {

// The type of the count differs between hiredis 0.14 and 1.
template <class Count>
void* ReplyReader::createCounted(const redisReadTask* task, Count count)
{
    auto& self = *static_cast<ReplyReader*>(task->privdata);
    self.m_elements += std::size_t(std::max<Count>(count, 0));
    self.m_isTooLarge |= self.m_elements > self.m_bounds.elements;
    return self.m_isTooLarge ? nullptr : self.m_plainFunctions->createArray(task, count);
}

ReplyReader::ReplyReader(ReplyBounds bounds) : m_bounds(bounds), m_reader(redisReaderCreate())
{
    if (!m_reader)
        throw std::bad_alloc();
    m_plainFunctions = m_reader->fn;
    m_functions = *m_plainFunctions;
    m_functions.createArray = createCounted;
    m_reader->fn = &m_functions;
    m_reader->privdata = this;
}

void ReplyReader::feed(std::string_view bytes)
{
    m_bytes += bytes.size();
    m_isTooLarge |= m_bytes > m_bounds.bytes;
    m_isWrong |= redisReaderFeed(m_reader.get(), bytes.data(), bytes.size()) != REDIS_OK;
}

/// What has not been read begins with a line; of a text that says its length it is that length.
bool ReplyReader::isInLongLine() const
{
    const std::string_view unread(m_reader->buf + m_reader->pos, m_reader->len - m_reader->pos);
    return unread.size() > m_bounds.line && unread.substr(0, m_bounds.line).find("\r\n") == unread.npos;
}

redisReply* ReplyReader::next()
{
    void* reply = nullptr;
    if (!isWrong() && redisReaderGetReply(m_reader.get(), &reply) != REDIS_OK)
        m_isWrong = true;
    if (reply != nullptr)
        m_bytes = m_elements = 0;
    else if (!isWrong())
        m_isTooLarge = isInLongLine();
    return static_cast<redisReply*>(reply);
}

Problem ReplyReader::problem(std::string_view what, std::string_view where) const
{
    if (!m_isTooLarge)
        return {UnavailableReason::NotRedis, what, where, m_reader->errstr};
    return {UnavailableReason::ReplyTooLarge, what, where,
            fmt::format("the answer is larger than {} MiB or {} elements, or has a line of more than {} KiB, "
                        "which is the most that is read",
                        m_bounds.bytes >> 20, m_bounds.elements, m_bounds.line >> 10)};
}

} // namespace ratewarden
