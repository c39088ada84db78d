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
    if (isThere(key.name, hash))
        return false;
    if (bytes() >= m_maxBytes || m_size == std::numeric_limits<Index>::max()) {
        ++m_leftOut;
        return false;
    }
    if ((std::size_t(m_size) + 1) * 4 > m_slots.size() * 3)
        grow();
    if (m_size % perBlock == 0)
        m_records.push_back(std::make_unique<Block>());
    (*m_records.back())[m_size % perBlock] = {keep(key.name),    std::uint32_t(key.name.size()),
                                              float(key.memory), key.expires,
                                              labelOf(key),      key.type};
    place({hash, ++m_size});
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
    return m_nameBytes + m_records.size() * sizeof(Block) + m_slots.capacity() * sizeof(Slot);
}

bool KeyStore::isThere(std::string_view name, std::uint32_t hash) const
{
    if (m_slots.empty())
        return false;
    const std::size_t last = m_slots.size() - 1;
    for (std::size_t i = hash & last; m_slots[i].key != 0; i = (i + 1) & last)
        if (m_slots[i].hash == hash && this->name(m_slots[i].key - 1) == name)
            return true;
    return false;
}

void KeyStore::place(Slot slot)
{
    std::size_t i = slot.hash & (m_slots.size() - 1);
    while (m_slots[i].key != 0)
        i = (i + 1) & (m_slots.size() - 1);
    m_slots[i] = slot;
}

void KeyStore::grow()
{
    constexpr std::size_t first = 1024; // a power of two, as all sizes are
    const std::vector<Slot> before = std::exchange(m_slots, {});
    m_slots.resize(std::max(first, before.size() * 2));
    for (const Slot& slot : before)
        if (slot.key != 0)
            place(slot);
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
