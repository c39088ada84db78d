// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QColor>
#include <QWidget>

namespace ratewarden::ui {

/// A short text in an outline of its colour: a badge, or the sentence over a window. Plain text, elided at
/// the end, whole in the tooltip.
class Pill : public QWidget {
    Q_OBJECT

public:
    enum class Shape { Badge, Sentence };

    explicit Pill(Shape shape, QWidget* parent = nullptr);

    void set(const QString& text, const QColor& color);
    QString text() const { return m_text; }

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    Shape m_shape;
    QString m_text;
    QColor m_color;
};

} // namespace ratewarden::ui
