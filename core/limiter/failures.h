// SPDX-License-Identifier: MIT
#pragma once

#include "core/model/errors.h"

#include <cstdint>

namespace ratewarden {

/// Which errors of a server make a limiter go on without it: a set of reasons. That it cannot be reached, or
/// does not answer in time, always counts.
class Failures {
public:
    /// Every Unavailable: the server cannot be reached, or says that it does not serve now.
    constexpr Failures() = default;
    /// Only that it cannot be reached: LOADING, OOM, CLUSTERDOWN and their like are thrown to the caller.
    static constexpr Failures unreachableOnly()
    {
        Failures failures;
        failures.m_unavailable = ofConnection();
        return failures;
    }

    /// The set with the reason, or without it.
    constexpr Failures with(UnavailableReason reason) const
    {
        Failures more = *this;
        more.m_unavailable |= bit(reason);
        return more;
    }
    constexpr Failures with(RefusedReason reason) const
    {
        Failures more = *this;
        more.m_refused |= bit(reason);
        return more;
    }
    constexpr Failures without(UnavailableReason reason) const
    {
        Failures fewer = *this;
        fewer.m_unavailable &= ~bit(reason) | ofConnection();
        return fewer;
    }

    constexpr bool contains(UnavailableReason reason) const { return (m_unavailable & bit(reason)) != 0; }
    constexpr bool contains(RefusedReason reason) const { return (m_refused & bit(reason)) != 0; }
    bool contains(const Error& error) const
    {
        if (const auto* const unavailable = dynamic_cast<const Unavailable*>(&error))
            return contains(unavailable->reason());
        const auto* const refused = dynamic_cast<const Refused*>(&error);
        return refused != nullptr && contains(refused->reason());
    }

    friend constexpr bool operator==(const Failures&, const Failures&) = default;

private:
    static constexpr std::uint32_t bit(UnavailableReason reason)
    {
        return std::uint32_t(1) << unsigned(reason);
    }
    static constexpr std::uint32_t bit(RefusedReason reason) { return std::uint32_t(1) << unsigned(reason); }
    /// All but what a server says of itself when it does not serve.
    static constexpr std::uint32_t ofConnection()
    {
        using Reason = UnavailableReason;
        std::uint32_t answers = 0;
        for (const Reason reason :
             {Reason::Loading, Reason::Busy, Reason::MasterDown, Reason::ClusterDown, Reason::TryAgain,
              Reason::Replica, Reason::OutOfMemory, Reason::Misconfigured, Reason::TooManyClients})
            answers |= bit(reason);
        return ~answers;
    }

    std::uint32_t m_unavailable = ~std::uint32_t(0);
    std::uint32_t m_refused = 0;
};

} // namespace ratewarden
