// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/charts/usage_history.h"

#include <QBasicTimer>
#include <QWidget>

#include <functional>

namespace ratewarden::ui {

/// The window of one token on a time line that moves: a band for each rule, as long as the rule's window, and
/// a tick for each request, which falls out of one band after another. For algorithms that keep no log the
/// bands show how full each rule was when it was read. The wheel changes the span, a double click takes it
/// back.
class LiveWindow final : public QWidget {
    Q_OBJECT

public:
    explicit LiveWindow(std::function<Instant()> clock, QWidget* parent = nullptr);

    /// What to show; null shows nothing. The history must stay valid until the next call.
    void show(std::shared_ptr<const WindowReading> window, const UsageHistory* history);
    /// Stops the clock where it is, for data that is not current any more.
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
    void updateTimer();

    std::function<Instant()> m_clock;
    std::shared_ptr<const WindowReading> m_window;
    const UsageHistory* m_history = nullptr;
    std::optional<Micros> m_chosenSpan;
    std::optional<Instant> m_frozenAt;
    QBasicTimer m_frames;
};

} // namespace ratewarden::ui
