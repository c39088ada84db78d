// SPDX-License-Identifier: MIT
#pragma once

#include "core/limiter/decision_call.h"
#include "core/model/decision.h"
#include "core/model/policy.h"
#include "core/redis/command.h"
#include "core/redis/reply.h"

#include <atomic>
#include <chrono>
#include <span>
#include <vector>

namespace ratewarden {

/// What a limiter adds to policySampleKey(): of the requests that it denies under a policy with
/// Policy::denials, one each second. So what was denied last under a policy is known without a walk over all
/// keys; exact is what its tokens remember. A script cannot add it: the key lies in another slot of a cluster
/// than the token's. It says what to send, and sends nothing. Thread-safe.
class DenialSample {
public:
    using Clock = std::chrono::steady_clock; // the nodes of a cluster have clocks that differ
    static constexpr Micros pause = std::chrono::seconds(1);
    /// After it could not be added, for want of a right or of a node.
    static constexpr Micros pauseAfterFailure = std::chrono::minutes(1);

    /// The pipeline that adds a request to the sample; empty if it was not denied, or its turn has not come.
    std::vector<Command> commands(const Policy& policy, const RedisRequest& request, Mode mode,
                                  const Decision& decision, Clock::time_point now = Clock::now());
    /// Tells of the replies to it; none: there were none.
    void answered(std::span<const Reply> replies);

private:
    std::atomic<Clock::rep> m_next = Clock::time_point::min().time_since_epoch().count();
};

} // namespace ratewarden
