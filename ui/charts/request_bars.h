// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/request_counts.h"
#include "ui/charts/chart.h"
#include "ui/text/status_text.h"

namespace ratewarden::ui {

class TimeLine;

/// The requests of the last ten minutes, to stand in line under a chart of the same time; the pointer tells
/// each ten seconds' numbers.
class RequestBars final : public Chart {
    Q_OBJECT

public:
    explicit RequestBars(QWidget* parent = nullptr);

    /// `counts` reach countsReach back from where they end; what is missing from there to `now` has not been
    /// read yet, and is dotted.
    void present(std::vector<RequestCount> counts, Instant now, Verdicts verdicts = Verdicts::Enforced);
    /// Shows the part of the time that this shows, which must outlive it; else all of it.
    void follow(const TimeLine& time);
    /// From where to where that time goes, in this widget's pixels; else over all of it.
    void setSpan(int left, int right);
    /// A row for each ten seconds, the newest first.
    ChartTable asTable() const override;
    QSize sizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;
    QString tipAt(const QPointF& place) const override;

private:
    QRectF bars() const;
    Instant knownUntil() const;
    QRectF unread() const;
    int right() const;

    std::vector<RequestCount> m_counts;
    const TimeLine* m_time = nullptr;
    Instant m_now{};
    Verdicts m_verdicts = Verdicts::Enforced;
    int m_left = 0;
    int m_right = 0;
};

} // namespace ratewarden::ui
