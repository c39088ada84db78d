// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/text/filter_offers.h"
#include "ui/tokens/token_ranking.h"

#include <stop_token>

namespace ratewarden::ui {

/// What the tokens can be filtered by. Looks at all rows once, or until it is stopped.
FilterInventory inventoryOf(const TokenSnapshot& tokens, const std::stop_token& stop = {});

} // namespace ratewarden::ui
