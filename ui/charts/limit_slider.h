// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/units.h"
#include "ui/charts/log_scale.h"

#include <QWidget>

#include <optional>
#include <vector>

namespace ratewarden::ui {

/// The limits of a window, from smallest to largest, inclusive.
struct LimitBand {
    Units least = 0;
    Units most = 0;

    friend bool operator==(const LimitBand&, const LimitBand&) = default;
};

/// A limit on a logarithmic scale from 1 on, over marks of how many requests clients sent, and with the band
/// of limits that do what is wanted. At its right end there is no limit. Keys: the arrows, by about 1 %; Page
/// up and down, by a quarter; Home and End, the ends of the band; Delete, no limit.
class LimitSlider final : public QWidget {
    Q_OBJECT

public:
    explicit LimitSlider(QWidget* parent = nullptr);

    /// The largest number that the scale has room for; limits above it are cut to it.
    void setLargest(Units largest);
    struct Tick {
        Units peak = 0;
        bool marked = false; ///< of a client that is to be stopped
        QString name{};      ///< of it, as shown() gives it; empty: it is one of many
    };
    void setTicks(std::vector<Tick> ticks);
    void setBand(std::optional<LimitBand> band);
    std::optional<LimitBand> band() const { return m_band; }
    /// Empty: there is no limit. Says nothing.
    void setLimit(std::optional<Units> limit);
    std::optional<Units> limit() const { return m_limit; }
    /// Where the limit is drawn, in this widget's pixels.
    QPointF handle() const;
    /// Where a limit is drawn.
    double xOf(Units limit) const;
    /// What a tick says.
    QString tickText(const Tick& tick) const;
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return {120, sizeHint().height()}; }

Q_SIGNALS:
    /// By the operator; many times while it is dragged.
    void limitChosen();

protected:
    bool event(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    double left() const;
    double right() const;
    LogScale scale() const;
    double line() const;
    std::optional<Units> limitAt(double x) const;
    void chooseAndTell(std::optional<Units> limit);
    void paintTicks(QPainter& painter) const;
    void paintBand(QPainter& painter) const;

    Units m_largest = 100;
    std::vector<Tick> m_ticks;
    std::optional<LimitBand> m_band;
    std::optional<Units> m_limit;
    bool m_dragged = false;
};

} // namespace ratewarden::ui
