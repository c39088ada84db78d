// SPDX-License-Identifier: MIT
#include "core/formats/format.h"

#include "core/model/errors.h"

#include <fmt/format.h>

namespace ratewarden {

std::string subjectKey(const Subject& subject)
{
    // The length keeps apart what only looks alike when it is joined.
    return fmt::format("{} {} {}{}", subject.format->name(), subject.policy.size(), subject.policy,
                       subject.token);
}

std::optional<ReplyView> Answers::accepted(ReplyView reply, std::size_t i, Problem& problem) const
{
    if (!reply.isError())
        return reply;
    try {
        throwIfError(reply, m_commands[i].description(), m_where);
    } catch (const Unavailable& error) {
        if (!error.isOfOneNode()) // other subjects' nodes are there
            throw;
        if (!problem)
            problem = error.problem();
    } catch (const Error& error) {
        if (!problem)
            problem = error.problem();
    }
    return std::nullopt;
}

Instant Answers::clock(std::size_t i) const
{
    Problem ignored;
    if (const auto reply = at(i, ignored))
        return readTime(*reply);
    return std::chrono::time_point_cast<Micros>(std::chrono::system_clock::now());
}

ReplyView Answers::checked(std::size_t i) const
{
    const ReplyView reply = m_replies[i].view();
    if (reply.isError())
        throwIfError(reply, m_commands[i].description(), m_where);
    return reply;
}

} // namespace ratewarden
