// SPDX-License-Identifier: MIT
#pragma once

#include <cassert>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <random>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace ratewarden {

/// Of which the low bits are good. The factor is another one in each process, so that nobody can choose
/// tokens that stand in each other's way.
inline std::uint64_t tokenHash(std::string_view token)
{
    static const std::uint64_t factor = [] {
        std::random_device device;
        return (std::uint64_t(device()) << 32U | device()) | 1U;
    }();
    const std::uint64_t product = std::hash<std::string_view>()(token) * factor;
    return product ^ product >> 32U;
}

/// A hash table keyed by token, with CLOCK (second-chance) eviction: what a shard of LocalRateLimiter
/// and of LeasedRateLimiter is made of. Open addressing with linear probing, so that a token is found in two
/// places of memory, its slot and its entry, where std::unordered_map goes to four or five: with a million
/// tokens each is some 80 ns. Values stay where they are. The caller computes the hash: tokenHash(). Not
/// thread-safe. Private to core/limiter.
template <class Value>
class TokenTable {
public:
    std::size_t size() const { return m_size; }

    /// Null when there is none.
    Value* find(std::string_view token, std::uint64_t hash)
    {
        const std::size_t place = placeOf(token, hash);
        return place < m_slots.size() && m_slots[place].entry ? &m_slots[place].entry->value : nullptr;
    }

    /// The token must not be there yet.
    template <class... Arguments>
    Value& emplace(std::string_view token, std::uint64_t hash, Arguments&&... arguments)
    {
        if ((m_size + 1) * 4 > m_slots.size() * 3)
            grow();
        Slot& slot = m_slots[placeOf(token, hash)];
        assert(!slot.entry);
        slot = {hash, std::make_unique<Entry>(std::string(token), std::forward<Arguments>(arguments)...)};
        ++m_size;
        return slot.entry->value;
    }

    bool erase(std::string_view token, std::uint64_t hash)
    {
        const std::size_t place = placeOf(token, hash);
        if (place >= m_slots.size() || !m_slots[place].entry)
            return false;
        eraseAt(place);
        return true;
    }

    /// Advances the hand that looks for idle entries by one slot, and evicts its entry if isIdle(value).
    /// False: the slot is empty.
    template <class IsIdle>
    bool advanceHand(IsIdle isIdle)
    {
        return advance(m_idleHand, isIdle);
    }

    /// Evicts what is idle: looks at two entries for each that comes, so that what is idle goes faster than
    /// it can come; and at no more than 16 slots, as after a rush most are empty.
    template <class IsIdle>
    void dropIdle(IsIdle isIdle)
    {
        for (int seen = 0, looks = 0; seen < 2 && looks < 16; ++looks)
            seen += advanceHand(isIdle) ? 1 : 0;
    }

    /// Makes the size less than `most`: evicts one or a few entries that were not used since the CLOCK hand
    /// last passed, about the least recently used. To keep them in their order would touch three places of
    /// memory in every decision. `wasUsed(value)` tells, and makes it false; after 64 looks it is not asked
    /// any more, so that no request waits for a whole round. What `isBusy(value)` stays.
    template <class WasUsed, class IsBusy>
    void makeRoom(std::size_t most, WasUsed wasUsed, IsBusy isBusy)
    {
        constexpr std::size_t mostLooks = 64;
        for (std::size_t looks = 0; m_size >= most && looks < mostLooks + m_slots.size(); ++looks)
            advance(m_clockHand,
                    [&](Value& value) { return !isBusy(value) && (!wasUsed(value) || looks >= mostLooks); });
    }

private:
    struct Entry {
        template <class... Arguments>
        explicit Entry(std::string name, Arguments&&... arguments)
            : token(std::move(name)), value(std::forward<Arguments>(arguments)...)
        {
        }
        std::string token;
        Value value;
    };
    struct Slot {
        std::uint64_t hash = 0;
        std::unique_ptr<Entry> entry;
    };

    template <class Goes>
    bool advance(std::size_t& hand, Goes goes)
    {
        if (m_slots.empty())
            return false;
        if (!m_slots[hand].entry) {
            hand = next(hand);
            return false;
        }
        if (goes(m_slots[hand].entry->value))
            eraseAt(hand); // another one may have moved up to the hand
        else
            hand = next(hand);
        return true;
    }

    std::size_t homeOf(std::uint64_t hash) const
    {
        return std::size_t(hash) & (m_slots.size() - 1);
    } // a power of two
    std::size_t next(std::size_t place) const { return (place + 1) & (m_slots.size() - 1); }

    // Where the token is, or else the empty slot where it would be. There always is an empty one.
    std::size_t placeOf(std::string_view token, std::uint64_t hash) const
    {
        if (m_slots.empty())
            return 0;
        std::size_t place = homeOf(hash);
        while (m_slots[place].entry && (m_slots[place].hash != hash || m_slots[place].entry->token != token))
            place = next(place);
        return place;
    }

    // Backward-shift deletion: later entries move closer to their home slots, so that no search ends too
    // early.
    void eraseAt(std::size_t hole)
    {
        m_slots[hole].entry.reset();
        --m_size;
        for (std::size_t place = next(hole); m_slots[place].entry; place = next(place)) {
            const std::size_t mask = m_slots.size() - 1;
            const std::size_t home = homeOf(m_slots[place].hash);
            if (((place - home) & mask) >= ((place - hole) & mask)) {
                m_slots[hole] = std::move(m_slots[place]);
                hole = place;
            }
        }
    }

    void grow()
    {
        std::vector<Slot> old(m_slots.empty() ? 8 : m_slots.size() * 2);
        std::swap(old, m_slots);
        for (Slot& slot : old)
            if (slot.entry) {
                std::size_t place = homeOf(slot.hash);
                while (m_slots[place].entry)
                    place = next(place);
                m_slots[place] = std::move(slot);
            }
        m_idleHand = 0;
        m_clockHand = 0;
    }

    std::vector<Slot> m_slots;
    std::size_t m_size = 0;
    // Two: what dropIdle() has passed over, makeRoom() must still see.
    std::size_t m_idleHand = 0;
    std::size_t m_clockHand = 0;
};

} // namespace ratewarden
