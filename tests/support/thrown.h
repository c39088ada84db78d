// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/errors.h"

#include <optional>
#include <string>

namespace ratewarden::test {

/// The error that the action throws; empty: it throws none.
template <class Thrown, class Action>
std::optional<Thrown> thrownBy(Action action)
{
    try {
        action();
    } catch (const Thrown& error) {
        return error;
    }
    return std::nullopt;
}

/// What is said of bad input.
std::string messageOf(auto&& action)
{
    const auto error = thrownBy<InvalidArgument>(action);
    return error ? error->what() : "it did not throw";
}

} // namespace ratewarden::test
