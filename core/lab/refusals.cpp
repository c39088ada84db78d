// SPDX-License-Identifier: MIT
#include "core/lab/refusals.h"

#include <algorithm>

namespace ratewarden {

RecordedRefusals RefusalTally::sums(const Trace& trace) const
{
    RecordedRefusals sums;
    sums.requests = m_refused.size();
    sums.leftOut = m_leftOut;
    if (m_refused.empty())
        return sums;
    std::vector<TokenId> idOf(m_names.size());
    for (TokenId own = 0; own < m_names.size(); ++own)
        idOf[own] = trace.names.find(m_names[own]);
    std::vector<std::pair<TokenId, Instant>> refused;
    refused.reserve(m_refused.size());
    for (const auto& [own, time] : m_refused)
        refused.emplace_back(idOf[own], time);
    std::ranges::sort(refused);

    // Where the refusals of each token begin, and how many of them the trace has passed.
    std::vector<std::size_t> next(trace.names.size() + 2);
    for (const auto& [token, time] : refused)
        ++next[token + 1];
    for (std::size_t token = 0; token < trace.names.size(); ++token) {
        const std::uint64_t count = next[token + 1];
        sums.tokens += count > 0 ? 1 : 0;
        if (count > sums.ofWorst) {
            sums.worst = TokenId(token);
            sums.ofWorst = count;
        }
        next[token + 1] += next[token];
    }
    std::vector<bool> wasRefused(trace.names.size());
    for (std::size_t i = 0; i < trace.size(); ++i) {
        const TokenId token = trace.tokens[i];
        sums.retries += wasRefused[token] ? 1 : 0;
        const std::size_t place = next[token];
        wasRefused[token] = place < refused.size() && refused[place].first == token &&
                            refused[place].second == trace.times[i];
        if (wasRefused[token])
            ++next[token];
    }
    return sums;
}

} // namespace ratewarden
