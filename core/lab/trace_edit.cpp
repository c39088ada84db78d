// SPDX-License-Identifier: MIT
#include "core/lab/trace_edit.h"

#include "core/model/errors.h"
#include "core/model/text.h"

#include <fmt/format.h>

#include <algorithm>

namespace ratewarden {
namespace {

/// The requests of a trace of which some are crossed out.
class Draft {
public:
    explicit Draft(const Trace& trace) : m_trace(trace), m_gone(trace.size()) {}

    void apply(const TraceEdit& edit)
    {
        for (const EditedRequest& request : edit.removed)
            remove(request);
        for (const EditedRequest& request : edit.added) {
            if (request.time < Instant())
                throw InvalidArgument("a request must not be earlier than 1970");
            if (request.token.empty())
                throw InvalidArgument("a request needs a token");
            m_added.push_back(request);
        }
    }

    Trace take() const
    {
        TraceBuilder builder;
        builder.reserve(m_trace.size() + m_added.size());
        for (std::size_t i = 0; i < m_trace.size(); ++i)
            if (!m_gone[i])
                builder.add(m_trace.times[i], m_trace.names[m_trace.tokens[i]], m_trace.cost(i));
        for (const EditedRequest& request : m_added)
            builder.add(request.time, request.token, request.cost);
        return builder.take();
    }

private:
    void remove(const EditedRequest& request)
    {
        if (const auto added = std::ranges::find(m_added, request); added != m_added.end()) {
            m_added.erase(added);
            return;
        }
        const TokenId token = m_trace.names.find(request.token);
        const auto [first, last] = std::equal_range(m_trace.times.begin(), m_trace.times.end(), request.time);
        for (auto at = first; at != last; ++at) {
            const auto i = std::size_t(at - m_trace.times.begin());
            if (!m_gone[i] && m_trace.tokens[i] == token && m_trace.cost(i) == request.cost) {
                m_gone[i] = true;
                return;
            }
        }
        throw InvalidArgument(fmt::format("the request of \"{}\" that is to be removed is not there",
                                          printable(request.token)));
    }

    const Trace& m_trace;
    std::vector<bool> m_gone;
    std::vector<EditedRequest> m_added;
};

TraceEdit inverse(const TraceEdit& edit)
{
    return {edit.added, edit.removed};
}

} // namespace

Trace edited(const Trace& trace, const std::vector<TraceEdit>& edits)
{
    Draft draft(trace);
    for (const TraceEdit& edit : edits)
        draft.apply(edit);
    return draft.take();
}

void EditHistory::add(TraceEdit edit)
{
    m_steps.resize(m_done);
    m_steps.push_back(std::move(edit));
    if (m_steps.size() > most)
        m_steps.erase(m_steps.begin());
    m_done = m_steps.size();
}

std::optional<TraceEdit> EditHistory::undo()
{
    if (!canUndo())
        return std::nullopt;
    return inverse(m_steps[--m_done]);
}

std::optional<TraceEdit> EditHistory::redo()
{
    if (!canRedo())
        return std::nullopt;
    return m_steps[m_done++];
}

} // namespace ratewarden
