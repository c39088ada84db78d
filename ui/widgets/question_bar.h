// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPointer>
#include <QWidget>

class QPushButton;

namespace ratewarden::ui {

/// A question in a dialog or on a page, with a button for each of two answers, where others would open a
/// message box. Hidden until ask(). The focus goes to the safe answer, and back to where it was.
class QuestionBar final : public QWidget {
    Q_OBJECT

public:
    /// `yes` is what may lose something.
    QuestionBar(const QString& question, const QString& yes, const QString& no, QWidget* parent = nullptr);

    void ask();
    void withdraw(); ///< as if answered by no

Q_SIGNALS:
    void accepted();

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    QPushButton* m_yes;
    QPushButton* m_no;
    QPointer<QWidget> m_before; // had the focus
};

} // namespace ratewarden::ui
