// SPDX-License-Identifier: MIT
#pragma once

#include "core/formats/foreign/catalogue_format.h"

#include <string>

namespace ratewarden {

/// Compares what a refused request did to the keys of a sample (FormatSample::then) with what the format's
/// file says of such requests. Empty: they agree, or the sample has no such keys. Throws InvalidArgument for
/// keys that are none of the format's.
std::string refusalFault(const CatalogueFormat& format, const FormatSample& sample);

} // namespace ratewarden
