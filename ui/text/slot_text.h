// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/slots.h"

#include <QString>

namespace ratewarden::ui {

/// Whether it was taken slotPatience ago or earlier: its holder has probably died.
bool isHeldLong(const TakenSlot& slot, Instant now);

/// Whether its name is when it was taken, as ours are.
bool isNamedByTime(const TakenSlot& slot);

/// Whose it is, or, where nothing says that, its name; of one that is named by its time, that time.
QString slotNameText(const TakenSlot& slot);
/// "43 min · worker-3", with a mark where that is long.
QString slotAgeText(const TakenSlot& slot, Instant now);
/// "ends in 17 min"
QString slotEndText(const TakenSlot& slot, Instant now);

} // namespace ratewarden::ui
