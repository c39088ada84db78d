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

TokenName RowNames::operator[](std::size_t place) const
{
    const Entry& entry = m_chunks[place / chunkSize]->entries[place % chunkSize];
    return {{entry.bytes, entry.length}, *m_policies[entry.policy], entry.format};
}

void RowNames::add(const TokenName& name)
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

std::uint32_t RowNames::policyNumber(std::string_view policy)
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
    m_table.resize(std::bit_ceil(2 * places)); // never fuller than half
}

int TokenIndex::find(const RowNames& names, const TokenName& name) const
{
    const auto isIt = [&](IndexTable::Index place) {
        return names[place] == name;
    };
    const IndexTable::Index place = m_table.find(hashOf(name), isIt);
    return place == IndexTable::none ? -1 : int(place);
}

void TokenIndex::add(const TokenName& name, int place)
{
    if (m_table.slotCount() < 2 * (m_size + 1)) // never fuller than half
        m_table.resize(std::max<std::size_t>(64, 2 * m_table.slotCount()));
    m_table.add(hashOf(name), IndexTable::Index(place));
    ++m_size;
}

void TokenIndex::remove(const RowNames& names, const TokenName& name)
{
    m_table.remove(hashOf(name), [&](IndexTable::Index place) { return names[place] == name; });
    --m_size;
}

} // namespace ratewarden::ui
