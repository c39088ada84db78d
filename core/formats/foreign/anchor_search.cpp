// SPDX-License-Identifier: MIT
#include "core/formats/foreign/anchor_search.h"

#include <algorithm>

namespace ratewarden {

AnchorSearch::AnchorSearch(std::span<const std::string> anchors) : m_anchors(anchors.begin(), anchors.end())
{
    if (m_anchors.empty())
        return;
    std::array<bool, 256> used{};
    for (const std::string& anchor : m_anchors)
        for (const char c : anchor)
            used.at(std::uint8_t(c)) = true;
    // With all 256 in use one byte has to share the class of those that are in none.
    const bool all = std::ranges::find(used, false) == used.end();
    m_classes = all ? 0 : 1;
    for (std::size_t c = 0; c < used.size(); ++c)
        if (used.at(c))
            m_classOf.at(c) = std::uint8_t(m_classes++);
    // The beginnings of anchors tell nearly as much as all of them.
    for (std::size_t depth = 32; !build(depth); depth /= 2) {
    }
    link();
}

// Enters the first `depth` bytes of each anchor; false: there is no room. One byte each always fits.
bool AnchorSearch::build(std::size_t depth)
{
    m_depth = depth;
    m_next.assign(m_classes, 0);
    std::vector<std::pair<State, std::uint32_t>> ends;
    for (std::size_t i = 0; i < m_anchors.size(); ++i) {
        State state = 0;
        for (const char c : std::string_view(m_anchors[i]).substr(0, depth)) {
            const std::size_t place = state * m_classes + m_classOf.at(std::uint8_t(c));
            if (m_next[place] == 0) {
                const std::size_t states = m_next.size() / m_classes;
                if (states >= mostStates)
                    return false;
                m_next[place] = State(states);
                m_next.resize(m_next.size() + m_classes, 0);
            }
            state = m_next[place];
        }
        ends.emplace_back(state, std::uint32_t(i));
    }
    std::ranges::sort(ends);
    m_nodes.assign(m_next.size() / m_classes, {});
    m_ends.clear();
    for (const auto& [state, anchor] : ends) {
        Node& node = m_nodes[state];
        if (node.ends++ == 0)
            node.firstEnd = std::uint32_t(m_ends.size());
        m_ends.push_back(anchor);
    }
    return true;
}

// Breadth first: a state that does not go on with a byte goes where its longest suffix goes.
void AnchorSearch::link()
{
    std::vector<State> suffix(m_nodes.size(), 0);
    std::vector<State> queue;
    queue.reserve(m_nodes.size());
    for (std::size_t c = 0; c < m_classes; ++c)
        if (m_next[c] != 0)
            queue.push_back(m_next[c]);
    for (std::size_t i = 0; i < queue.size(); ++i) {
        const State state = queue[i];
        const State before = suffix[state];
        m_nodes[state].shorter = m_nodes[before].ends > 0 ? before : m_nodes[before].shorter;
        m_nodes[state].tells = m_nodes[state].ends > 0 || m_nodes[state].shorter != 0;
        for (std::size_t c = 0; c < m_classes; ++c) {
            State& next = m_next[state * m_classes + c];
            const State instead = m_next[before * m_classes + c];
            if (next == 0) {
                next = instead;
            } else {
                suffix[next] = instead;
                queue.push_back(next);
            }
        }
    }
}

void AnchorSearch::find(std::string_view text, std::vector<std::uint32_t>& found) const
{
    if (m_anchors.empty())
        return;
    const std::size_t first = found.size();
    std::size_t state = 0;
    for (const char c : text) {
        state = m_next[state * m_classes + m_classOf[std::uint8_t(c)]];
        if (!m_nodes[state].tells)
            continue;
        for (std::size_t at = state; at != 0; at = m_nodes[at].shorter)
            for (std::uint32_t i = 0; i < m_nodes[at].ends; ++i)
                found.push_back(m_ends[m_nodes[at].firstEnd + i]);
        if (found.size() - first > 2 * m_anchors.size() + 64) { // a key that repeats one without end
            std::sort(found.begin() + std::ptrdiff_t(first), found.end());
            found.erase(std::unique(found.begin() + std::ptrdiff_t(first), found.end()), found.end());
        }
    }
    std::sort(found.begin() + std::ptrdiff_t(first), found.end());
    found.erase(std::unique(found.begin() + std::ptrdiff_t(first), found.end()), found.end());
    const auto isBeginning = [&](std::uint32_t i) {
        const std::string& anchor = m_anchors[i];
        return anchor.size() > m_depth && text.find(anchor) == std::string_view::npos;
    };
    found.erase(std::remove_if(found.begin() + std::ptrdiff_t(first), found.end(), isBeginning), found.end());
}

} // namespace ratewarden
