// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/tokens/token_ranking.h"
#include "ui/widgets/filter_offers.h"

namespace ratewarden::ui {

/// What the tokens can be filtered by. Looks at all rows once.
FilterInventory inventoryOf(const TokenSnapshot& tokens);

} // namespace ratewarden::ui
