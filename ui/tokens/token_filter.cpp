// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/tokens/token_filter.h"

#include <QStringList>

namespace ratewarden::ui {
namespace {

constexpr QLatin1String warningMark("warning:");
constexpr QLatin1String formatMark("format:");
constexpr QLatin1String activeWord("state:active");

// False: it is none of the terms.
bool takeTerm(const QString& word, TokenFilter& filter)
{
    if (word.startsWith(warningMark)) {
        const std::string name = word.mid(warningMark.size()).toStdString();
        for (const WarningCode code : warningsNamed(name))
            filter.warnings.add(code);
        return !warningsNamed(name).empty();
    }
    if (word.startsWith(formatMark) && word.size() > formatMark.size()) {
        filter.format = word.mid(formatMark.size()).toStdString();
        return true;
    }
    if (word == activeWord)
        return filter.active = true;
    return false;
}

} // namespace

TokenFilter parseTokenFilter(const QString& typed)
{
    TokenFilter filter;
    if (!typed.contains(warningMark) && !typed.contains(formatMark) && !typed.contains(activeWord)) {
        filter.text = typed; // with its spaces
        return filter;
    }
    QStringList words;
    for (const QString& word : typed.split(QLatin1Char(' ')))
        if (!takeTerm(word, filter))
            words << word;
    filter.text = words.join(QLatin1Char(' '));
    if (filter.hasTerms())
        filter.text = filter.text.trimmed();
    return filter;
}

QString warningTerm(WarningCode code)
{
    return warningMark + QString::fromStdString(std::string(nameOf(code)));
}

QString formatTerm(std::string_view format)
{
    return formatMark + QString::fromStdString(std::string(format));
}

QString activeTerm()
{
    return activeWord;
}

} // namespace ratewarden::ui
