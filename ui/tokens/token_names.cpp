// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/tokens/token_names.h"

#include <algorithm>
#include <bit>
#include <functional>
#include <utility>

namespace ratewarden::ui {
namespace {

constexpr std::size_t blockBytes = 16'384; // for the tokens of a chunk, of sixteen bytes each

} // namespace

TokenName TokenNames::operator[](std::size_t place) const
{
    const Entry& entry = m_chunks[place / chunkSize]->entries[place % chunkSize];
    return {{entry.bytes, entry.length}, *m_policies[entry.policy], entry.format};
}

void TokenNames::add(const TokenName& name)
{
    if (m_size % chunkSize == 0)
        m_chunks.push_back(std::make_shared<Chunk>());
    Chunk& chunk = *m_chunks.back();
    const std::size_t length = name.token.size();
    if (length > chunk.left) {
        chunk.left = std::max(blockBytes, length);
        chunk.next = chunk.blocks.emplace_back(std::make_unique_for_overwrite<char[]>(chunk.left)).get();
    }
    chunk.entries[m_size++ % chunkSize] = {chunk.next, std::uint32_t(length), policyNumber(name.policy),
                                           name.format};
    std::ranges::copy(name.token, chunk.next);
    chunk.next += length;
    chunk.left -= length;
}

std::uint32_t TokenNames::policyNumber(std::string_view policy)
{
    const auto known = m_policyNumbers->find(policy);
    if (known != m_policyNumbers->end())
        return known->second;
    const auto number = std::uint32_t(m_policies.size());
    m_policies.append(std::make_shared<const std::string>(policy));
    m_policyNumbers->emplace(policy, number);
    return number;
}

std::uint32_t TokenIndex::hashOf(const TokenName& name)
{
    const std::hash<std::string_view> hash;
    const std::uint64_t mixed =
        (hash(name.token) ^ std::rotl(std::uint64_t(hash(name.policy)), 21) ^
         std::uint64_t(std::hash<const void*>()(name.format))) *
        0x9E3779B97F4A7C15ULL; // Fibonacci hashing: Knuth, The Art of Computer Programming 3, 6.4
    return std::uint32_t(mixed >> 32U);
}

void TokenIndex::reserve(std::size_t places)
{
    resize(std::bit_ceil(2 * places)); // never fuller than half
}

void TokenIndex::resize(std::size_t slots)
{
    if (slots <= m_slots.size())
        return;
    const std::vector<Slot> old = std::exchange(m_slots, std::vector<Slot>(slots));
    for (const Slot& slot : old) {
        if (slot.place < 0)
            continue;
        std::size_t at = slot.hash & (slots - 1);
        while (m_slots[at].place >= 0)
            at = next(at);
        m_slots[at] = slot;
    }
}

// Where the name stands, or the free slot where it would.
std::size_t TokenIndex::slotOf(const TokenNames& names, const TokenName& name) const
{
    const std::uint32_t hash = hashOf(name);
    std::size_t at = hash & (m_slots.size() - 1);
    while (m_slots[at].place >= 0 &&
           (m_slots[at].hash != hash || names[std::size_t(m_slots[at].place)] != name))
        at = next(at);
    return at;
}

int TokenIndex::find(const TokenNames& names, const TokenName& name) const
{
    return m_slots.empty() ? -1 : m_slots[slotOf(names, name)].place;
}

void TokenIndex::add(const TokenName& name, int place)
{
    if (m_slots.size() < 2 * (m_size + 1)) // never fuller than half
        resize(std::max<std::size_t>(64, 2 * m_slots.size()));
    const std::uint32_t hash = hashOf(name);
    std::size_t at = hash & (m_slots.size() - 1);
    while (m_slots[at].place >= 0)
        at = next(at);
    m_slots[at] = {hash, place};
    ++m_size;
}

// What stands behind it moves up, so that nothing that was found over it is lost.
void TokenIndex::remove(const TokenNames& names, const TokenName& name)
{
    std::size_t hole = slotOf(names, name);
    for (std::size_t at = next(hole); m_slots[at].place >= 0; at = next(at)) {
        const std::size_t home = m_slots[at].hash & (m_slots.size() - 1);
        const std::size_t mask = m_slots.size() - 1;
        if (((at - home) & mask) < ((at - hole) & mask))
            continue; // it stands nearer to its home than the hole is
        m_slots[hole] = m_slots[at];
        hole = at;
    }
    m_slots[hole] = {};
    --m_size;
}

} // namespace ratewarden::ui
