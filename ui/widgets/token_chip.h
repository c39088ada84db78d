// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAbstractButton>

namespace ratewarden::ui {

/// A token on a coloured ground, which is removed by a click on it, or by Space.
class TokenChip final : public QAbstractButton {
    Q_OBJECT

public:
    /// `token` as shown() gives it.
    explicit TokenChip(const QString& token, QWidget* parent = nullptr);

    QSize sizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    QString m_token; // not the button's text, where & is a mnemonic
};

} // namespace ratewarden::ui
