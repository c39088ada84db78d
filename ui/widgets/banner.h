// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

namespace ratewarden::ui {

class PlainLabel;

/// A line over a page that says what is wrong, where it stands, and takes no room when there is nothing to
/// say.
class Banner : public QWidget {
    Q_OBJECT

public:
    explicit Banner(QWidget* parent = nullptr);

    /// Empty text hides it.
    void setText(const QString& text);
    QString text() const;

protected:
    void paintEvent(QPaintEvent* event) override;
    /// Of the mark at its side.
    virtual QColor markColor() const;

private:
    PlainLabel* m_label;
};

/// The ground of a banner, or of what looks like one, with a mark at its edge.
void paintNotice(QWidget* widget, const QColor& mark);

} // namespace ratewarden::ui
