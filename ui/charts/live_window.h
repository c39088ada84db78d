// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/charts/time_chart.h"
#include "ui/charts/window_legend.h"
#include "ui/histories/limit_history.h"
#include "ui/histories/token_area.h"

#include <QBasicTimer>

namespace ratewarden::ui {

/// The window of one token on a time line: a band for each rule, as long as the rule's window, and a tick for
/// each charged request, which falls out of one band after another as the line moves. For algorithms that
/// keep no log the bands show how full each rule was when it was read. A band is hatched while its rule had
/// no room, purple while the token was blocked, and dotted where nothing is known; below the bands stand the
/// denied requests, where they are counted, one bar for each ten seconds; flags mark what changed the limits.
/// Each stretch is drawn by the limits of its time; a rule that is gone keeps its band as long as it is seen.
/// A rule for requests at once has a row for each slot, with a bar since it was taken, and beyond now what is
/// left of its life. The pointer tells what stood when.
class LiveWindow final : public TimeChart {
    Q_OBJECT

public:
    /// `time` must outlive it; several may share one.
    explicit LiveWindow(TimeLine& time, QWidget* parent = nullptr);

    /// What to show; null shows nothing.
    void present(std::shared_ptr<const TokenDetail> window, std::shared_ptr<const UsageHistory> history);
    /// Takes less room, as one of several.
    void setDense(bool dense);

    /// Which spans show it best.
    struct Reach {
        Micros usual{};   ///< the longest in which the eye sees the ticks move; of slots, since the oldest
        Micros longest{}; ///< how far back there is something
    };
    /// Of a window whose rules are known.
    static Reach reachOf(const TokenDetail& window);
    /// How many requests lie in the span that is shown.
    Units requestsShown() const;
    /// What can be seen in the span that is shown, for the legend.
    WindowKinds kindsShown() const;
    WindowKind fullKind() const;
    WindowKind deniedKind() const;
    /// Of the lane with the denied requests.
    QString deniedLabel() const;
    QString valuesAt(Instant moment) const override;
    /// What is in the marked area; empty: none is marked, or nothing is known.
    QString areaSentence() const;

    /// A row for each thing that it shows, the newest first.
    ChartTable asTable() const override;

    QSize minimumSizeHint() const override;
    QSize sizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;
    void timerEvent(QTimerEvent* event) override;
    void showEvent(QShowEvent* event) override;
    void hideEvent(QHideEvent* event) override;
    void changeEvent(QEvent* event) override;
    QRectF plot() const override; ///< bands and lane
    bool hasTime() const override { return knowsRules(); }
    std::vector<Instant> drawnAt() const override { return requestTimes(*m_window); }
    Micros eachLasts() const override { return requestLength(*m_window); }
    std::vector<Instant> events() const override { return eventTimes(*m_window, withMoments(m_marks)); }

private:
    struct Level {
        Stretch time;
        double share = 0; ///< used of the limit
    };
    std::vector<Level> levels(const LimitStretch& limit) const;
    bool knowsRules() const { return !m_bands.empty(); }
    void updateBands();
    void measureLabels();
    int heightOf(const LimitHistory& band) const;
    int bandGap() const;
    std::size_t rowsOf(const LimitHistory& band) const; ///< of slots; 0 of other rules
    const LimitHistory* slotsBand() const;              ///< null: no rule counts slots
    int slotHeight() const;
    int aheadWidth() const; ///< beyond now, for what is left of the slots' lives
    void placeSlots();
    const TakenSlot* slotIn(std::size_t row) const;
    /// A text that is painted over all that crosses its row, on a ground of its own.
    struct SlotLabel {
        QRectF place;
        int alignment = 0;
        QString text;
        QColor color;
        QColor ground;
    };
    void paintSlots(QPainter& painter, const QRectF& rows, const LimitHistory& limit,
                    std::vector<SlotLabel>& labels) const;
    void paintSlot(QPainter& painter, const QRectF& row, const TakenSlot& slot, Micros life,
                   std::vector<SlotLabel>& labels) const;
    void paintSlotLabels(QPainter& painter, const std::vector<SlotLabel>& labels) const;
    QFont slotFont() const;
    void paintAhead(QPainter& painter, const QRectF& row, const TakenSlot& slot, Micros life) const;
    QStringList slotTexts(Instant moment) const;
    int laneHeight() const; ///< of the denied requests; 0 where they are not counted
    QRectF stretchIn(const QRectF& band, Instant from, Instant until) const;
    void paintBand(QPainter& painter, const QRectF& band, const LimitHistory& limit) const;
    void paintEntries(QPainter& painter, const QRectF& band, Micros window) const;
    void paintDenied(QPainter& painter, const QRectF& lane) const;
    void paintAxis(QPainter& painter, const QRectF& axis) const;
    QColor aged(const QColor& color) const;
    void updateTimer();

    std::shared_ptr<const TokenDetail> m_window;
    std::shared_ptr<const UsageHistory> m_history;
    std::vector<TimeMark> m_marks;
    static constexpr int slotGap = 2;  // pixels between rows
    static constexpr int aheadGap = 7; // from now to what is ahead

    std::vector<LimitHistory> m_bands;
    std::vector<std::string> m_slotRows; // a slot's name, in the row that it keeps; empty: none
    bool m_dense = false;
    int m_widestLabel = 0; // pixels, of those left of the plot
    QBasicTimer m_frames;
};

} // namespace ratewarden::ui
