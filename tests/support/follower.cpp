// SPDX-License-Identifier: GPL-3.0-or-later
// A service that limits by a published policy: for each token on standard input it prints whether the request
// passed, and by which version of the policy. With a token it decides for that one from leases, all the time
// until its input ends, and prints by which limit, or that it is blocked, whenever that changes, behind the
// time of BootClock in microseconds.
//   follower <url> <policy> [<token>]
#include "core/limiter/leased_rate_limiter.h"
#include "core/model/boot_clock.h"
#include "core/model/errors.h"
#include "core/policies/following_rate_limiter.h"
#include "core/redis/connection.h"

#include <poll.h>
#include <unistd.h>

#include <cstdio>
#include <iostream>
#include <string>

using namespace ratewarden;
using namespace std::chrono_literals;

namespace {

void tellChanges(RateLimiter& limiter, const std::string& token)
{
    LeasedRateLimiter leases(limiter);
    std::string told;
    constexpr int pause = 1; // in milliseconds
    for (pollfd input{STDIN_FILENO, POLLIN, 0}; poll(&input, 1, pause) == 0;) {
        try {
            const Decision decision = leases.acquire(token);
            const std::string by = decision.verdict == Verdict::Blocked
                                       ? "blocked"
                                       : std::to_string(decision.usage.at(0).rule.limit);
            if (by == told)
                continue;
            told = by;
            std::cout << BootClock::now().time_since_epoch().count() << ' ' << told << std::endl;
        } catch (const Unavailable&) { // each answer was too late, as on a busy machine
        }
    }
}

} // namespace

int main(int argc, char** argv)
{
    try {
        if (argc != 3 && argc != 4)
            return 2;
        const Endpoint endpoint = parseEndpoint(argv[1]);
        Connection connection(endpoint, {20s, 20s}); // beside others
        const PolicyWatch watch(endpoint);
        FollowingRateLimiter limiter(connection, watch, argv[2], {.patience = 20s});
        if (argc == 4) {
            tellChanges(limiter, argv[3]);
            return 0;
        }
        for (std::string token; std::getline(std::cin, token);) {
            const bool allowed = limiter.acquire(token).allowed();
            std::cout << (allowed ? "allowed " : "denied ") << limiter.version() << std::endl;
        }
        return 0;
    } catch (const std::exception& error) {
        std::fprintf(stderr, "follower: %s\n", error.what());
        return 1;
    }
}
