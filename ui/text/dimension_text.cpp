// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/text/dimension_text.h"

#include "core/explain/difference_text.h"
#include "ui/text/denial_text.h"

#include <QCoreApplication>

namespace ratewarden::ui {
namespace {

struct DifferenceTexts {
    Q_DECLARE_TR_FUNCTIONS(DifferenceTexts)
};

std::string sentenceOf(const char* pattern, const std::vector<ExplainedValue>& values)
{
    return sentenceText(pattern, values).toStdString();
}

} // namespace

QString differenceText(const Difference& difference)
{
    return QString::fromStdString(ratewarden::differenceText(difference, sentenceOf));
}

QString dimensionText(const ComparedDimension& dimension)
{
    return QString::fromStdString(ratewarden::dimensionText(dimension, sentenceOf));
}

QString valueText(const Difference& of, const ComparedDimension& dimension, const ComparedValue& value)
{
    return QString::fromStdString(ratewarden::valueText(of, dimension, value, sentenceOf));
}

QString degreeText(DifferenceDegree degree)
{
    switch (degree) {
    case DifferenceDegree::None:
        return DifferenceTexts::tr("no difference");
    case DifferenceDegree::Some:
        return DifferenceTexts::tr("some difference");
    case DifferenceDegree::Different:
        return DifferenceTexts::tr("different");
    case DifferenceDegree::VeryDifferent:
        return DifferenceTexts::tr("very different");
    }
    return {};
}

} // namespace ratewarden::ui
