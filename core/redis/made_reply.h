// SPDX-License-Identifier: MIT
#pragma once

#include "core/redis/reply.h"

#include <string_view>

namespace ratewarden {

/// A reply as a server would send it, for one that is put together from those of several nodes. `resp`: a
/// whole one.
Reply madeReply(std::string_view resp);

} // namespace ratewarden
