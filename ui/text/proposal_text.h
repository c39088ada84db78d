// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/describe/format_proposal.h"

#include <QString>

namespace ratewarden::ui {

/// "Counter: a number that ends"
QString shapeText(Shape shape);
/// What the captures of a shape mean.
QString capturesText(Shape shape);
/// "First request of a window"
QString expiryText(ExpiryRule::From from);
/// Why a proposal is what it is, as a sentence without a stop.
QString reasonText(const FoundReason& reason);
/// Why a format does not read a key; empty: it does.
QString misfitText(const LookReading& reading);

} // namespace ratewarden::ui
