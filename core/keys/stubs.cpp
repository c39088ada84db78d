// SPDX-License-Identifier: MIT
#include "core/keys/key_meaning.h"
#include "core/keys/key_scan.h"
#include "core/keys/key_value.h"

namespace ratewarden {
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
