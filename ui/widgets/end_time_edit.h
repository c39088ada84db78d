// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/text/end_time.h"

#include <QTimer>
#include <QWidget>

#include <functional>

class QButtonGroup;
class QLineEdit;

namespace ratewarden::ui {

class PlainLabel;

/// Asks until when something lasts: usual durations as buttons, and a line for everything that parseEndTime()
/// reads. Below stands what was understood, kept current, or why it was not. A moment that is entered stays
/// that moment, however long the field is open.
class EndTimeEdit final : public QWidget {
    Q_OBJECT

public:
    /// `clock` is the server's. At first it lasts an hour.
    explicit EndTimeEdit(std::function<Instant()> clock, QWidget* parent = nullptr);

    void setEnd(const EndTime& end);
    /// Empty: what is entered is not understood, or has passed.
    std::optional<EndTime> end() const;
    /// Why there is no end; empty: there is.
    QString problem() const;

Q_SIGNALS:
    /// Another end is entered, or the one that was has passed.
    void changed();

private:
    void read();
    void tell();

    std::function<Instant()> m_clock;
    std::variant<EndTime, EndTimeProblem> m_read;
    bool m_passed = false;
    QButtonGroup* m_usual;
    QLineEdit* m_text;
    PlainLabel* m_understood;
    QTimer m_ticks;
};

} // namespace ratewarden::ui
