// SPDX-License-Identifier: MIT
#include "core/keys/key_tree.h"

#include "core/model/text.h"

#include <algorithm>
#include <iterator>
#include <numeric>
#include <unordered_set>
#include <utility>

namespace ratewarden {
namespace {

constexpr std::uint32_t largeChild = 256; // keys, of a child whose totals are kept

/// How a name is cut that has a delimiter of its own. Names that begin alike up to their delimiter have the
/// same one: it is the first of its kind, and none of a kind before it stands in them.
struct OwnDelimiter {
    std::size_t part = 0; ///< of names with delimiters of this kind; the last: without
    char delimiter = 0;   ///< 0: none
};

OwnDelimiter ownDelimiterOf(std::string_view name)
{
    constexpr std::string_view sure = ":/|";
    for (std::size_t part = 0; part < sure.size(); ++part)
        if (name.find(sure[part]) != std::string_view::npos)
            return {part, sure[part]};
    const std::size_t first = name.find_first_of(".-_");
    if (first != std::string_view::npos && std::ranges::any_of(name.substr(0, first), isLetter))
        return {sure.size(), name[first]}; // "user-1", and no address
    return {sure.size() + 1, 0};
}

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

// The keys of the store from `first` on, sorted by the bytes of their names. 1,000,000 take a fraction of a
// second.
//
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

} // namespace

KeyTree::KeyTree(const KeyStore& store, std::string_view delimiters)
    : m_store(store), m_delimiters(delimiters)
{
}

void KeyTree::update()
{
    if (m_taken == m_store.size())
        return;
    const std::vector<KeyStore::Index> added = sortedByName(m_store, m_taken);
    m_taken = m_store.size();
    std::vector<KeyStore::Index> all;
    all.reserve(m_sorted.size() + added.size());
    std::ranges::merge(m_sorted, added, std::back_inserter(all), {}, byName(), byName());
    m_sorted = std::move(all);
    showAgain();
}

void KeyTree::remove(std::span<const std::string> names)
{
    const std::unordered_set<std::string_view> gone(names.begin(), names.end());
    const auto stays = [&](KeyStore::Index key) {
        return !gone.contains(m_store.name(key));
    };
    const auto kept = std::stable_partition(m_sorted.begin(), m_sorted.end(), stays);
    m_gone.insert(m_gone.end(), kept, m_sorted.end());
    m_sorted.erase(kept, m_sorted.end());
    showAgain();
}

void KeyTree::putBack(std::span<const std::string> names)
{
    const std::unordered_set<std::string_view> back(names.begin(), names.end());
    std::erase_if(m_gone, [&](KeyStore::Index key) {
        const std::string_view name = m_store.name(key);
        const bool isBack = back.contains(name);
        if (isBack)
            m_sorted.insert(std::ranges::lower_bound(m_sorted, name, {}, byName()), key);
        return isBack;
    });
    showAgain();
}

void KeyTree::setDelimiters(std::string_view delimiters)
{
    m_delimiters = delimiters;
    showAgain();
}

bool KeyTree::setFilter(KeyFilter filter, Instant now, const std::stop_token& stop)
{
    std::vector<KeyStore::Index> matching;
    if (!filter.empty())
        matching = filter.matching(m_store, m_sorted, now, stop);
    if (stop.stop_requested())
        return false;
    m_filter = std::move(filter);
    m_now = now;
    show(std::move(matching));
    return true;
}

void KeyTree::setOrder(Order order)
{
    m_order = order;
    m_levels.clear();
}

void KeyTree::showAgain()
{
    show(m_filter.empty() ? std::vector<KeyStore::Index>() : m_filter.matching(m_store, m_sorted, m_now));
}

void KeyTree::show(std::vector<KeyStore::Index> matching)
{
    m_levels.clear();
    m_matching = std::move(matching);
    if (cutsEach())
        sortIntoParts();
}

// Those with the same kind of delimiter stand together: what begins alike up to it is one range.
void KeyTree::sortIntoParts()
{
    const std::vector<KeyStore::Index> byName = m_filter.empty() ? m_sorted : std::exchange(m_matching, {});
    std::array<std::vector<KeyStore::Index>, parts> sorted;
    for (const KeyStore::Index key : byName)
        sorted.at(ownDelimiterOf(m_store.name(key)).part).push_back(key);
    m_matching.clear();
    m_matching.reserve(byName.size());
    for (std::size_t part = 0; part < parts; ++part) {
        m_parts.at(part) = std::uint32_t(m_matching.size());
        m_matching.insert(m_matching.end(), sorted.at(part).begin(), sorted.at(part).end());
    }
    m_parts.back() = std::uint32_t(m_matching.size());
}

// Where names stand that begin with that folder, or are that key.
KeyTree::Range KeyTree::partOf(std::string_view path) const
{
    if (!cutsEach())
        return {0, std::uint32_t(shown().size())};
    const std::size_t part = ownDelimiterOf(path).part;
    return {m_parts.at(part), m_parts.at(part + 1)};
}

std::string_view KeyTree::nameAt(std::uint32_t place) const
{
    return m_store.name(shown()[place]);
}

// Behind the last name of the range that begins so, where its first one does.
std::uint32_t KeyTree::endOf(std::string_view prefix, Range within) const
{
    // Most folders are small: steps that double find their ends nearby.
    std::uint32_t known = within.begin; // begins so
    std::uint32_t step = 1;
    while (step < within.end - known && nameAt(known + step).starts_with(prefix)) {
        known += step;
        step *= 2;
    }
    const std::uint32_t last = step < within.end - known ? known + step : within.end;
    const auto first = shown().begin();
    const auto end = std::ranges::partition_point(
        first + known + 1, first + last, [&](std::string_view name) { return name.starts_with(prefix); },
        byName());
    return std::uint32_t(end - first);
}

KeyTree::Range KeyTree::rangeOf(std::string_view prefix) const
{
    if (prefix.empty())
        return {0, std::uint32_t(shown().size())};
    const Range part = partOf(prefix);
    const auto first = shown().begin();
    const auto begin = std::uint32_t(
        std::ranges::lower_bound(first + part.begin, first + part.end, prefix, {}, byName()) - first);
    if (begin == part.end || !nameAt(begin).starts_with(prefix))
        return {begin, begin};
    return {begin, endOf(prefix, {begin, part.end})};
}

// Behind the first delimiter from there on; npos: there is none.
std::size_t KeyTree::cut(std::string_view name, std::size_t from) const
{
    const OwnDelimiter own = cutsEach() ? ownDelimiterOf(name) : OwnDelimiter();
    const std::string_view delimiters =
        cutsEach() ? std::string_view(&own.delimiter, own.delimiter ? 1 : 0) : m_delimiters;
    const std::size_t delimiter = name.find_first_of(delimiters, from);
    return delimiter == std::string_view::npos ? npos : delimiter + 1;
}

// What all its names begin with, up to the last delimiter; of a single key its name.
std::string_view KeyTree::pathOf(std::string_view folder, Range child) const
{
    const std::string_view first = nameAt(child.begin);
    if (child.size() == 1)
        return first;
    const std::string_view last = nameAt(child.end - 1);
    std::size_t end = folder.size();
    for (std::size_t next = cut(first, end); next != npos && last.starts_with(first.substr(0, next));
         next = cut(first, end))
        end = next;
    return first.substr(0, end);
}

KeyTree::Level KeyTree::makeLevel(std::string_view folder) const
{
    Level level;
    if (folder == withoutPrefix) {
        const std::span<const Range> loose = looseOf(this->level({}));
        level.children.assign(loose.begin(), loose.end());
        return level;
    }
    std::vector<Range> keys;
    const Range range = rangeOf(folder);
    for (std::uint32_t at = range.begin; at < range.end;) {
        const std::string_view name = nameAt(at);
        const std::size_t end = cut(name, folder.size());
        const Range child{at, end == npos ? at + 1 : endOf(name.substr(0, end), {at, range.end})};
        (child.size() > 1 ? level.children : keys).push_back(child);
        at = child.end;
    }
    level.folders = level.children.size();
    level.children.insert(level.children.end(), keys.begin(), keys.end());
    level.children.shrink_to_fit();
    if (folder.empty() && cutsEach()) { // they are in parts
        const auto name = [this](Range child) {
            return nameAt(child.begin);
        };
        const auto firstKey = level.children.begin() + std::ptrdiff_t(level.folders);
        std::ranges::sort(level.children.begin(), firstKey, {}, name);
        std::ranges::sort(firstKey, level.children.end(), {}, name);
    }
    sortLevel(level);
    return level;
}

void KeyTree::sortLevel(Level& level) const
{
    const auto folders = level.children.begin() + std::ptrdiff_t(level.folders);
    if (m_order == Order::Keys)
        std::ranges::stable_sort(level.children.begin(), folders, std::greater(), &Range::size);
    if (m_order != Order::Memory)
        return;
    std::vector<std::pair<double, Range>> weighed;
    weighed.reserve(level.folders);
    std::ranges::transform(level.children.begin(), folders, std::back_inserter(weighed),
                           [this](Range child) { return std::pair(memoryOf(child), child); });
    std::ranges::stable_sort(weighed, std::greater(), &std::pair<double, Range>::first);
    std::ranges::transform(weighed, level.children.begin(), &std::pair<double, Range>::second);
}

KeyTree::Level& KeyTree::level(std::string_view folder) const
{
    auto found = m_levels.find(folder);
    if (found == m_levels.end())
        found = m_levels.emplace(folder, makeLevel(folder)).first;
    return found->second;
}

double KeyTree::memoryOf(Range range) const
{
    double memory = 0;
    for (std::uint32_t i = range.begin; i < range.end; ++i)
        memory += m_store[shown()[i]].memory;
    return memory;
}

KeyTotals KeyTree::totalsOf(std::span<const Range> ranges) const
{
    KeyTotals totals;
    std::vector<std::size_t> byLabel(m_store.labels());
    for (const Range range : ranges) {
        totals.keys += range.size();
        for (std::uint32_t i = range.begin; i < range.end; ++i) {
            const KeyStore::Index index = shown()[i];
            const KeyStore::Key key = m_store[index];
            totals.memory += key.memory;
            totals.memoryUnknown += key.memory == 0 ? 1 : 0;
            totals.withoutTtl += key.expires == FoundKeyFacts::never ? 1 : 0;
            totals.ttlUnknown += key.expires == FoundKeyFacts::unknown ? 1 : 0;
            ++byLabel[m_store.label(index)];
        }
    }
    for (std::size_t label = 0; label < byLabel.size(); ++label)
        if (byLabel[label] > 0)
            totals.shares.push_back({m_store.kindOf(std::uint16_t(label)),
                                     m_store.formatOf(std::uint16_t(label)), byLabel[label]});
    std::ranges::stable_sort(totals.shares, std::greater(), &KeyTotals::Share::keys);
    return totals;
}

// Two keys that are neighbours by name share a folder if any do.
bool KeyTree::holdsFolders(std::string_view folder, Range range) const
{
    for (std::uint32_t at = range.begin; at + 1 < range.end; ++at) {
        const std::string_view name = nameAt(at);
        const std::size_t end = cut(name, folder.size());
        if (end != npos && nameAt(at + 1).starts_with(name.substr(0, end)))
            return true;
    }
    return false;
}

std::span<const KeyTree::Range> KeyTree::looseOf(const Level& first)
{
    return std::span(first.children).subspan(first.folders);
}

std::optional<KeyNode> KeyTree::looseKeys() const
{
    Level& first = level({});
    if (first.folders == 0 || looseOf(first).empty())
        return std::nullopt;
    if (!first.loose)
        first.loose = totalsOf(looseOf(first));
    return KeyNode{.path = std::string(withoutPrefix), .folder = true, .totals = *first.loose};
}

KeyTotals KeyTree::totals(std::string_view folder) const
{
    if (folder == withoutPrefix)
        return totalsOf(looseOf(level({})));
    return totalsOf(rangeOf(folder));
}

std::size_t KeyTree::keyCount(std::string_view folder) const
{
    return folder == withoutPrefix ? looseOf(level({})).size() : rangeOf(folder).size();
}

std::size_t KeyTree::childCount(std::string_view folder) const
{
    return level(folder).children.size();
}

std::size_t KeyTree::folderCount(std::string_view folder) const
{
    return level(folder).folders;
}

KeyNode KeyTree::node(std::string_view folder, Level& level, Range child) const
{
    KeyNode node;
    node.path = pathOf(folder, child);
    node.label = folder == withoutPrefix ? node.path : node.path.substr(folder.size());
    node.folder = child.size() > 1;
    node.key = node.folder ? 0 : shown()[child.begin];
    if (child.size() < largeChild) {
        node.totals = totalsOf(child);
        node.holdsFolders = node.folder && holdsFolders(node.path, child);
        return node;
    }
    auto sum = level.sums.find(child.begin);
    if (sum == level.sums.end())
        sum = level.sums.emplace(child.begin, Sum{totalsOf(child), holdsFolders(node.path, child)}).first;
    node.totals = sum->second.totals;
    node.holdsFolders = sum->second.holdsFolders;
    return node;
}

std::vector<KeyNode> KeyTree::children(std::string_view folder, std::size_t from, std::size_t count) const
{
    Level& of = level(folder);
    std::vector<KeyNode> nodes;
    for (std::size_t i = from; i < of.children.size() && i - from < count; ++i)
        nodes.push_back(node(folder, of, of.children[i]));
    return nodes;
}

std::vector<std::string> KeyTree::foldersOf(std::string_view key) const
{
    std::vector<std::string> folders;
    Range range = rangeOf(key);
    if (range.begin == shown().size() || nameAt(range.begin) != key)
        return folders;
    for (std::string_view folder;;) {
        const std::size_t end = cut(key, folder.size());
        if (end == npos)
            return folders;
        range = rangeOf(key.substr(0, end));
        if (range.size() < 2)
            return folders;
        folder = pathOf(folder, range);
        folders.emplace_back(folder);
    }
}

std::string KeyTree::folderAbove(std::string_view folder) const
{
    std::string_view above;
    for (;;) {
        const std::size_t end = cut(folder, above.size());
        if (end == npos || end >= folder.size())
            return std::string(above);
        const Range range = rangeOf(folder.substr(0, end));
        if (range.size() < 2)
            return std::string(above);
        const std::string_view next = pathOf(above, range);
        if (next.size() >= folder.size() || !folder.starts_with(next))
            return std::string(above);
        above = next;
    }
}

std::size_t KeyTree::rowOf(std::string_view folder, std::string_view path) const
{
    const Range range = path.empty() ? partOf(path) : rangeOf(path); // a key may have an empty name
    if (range.size() == 0)
        return npos;
    const std::vector<Range>& children = level(folder).children;
    const auto row = std::ranges::find_if(
        children, [&](Range child) { return child.begin == range.begin && pathOf(folder, child) == path; });
    return row == children.end() ? npos : std::size_t(row - children.begin());
}

std::vector<KeyNode> KeyTree::unknownFolders(std::size_t most) const
{
    struct Found {
        std::size_t unknown = 0;
        std::string path;
    };
    constexpr int levels = 3;
    std::vector<Found> found;
    std::vector<std::string> folders{{}};
    for (int depth = 1; depth <= levels; ++depth) {
        std::vector<std::string> mixed;
        for (const std::string& folder : folders) {
            const Level level = makeLevel(folder);
            for (const Range child : level.children) {
                if (child.size() < 2)
                    continue;
                std::size_t unknown = 0;
                for (std::uint32_t i = child.begin; i < child.end; ++i)
                    unknown += m_store.kindOf(m_store.label(shown()[i])) == KeyKind::Unknown ? 1 : 0;
                if (unknown == 0)
                    continue;
                std::string path(pathOf(folder, child));
                if (unknown * 2 >= child.size() || depth == levels)
                    found.push_back({unknown, std::move(path)});
                else
                    mixed.push_back(std::move(path));
            }
        }
        folders = std::move(mixed);
    }
    std::ranges::stable_sort(found, std::greater(), &Found::unknown);
    found.resize(std::min(found.size(), most));
    std::vector<KeyNode> nodes;
    nodes.reserve(found.size());
    for (const Found& one : found)
        nodes.push_back({.path = one.path, .label = one.path, .folder = true, .totals = totals(one.path)});
    return nodes;
}

} // namespace ratewarden
