// SPDX-License-Identifier: MIT
#include "core/keys/key_meaning.h"

namespace ratewarden {
std::vector<Meaning> meaningsOf(const CatalogueFormat*, const KeyFacts&, const ValuePage&, Nanos)
{
    return {};
}
} // namespace ratewarden
