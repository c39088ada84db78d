// SPDX-License-Identifier: GPL-3.0-or-later
// The slots of a live window: a row for each request in flight.
#include "ui/charts/live_window.h"
#include "ui/charts/time_line.h"
#include "ui/text/display_text.h"
#include "ui/text/slot_text.h"
#include "ui/text/translations.h"
#include "ui/theme/theme.h"

#include <QPainter>

#include <algorithm>

namespace ratewarden::ui {
namespace {

constexpr std::size_t mostSlotRows = 6;
constexpr double leastSlotBar = 3; // pixels: however new, it is to be seen
constexpr double slotTextMargin = 4;

} // namespace

const LimitHistory* LiveWindow::slotsBand() const
{
    const auto found = std::ranges::find_if(
        m_bands, [](const LimitHistory& band) { return band.rule.atOnce && !band.gone; });
    return found == m_bands.end() ? nullptr : &*found;
}

// As many as the limit, so that nothing moves when requests come and go.
std::size_t LiveWindow::rowsOf(const LimitHistory& band) const
{
    if (!band.rule.atOnce || band.gone)
        return 0;
    const std::size_t held = m_window->reading.inFlight.size();
    return std::clamp<std::size_t>(std::max(std::size_t(band.rule.limit), held), 1, mostSlotRows);
}

int LiveWindow::slotHeight() const
{
    return m_dense ? 13 : 17;
}

int LiveWindow::aheadWidth() const
{
    constexpr int ahead = 84;
    return m_dense || slotsBand() == nullptr ? 0 : ahead; // side by side, all end at one place
}

// Who has a row keeps it. Where there are more than rows, the last row says how many more.
void LiveWindow::placeSlots()
{
    const LimitHistory* const band = slotsBand();
    const std::size_t rows = band != nullptr ? rowsOf(*band) : 0;
    m_slotRows.resize(rows);
    if (rows == 0)
        return;
    const std::vector<TakenSlot>& slots = m_window->reading.inFlight;
    const std::size_t places = slots.size() > rows ? rows - 1 : rows;
    const std::size_t shown = std::min(slots.size(), places);
    const auto isShown = [&](const std::string& name) {
        return std::any_of(slots.begin(), slots.begin() + std::ptrdiff_t(shown),
                           [&](const TakenSlot& slot) { return slot.name == name; });
    };
    for (std::size_t row = 0; row < rows; ++row)
        if (row >= places || !isShown(m_slotRows[row]))
            m_slotRows[row].clear();
    for (std::size_t i = 0; i < shown; ++i)
        if (std::ranges::find(m_slotRows, slots[i].name) == m_slotRows.end())
            *std::ranges::find(m_slotRows, std::string()) = slots[i].name;
}

const TakenSlot* LiveWindow::slotIn(std::size_t row) const
{
    const std::vector<TakenSlot>& slots = m_window->reading.inFlight;
    const auto found = std::ranges::find(slots, m_slotRows[row], &TakenSlot::name);
    return found == slots.end() ? nullptr : &*found;
}

QFont LiveWindow::slotFont() const
{
    QFont small = font();
    small.setPixelSize(m_dense ? 10 : 11);
    return small;
}

// Its texts are handed on, to be painted when the marks are.
void LiveWindow::paintSlots(QPainter& painter, const QRectF& rows, const LimitHistory& limit,
                            std::vector<SlotLabel>& labels) const
{
    const std::vector<TakenSlot>& slots = m_window->reading.inFlight;
    painter.save();
    painter.setFont(slotFont());
    Micros life = limit.rule.window;
    for (const TakenSlot& slot : slots)
        if (slot.ends)
            life = std::max<Micros>(life, *slot.ends - m_time.now());
    for (std::size_t i = 0; i < m_slotRows.size(); ++i) {
        const QRectF row(rows.left(), rows.top() + double(i) * (slotHeight() + slotGap), rows.width(),
                         slotHeight());
        if (i > 0)
            painter.fillRect(QRectF(row.left(), row.top() - slotGap, row.width(), slotGap), colors().card);
        if (const TakenSlot* const slot = slotIn(i))
            paintSlot(painter, row, *slot, life, labels);
    }
    const QRectF last(rows.left(), rows.bottom() - slotHeight(), rows.width(), slotHeight());
    const QColor muted = aged(colors().muted);
    if (slots.empty())
        labels.push_back({QRectF(rows.left(), rows.top(), rows.width(), slotHeight()), Qt::AlignCenter,
                          tr("nothing in flight"), muted, colors().card});
    else if (slots.size() > m_slotRows.size())
        labels.push_back(
            {last.adjusted(0, 0, -slotTextMargin, 0), Qt::AlignRight | Qt::AlignVCenter,
             tr("and %Ln more", nullptr, pluralNumber(std::int64_t(slots.size() - m_slotRows.size() + 1))),
             muted, colors().card});
    painter.restore();
}

// Neither a hatch nor the pole of a flag strikes one through.
void LiveWindow::paintSlotLabels(QPainter& painter, const std::vector<SlotLabel>& labels) const
{
    painter.save();
    painter.setFont(slotFont());
    for (const SlotLabel& label : labels) {
        if (label.text.isEmpty()) // there is no room for it
            continue;
        const QRectF text = painter.boundingRect(label.place, label.alignment, label.text) & label.place;
        painter.fillRect(text.adjusted(-2, 0, 2, 0), label.ground);
        painter.setPen(label.color);
        painter.drawText(label.place, label.alignment, label.text);
    }
    painter.restore();
}

void LiveWindow::paintSlot(QPainter& painter, const QRectF& row, const TakenSlot& slot, Micros life,
                           std::vector<SlotLabel>& labels) const
{
    const Instant until = std::min(m_time.now(), m_time.end());
    const Instant from = slot.taken.value_or(until);
    if (from > until) // the time that is shown is before it
        return;
    QRectF bar = stretchIn(row, from, until);
    bar.setLeft(std::min(bar.left(), row.right() - leastSlotBar));
    bar.setRight(std::max(bar.right(), bar.left() + leastSlotBar));
    const bool isLong = isHeldLong(slot, m_time.now());
    paintKind(painter, bar, isLong ? WindowKind::HeldLong : WindowKind::InFlight, m_freshness);
    QString text = slotAgeText(slot, m_time.now());
    if (m_dense)
        text += QStringLiteral(" · ") + slotEndText(slot, m_time.now());
    const double needs = painter.fontMetrics().horizontalAdvance(text) + 2 * slotTextMargin;
    const bool isInside = bar.width() >= needs || bar.width() > bar.left() - row.left();
    const QRectF place =
        (isInside ? bar : QRectF(row.left(), row.top(), bar.left() - row.left(), row.height()))
            .adjusted(slotTextMargin, 0, -slotTextMargin, 0);
    labels.push_back({place,
                      Qt::AlignVCenter | Qt::TextSingleLine | (isInside ? Qt::AlignLeft : Qt::AlignRight),
                      painter.fontMetrics().elidedText(text, Qt::ElideRight, int(place.width())),
                      isInside ? colors().card : aged(colors().text),
                      isInside ? aged(isLong ? colors().nearLimit : colors().used) : colors().card});
    if (aheadWidth() > 0 && !m_time.movedBack())
        paintAhead(painter, row, slot, life);
}

// Beyond now what is left of its life, the whole width for a whole one: the axis ends at now.
void LiveWindow::paintAhead(QPainter& painter, const QRectF& row, const TakenSlot& slot, Micros life) const
{
    const QRectF ahead(row.right() + aheadGap, row.top(), aheadWidth() - aheadGap, row.height());
    QString text = QStringLiteral("?");
    if (slot.ends) {
        const Micros left = std::max<Micros>(*slot.ends - m_time.now(), Micros::zero());
        QRectF bar = ahead;
        bar.setWidth(std::max(2.0, ahead.width() * double(left.count()) / double(life.count())));
        painter.fillRect(bar, colors().track);
        text = briefCountdownText(left);
    }
    painter.setPen(aged(colors().text));
    painter.drawText(ahead.adjusted(slotTextMargin, 0, 0, 0), Qt::AlignVCenter | Qt::AlignLeft, text);
}

// Those that were held at the moment, of those that still are.
QStringList LiveWindow::slotTexts(Instant moment) const
{
    QStringList lines;
    if (slotsBand() == nullptr)
        return lines;
    const std::vector<TakenSlot>& slots = m_window->reading.inFlight;
    for (const TakenSlot& slot : slots)
        if (slot.taken && *slot.taken <= moment && std::size_t(lines.size()) < mostSlotRows)
            lines << tr("in flight since %1: %2, %3")
                         .arg(momentText(*slot.taken), slotAgeText(slot, m_time.now()),
                              slotEndText(slot, m_time.now()));
    return lines;
}

} // namespace ratewarden::ui
