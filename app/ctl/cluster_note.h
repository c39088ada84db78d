// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/redis/server.h"

namespace ratewarden::ctl {

/// A line on standard error for each node of a cluster that is unreachable, as its tokens are not seen; and
/// one where only one node is seen, as this user may not ask for the others: it is true then. Silent where
/// the server does not say so to this user; throws Unavailable where there is no server.
bool noteIfClusterNode(Server& server);

} // namespace ratewarden::ctl
