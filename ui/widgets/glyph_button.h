// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPushButton>

namespace ratewarden::ui {

/// A flat button with a sign that is painted, so that it looks the same whatever fonts there are. It needs an
/// accessible name and a tooltip.
class GlyphButton final : public QPushButton {
    Q_OBJECT

public:
    enum class Glyph { Play, Pause, StepBack, StepForward, Previous, Next };

    explicit GlyphButton(Glyph glyph, QWidget* parent = nullptr);

    Glyph glyph() const { return m_glyph; }
    void setGlyph(Glyph glyph);
    QSize sizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    Glyph m_glyph;
};

} // namespace ratewarden::ui
