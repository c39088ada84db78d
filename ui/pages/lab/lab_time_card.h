// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/charts/decision_strips.h"
#include "ui/lab/lab_bench.h"
#include "ui/widgets/card.h"

class QAbstractButton;
class QPushButton;

namespace ratewarden::ui {

class EmptyState;
class GlyphButton;
class LabTransport;

/// The time line of the bench's token: its requests, what each candidate makes of them, where that
/// differs, and why. It can be played: then what has not come yet is greyed.
class LabTimeCard final : public Card {
    Q_OBJECT

public:
    /// `showFirst`: what leads on while no token is chosen.
    LabTimeCard(LabBench& bench, QAction* showFirst, Moments* moments, QWidget* parent = nullptr);

    /// Puts the cursor on the first request from that moment on, once the time line is there.
    void putCursorAt(std::optional<Instant> moment) { m_wantedCursor = moment; }
    /// Shows these once the time line is there.
    void showTimes(const std::optional<TimeRange>& time, const std::optional<TimeRange>& area);
    DecisionStrips& strips() { return *m_strips; }
    LabTransport& transport() { return *m_transport; }
    void goToDifference(bool forward);

Q_SIGNALS:
    void timeMoved();
    /// What a next request would get is asked for, or no longer.
    void askToggled(bool on);

private:
    void connectAll();
    void present();
    void clear();
    void showStretch();
    /// Why the request under the cursor got what it got.
    void explain(const QString& text);
    void showCursor();
    void showReason();
    void followPlayer();
    void showMoment();
    void leavePlayed();

    LabBench& m_bench;
    QAction* m_showFirst;
    std::optional<Instant> m_wantedCursor;
    std::optional<TimeRange> m_wantedTime;
    std::optional<TimeRange> m_wantedArea;
    PlainLabel* m_token;
    PlainLabel* m_differences;
    QAbstractButton* m_table = nullptr;
    GlyphButton* m_previous;
    GlyphButton* m_next;
    QPushButton* m_ask;
    DecisionStrips* m_strips;
    EmptyState* m_empty; // in place of the strips
    LabTransport* m_transport;
    PlainLabel* m_reason; // or what is in the marked area
    QString m_explanation;
    bool m_isPlayed = false;  // or was, and stands in the middle
    bool m_following = false; // the cursor is moved by the player
};

} // namespace ratewarden::ui
