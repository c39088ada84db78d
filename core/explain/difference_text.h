// SPDX-License-Identifier: MIT
#pragma once

#include "core/explain/difference.h"
#include "core/explain/explanation_text.h"

#include <string>

/// What a difference says, for both front ends: each brings a SentenceWriter, see englishWriter().
namespace ratewarden {

/// "network", "cost", "current node", …, and a column's own name.
std::string dimensionText(const ComparedDimension& dimension, const SentenceWriter& write);
std::string valueText(const Difference& of, const ComparedDimension& dimension, const ComparedValue& value,
                      const SentenceWriter& write);
/// One sentence or two: "97 % of the 3598 new denials have rule 1/s …".
std::string differenceText(const Difference& difference, const SentenceWriter& write);

} // namespace ratewarden
