// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/errors.h"

#include <cstdlib>

namespace ratewarden {

/// What libFuzzer takes for a crash, unless it holds.
inline void require(bool holds)
{
    if (!holds)
        std::abort();
}

/// Does it, unless what it reads is refused, as it may be.
template <class Refusal = InvalidArgument, class Action>
void tryTo(Action action)
{
    try {
        action();
    } catch (const Refusal& error) {
        if (const auto* const notation = dynamic_cast<const BadNotation*>(&error))
            require(notation->position() <= 1'000'000);
    }
}

} // namespace ratewarden
