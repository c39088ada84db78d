// SPDX-License-Identifier: MIT
#include "core/limiter/denial_sample.h"

#include "core/limiter/keyspace.h"
#include "core/limiter/rate_limiter.h"
#include "core/model/little_endian.h"

#include <algorithm>
#include <limits>
#include <string>

namespace ratewarden {
namespace {

constexpr std::chrono::milliseconds sampleLife = std::chrono::days(3); // as that of what tokens remember

/// As lua/shared/remember_denial.lua writes it, with the token in front of the note.
std::string sampled(const RedisRequest& request, const Decision& denied)
{
    std::string bytes;
    appendLittleEndian(bytes, denied.now.time_since_epoch().count(), 7);
    appendLittleEndian(bytes, denied.rule ? std::int64_t(*denied.rule) + 1 : 0, 1);
    appendLittleEndian(bytes, request.cost, 7);
    appendLittleEndian(bytes, denied.retryAfter ? denied.retryAfter->count() : -1, 8);
    appendLittleEndian(bytes, std::int64_t(request.token.text().size()), 2);
    bytes += request.token.text();
    bytes += request.note.substr(0, longestNote);
    return bytes;
}

} // namespace

std::vector<Command> DenialSample::commands(const Policy& policy, const RedisRequest& request, Mode mode,
                                            const Decision& decision, Clock::time_point now)
{
    const Verdict verdict = decision.verdict;
    const bool isDenied =
        verdict == Verdict::DeniedByRule || verdict == Verdict::Blocked || verdict == Verdict::NeverFits;
    if (!isDenied || policy.denials == 0 || !charges(mode) ||
        request.token.text().size() > std::numeric_limits<std::uint16_t>::max())
        return {};
    Clock::rep next = m_next.load(std::memory_order_relaxed);
    if (now.time_since_epoch().count() < next ||
        !m_next.compare_exchange_strong(next, (now + pause).time_since_epoch().count(),
                                        std::memory_order_relaxed))
        return {};
    const std::string key = policySampleKey(policy.name);
    return {{"LPUSH", key, sampled(request, decision)},
            {"LTRIM", key, "0", std::to_string(policy.denials - 1)},
            {"PEXPIRE", key, std::to_string(sampleLife.count())}};
}

void DenialSample::answered(std::span<const Reply> replies)
{
    const bool isAdded = !replies.empty() && std::ranges::none_of(replies, [](const Reply& reply) {
        return reply.view().isError();
    });
    if (!isAdded)
        m_next += Clock::duration(pauseAfterFailure - pause).count();
}

} // namespace ratewarden
