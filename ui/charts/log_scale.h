// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cmath>

namespace ratewarden::ui {

/// A logarithmic axis: `least`, above 0, is drawn at `begin`, and `most` at `end`, in pixels.
struct LogScale {
    double least = 1;
    double most = 10;
    double begin = 0;
    double end = 1;

    double place(double value) const
    {
        return begin + (end - begin) * std::log(value / least) / std::log(most / least);
    }
    double value(double place) const
    {
        return least * std::pow(most / least, (place - begin) / (end - begin));
    }
};

} // namespace ratewarden::ui
