// SPDX-License-Identifier: MIT
#pragma once

#include "core/model/problem.h"
#include "core/redis/freed.h"
#include "core/redis/reply_bounds.h"

#include <hiredis/hiredis.h>

#include <cstddef>
#include <memory>
#include <string_view>

namespace ratewarden {

/// hiredis' parser, which allocates an array of any size that a server announces, and looks through all of a
/// line that has no end yet whenever more of it comes, made to refuse those above a bound. For the
/// connections of this folder.
class ReplyReader {
public:
    explicit ReplyReader(ReplyBounds bounds);
    ReplyReader(const ReplyReader&) = delete;
    ReplyReader& operator=(const ReplyReader&) = delete;

    void feed(std::string_view bytes);
    /// The next reply whose bytes are all there, which the caller owns; null: more are needed, or something
    /// isWrong().
    redisReply* next();

    /// Whether what came cannot be read, or is too large to be; nothing more can be read then.
    bool isWrong() const { return m_isWrong || m_isTooLarge; }
    /// What; the code is an UnavailableReason.
    Problem problem(std::string_view what, std::string_view where) const;

private:
    bool isInLongLine() const;
    template <class Count>
    static void* createCounted(const redisReadTask* task, Count count);

    const ReplyBounds m_bounds;
    redisReplyObjectFunctions m_functions{}; // before the reader, which frees replies by them
    redisReplyObjectFunctions* m_plainFunctions = nullptr;
    std::unique_ptr<redisReader, Freed<redisReaderFree>> m_reader;
    std::size_t m_bytes = 0;    // since the last reply
    std::size_t m_elements = 0; // likewise
    bool m_isTooLarge = false;
    bool m_isWrong = false;
};

} // namespace ratewarden
