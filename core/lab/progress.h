// SPDX-License-Identifier: MIT
#pragma once

#include "core/model/errors.h"

#include <cstddef>
#include <functional>
#include <stop_token>
#include <utility>

namespace ratewarden {

/// A computation of the lab was stopped by its caller; nothing of it is left.
class Stopped : public Error {
public:
    Stopped() : Error("stopped before the end") {}
};

/// Computations over a trace report about so often.
inline constexpr std::size_t requestsPerReport = std::size_t(1) << 18;

/// How a long computation reports how far it is, and is stopped: a few times in a hundred milliseconds, on
/// the thread that computes.
class Progress {
public:
    /// `share` is from 0 to 1 and never decreases within one computation.
    using Report = std::function<void(double share)>;

    Progress() = default;
    explicit Progress(std::stop_token stop, Report report = {})
        : m_stop(std::move(stop)), m_report(std::move(report))
    {
    }

    /// For the computation. Throws Stopped when the caller has asked to stop.
    void at(std::size_t done, std::size_t total) const
    {
        if (m_stop.stop_requested())
            throw Stopped();
        if (m_report)
            m_report(total == 0 ? 1.0 : double(done) / double(total));
    }

    /// The same where that many more are done than when it was `reported` last.
    void passed(std::size_t& reported, std::size_t done, std::size_t total) const
    {
        if (done - reported >= requestsPerReport)
            at(reported = done, total);
    }

private:
    std::stop_token m_stop;
    Report m_report;
};

} // namespace ratewarden
