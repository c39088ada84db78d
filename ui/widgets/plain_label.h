// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLabel>

namespace ratewarden::ui {

/// The only label of this program: it shows plain text, whatever the text holds, elided when there is no
/// room, with the whole in the tooltip: a name in its middle, words at their end, and a number never.
class PlainLabel : public QLabel {
    Q_OBJECT

public:
    enum class Tone { Normal, Muted };

    explicit PlainLabel(const QString& text = {}, Tone tone = Tone::Normal, QWidget* parent = nullptr);

    /// Whether the text may be cut; otherwise it asks for all its width. On by default.
    void setElided(bool elided);
    /// Breaks the text into lines, as high as these are at the label's width: between words, and within a
    /// word that is longer than a line, so that nothing is cut off and no text widens the label. To be called
    /// in place of setWordWrap() and setSizePolicy(): called one after the other, they forget that the height
    /// follows the width.
    void setWrapped(QSizePolicy::Policy horizontal = QSizePolicy::Preferred,
                    QSizePolicy::Policy vertical = QSizePolicy::Minimum);

    QSize minimumSizeHint() const override;
    QSize sizeHint() const override;
    int heightForWidth(int width) const override;

protected:
    void paintEvent(QPaintEvent* event) override;
    bool event(QEvent* event) override;

private:
    QColor textColor() const;
    Qt::TextElideMode elideMode() const;

    Tone m_tone;
    bool m_elided = true;
};

/// One whose text is never cut.
PlainLabel* wholeLabel(const QString& text, PlainLabel::Tone tone = PlainLabel::Tone::Normal);

} // namespace ratewarden::ui
