// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/rule.h"

namespace ratewarden::ui {

/// The number of a plural, as in tr("%Ln token(s)", nullptr, pluralNumber(count)): its forms stand in the
/// translation of each language, of English, too. Every application that is linked with this loads its
/// language's when it starts.
int pluralNumber(Units count);

} // namespace ratewarden::ui
