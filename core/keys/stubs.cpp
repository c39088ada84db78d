// SPDX-License-Identifier: MIT
#include "core/keys/key_filter.h"
#include "core/keys/key_meaning.h"
#include "core/keys/key_scan.h"
#include "core/keys/key_tree.h"
#include "core/keys/key_value.h"

namespace ratewarden {
std::string_view nameOf(KeyType)
{
    return {};
}
KeyType keyTypeNamed(std::string_view)
{
    return KeyType::Unknown;
}
class KeyStore::Impl {};
KeyStore::KeyStore(std::size_t) {}
KeyStore::~KeyStore() = default;
KeyStore::KeyStore(KeyStore&&) noexcept = default;
KeyStore& KeyStore::operator=(KeyStore&&) noexcept = default;
bool KeyStore::add(const FoundKeyFacts&)
{
    return false;
}
KeyStore::Index KeyStore::size() const
{
    return 0;
}
KeyStore::Key KeyStore::operator[](Index) const
{
    return {};
}
std::uint16_t KeyStore::label(Index) const
{
    return 0;
}
std::size_t KeyStore::labels() const
{
    return 0;
}
KeyKind KeyStore::kindOf(std::uint16_t) const
{
    return {};
}
const Format* KeyStore::formatOf(std::uint16_t) const
{
    return nullptr;
}
std::size_t KeyStore::leftOut() const
{
    return 0;
}
std::size_t KeyStore::bytes() const
{
    return 0;
}
class KeyScan::Impl {};
KeyScan::KeyScan(std::int64_t, const Catalogue&) {}
KeyScan::~KeyScan() = default;
KeyScan::KeyScan(KeyScan&&) noexcept = default;
KeyScan& KeyScan::operator=(KeyScan&&) noexcept = default;
KeyPage KeyScan::step(Server&)
{
    return {};
}
bool KeyScan::complete() const
{
    return true;
}
std::optional<std::int64_t> KeyScan::total() const
{
    return {};
}
std::size_t KeyScan::named() const
{
    return 0;
}
const ScanProblems& KeyScan::problems() const
{
    static const ScanProblems none;
    return none;
}
KeyFilter::KeyFilter(std::string_view) {}
bool KeyFilter::matches(const KeyStore&, KeyStore::Index) const
{
    return true;
}
bool matchesGlob(std::string_view, std::string_view)
{
    return true;
}
KeyTree::KeyTree(const KeyStore& store, std::string_view delimiters)
    : m_store(store), m_delimiters(delimiters)
{
}
void KeyTree::update() {}
void KeyTree::setDelimiters(std::string_view) {}
void KeyTree::setFilter(KeyFilter) {}
void KeyTree::setOrder(Order) {}
KeyTotals KeyTree::totals(std::string_view) const
{
    return {};
}
std::size_t KeyTree::childCount(std::string_view) const
{
    return m_store.size();
}
std::vector<KeyNode> KeyTree::children(std::string_view, std::size_t, std::size_t) const
{
    return {};
}
std::vector<std::string> KeyTree::foldersOf(std::string_view) const
{
    return {};
}
std::size_t KeyTree::rowOf(std::string_view, std::string_view) const
{
    return npos;
}
std::vector<KeyNode> KeyTree::unknownFolders(std::size_t) const
{
    return {};
}
void KeyTree::close(std::string_view) {}
KeyFacts readKeyFacts(Server&, const std::string&)
{
    return {};
}
ValuePage readValuePage(Server&, const KeyFacts&, const ValueQuery&)
{
    return {};
}
Known<std::vector<StreamGroup>> readStreamGroups(Server&, const std::string&)
{
    return {};
}
std::vector<Meaning> meaningsOf(const CatalogueFormat*, const KeyFacts&, const ValuePage&, Nanos)
{
    return {};
}
std::optional<LikelyMoment> likelyMoment(std::string_view, Nanos)
{
    return {};
}
} // namespace ratewarden
