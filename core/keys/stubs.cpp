// SPDX-License-Identifier: MIT
#include "core/keys/key_meaning.h"
#include "core/keys/key_value.h"

namespace ratewarden {
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
} // namespace ratewarden
