// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/watch/back_test.h"
#include "ui/charts/time_chart.h"

#include <memory>
#include <vector>

namespace ratewarden::ui {

/// What an alert measured, round by round, under its bound: the bound is a line that is dragged, or moved
/// with Up and Down; the times in which the alert fires are marked.
class AlertChart final : public TimeChart {
    Q_OBJECT

public:
    explicit AlertChart(Moments* moments = nullptr, QWidget* parent = nullptr);

    /// `alert`: what it measures and where its bound is now.
    void present(const Alert& alert, std::shared_ptr<const std::vector<MeasuredRound>> rounds,
                 const BackTestedAlert& tested);
    /// The same rounds under another bound.
    void present(const Alert& alert, const BackTestedAlert& tested);
    const BackTestedAlert& tested() const { return m_tested; }
    const std::shared_ptr<const std::vector<MeasuredRound>>& rounds() const { return m_rounds; }
    /// The bound at another value. What is back stays as far from it in proportion, rounded to what people
    /// write, and where it can be reached; if that is nowhere, there is none.
    AlertBound moved(const AlertBound& from, double at) const;
    /// Where the bound's line is, in pixels.
    double boundY() const;
    /// Where it says what the lines of the bound and of what is back are; empty for one that is not there.
    struct BoundLabels {
        QRectF bound;
        QRectF back;
    };
    BoundLabels boundLabels() const;
    /// What is in the marked area; empty: none is marked.
    QString areaSentence() const;
    /// A label that says it, and is hidden when there is nothing to say.
    QWidget* makeAreaLabel();
    void setEmptyText(const QString& text) override;
    /// A row for each round that is shown, the newest first.
    ChartTable asTable() const override;

    QSize sizeHint() const override { return {480, 200}; }
    QSize minimumSizeHint() const override { return {240, 100}; }

Q_SIGNALS:
    /// areaSentence() may be another one.
    void areaSaid();
    /// By the operator, to that value: so often as it moves.
    void boundMoved(double at);

protected:
    void paintEvent(QPaintEvent* event) override;
    QRectF plot() const override;
    bool hasTime() const override { return emptyText().isEmpty() && !m_rounds->empty(); }
    std::vector<Instant> drawnAt() const override;
    std::vector<Instant> events() const override;
    QString valuesAt(Instant moment) const override;
    QString keyHelp() const override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    double yOf(double value) const;
    double lineY(double value) const;
    double valueAt(double y) const;
    double unit() const;
    double rounded(double value) const;
    bool isNearBound(const QPointF& place) const;
    void moveBound(double to);
    void paintGrid(QPainter& painter) const;
    void paintFirings(QPainter& painter) const;
    void paintFigures(QPainter& painter) const;
    void paintBound(QPainter& painter) const;

    Alert m_alert;
    std::shared_ptr<const std::vector<MeasuredRound>> m_rounds =
        std::make_shared<const std::vector<MeasuredRound>>();
    BackTestedAlert m_tested;
    double m_most = 1; // at the top
    bool m_isDragged = false;
};

} // namespace ratewarden::ui
