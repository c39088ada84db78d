// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace ratewarden {

/// Finds which of many short texts a key contains, in one pass over the key whatever their number: an
/// automaton after Aho and Corasick. Texts and keys are bytes. Immutable, and used from any thread.
class AnchorSearch {
public:
    AnchorSearch() = default;
    /// None of the anchors is empty; they are numbered in their order.
    explicit AnchorSearch(std::span<const std::string> anchors);

    /// Appends the numbers of the anchors that the text contains, each once, in no particular order.
    void find(std::string_view text, std::vector<std::uint32_t>& found) const;

private:
    using State = std::uint16_t;
    static constexpr std::size_t mostStates =
        65'535; ///< a bound for memory, too: two bytes for each byte class

    struct Node {
        std::uint32_t firstEnd = 0; ///< of m_ends: anchors whose beginning ends here
        std::uint32_t ends = 0;
        State shorter = 0;  ///< the longest proper suffix of this state that has ends; 0: none
        bool tells = false; ///< it has ends, or a suffix of it has
    };

    bool build(std::size_t depth);
    void link();

    std::vector<std::string> m_anchors;
    std::array<std::uint8_t, 256> m_classOf{}; ///< bytes that stand in no anchor share class 0
    std::size_t m_classes = 1;
    std::size_t m_depth = 0;   ///< of an anchor that is longer only so much is in the automaton
    std::vector<State> m_next; ///< state * m_classes + class
    std::vector<Node> m_nodes;
    std::vector<std::uint32_t> m_ends;
};

} // namespace ratewarden
