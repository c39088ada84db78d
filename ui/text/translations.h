// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/units.h"

#include <QDateTime>
#include <QLocale>
#include <QObject>
#include <QStringList>
#include <QTranslator>

#include <memory>
#include <vector>

namespace ratewarden::ui {

/// The number of a plural, as in tr("%Ln token(s)", nullptr, pluralNumber(count)): its forms stand in the
/// translation of each language, of English, too. Every application that is linked with this loads its
/// language's when it starts.
int pluralNumber(Units count);

/// "22 Nov", for axes and narrow columns. Where more than a day is said, dates are as in ISO 8601.
QString dayText(const QDateTime& moment);

/// The codes of the languages that have a file in resources/translations, such as "de".
QStringList languages();

/// The language of the whole application: as the operator has chosen, or else the system's; with its numbers
/// and dates. There is one, languageSwitch().
class LanguageSwitch final : public QObject {
    Q_OBJECT

public:
    explicit LanguageSwitch(QObject* parent);

    /// One of languages(); empty: the system's.
    QString choice() const { return m_choice; }
    /// From the next start on: what is on the screen stays as it is.
    void choose(const QString& code);
    /// For all texts from now on. Before there are windows; chosen() does not tell. Another code than those
    /// of languages() counts as empty.
    void begin(const QString& code);

Q_SIGNALS:
    void chosen(const QString& code);

private:
    bool install(const QLocale& locale, const QString& prefix, const QString& folder);

    const QLocale m_system; // as it was when the application began
    std::vector<std::unique_ptr<QTranslator>> m_translators;
    QString m_choice;
};

LanguageSwitch& languageSwitch();

} // namespace ratewarden::ui
