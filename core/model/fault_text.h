// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <functional>
#include <string>

/// A sentence of a fault, for the terminal as it stands and for the window to translate: lupdate takes this
/// for QT_TR_NOOP (core knows no Qt), and ui/text/problem_text.cpp asks for it in the context of the
/// namespace around it. %1, %2, … stand for the values of the problem and, behind them, for what it is
/// because of; %% for a percent sign.
#define FAULT_TEXT(text) text

namespace ratewarden {

/// The sentence in English, for terminals and logs of any encoding. `value` writes the one of a place, from
/// 0.
std::string englishFrom(std::string pattern, const std::function<std::string(std::size_t place)>& value);

} // namespace ratewarden
