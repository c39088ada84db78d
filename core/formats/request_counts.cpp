// SPDX-License-Identifier: MIT
#include "core/formats/request_counts.h"

#include "core/formats/state_faults.h"
#include "core/limiter/keyspace.h"
#include "core/model/errors.h"

namespace ratewarden {
namespace {

constexpr std::int64_t countSlots = countsReach / countSpan;
constexpr std::size_t slotBytes = 8;
constexpr std::int64_t countRounds = 32767; // are told apart

std::int64_t bigEndian(std::string_view bytes)
{
    std::int64_t value = 0;
    for (const char byte : bytes)
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
    return {"GET", countsKey(RedisToken(token), policy)};
}

std::vector<RequestCount> readRequestCounts(ReplyView reply, Instant now)
{
    if (reply.isNil())
        return {};
    const std::string_view ring = reply.string();
    if (ring.size() != countSlots * slotBytes)
        throw BadState(Problem(Fault::NotOurCounts));
    const std::int64_t current = now.time_since_epoch() / countSpan;
    const auto number = [ring](std::int64_t turn, std::size_t from, std::size_t bytes) {
        return bigEndian(ring.substr(std::size_t(turn % countSlots) * slotBytes + from, bytes));
    };
    std::vector<RequestCount> counts;
    counts.reserve(countSlots);
    for (std::int64_t turn = current - countSlots + 1; turn <= current; ++turn) {
        RequestCount count{Instant(turn * countSpan), 0, 0};
        if (turn >= 0 &&
            number(turn, 0, 2) == 1 + turn / countSlots % countRounds) { // else it is of another round
            count.allowed = number(turn, 2, 3);
            count.denied = number(turn, 5, 3);
        }
        counts.push_back(count);
    }
    return counts;
}

} // namespace ratewarden
