// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/link/newest_answer.h"
#include "ui/state/recorded_rows.h"

#include <QObject>
#include <QThreadPool>

#include <functional>
#include <memory>

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
    struct Made {
        Investigation its;
        QByteArray file;
    };

    std::vector<Subject> charted() const;
    RowsToRecord rows() const;
    Investigation::Screen screen() const;
    void gather(const QString& note, bool hashed);
    void collect(const QString& note, bool hashed, const std::vector<TokenDetail>& read,
                 const QString& whyUnread = {});
    void askForFile(Investigation recorded, bool hashed, const QString& missing);
    void addSections(const std::shared_ptr<const Made>& made, QStringList sections, const QString& path,
                     const QString& missing);
    void write(const QString& path, const QString& missing, std::function<QByteArray()> content);

    MainWindow& m_window;
    NewestAnswer m_counting; // last: what they run is stopped first
    NewestAnswer m_making;
    QThreadPool m_writer; // of one thread, and ends once all is written that was confirmed
};

/// Shows in a window what was on screen when it was recorded, and says whose recording it is.
void showScreen(MainWindow& window, const Investigation& investigation);

} // namespace ratewarden::ui
