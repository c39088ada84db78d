// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/widgets/banner.h"

#include <QByteArray>

#include <set>
#include <string>

class QMenu;
class QPushButton;

namespace ratewarden {
class Format;
}

namespace ratewarden::ui {

class Session;

/// Asks once of each prefix that was guessed whose its keys are: "login_ip: looks like rate-limiter-flexible,
/// 6,000 keys". The answer goes to the user's file of prefixes, and is in force at once. One at a time, that
/// with the most keys first.
class PrefixQuestion final : public Banner {
    Q_OBJECT

public:
    explicit PrefixQuestion(Session& session, QWidget* parent = nullptr);

Q_SIGNALS:
    /// It is shown, or no longer.
    void shownChanged();
    /// What was answered is in force, or said or taken back elsewhere; or why that could not be written. A
    /// sentence.
    void done(const QString& sentence);
    /// The operator wants to describe this key, which is one of them.
    void describeWanted(const QByteArray& key);

protected:
    /// Nothing is wrong.
    QColor markColor() const override;

private:
    QPushButton* add(const char* name, const QString& text, const QString& tip);
    void update();
    void ask(const Format* format, const QString& count);
    void fillOthers();
    void answer(const std::string& format);
    void describe();
    void takeSaved(const std::string& beginning, const std::string& format);

    Session& m_session;
    const Format* m_asked = nullptr; // the guess; null: nothing is asked
    std::set<const Format*> m_later; // are not asked of in this window
    QString m_refused;               // why the answer could not be written
    QPushButton* m_yes;
    QPushButton* m_other;
    QPushButton* m_none;
    QPushButton* m_notNow;
    QMenu* m_others;
};

} // namespace ratewarden::ui
