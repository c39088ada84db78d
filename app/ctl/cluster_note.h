// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/redis/server.h"

namespace ratewarden::ctl {

/// One line on standard error where the server is a node of a cluster, as nothing of the other nodes' tokens
/// is seen. Silent where the server does not say so to this user; throws Unavailable where there is no
/// server.
void noteIfClusterNode(Server& server);

} // namespace ratewarden::ctl
