// SPDX-License-Identifier: MIT
#include "core/keys/name_order.h"

#include <algorithm>

namespace ratewarden {
namespace {

constexpr std::size_t wordBytes = sizeof(std::uint64_t);

struct Entry {
    std::uint64_t bytes = 0; // of the name, from the depth on that is sorted by; the first is the highest
    std::string_view name;
    KeyStore::Index key = 0;
};

std::uint64_t bytesAt(std::string_view name, std::size_t depth)
{
    std::uint64_t bytes = 0;
    for (std::size_t i = depth; i < depth + wordBytes; ++i)
        bytes = bytes << 8 | (i < name.size() ? static_cast<unsigned char>(name[i]) : 0);
    return bytes;
}

// Entries whose names are the same before the depth.
struct NameRun {
    std::size_t begin = 0;
    std::size_t end = 0;
    std::size_t depth = 0;
};

} // namespace

// Eight bytes at a time: names of one server have long beginnings in common, which would be compared again
// and again otherwise, each time far away in memory.
std::vector<KeyStore::Index> sortedByName(const KeyStore& store, KeyStore::Index first)
{
    std::vector<Entry> entries;
    entries.reserve(store.size() - first);
    for (KeyStore::Index key = first; key < store.size(); ++key)
        entries.push_back({0, store.name(key), key});
    std::vector<NameRun> runs{{0, entries.size(), 0}};
    while (!runs.empty()) {
        const NameRun run = runs.back();
        runs.pop_back();
        const auto begin = entries.begin() + std::ptrdiff_t(run.begin);
        const auto end = entries.begin() + std::ptrdiff_t(run.end);
        for (auto entry = begin; entry != end; ++entry)
            entry->bytes = bytesAt(entry->name, run.depth);
        std::sort(begin, end, [](const Entry& a, const Entry& b) { return a.bytes < b.bytes; });
        for (std::size_t from = run.begin; from < run.end;) {
            // A name that ends here has the same bytes as one that goes on with zeros.
            bool ends = false;
            std::size_t to = from;
            for (; to < run.end && entries[to].bytes == entries[from].bytes; ++to)
                ends |= entries[to].name.size() < run.depth + wordBytes;
            if (to - from > 1 && ends)
                std::sort(entries.begin() + std::ptrdiff_t(from), entries.begin() + std::ptrdiff_t(to),
                          [](const Entry& a, const Entry& b) { return a.name < b.name; });
            else if (to - from > 1)
                runs.push_back({from, to, run.depth + wordBytes});
            from = to;
        }
    }
    std::vector<KeyStore::Index> sorted;
    sorted.reserve(entries.size());
    for (const Entry& entry : entries)
        sorted.push_back(entry.key);
    return sorted;
}

} // namespace ratewarden
