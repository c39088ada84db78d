// SPDX-License-Identifier: MIT
#pragma once

#include "core/formats/files/raw_key.h"

namespace ratewarden {

/// Whether a key that no format recognises could be a limiter's all the same, by a little of its value: a
/// number alone, or moments near now, as limiters keep them. Texts, documents and objects with many fields
/// are not.
bool couldBeLimiter(const RawKey& raw, Nanos now);

} // namespace ratewarden
