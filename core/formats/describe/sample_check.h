// SPDX-License-Identifier: MIT
#pragma once

#include "core/formats/foreign/catalogue.h"

#include <optional>
#include <string>
#include <vector>

namespace ratewarden {

// Whether a format file says what its samples mean.

/// Reads a sample as if it stood on a server at its moment. Throws InvalidArgument when a key is none of the
/// format's.
ForeignState readSample(const CatalogueFormat& format, const FormatSample& sample);

/// What of a sample is not as it says; empty: all is.
std::vector<std::string> checkSample(const CatalogueFormat& format, const FormatSample& sample);

/// The same of all samples, those that are to be refused among them.
std::vector<std::string> checkSamples(const CatalogueFormat& format);

/// How well the format takes the sample's first key for one of its own; empty: not at all.
std::optional<double> weightOf(const CatalogueFormat& format, const FormatSample& sample);

} // namespace ratewarden
