// SPDX-License-Identifier: MIT
// A worker that keeps to the limit of somebody else's service, together with all the other workers.
//     worker [redis://localhost:6379 [jobs]]
#include <ratewarden/ratewarden.h>

#include <exception>
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

/// All jobs, one after the other. False: there was no room for one.
bool work(const char* address, int jobs)
{
    Connection redis(parseEndpoint(address));
    const Policy policy{"partner", "gcra", parseRules("10/s burst 2 + 1000/h")};
    if (const auto other = announcePolicy(redis, policy)) // so that the console knows its rules
        std::cerr << "the policy is published otherwise: " << other->algorithm << " "
                  << notation(other->rules) << "\n";
    RedisRateLimiter limiter(redis, policy);

    for (int job = 1; job <= jobs; ++job) {
        const Decision decision = limiter.waitFor("all workers", 30s); // one quota for all of them
        if (!decision.allowed()) {
            std::cerr << "no room within 30 s\n";
            return false;
        }
        if (!callService(job))
            limiter.giveBack("all workers");
        std::cout << "job " << job << " done, " << decision.usage[1].remaining() << " left this hour"
                  << std::endl;
    }
    return true;
}

} // namespace

int main(int argc, char** argv)
{
    try {
        return work(argc > 1 ? argv[1] : "redis://localhost:6379", argc > 2 ? std::stoi(argv[2]) : 10) ? 0
                                                                                                       : 1;
    } catch (const std::exception& error) { // what() says what was tried, where, and what to do
        std::cerr << "worker: " << error.what() << "\nusage: worker [redis://localhost:6379 [jobs]]\n";
        return 2;
    }
}
