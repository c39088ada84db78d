// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/text/explanation_text.h"

#include "ui/text/display_text.h"
#include "ui/text/problem_text.h"

#include <QCoreApplication>

namespace ratewarden::ui {
namespace {

struct ExplanationTexts {
    Q_DECLARE_TR_FUNCTIONS(ExplanationTexts)
};

struct ShownValue {
    QString operator()(std::int64_t number) const { return numberText(number); }
    QString operator()(const std::string& bytes) const { return shown(bytes); }
    QString operator()(Instant moment) const { return exactMomentText(moment); }
    QString operator()(Micros span) const { return spanText(span); }
    QString operator()(const Phrase& phrase) const { return patternText(phrase.text, {}); }
};

} // namespace

QString explanationText(const ExplainedLine& line)
{
    QStringList values;
    for (const ExplainedValue& value : line.values)
        values << std::visit(ShownValue(), value);
    return patternText(line.pattern, values);
}

QString denialText(const Denial& denial)
{
    const QString from = exactMomentText(denial.from);
    const QString to = exactMomentText(denial.to);
    return from == to ? from : ExplanationTexts::tr("%1 to %2").arg(from, to);
}

} // namespace ratewarden::ui
