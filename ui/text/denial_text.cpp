// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/text/denial_text.h"

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
    QString operator()(double number) const { return rateText(number); }
    QString operator()(const std::string& bytes) const { return shown(bytes); }
    QString operator()(Instant moment) const { return exactMomentText(moment); }
    QString operator()(Micros span) const { return spanText(span); }
    QString operator()(const Phrase& phrase) const { return patternText(phrase.text, {}); }
    QString operator()(const Written& written) const { return QString::fromStdString(written.text); }
};

} // namespace

QString sentenceText(const char* pattern, const std::vector<ExplainedValue>& values)
{
    QStringList texts;
    for (const ExplainedValue& value : values)
        texts << std::visit(ShownValue(), value);
    return patternText(pattern, texts);
}

QString explanationText(const ExplainedLine& line)
{
    return sentenceText(line.pattern, line.values);
}

QStringList historyTexts(const Explanation& explanation, const HistoryThen& then, const std::string& file)
{
    const auto write = [](const char* pattern, const std::vector<ExplainedValue>& values) {
        return sentenceText(pattern, values).toStdString();
    };
    QStringList texts;
    for (const std::string& sentence : historySentences(explanation, then, file, write))
        texts << QString::fromStdString(sentence);
    return texts;
}

QString denialText(const Denial& denial)
{
    const QString from = exactMomentText(denial.from);
    const QString to = exactMomentText(denial.to);
    return from == to ? from : ExplanationTexts::tr("%1 to %2").arg(from, to);
}

} // namespace ratewarden::ui
