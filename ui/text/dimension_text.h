// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/explain/difference.h"

#include <QString>

namespace ratewarden::ui {

/// "97 % of the 3,598 new denials have rule 1/s …"
QString differenceText(const Difference& difference);
/// "rule", "network", or the name of a log's column.
QString dimensionText(const ComparedDimension& dimension);
QString valueText(const Difference& of, const ComparedDimension& dimension, const ComparedValue& value);
/// "none", "some", "different", "very different".
QString degreeText(DifferenceDegree degree);

} // namespace ratewarden::ui
