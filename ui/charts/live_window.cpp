// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/live_window.h"

#include "core/policies/published_policy.h"
#include "ui/histories/usage_lines.h"
#include "ui/histories/window_events.h"
#include "ui/text/display_text.h"
#include "ui/text/slot_text.h"
#include "ui/text/translations.h"

#include <QTimerEvent>

#include <algorithm>
#include <cmath>

namespace ratewarden::ui {
namespace {

using namespace std::chrono_literals;

constexpr auto shortestFrame = 40ms;
constexpr auto longestFrame = 1000ms;
constexpr double nearPointer = 3; // pixels

} // namespace

LiveWindow::LiveWindow(TimeLine& time, QWidget* parent) : TimeChart(time, parent)
{
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    setAccessibleName(tr("Live window"));
    connect(&m_time, &TimeLine::changed, this, [this] {
        updateTimer();
        updateBands();
    });
}

void LiveWindow::present(std::shared_ptr<const TokenDetail> window,
                         std::shared_ptr<const UsageHistory> history)
{
    const int before = sizeHint().height();
    m_window = std::move(window);
    m_history = std::move(history);
    m_marks = m_window ? marksOf(*m_window, m_history.get()) : std::vector<TimeMark>();
    updateBands();
    placeSlots();
    if (sizeHint().height() != before)
        updateGeometry();
    update();
}

void LiveWindow::updateBands()
{
    const std::size_t before = m_bands.size();
    m_bands = m_window ? limitHistories(*m_window, m_history.get(), m_time.end() - m_time.span())
                       : std::vector<LimitHistory>();
    measureLabels();
    if (m_bands.size() != before)
        updateGeometry();
}

void LiveWindow::setDense(bool dense)
{
    m_dense = dense;
    updateGeometry();
}

LiveWindow::Reach LiveWindow::reachOf(const TokenDetail& window)
{
    const std::vector<Rule>& rules = window.reading.policy->rules;
    Reach reach;
    const auto isRate = [](const Rule& rule) {
        return !rule.atOnce;
    };
    for (const Rule& rule : rules) {
        reach.longest = std::max(reach.longest, rule.window);
        if (isRate(rule) && (reach.usual == Micros{} || rule.window < reach.usual))
            reach.usual = rule.window;
    }
    for (const Rule& rule : rules)
        if (isRate(rule) && rule.window <= 2min)
            reach.usual = std::max(reach.usual, rule.window);
    if (const std::vector<TakenSlot>& slots = window.reading.inFlight; !slots.empty() && slots.front().taken)
        reach.longest = std::max(reach.longest, window.reading.at - *slots.front().taken);
    if (reach.usual == Micros{}) { // in steps, as it is looked at while they grow older
        const Micros oldest = reach.longest;
        for (reach.usual = 1min; reach.usual < std::min<Micros>(oldest, 24h);)
            reach.usual *= 2;
    }
    reach.longest = std::max(reach.longest, reach.usual);
    reach.usual += reach.usual / 4;
    reach.longest += reach.longest / 4;
    return reach;
}

Units LiveWindow::requestsShown() const
{
    Units requests = 0;
    if (m_window)
        for (const LogEntry& entry : m_window->log.entries)
            requests += entry.at > m_time.end() - m_time.span() && entry.at <= m_time.end() ? 1 : 0;
    return requests;
}

void LiveWindow::timerEvent(QTimerEvent* event)
{
    if (event->timerId() == m_frames.timerId())
        update();
    else
        QWidget::timerEvent(event);
}

void LiveWindow::updateTimer()
{
    if (!isVisible() || !m_time.moving()) {
        m_frames.stop();
        return;
    }
    // As often as something moves by a pixel, and no oftener than the eye follows.
    const auto perPixel =
        std::chrono::duration_cast<std::chrono::milliseconds>(m_time.span()) / qMax(width(), 1);
    m_frames.start(int(std::clamp(perPixel, shortestFrame, longestFrame).count()), this);
}

// A candidate denies nobody.
WindowKind LiveWindow::fullKind() const
{
    return isCandidate(m_window->reading.subject.policy) ? WindowKind::NoRoomThere : WindowKind::NoRoom;
}

WindowKind LiveWindow::deniedKind() const
{
    return isCandidate(m_window->reading.subject.policy) ? WindowKind::WouldDeny : WindowKind::Denied;
}

WindowKinds LiveWindow::kindsShown() const
{
    if (!knowsRules())
        return {};
    const Instant until = m_time.end();
    const Instant from = until - m_time.span();
    const UsageHistory* const history = m_history.get();
    WindowKinds kinds;
    const bool hasRates =
        std::ranges::any_of(m_bands, [](const LimitHistory& band) { return !band.rule.atOnce; });
    if (hasRates && !m_window->hasLog)
        kinds << WindowKind::Used;
    else if (hasRates && requestsShown() > 0)
        kinds << WindowKind::Charged;
    if (slotsBand() != nullptr)
        for (const TakenSlot& slot : m_window->reading.inFlight)
            if (const WindowKind kind =
                    isHeldLong(slot, m_time.now()) ? WindowKind::HeldLong : WindowKind::InFlight;
                !kinds.contains(kind))
                kinds << kind;
    std::ranges::sort(kinds);
    for (const LimitHistory& band : m_bands)
        if (!kinds.contains(fullKind()) &&
            overlaps(fullStretches(*m_window, history, band, m_time.now()), from, until))
            kinds << fullKind();
    if (overlaps(blockedStretches(*m_window, history, m_time.now()), from, until))
        kinds << WindowKind::Blocked;
    if (!deniedCounts(m_window->reading, from, until).empty())
        kinds << deniedKind();
    if (!gapsBetween(seenStretches(*m_window, history, m_time.now()), from, until).empty())
        kinds << WindowKind::NotSeen;
    if (!gapsBetween(limitsKnown(m_bands), from, until).empty())
        kinds << WindowKind::LimitsUnknown;
    return kinds;
}

// What stood at the moment: what was charged and denied then, and how much of each rule was used.
QString LiveWindow::valuesAt(Instant moment) const
{
    if (!m_window || !m_window->reading.policy)
        return {};
    QStringList lines{momentText(moment)};
    const UsageHistory* const history = m_history.get();
    lines << flagsNear(moment, m_marks);
    if (covers(blockedStretches(*m_window, history, m_time.now()), moment))
        lines << tr("blocked");
    if (const auto known = chargesKnownSince(*m_window, history); known && moment >= *known) {
        const Micros nearby = within(nearPointer);
        Units requests = 0;
        for (const LogEntry& entry : m_window->log.entries)
            requests += entry.at > moment - nearby && entry.at <= moment + nearby ? 1 : 0;
        lines << tr("%Ln request(s) charged here", nullptr, pluralNumber(requests));
    } else if (m_window->hasLog) {
        lines << tr("what was charged is not known");
    }
    if (const auto count = countAt(m_window->reading, moment))
        lines << tr("%1 denied in the ten seconds from %2")
                     .arg(numberText(count->denied), momentText(count->from));
    else
        lines << (m_window->reading.counts.empty() ? tr("denied requests are not counted")
                                                   : tr("what was denied is not known"));
    if (!covers(limitsKnown(m_bands), moment))
        lines << tr("the limits of that time are not known");
    for (const LimitHistory& band : m_bands) {
        const LimitStretch* const limit = band.at(moment);
        if (limit == nullptr)
            continue;
        const QString rule = ruleText(limit->rule);
        const std::optional<Units> used = usedAt(*m_window, history, *limit, moment);
        const bool full = covers(fullStretches(*m_window, history, *limit, m_time.now()), moment);
        lines << (!used  ? tr("%1: not known").arg(rule)
                  : full ? tr("%1: %2 used, no room").arg(rule, numberText(*used))
                         : tr("%1: %2 used").arg(rule, numberText(*used)));
    }
    lines << slotTexts(moment) << QString() << tr("Drag to mark a time; F1 lists the keys");
    return lines.join(QLatin1Char('\n'));
}

// What samples tell of a limit in the time that is shown, where there is no log.
std::vector<LiveWindow::Level> LiveWindow::levels(const LimitStretch& limit) const
{
    std::vector<Level> levels;
    if (m_window->hasLog || !m_history)
        return levels;
    const auto& samples = m_history->samples();
    for (std::size_t i = 0; i < samples.size(); ++i) {
        if (samples[i].limits != limit.limits || limit.index >= samples[i].shares.size())
            continue;
        const Instant until = std::min(m_history->holdsUntil(i, m_time.now()), limit.time.until);
        if (until >= m_time.end() - m_time.span() && samples[i].at <= m_time.end())
            levels.push_back({{samples[i].at, until}, samples[i].shares[limit.index]});
    }
    return levels;
}

QString LiveWindow::areaSentence() const
{
    return m_window && m_time.area() ? tokenAreaText(*m_window, m_history.get(), *m_time.area()) : QString();
}

ChartTable LiveWindow::asTable() const
{
    ChartTable table;
    table.headings = {tr("From"), tr("Until"), tr("What"), tr("Rule"), tr("Units"), tr("Requests")};
    if (!knowsRules())
        return table;
    const Instant until = m_time.end();
    const Instant from = until - m_time.span();
    const Instant now = m_time.now();
    const UsageHistory* const history = m_history.get();
    table.about = tr("%1 to %2").arg(exactMomentText(from), exactMomentText(until));
    std::vector<std::pair<Instant, QStringList>> rows;
    const auto add = [&](Instant at, const std::optional<Instant>& end, const QString& what,
                         const QString& rule = {}, const std::optional<Units>& units = {},
                         const std::optional<Units>& requests = {}) {
        rows.emplace_back(at, QStringList{exactMomentText(at), end ? exactMomentText(*end) : QString(), what,
                                          rule, units ? numberText(*units) : QString(),
                                          requests ? numberText(*requests) : QString()});
    };
    const auto addStretches = [&](const std::vector<Stretch>& stretches, WindowKind kind,
                                  const QString& rule = {}) {
        for (const Stretch& stretch : stretches)
            if (stretch.from <= until && stretch.until > from)
                add(stretch.from, stretch.until, kindName(kind), rule);
    };
    for (const LogEntry& entry : m_window->log.entries)
        if (m_window->hasLog && entry.at > from && entry.at <= until)
            add(entry.at, {}, kindName(WindowKind::Charged), {}, entry.cost, 1);
    if (const LimitHistory* const band = slotsBand())
        for (const TakenSlot& slot : m_window->reading.inFlight)
            if (slot.taken && *slot.taken <= until)
                add(*slot.taken, slot.ends,
                    tr("%1: %2").arg(kindName(WindowKind::InFlight), slotNameText(slot)),
                    ruleText(band->rule), {}, 1);
    for (const LimitHistory& band : m_bands)
        for (const LimitStretch& limit : band.stretches) {
            addStretches(fullStretches(*m_window, history, limit, now), fullKind(), ruleText(limit.rule));
            for (const Level& level : levels(limit))
                add(level.time.from, level.time.until, kindName(WindowKind::Used), ruleText(limit.rule),
                    Units(std::llround(level.share * double(limit.rule.capacity()))));
        }
    addStretches(blockedStretches(*m_window, history, now), WindowKind::Blocked);
    addStretches(gapsBetween(seenStretches(*m_window, history, now), from, until), WindowKind::NotSeen);
    addStretches(gapsBetween(limitsKnown(m_bands), from, until), WindowKind::LimitsUnknown);
    for (const RequestCount& count : deniedCounts(m_window->reading, from, until))
        add(count.from, std::min(count.from + countSpan, now), kindName(deniedKind()), {}, {}, count.denied);
    for (const TimeMark& mark : withMoments(m_marks))
        if (mark.at > from && mark.at <= until) {
            const QString details = detailsOf(mark);
            add(mark.at, {}, markName(mark.kind) + (details.isEmpty() ? details : ": " + details));
        }
    std::ranges::stable_sort(rows, std::ranges::greater(), &std::pair<Instant, QStringList>::first);
    table.setRowsOf(rows);
    return table;
}

void LiveWindow::showEvent(QShowEvent* event)
{
    TimeChart::showEvent(event);
    updateTimer();
}

void LiveWindow::hideEvent(QHideEvent* event)
{
    TimeChart::hideEvent(event);
    updateTimer();
}

void LiveWindow::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::FontChange)
        measureLabels();
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::EnabledChange)
        update();
}

} // namespace ratewarden::ui
