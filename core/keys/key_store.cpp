// SPDX-License-Identifier: MIT
#include "core/keys/key_store.h"

#include <algorithm>
#include <functional>
#include <limits>
#include <utility>

namespace ratewarden {
namespace {

constexpr std::array<std::string_view, 8> keyTypeNames{"",     "string", "list",   "set",
                                                       "zset", "hash",   "stream", "module"};

} // namespace

std::string_view nameOf(KeyType type)
{
    return keyTypeNames.at(std::size_t(type));
}

KeyType keyTypeNamed(std::string_view name)
{
    const auto* const found = std::ranges::find(keyTypeNames, name);
    return found == keyTypeNames.end() ? KeyType::Module : KeyType(found - keyTypeNames.begin());
}

bool KeyStore::add(const FoundKeyFacts& key)
{
    const auto hash = std::uint32_t(std::hash<std::string_view>()(key.name));
    const auto isIt = [&](Index index) {
        return name(index) == key.name;
    };
    if (m_table.find(hash, isIt) != IndexTable::none)
        return false;
    if (bytes() >= m_maxBytes || m_size == std::numeric_limits<Index>::max()) {
        ++m_leftOut;
        return false;
    }
    constexpr std::size_t firstSlots = 1024;
    if ((std::size_t(m_size) + 1) * 4 > m_table.slotCount() * 3)
        m_table.resize(std::max(firstSlots, m_table.slotCount() * 2));
    if (m_size % perBlock == 0)
        m_records.push_back(std::make_unique<Block>());
    (*m_records.back())[m_size % perBlock] = {keep(key.name),    std::uint32_t(key.name.size()),
                                              float(key.memory), key.expires,
                                              labelOf(key),      key.type};
    m_table.add(hash, m_size++);
    return true;
}

KeyStore::Key KeyStore::operator[](Index key) const
{
    const Record& record = at(key);
    const Label& label = m_labels[record.label];
    return {{record.name, record.length}, record.type,   label.kind, label.format,
            double(record.memory),        record.expires};
}

std::size_t KeyStore::bytes() const
{
    return m_nameBytes + m_records.size() * sizeof(Block) + m_table.memory();
}

const char* KeyStore::keep(std::string_view name)
{
    constexpr std::size_t usual = std::size_t(1) << 18;
    if (name.size() > m_left) {
        m_left = std::max(usual, name.size());
        m_names.push_back(std::make_unique_for_overwrite<char[]>(m_left));
        m_nameBytes += m_left;
        m_next = m_names.back().get();
    }
    char* const kept = m_next;
    std::ranges::copy(name, kept);
    m_next += name.size();
    m_left -= name.size();
    return kept;
}

std::uint16_t KeyStore::labelOf(const FoundKeyFacts& key)
{
    if (key.kind != KeyKind::Limiter || !key.format)
        return key.kind == KeyKind::NotLimiter ? 1 : key.kind == KeyKind::Unread ? 2 : 0;
    const auto [found, isNew] = m_byFormat.try_emplace(key.format, std::uint16_t(m_labels.size()));
    if (isNew)
        m_labels.push_back({KeyKind::Limiter, key.format});
    return found->second;
}

} // namespace ratewarden
