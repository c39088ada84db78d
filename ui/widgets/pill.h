// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QColor>
#include <QWidget>

namespace ratewarden::ui {

/// A short text in an outline of its colour: a badge, or the sentence over a window. Plain text, whole in the
/// tooltip.
class Pill : public QWidget {
    Q_OBJECT

public:
    enum class Shape { Badge, Sentence };

    explicit Pill(Shape shape, QWidget* parent = nullptr);

    /// Where the text has no room, `brief` stands in its place; without one, or where that has none either,
    /// its end is cut off.
    void set(const QString& text, const QColor& color, const QString& brief = {});
    QString text() const { return m_text; }

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    Shape m_shape;
    QString m_text;
    QString m_brief;
    QColor m_color;
};

} // namespace ratewarden::ui
