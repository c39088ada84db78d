// SPDX-License-Identifier: MIT
#pragma once

#include "core/lab/trace.h"

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

/// Traffic edited by hand: requests are added, moved and removed, and every edit can be undone.
namespace ratewarden {

/// Of one token, and in a whole trace: what has more requests is not edited by hand.
inline constexpr std::size_t maxEditedOfToken = 10'000;
inline constexpr std::size_t maxEditedRequests = 1'000'000;

/// One request that is added to a trace or removed from it.
struct EditedRequest {
    Instant time{};
    std::string token;
    TraceCost cost = 1;

    friend bool operator==(const EditedRequest&, const EditedRequest&) = default;
};

/// One step of the hand: these are removed, those added. A request that moves is one of each.
struct TraceEdit {
    std::vector<EditedRequest> removed;
    std::vector<EditedRequest> added;

    bool empty() const { return removed.empty() && added.empty(); }
    friend bool operator==(const TraceEdit&, const TraceEdit&) = default;
};

/// The trace after the edits, one after the other. Tokens without requests are gone, and the others may have
/// other numbers. Throws InvalidArgument for a request that is to be removed and is not there, for an empty
/// token, and for a time before 1970. Time and memory as for a copy of the trace.
Trace edited(const Trace& trace, const std::vector<TraceEdit>& edits);

/// The steps that were done, and those that were undone.
class EditHistory {
public:
    /// The oldest steps are forgotten beyond this.
    static constexpr std::size_t most = 1000;

    /// Steps that were undone cannot be redone any more.
    void add(TraceEdit edit);
    /// What is to be applied; empty: there is nothing to undo.
    std::optional<TraceEdit> undo();
    std::optional<TraceEdit> redo();
    bool canUndo() const { return m_done > 0; }
    bool canRedo() const { return m_done < m_steps.size(); }

private:
    std::vector<TraceEdit> m_steps;
    std::size_t m_done = 0; // of m_steps, from the first on
};

} // namespace ratewarden
