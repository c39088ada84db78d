// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/link/newest_answer.h"
#include "ui/state/investigation.h"

#include <QObject>

namespace ratewarden::ui {

class MainWindow;

/// Saves what a window has on screen as an investigation, or as a web page. Part of its window.
class WindowInvestigation final : public QObject {
    Q_OBJECT

public:
    explicit WindowInvestigation(MainWindow& window);

    /// Asks what is to be in it, then for a file; its suffix says which of the two is written.
    void save();

Q_SIGNALS:
    /// It was saved, or not; for the status line.
    void done(const QString& sentence);

private:
    std::vector<Subject> charted() const;
    std::vector<int> places(bool listedOnly) const;
    void gather(const QString& note, bool hashed);
    void write(const QString& note, bool hashed, const std::vector<TokenDetail>& read,
               const QString& whyUnread = {});
    void askForFile(Investigation recorded, bool hashed, const QString& missing);
    Investigation::Screen screen() const;

    MainWindow& m_window;
    NewestAnswer m_writing; // last: what it runs is stopped first
};

/// Shows in a window what was on screen when it was recorded, and says whose recording it is.
void showScreen(MainWindow& window, const Investigation& investigation);

} // namespace ratewarden::ui
