// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/shapes/shape.h"
#include "core/keys/key_meaning.h"

#include <QString>

/// What the parts of a value mean, for people.
namespace ratewarden::ui {

/// "consumed units", "newest entry"
QString meaningName(const Meaning& meaning);
/// Several parts of one text, each with what it comes to: "newest entry · 14:58:03.120", "window · 1 min"
QString meaningsText(const std::vector<Meaning>& meanings);

/// "milliseconds"
QString unitText(Nanos unit);

/// To a thousandth of a second, in this machine's time zone: "14:58:41.402", or with the date when it is
/// another day.
QString exactMomentText(Nanos sinceEpoch);

/// "counter"
QString briefShapeText(Shape shape);

} // namespace ratewarden::ui
