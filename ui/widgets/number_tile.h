// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAbstractButton>

namespace ratewarden::ui {

/// A number over what it counts; a click opens the rows behind it. Checked: they are what is shown.
class NumberTile final : public QAbstractButton {
    Q_OBJECT

public:
    enum class Tone { Plain, Denied, Freed };

    explicit NumberTile(QWidget* parent = nullptr);

    void set(const QString& number, const QString& label, Tone tone = Tone::Plain);
    QString number() const { return m_number; }
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    QString m_number; // not the button's text, where & is a mnemonic
    QString m_label;
    Tone m_tone = Tone::Plain;
};

} // namespace ratewarden::ui
