// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/charts/decision_strips.h"
#include "ui/widgets/card.h"

class QPushButton;

namespace ratewarden::ui {

/// The time line of one token of the lab: its requests, what each candidate makes of them, where that
/// differs, and why.
class LabTimeCard final : public Card {
    Q_OBJECT

public:
    explicit LabTimeCard(QWidget* parent = nullptr);

    /// `token` as shown() gives it.
    void present(std::shared_ptr<const StripData> strips, const QString& token);
    void clear(const QString& why);
    /// Why the request under the cursor got what it got.
    void explain(const QString& text);
    QString explanation() const;
    DecisionStrips& strips() { return *m_strips; }
    void goToDifference(bool forward);

Q_SIGNALS:
    void cursorMoved();
    void timeMoved();

private:
    void showCursor();

    PlainLabel* m_token;
    PlainLabel* m_moment;
    QPushButton* m_previous;
    QPushButton* m_next;
    DecisionStrips* m_strips;
    PlainLabel* m_reason;
};

} // namespace ratewarden::ui
