// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/widgets/plain_label.h"

#include <QColor>
#include <QWidget>

class QPushButton;

namespace ratewarden::ui {

/// The answer of the lab in one sentence, on the colour of what it means, and a button that does it.
class LabSentence final : public QWidget {
    Q_OBJECT

public:
    enum class Tone { Good, Bad, Neutral };

    explicit LabSentence(QWidget* parent = nullptr);

    /// An empty `action` hides the button.
    void set(Tone tone, const QString& sentence, const QString& detail, const QString& action);
    QString text() const { return m_sentence->text(); }

Q_SIGNALS:
    void acted();

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    QColor ink() const;
    void colour();

    Tone m_tone = Tone::Neutral;
    PlainLabel* m_sentence;
    PlainLabel* m_detail;
    QPushButton* m_action;
};

/// Writes the label in that colour.
void setInk(PlainLabel* label, const QColor& ink);

} // namespace ratewarden::ui
