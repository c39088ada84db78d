// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/keys/key_browser.h"
#include "ui/link/newest_answer.h"
#include "ui/state/recorded_rows.h"

#include <QObject>
#include <QStringList>
#include <QThreadPool>
#include <QTimer>

#include <deque>
#include <functional>
#include <memory>

namespace ratewarden::ui {

class MainWindow;

/// Saves what a window has on screen as an investigation, or as a web page. Part of its window.
class WindowInvestigation final : public QObject {
    Q_OBJECT

public:
    explicit WindowInvestigation(MainWindow& window);
    /// Whatever was given a file is written first.
    ~WindowInvestigation() override;

    /// Asks what is to be in it, then for a file; its suffix says which of the two is written.
    void save();

Q_SIGNALS:
    /// It was saved, or not; for the status line.
    void done(const QString& sentence);

private:
    /// What was confirmed, and the keys for it; null: none are known.
    struct Wanted {
        QString note;
        bool hashed = false;
        SharedKeyExcerpt keys;
    };
    struct Made {
        Investigation its;
        QByteArray file;
    };
    /// A web page whose charts are drawn one by one.
    struct Drawing {
        std::shared_ptr<const Made> made;
        QString path;
        QString missing;
        QStringList sections;
    };

    std::vector<Subject> charted() const;
    RowsToRecord rows() const;
    Investigation::Screen screen() const;
    Investigation::Keys keys(const KeyExcerpt& found, Instant until) const;
    Investigation::Token token(const TokenDetail& detail, Instant until) const;
    void gather(const Wanted& wanted);
    void collect(const Wanted& wanted, const std::vector<TokenDetail>& read, const QString& whyUnread = {});
    void askForFile(Investigation recorded, const Wanted& wanted, const QString& missing);
    void draw();
    void write(const QString& path, const QString& missing, std::function<QByteArray()> content);

    MainWindow& m_window;
    NewestAnswer m_counting;        // last: what they run is stopped first
    std::deque<Drawing> m_drawings; // the first one is under way
    QTimer m_draws;
    QThreadPool m_writer; // of one thread, and ends once all is written that was confirmed
};

/// Shows in a window what was on screen when it was recorded, and says whose recording it is.
void showScreen(MainWindow& window, const Investigation& investigation);

} // namespace ratewarden::ui
