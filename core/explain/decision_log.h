// SPDX-License-Identifier: MIT
#pragma once

#include "core/lab/log_reader.h"
#include "core/lab/trace.h"

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace ratewarden {

/// What is known of each decision beside its token, time and cost: the rule that denied it, the node, …
struct DecisionColumn {
    std::string name;
    /// The place in `texts`, one for each request; 0: not known.
    std::vector<std::uint32_t> values;
    std::vector<std::string> texts{std::string()}; ///< different ones; raw bytes
};

/// Requests, and what became of them.
struct DecisionLog {
    Trace trace;
    std::vector<std::uint8_t> denied; ///< one for each request: 1, or 0 for one that was allowed
    std::vector<DecisionColumn> columns;
};

/// Takes what was denied, and other fields, from a log while it is read. Not thread-safe.
class DecisionCollector {
public:
    /// `fields`: of the log's lines, by name; each becomes a column.
    explicit DecisionCollector(const std::vector<std::string>& fields = {});
    DecisionCollector(const DecisionCollector&) = delete;
    DecisionCollector& operator=(const DecisionCollector&) = delete;

    /// Collects what is read with these options; this must outlive the reading.
    void attachTo(ReadOptions& options);
    /// With what was read. Throws InvalidArgument when it does not tell which requests were denied.
    DecisionLog finish(ReadTraffic traffic);

private:
    void take(const LogRequest& request, std::span<const std::string> others);

    std::vector<Instant> m_times; // in the order of reading
    std::vector<std::uint8_t> m_denied;
    std::vector<DecisionColumn> m_columns;
    std::vector<std::map<std::string, std::uint32_t, std::less<>>> m_places; // of texts, by column
};

} // namespace ratewarden
