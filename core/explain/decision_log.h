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

/// What denials are told apart by.
enum class DecisionDimension {
    Column,     ///< a column of a log, by its name
    Rule,       ///< that denied
    Policy,     ///< and its version, where that is known
    Format,     ///< of the limiter
    Token,      ///< the client
    Network,    ///< its network (/24, /48), or the prefix of its name
    Cost,       ///< of the request
    TokenAge,   ///< whether the token was first seen longer ago than the area lasts
    Phase,      ///< of the window on the clock, in tenths
    SinceChange ///< since the last change before it
};

/// A value of Rule: no rule denied, but a block.
inline constexpr std::string_view deniedByBlock = "blocked";

/// What is known of each decision beside its token, time and cost: the rule that denied it, the node, …
struct DecisionColumn {
    std::string name;
    DecisionDimension dimension = DecisionDimension::Column; ///< anything else needs no name
    /// The place in `texts`, one for each request; 0: not known.
    std::vector<std::uint32_t> values;
    std::vector<std::string> texts{std::string()}; ///< different ones; raw bytes
    Instant knownFrom{}; ///< before it no request has a value: only what came later is compared by it

    /// Whose some of the texts are, by their places: of Rule and Policy.
    std::map<std::uint32_t, std::string> policies;

    /// The place of the text, which it gets if it is new. `policy`: whose it is; empty: of none.
    std::uint32_t placeOf(const std::string& text, const std::string& policy = {});

private:
    std::map<std::string, std::uint32_t, std::less<>> m_places; // of the texts behind the first
};

/// Requests, and what became of them.
struct DecisionLog {
    Trace trace;
    std::vector<std::uint8_t> denied; ///< one for each request: 1, or 0 for one that was allowed
    std::vector<DecisionColumn> columns;
    /// How many requests each stands for; empty: one. Where requests were counted, not logged.
    std::vector<std::uint32_t> weights;

    /// Otherwise all have the same name, and are not told apart by it.
    bool knowsTokens = true;

    std::uint64_t weight(std::size_t place) const { return weights.empty() ? 1 : weights[place]; }
};

/// Those fields of a log that tell, by their names, which rule, policy, version or format denied, and where:
/// its "node", "host", "pod" and the like. Reads the beginning of the file. Throws as readTrafficFile() does.
std::vector<std::string> tellingFields(const std::string& path);

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
};

} // namespace ratewarden
