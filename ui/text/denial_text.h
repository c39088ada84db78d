// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/explain/explanation_text.h"
#include "core/watch/history_then.h"

#include <QStringList>

namespace ratewarden::ui {

/// A sentence that both front ends share, with its values: what a SentenceWriter writes here.
QString sentenceText(const char* pattern, const std::vector<ExplainedValue>& values);
/// A sentence of an explanation, for people.
QString explanationText(const ExplainedLine& line);

/// What a watcher's history, in that file, tells of a denial.
QStringList historyTexts(const Explanation& explanation, const HistoryThen& then, const std::string& file);

/// "14:57:40.218", or "14:57:00.000 to 14:57:59.999" where it is not known better.
QString denialText(const Denial& denial);

} // namespace ratewarden::ui
