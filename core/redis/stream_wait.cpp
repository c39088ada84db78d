// SPDX-License-Identifier: MIT
#include "core/redis/stream_wait.h"

#include <poll.h>

#include <algorithm>
#include <chrono>
#include <vector>

namespace ratewarden {

void waitForAny(std::span<const Awaited> streams, Stream::Deadline deadline)
{
    using namespace std::chrono_literals;
    using std::chrono::nanoseconds;
    std::vector<pollfd> wanted;
    wanted.reserve(streams.size());
    for (const Awaited& awaited : streams) {
        if (awaited.more)
            return;
        wanted.push_back({awaited.stream->descriptor(), short(awaited.room ? POLLIN | POLLOUT : POLLIN), 0});
    }
    const nanoseconds left = std::clamp<nanoseconds>(deadline - Stream::Clock::now(), 0ns, 1h);
    const timespec timeout{std::chrono::floor<std::chrono::seconds>(left).count(), (left % 1s).count()};
    ppoll(wanted.data(), wanted.size(), &timeout, nullptr); // a signal ends it early: the caller looks again
}

} // namespace ratewarden
