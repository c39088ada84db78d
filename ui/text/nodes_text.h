// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/redis/node_state.h"

#include <QString>

#include <vector>

namespace ratewarden::ui {

/// For a button: "3 nodes", "1 of 3 nodes down"; empty where there are none.
QString nodesText(const std::vector<NodeState>& nodes);

/// What is down and what follows from it, or that nothing is.
QString nodesSentence(const std::vector<NodeState>& nodes);

} // namespace ratewarden::ui
