// SPDX-License-Identifier: MIT
#pragma once

#include "core/lab/log_reader.h"

#include <string_view>
#include <utility>
#include <vector>

namespace ratewarden {

/// Collects which requests had been refused when they were recorded. Takes 12 bytes for each of them, and
/// nothing for the others.
class RefusalTally {
public:
    void add(std::string_view token, Instant time) { m_refused.emplace_back(m_names.add(token), time); }
    /// One more line that was left out for its status.
    void leaveOut() { ++m_leftOut; }
    /// Sums over the trace that holds these requests.
    RecordedRefusals sums(const Trace& trace) const;

private:
    TokenNames m_names;
    std::vector<std::pair<TokenId, Instant>> m_refused; // by numbers of m_names
    std::uint64_t m_leftOut = 0;
};

} // namespace ratewarden
