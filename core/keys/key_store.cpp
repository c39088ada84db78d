// SPDX-License-Identifier: MIT
#include "core/keys/key_store.h"

#include <algorithm>
#include <array>
#include <functional>
#include <limits>
#include <unordered_map>
#include <utility>

namespace ratewarden {
namespace {

struct NamedKeyType {
    std::string_view name;
    KeyType type;
};
constexpr std::array<NamedKeyType, 7> namedKeyTypes{{{"string", KeyType::String},
                                                     {"list", KeyType::List},
                                                     {"set", KeyType::Set},
                                                     {"zset", KeyType::SortedSet},
                                                     {"hash", KeyType::Hash},
                                                     {"stream", KeyType::Stream},
                                                     {"module", KeyType::Module}}};

} // namespace

std::string_view nameOf(KeyType type)
{
    const auto found = std::ranges::find(namedKeyTypes, type, &NamedKeyType::type);
    return found == namedKeyTypes.end() ? std::string_view() : found->name;
}

KeyType keyTypeNamed(std::string_view name)
{
    if (name.empty())
        return KeyType::Unknown;
    const auto found = std::ranges::find(namedKeyTypes, name, &NamedKeyType::name);
    return found == namedKeyTypes.end() ? KeyType::Module : found->type;
}

class KeyStore::Impl {
public:
    explicit Impl(std::size_t most) : maxBytes(most) {}

    bool add(const FoundKeyFacts& key)
    {
        const auto hash = std::uint32_t(std::hash<std::string_view>()(key.name));
        if (isThere(key.name, hash))
            return false;
        if (bytes() >= maxBytes || size == std::numeric_limits<Index>::max()) {
            ++leftOut;
            return false;
        }
        if ((std::size_t(size) + 1) * 4 > slots.size() * 3)
            grow();
        if (size % perBlock == 0)
            records.push_back(std::make_unique<Block>());
        (*records.back())[size % perBlock] = {keep(key.name),    std::uint32_t(key.name.size()),
                                              float(key.memory), key.expires,
                                              labelOf(key),      key.type};
        place({hash, ++size});
        return true;
    }

    struct Record {
        const char* name = nullptr;
        std::uint32_t length = 0;
        float memory = 0;
        std::int64_t expires = 0;
        std::uint16_t label = 0;
        KeyType type = KeyType::Unknown;
    };
    const Record& at(Index key) const { return (*records[key / perBlock])[key % perBlock]; }

    std::size_t bytes() const
    {
        return nameBytes + records.size() * sizeof(Block) + slots.capacity() * sizeof(Slot);
    }

    struct Label {
        KeyKind kind = KeyKind::Unknown;
        const Format* format = nullptr;
    };
    std::vector<Label> labels{
        {KeyKind::Unknown, nullptr}, {KeyKind::NotLimiter, nullptr}, {KeyKind::Unread, nullptr}};
    Index size = 0;
    std::size_t leftOut = 0;

private:
    static constexpr std::size_t perBlock = 4096;
    using Block = std::array<Record, perBlock>;
    struct Slot { // of the table that finds a name
        std::uint32_t hash = 0;
        Index key = 0; // one above; 0: free
    };

    bool isThere(std::string_view name, std::uint32_t hash) const
    {
        if (slots.empty())
            return false;
        for (std::size_t i = hash & (slots.size() - 1); slots[i].key != 0; i = (i + 1) & (slots.size() - 1))
            if (slots[i].hash == hash) {
                const Record& record = at(slots[i].key - 1);
                if (std::string_view(record.name, record.length) == name)
                    return true;
            }
        return false;
    }

    void place(Slot slot)
    {
        std::size_t i = slot.hash & (slots.size() - 1);
        while (slots[i].key != 0)
            i = (i + 1) & (slots.size() - 1);
        slots[i] = slot;
    }

    void grow()
    {
        constexpr std::size_t first = 1024; // a power of two, as all sizes are
        const std::vector<Slot> before = std::exchange(slots, {});
        slots.resize(std::max(first, before.size() * 2));
        for (const Slot& slot : before)
            if (slot.key != 0)
                place(slot);
    }

    const char* keep(std::string_view name)
    {
        constexpr std::size_t usual = std::size_t(1) << 18;
        if (name.size() > left) {
            left = std::max(usual, name.size());
            names.push_back(std::make_unique_for_overwrite<char[]>(left));
            nameBytes += left;
            next = names.back().get();
        }
        char* const kept = next;
        std::ranges::copy(name, kept);
        next += name.size();
        left -= name.size();
        return kept;
    }

    std::uint16_t labelOf(const FoundKeyFacts& key)
    {
        if (key.kind != KeyKind::Limiter || !key.format)
            return key.kind == KeyKind::NotLimiter ? 1 : key.kind == KeyKind::Unread ? 2 : 0;
        const auto [found, isNew] = byFormat.try_emplace(key.format, std::uint16_t(labels.size()));
        if (isNew)
            labels.push_back({KeyKind::Limiter, key.format});
        return found->second;
    }

    std::size_t maxBytes;
    std::vector<std::unique_ptr<Block>> records;
    std::vector<std::unique_ptr<char[]>> names; // one behind the other
    char* next = nullptr;                       // in the last of them
    std::size_t left = 0;                       // behind it
    std::size_t nameBytes = 0;
    std::vector<Slot> slots;
    std::unordered_map<const Format*, std::uint16_t> byFormat;
};

KeyStore::KeyStore(std::size_t maxBytes) : m_impl(std::make_unique<Impl>(maxBytes)) {}
KeyStore::~KeyStore() = default;
KeyStore::KeyStore(KeyStore&&) noexcept = default;
KeyStore& KeyStore::operator=(KeyStore&&) noexcept = default;

bool KeyStore::add(const FoundKeyFacts& key)
{
    return m_impl->add(key);
}

KeyStore::Index KeyStore::size() const
{
    return m_impl->size;
}

KeyStore::Key KeyStore::operator[](Index key) const
{
    const Impl::Record& record = m_impl->at(key);
    const Impl::Label& label = m_impl->labels[record.label];
    return {{record.name, record.length}, record.type,   label.kind, label.format,
            double(record.memory),        record.expires};
}

std::string_view KeyStore::name(Index key) const
{
    const Impl::Record& record = m_impl->at(key);
    return {record.name, record.length};
}

std::uint16_t KeyStore::label(Index key) const
{
    return m_impl->at(key).label;
}

std::size_t KeyStore::labels() const
{
    return m_impl->labels.size();
}

KeyKind KeyStore::kindOf(std::uint16_t label) const
{
    return m_impl->labels[label].kind;
}

const Format* KeyStore::formatOf(std::uint16_t label) const
{
    return m_impl->labels[label].format;
}

std::size_t KeyStore::leftOut() const
{
    return m_impl->leftOut;
}

std::size_t KeyStore::bytes() const
{
    return m_impl->bytes();
}

} // namespace ratewarden
