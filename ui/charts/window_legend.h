// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/text/freshness.h"

#include <QWidget>

class QPainter;

namespace ratewarden::ui {

/// The kinds of things that a live window draws.
enum class WindowKind {
    Charged,
    Used,
    InFlight,
    HeldLong, ///< in flight for slotPatience or longer
    NoRoom,
    NoRoomThere, ///< of a candidate, as what follows
    Blocked,
    Denied,
    WouldDeny,
    NotSeen,
    LimitsUnknown ///< what was charged may be known
};

using WindowKinds = QList<WindowKind>; ///< in this order, each once

/// "charged", "no room"; as the legend writes it.
QString kindName(WindowKind kind);

/// The fill of a kind, for its stretches and for the legend alike.
void paintKind(QPainter& painter, const QRectF& rect, WindowKind kind, Freshness freshness);

/// Says what is what in live windows; only the kinds that can be seen.
class WindowLegend final : public QWidget {
    Q_OBJECT

public:
    explicit WindowLegend(QWidget* parent = nullptr);

    void present(const WindowKinds& kinds, Freshness freshness);
    const WindowKinds& kinds() const { return m_kinds; }
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    QFont legendFont() const;

    WindowKinds m_kinds;
    Freshness m_freshness = Freshness::Live;
};

} // namespace ratewarden::ui
