// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/reading.h"
#include "ui/charts/chart.h"

#include <memory>

namespace ratewarden::ui {

/// For each rule: used of limit in numbers and as a bar, and when it frees.
class RuleBars final : public Chart {
    Q_OBJECT

public:
    explicit RuleBars(QWidget* parent = nullptr);

    /// `now` is the server's clock, for the countdowns.
    void present(std::shared_ptr<const TokenDetail> window, Instant now);

    /// A row for each rule.
    ChartTable asTable() const override;
    /// When the rule has room again, from the longest text to the shortest.
    QStringList freesTexts(std::size_t rule) const;
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    QString nameOf(std::size_t rule) const;

    std::shared_ptr<const TokenDetail> m_window;
    Instant m_now{};
};

/// "64/100", and where some of them are reserved, or leases may hold them, how many; from the longest text to
/// the shortest. Of a reading with a decision.
QStringList usedTexts(const Reading& token, std::size_t rule);
/// The longest of each rule, as one line: "1/s: 1/1 · 5 at once: 3/5"; empty without a decision.
QString usageText(const Reading& token);
/// How much of a rule's capacity is reserved or may be held by leases, of the share that is used.
double unspentShare(const Reading& token, std::size_t rule);

/// When the rule next has a unit more to give: the oldest entry of its window falls out, or the next unit has
/// drained. Nothing when nothing is used.
std::optional<Instant> nextFrees(const TokenDetail& window, std::size_t rule);

} // namespace ratewarden::ui
