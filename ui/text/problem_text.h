// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/problem.h"

#include <QString>

#include <exception>

namespace ratewarden::ui {

/// What is wrong, as a sentence for people; empty when nothing is.
QString problemText(const Problem& problem);

/// The same of an error that was thrown.
QString problemText(const std::exception& error);

} // namespace ratewarden::ui
