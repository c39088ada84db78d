// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/charts/usage_history.h"

#include <QBasicTimer>
#include <QWidget>

#include <optional>

namespace ratewarden::ui {

class TimeLine;

/// The window of one token on a time line: a band for each rule, as long as the rule's window, and a tick for
/// each request, which falls out of one band after another as the line moves. For algorithms that keep no log
/// the bands show how full each rule was when it was read. The wheel (with Ctrl where the page scrolls), and
/// the keys + and -, change the span; dragging, and the arrow keys, move it back in time; a double click, and
/// 0, take both back. The pointer tells what stood when.
class LiveWindow final : public QWidget {
    Q_OBJECT

public:
    /// `time` must outlive it; several may share one.
    explicit LiveWindow(TimeLine& time, QWidget* parent = nullptr);

    /// What to show; null shows nothing.
    void present(std::shared_ptr<const TokenDetail> window, std::shared_ptr<const UsageHistory> history);
    /// Takes less room, as one of several.
    void setDense(bool dense);

    /// The longest window that is still lively: one in which the eye sees the ticks move. Rules are at least
    /// one.
    static Micros livelySpan(const std::vector<Rule>& rules);
    TimeLine& time() const { return m_time; }
    /// How many requests lie in the span that is shown.
    Units requestsShown() const;
    /// What the pointer tells at a moment.
    QString valuesAt(Instant moment) const;

    QSize minimumSizeHint() const override;
    QSize sizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;
    void timerEvent(QTimerEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void showEvent(QShowEvent* event) override;
    void hideEvent(QHideEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    int bandHeight() const;
    int bandGap() const;
    QRectF axisArea() const;
    qreal position(Instant moment, Instant end, const QRectF& band) const;
    std::optional<Instant> momentAt(qreal x) const;
    void paintBand(QPainter& painter, const QRectF& band, std::size_t rule, Instant now) const;
    void paintEntries(QPainter& painter, const QRectF& band, Micros window, Instant now) const;
    void paintLevels(QPainter& painter, const QRectF& band, std::size_t rule, Instant now) const;
    void paintDenials(QPainter& painter, const QRectF& band, std::size_t rule, Instant now) const;
    void updateTimer();

    TimeLine& m_time;
    std::shared_ptr<const TokenDetail> m_window;
    std::shared_ptr<const UsageHistory> m_history;
    bool m_dense = false;
    std::optional<qreal> m_dragged; // from where, while the button is held
    QBasicTimer m_frames;
};

} // namespace ratewarden::ui
