// SPDX-License-Identifier: GPL-3.0-or-later
// A live trial that is killed in its middle: live_trial <socket>. A hundred tokens, for minutes.
#include "core/lab/live_trial.h"

#include "core/redis/connection.h"

#include <cstdio>

int main(int argc, char** argv)
{
    using namespace ratewarden;
    using namespace std::chrono_literals;
    if (argc != 2)
        return 2;
    try {
        Endpoint endpoint;
        endpoint.socketPath = argv[1];
        Connection connection(endpoint, {20s, 20s}); // beside others
        TraceBuilder builder;
        for (int i = 0; i < 1000; ++i)
            builder.add(Instant(1'795'000'000s + i * 1ms), "token " + std::to_string(i % 100));
        const Trace trace = builder.take();
        const Candidate candidate{"c", {"c", "sliding-log-list", parseRules("10/s + 1000/d"), false, true}};
        runLiveTrial(connection, endpoint, trace, candidate, {.pace = {.perSecond = 1000, .duration = 5min}});
        return 0;
    } catch (const Error& error) {
        std::fprintf(stderr, "%s\n", error.what());
        return 1;
    }
}
