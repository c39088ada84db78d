// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAbstractButton>
#include <QColor>

namespace ratewarden::ui {

/// A number over what it counts; a click opens the rows behind it. Checked: they are what is shown.
class NumberTile final : public QAbstractButton {
    Q_OBJECT

public:
    explicit NumberTile(QWidget* parent = nullptr);

    /// `ink`: of the number; none: as other text.
    void set(const QString& number, const QString& label, const QColor& ink = {});
    QString number() const { return m_number; }
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    QFont numberFont() const;
    QFont labelFont() const;

    QString m_number; // not the button's text, where & is a mnemonic
    QString m_label;
    QColor m_ink;
};

} // namespace ratewarden::ui
