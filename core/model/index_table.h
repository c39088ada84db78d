// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

namespace ratewarden {

/// Finds indexes by name: a hash table of numbers, as the names stand elsewhere. Whoever asks gives the hash,
/// and tells of an index whether the name there is the one: `isIt(index)`. Linear probing over slots that are
/// a power of two; its owner keeps some of them free, by resize().
class IndexTable {
public:
    using Index = std::uint32_t;
    static constexpr Index none = std::numeric_limits<Index>::max();

    std::size_t slotCount() const { return m_slots.size(); }
    /// Bytes of memory.
    std::size_t memory() const { return m_slots.capacity() * sizeof(Slot); }

    /// To a power of two; does nothing if there are as many. What moves comes from two places in their order,
    /// one after the other.
    void resize(std::size_t count)
    {
        if (count <= m_slots.size())
            return;
        const std::vector<Slot> old = std::exchange(m_slots, std::vector<Slot>(count));
        for (const Slot& slot : old)
            if (slot.next != 0)
                place(slot);
    }

    template <class IsIt>
    Index find(std::uint32_t hash, const IsIt& isIt) const
    {
        return m_slots.empty() ? none : m_slots[slotOf(hash, isIt)].next - 1;
    }
    /// The name must not be there, and a slot be free.
    void add(std::uint32_t hash, Index index) { place({hash, index + 1}); }
    /// The index of the name; of a new one what `add()` returns, which may throw. A slot must be free.
    template <class IsIt, class Add>
    Index findOrAdd(std::uint32_t hash, const IsIt& isIt, const Add& add)
    {
        Slot& slot = m_slots[slotOf(hash, isIt)];
        if (slot.next == 0)
            slot = {hash, add() + 1};
        return slot.next - 1;
    }
    /// The name must be there. What stands behind it moves up, so that nothing that was found over it is
    /// lost.
    template <class IsIt>
    void remove(std::uint32_t hash, const IsIt& isIt)
    {
        std::size_t hole = slotOf(hash, isIt);
        for (std::size_t at = after(hole); m_slots[at].next != 0; at = after(at)) {
            const std::size_t home = m_slots[at].hash & mask();
            if (((at - home) & mask()) < ((at - hole) & mask()))
                continue; // it stands nearer to its home than the hole is
            m_slots[hole] = m_slots[at];
            hole = at;
        }
        m_slots[hole] = {};
    }

    // For many at once: their places in memory are fetched side by side. There must be slots.
    void prefetch(std::uint32_t hash) const { __builtin_prefetch(&m_slots[hash & mask()]); }
    /// Likely the index of that hash; none: nothing has it.
    Index guess(std::uint32_t hash) const { return m_slots[hash & mask()].next - 1; }

private:
    struct Slot {
        std::uint32_t hash = 0; ///< gives the place, and saves most comparisons of names
        Index next = 0;         ///< the index + 1; 0: the slot is free
    };

    std::size_t mask() const { return m_slots.size() - 1; }
    std::size_t after(std::size_t slot) const { return (slot + 1) & mask(); }

    // The slot that has the name, or else the free one where it belongs.
    template <class IsIt>
    std::size_t slotOf(std::uint32_t hash, const IsIt& isIt) const
    {
        std::size_t at = hash & mask();
        while (m_slots[at].next != 0 && (m_slots[at].hash != hash || !isIt(m_slots[at].next - 1)))
            at = after(at);
        return at;
    }

    void place(Slot slot)
    {
        std::size_t at = slot.hash & mask();
        while (m_slots[at].next != 0)
            at = after(at);
        m_slots[at] = slot;
    }

    std::vector<Slot> m_slots;
};

} // namespace ratewarden
