// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/algorithms/algorithm.h"
#include "core/model/policy.h"
#include "ui/charts/chart.h"
#include "ui/charts/log_scale.h"

#include <optional>

namespace ratewarden::ui {

/// What the rules of a policy allow: the most requests that can pass in any span, from one second, or a tenth
/// of the shortest window if that is less, to the longest window, both in powers of ten. A thin line for each
/// rule, and a thick one for all together. Where it may be, a rule's line is dragged up and down to another
/// limit. Rules that are Rule::atOnce are left out: how many requests these allow in a span depends on how
/// long each takes, which nobody knows.
class RuleEnvelope final : public Chart {
    Q_OBJECT

public:
    explicit RuleEnvelope(QWidget* parent = nullptr);

    /// Without rules it is empty.
    void setPolicy(const Policy& policy);
    /// Limits can be dragged; by the handles where each rule's window ends, or anywhere on their lines.
    void setAdjustable(bool adjustable);
    /// Those of the policy that have a line, in its order.
    std::vector<Rule> drawnRules() const;
    /// Where the handle of a rule that is drawn is, in this widget's pixels.
    QPointF handle(std::size_t rule) const;
    /// A row for each span of the axis, and for each window.
    ChartTable asTable() const override;
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return {200, sizeHint().height()}; }

Q_SIGNALS:
    /// A limit is dragged to another one; its owner gives the policy with it.
    void limitDragged(std::size_t rule, ratewarden::Units limit);

protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;

private:
    /// Which spans and counts are drawn where.
    struct Scale {
        QRectF area;
        LogScale spans;  ///< in microseconds
        LogScale counts; ///< of requests
        QPointF place(double span, double count) const;
    };
    Scale scale() const;
    double highest(double longest) const;
    double most(const Rule& rule, double span) const;
    double mostTogether(double span) const;
    std::optional<std::size_t> ruleAt(QPointF position) const;
    void paintAxes(QPainter& painter, const Scale& scale) const;

    Policy m_policy;
    std::vector<std::size_t> m_drawn; // which of its rules
    const Algorithm* m_algorithm = nullptr;
    bool m_adjustable = false;
    std::optional<std::size_t> m_pointed; // the rule under the pointer
    std::optional<std::size_t> m_dragged;
    double m_highestInDrag = 0;         // the axis stays as it is under the pointer
    std::optional<double> m_spanInDrag; // held by its handle; in microseconds
};

} // namespace ratewarden::ui
