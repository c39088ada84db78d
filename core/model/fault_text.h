// SPDX-License-Identifier: MIT
#pragma once

/// A sentence of a fault, for the terminal as it stands and for the window to translate: lupdate takes this
/// for QT_TR_NOOP (core knows no Qt), and ui/text/problem_text.cpp asks for it in the context of this
/// namespace. %1, %2, … stand for the values of the problem and, behind them, for what it is because of; %%
/// for a percent sign.
#define FAULT_TEXT(text) text
