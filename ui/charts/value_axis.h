// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <cmath>

namespace ratewarden::ui {

/// The step between the grid lines of values up to `most`: 1, 2 or 5 times a power of ten, so that there are
/// three to five of them.
inline double niceStep(double most)
{
    const double rough = std::max(most, 0.01) / 4;
    const double power = std::pow(10, std::floor(std::log10(rough)));
    for (const double times : {1.0, 2.0, 5.0})
        if (times * power >= rough)
            return times * power;
    return 10 * power;
}

} // namespace ratewarden::ui
