// SPDX-License-Identifier: GPL-3.0-or-later
// One process of many that ask for the same token as fast as they can: hammer <socket> <algorithm> <rules>
// <requests>. Prints the times, by the server's clock, at which a request passed.
#include "core/limiter/redis_rate_limiter.h"
#include "core/model/errors.h"
#include "core/redis/connection.h"

#include <cstdio>
#include <cstdlib>
#include <span>
#include <string>
#include <vector>

int main(int argc, char** argv)
{
    using namespace ratewarden;
    using namespace std::chrono_literals;
    const std::span arguments(argv, std::size_t(argc));
    if (arguments.size() != 5)
        return 2;
    try {
        Endpoint endpoint;
        endpoint.socketPath = arguments[1];
        Connection connection(endpoint, {20s, 20s}); // beside others
        RedisRateLimiter limiter(connection, {"shared", arguments[2], parseRules(arguments[3])});
        std::vector<long long> passed;
        const int requests = std::atoi(arguments[4]);
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
