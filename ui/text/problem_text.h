// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/problem.h"

#include <QString>
#include <QStringList>

#include <exception>

namespace ratewarden::ui {

/// What is wrong, as a sentence for people; empty when nothing is.
QString problemText(const Problem& problem);

/// The same of an error that was thrown.
QString problemText(const std::exception& error);

/// A sentence of core in this language, with its values: see core/model/fault_text.h.
QString patternText(const char* pattern, const QStringList& values);

} // namespace ratewarden::ui
