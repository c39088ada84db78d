// SPDX-License-Identifier: GPL-3.0-or-later
// One process of many that ask for the same token as fast as they can: hammer <socket> <algorithm> <rules>
// <requests> [<lease life> [<share>]]. Prints the times, by the server's clock, at which a request passed.
// With leases, that is between two times by this machine's clock. With a share, that part of each limit
// applies here while Redis is unreachable.
#include "core/limiter/fallback_rate_limiter.h"
#include "core/limiter/leased_rate_limiter.h"
#include "core/limiter/redis_rate_limiter.h"
#include "core/model/errors.h"
#include "core/redis/connection.h"

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <span>
#include <string>
#include <vector>

namespace {

using namespace ratewarden;

long long systemTime()
{
    return std::chrono::duration_cast<Micros>(std::chrono::system_clock::now().time_since_epoch()).count();
}

// At once, as the process may be killed.
void hammerLeases(RateLimiter& behind, int requests, Micros life)
{
    LeaseOptions options;
    options.life = life;
    LeasedRateLimiter limiter(behind, options);
    for (int i = 0; i < requests; ++i) {
        try {
            const long long before = systemTime();
            if (limiter.acquire("token").allowed()) {
                const long long after = systemTime();
                std::printf("%lld %lld\n", before, after);
                std::fflush(stdout);
            }
        } catch (const Unavailable&) { // it was suspended on the way, or Redis was
        }
    }
}

} // namespace

int main(int argc, char** argv)
{
    using namespace std::chrono_literals;
    const std::span arguments(argv, std::size_t(argc));
    if (arguments.size() < 5 || arguments.size() > 7)
        return 2;
    try {
        Endpoint endpoint;
        endpoint.socketPath = arguments[1];
        Connection connection(endpoint, {20s, 20s}); // beside others
        Policy policy{"shared", arguments[2], parseRules(arguments[3])};
        const int requests = std::atoi(arguments[4]);
        if (arguments.size() > 5)
            policy.lease = parseDuration(arguments[5]);
        RedisRateLimiter limiter(connection, policy);
        if (arguments.size() == 6) {
            hammerLeases(limiter, requests, policy.lease);
            return 0;
        }
        if (arguments.size() == 7) {
            FallbackRateLimiter fallback(limiter, policy, {.share = std::strtod(arguments[6], nullptr)});
            hammerLeases(fallback, requests, policy.lease);
            return 0;
        }
        std::vector<long long> passed;
        for (int i = 0; i < requests; ++i) {
            const Decision decision = limiter.acquire("token", 1 + i % 2);
            if (decision.allowed())
                passed.push_back(decision.now.time_since_epoch().count());
            else
                passed.push_back(-1);
        }
        for (std::size_t i = 0; i < passed.size(); ++i)
            if (passed[i] >= 0)
                std::printf("%lld %d\n", passed[i], int(1 + i % 2));
        return 0;
    } catch (const Error& error) {
        std::fprintf(stderr, "%s\n", error.what());
        return 1;
    }
}
