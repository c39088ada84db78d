// SPDX-License-Identifier: MIT
// A worker that keeps to the limit of somebody else's service, together with all the other workers.
//     worker [redis://localhost:6379 [jobs]]
#include <ratewarden/ratewarden.h>

#include <iostream>
#include <string>

using namespace ratewarden;
using namespace std::chrono_literals;

namespace {

/// Stands for the call. False: it did not reach the service, so that it did not count there.
bool callService(int job)
{
    return job != 3;
}

} // namespace

int main(int argc, char** argv)
{
    Connection redis(parseEndpoint(argc > 1 ? argv[1] : "redis://localhost:6379"));
    const int jobs = argc > 2 ? std::stoi(argv[2]) : 10;
    const Policy policy{"partner", "gcra", parseRules("10/s burst 2 + 1000/h")};
    announcePolicy(redis, policy); // so that the console knows its rules
    RedisRateLimiter limiter(redis, policy);

    for (int job = 1; job <= jobs; ++job) {
        const Decision decision = limiter.waitFor("all workers", 30s); // one quota for all of them
        if (!decision.allowed()) {
            std::cerr << "no room within 30 s\n";
            return 1;
        }
        if (!callService(job))
            limiter.giveBack("all workers");
        std::cout << "job " << job << " done, " << decision.usage[1].remaining() << " left this hour"
                  << std::endl;
    }
}
