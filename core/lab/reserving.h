// SPDX-License-Identifier: MIT
#pragma once

#include "core/lab/metered_traffic.h"
#include "core/lab/progress.h"
#include "core/limiter/estimator.h"
#include "core/model/policy.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace ratewarden {

/// What is reserved for a request before its cost is known.
struct ReserveWay {
    enum class Kind {
        Afterwards, ///< 1 unit, to be told from nothing: it is charged when it has ended
        Max,        ///< the most that it can cost
        Constant,   ///< `units`
        Learned     ///< as an Estimator has learned, by kind
    };
    Kind kind = Kind::Max;
    Units units = 1;       ///< of Constant
    double quantile = 0.9; ///< of Learned: Estimator::Options
};

/// Reads "afterwards", "max", "constant:500", "learned" and "learned:0.95". Throws InvalidArgument for
/// anything else.
ReserveWay parseReserveWay(std::string_view text);
std::string notation(const ReserveWay& way);
/// One of each kind: constant is the average cost, and the quantile of what is learned is that of
/// Estimator::Options.
std::vector<ReserveWay> usualWays(const MeteredTraffic& traffic);

/// What one way of reserving does to the requests.
struct ReserveTrial {
    ReserveWay way;
    std::uint64_t requests = 0;
    std::uint64_t denied = 0;
    /// Of those denied: with all costs known they, too, would have stayed within every limit.
    std::uint64_t falselyDenied = 0;
    /// The most that one token has really used beyond a limit in any of its windows; 0: no limit was
    /// exceeded.
    Units overshoot = 0;
    Units spent = 0; ///< really, by all that were allowed
    /// What was spent less than if every cost were known before.
    Units unused = 0;
    std::vector<Estimator::Learned> learned; ///< in the end, by kind; of ReserveWay::Kind::Learned
};

/// Decides every request as the policy's script would, reserving that way, and settles it when it has ended.
/// Reserving the most that a request can cost never exceeds a limit. Throws InvalidArgument for a policy
/// whose algorithm is no sliding log: what another one allows in any window is not its limit; BadPolicy, and
/// Stopped.
ReserveTrial tryReserving(const MeteredTraffic& traffic, const Policy& policy, const ReserveWay& way,
                          const Progress& progress = {});

} // namespace ratewarden
