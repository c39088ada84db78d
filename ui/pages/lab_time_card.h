// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/charts/decision_strips.h"
#include "ui/link/lab_work.h"
#include "ui/widgets/card.h"

class QPushButton;

namespace ratewarden::ui {

/// The time line of one token of the lab: its requests, what each candidate makes of them, where that
/// differs, and why.
class LabTimeCard final : public Card {
    Q_OBJECT

public:
    explicit LabTimeCard(QWidget* parent = nullptr);

    /// `names` are the candidates', in the order of the lines; `reference` and `chosen` are the two whose
    /// differences are shown. Without a reference it is as if all were allowed.
    void present(const LabTokenLines& lines, const QString& token, const QStringList& names,
                 std::optional<std::size_t> reference, std::size_t chosen);
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
