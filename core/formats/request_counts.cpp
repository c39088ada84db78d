// SPDX-License-Identifier: MIT
#include "core/formats/request_counts.h"

#include "core/model/errors.h"
#include "core/redis/keyspace.h"

namespace ratewarden {
namespace {

constexpr std::int64_t slots = countsReach / countSpan;
constexpr std::size_t numberBytes = 4;

std::int64_t numberAt(std::string_view ring, std::size_t place)
{
    std::int64_t value = 0;
    for (const char byte : ring.substr(place * numberBytes, numberBytes))
        value = value << 8U | std::uint8_t(byte);
    return value;
}

} // namespace

RequestRates ratesOf(const std::vector<RequestCount>& counts, Instant now)
{
    if (counts.size() < 2)
        return {};
    const RequestCount& current = counts.back();
    const RequestCount& before = counts[counts.size() - 2];
    const std::chrono::duration<double> seconds = now - before.from;
    return {double(before.allowed + current.allowed) / seconds.count(),
            double(before.denied + current.denied) / seconds.count()};
}

Command requestCountsCommand(std::string_view token, std::string_view policy)
{
    return {"GET", countsKey(token, policy)};
}

std::vector<RequestCount> readRequestCounts(ReplyView reply, Instant now)
{
    if (reply.isNil())
        return {};
    const std::string_view ring = reply.string();
    if (ring.size() != (1 + 2 * slots) * numberBytes)
        throw BadState("these are not counts of Ratewarden's; another program may use their key");
    const std::int64_t newest = numberAt(ring, 0);
    const std::int64_t current = now.time_since_epoch() / countSpan;
    std::vector<RequestCount> counts;
    counts.reserve(slots);
    for (std::int64_t turn = current - slots + 1; turn <= current; ++turn) {
        RequestCount count{Instant(turn * countSpan), 0, 0};
        if (turn >= 0 && turn > newest - slots && turn <= newest) { // else the ring has nothing of it
            const std::size_t place = 1 + 2 * std::size_t(turn % slots);
            count.allowed = numberAt(ring, place);
            count.denied = numberAt(ring, place + 1);
        }
        counts.push_back(count);
    }
    return counts;
}

} // namespace ratewarden
