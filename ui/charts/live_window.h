// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/charts/usage_history.h"

#include <QBasicTimer>
#include <QWidget>

#include <functional>

namespace ratewarden::ui {

/// The window of one token on a time line that moves: a band for each rule, as long as the rule's window, and
/// a tick for each request, which falls out of one band after another. For algorithms that keep no log the
/// bands show how full each rule was when it was read. The wheel (with Ctrl where the page scrolls), and the
/// keys
/// + and -, change the span; a double click, and 0, take it back.
class LiveWindow final : public QWidget {
    Q_OBJECT

public:
    explicit LiveWindow(std::function<Instant()> clock, QWidget* parent = nullptr);

    /// What to show; null shows nothing.
    void present(std::shared_ptr<const WindowReading> window, std::shared_ptr<const UsageHistory> history);
    /// Stops the clock at the last reading, as nobody knows what came after it, or lets it go on.
    void setFrozen(bool frozen);

    Micros span() const;
    /// How many requests lie in the span that is shown.
    Units requestsShown() const;

    QSize minimumSizeHint() const override;
    QSize sizeHint() const override;

Q_SIGNALS:
    void spanChanged();

protected:
    void paintEvent(QPaintEvent* event) override;
    void timerEvent(QTimerEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void showEvent(QShowEvent* event) override;
    void hideEvent(QHideEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    Instant now() const;
    Micros automaticSpan() const;
    qreal position(Instant moment, Instant now, const QRectF& band) const;
    void paintBand(QPainter& painter, const QRectF& band, std::size_t rule, Instant now) const;
    void paintEntries(QPainter& painter, const QRectF& band, Micros window, Instant now) const;
    void paintLevels(QPainter& painter, const QRectF& band, std::size_t rule, Instant now) const;
    void paintDenials(QPainter& painter, const QRectF& band, std::size_t rule, Instant now) const;
    void zoom(double factor);
    void unzoom();
    void updateTimer();

    std::function<Instant()> m_clock;
    std::shared_ptr<const WindowReading> m_window;
    std::shared_ptr<const UsageHistory> m_history;
    std::optional<Micros> m_chosenSpan;
    bool m_frozen = false;
    QBasicTimer m_frames;
};

} // namespace ratewarden::ui
