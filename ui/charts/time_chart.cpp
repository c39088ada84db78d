// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/time_chart.h"

#include "ui/charts/time_axis.h"
#include "ui/charts/time_flags.h"
#include "ui/text/display_text.h"
#include "ui/theme/theme.h"

#include <QApplication>
#include <QKeyEvent>
#include <QLineEdit>
#include <QPainter>
#include <QScrollArea>
#include <QScrollBar>
#include <QToolTip>
#include <QWheelEvent>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <utility>

namespace ratewarden::ui {
namespace {

constexpr double timeZoom = 1.5;   // of a key
constexpr double wheelZoom = 1.2;  // of a notch
constexpr int partMoved = 5;       // of what is shown, by a key
constexpr double shortestDrag = 6; // pixels that make an area of a click
constexpr double nearEdge = 8;     // pixels from which edges snap
constexpr double nearMoment = 5;   // pixels from which one is renamed
constexpr int longestMomentName = 80;

// Where the wheel is needed to move the page, it does that.
bool pageScrolls(const QWidget* widget)
{
    for (const QWidget* parent = widget->parentWidget(); parent != nullptr; parent = parent->parentWidget())
        if (const auto* const area = qobject_cast<const QScrollArea*>(parent))
            return area->verticalScrollBar()->maximum() > 0;
    return false;
}

// Whether the focus has gone on to something that shows another time, or none. Naming a moment is not
// elsewhere.
bool hasLeft(const TimeLine& time, const QWidget& chart)
{
    const QWidget* const next = QApplication::focusWidget();
    const auto* const other = qobject_cast<const TimeChart*>(next);
    return next != nullptr && !chart.isAncestorOf(next) && (other == nullptr || &other->time() != &time);
}

/// A moment's name, in its place in the chart: Return keeps it, and so does going somewhere else; Escape
/// leaves it as it was.
class MomentName final : public QLineEdit {
public:
    MomentName(TimeLine& time, Instant at, TimeChart* chart) : QLineEdit(chart), m_time(time), m_at(at)
    {
        setObjectName("momentName");
        setAccessibleName(TimeChart::tr("Name of the moment"));
        setPlaceholderText(TimeChart::tr("Name of %1").arg(momentText(at)));
        setMaxLength(longestMomentName);
        if (const TimeMark* const known = time.moments()->nearest(at, {}))
            setText(known->text);
        selectAll();
    }

protected:
    bool event(QEvent* event) override
    {
        if (event->type() == QEvent::ShortcutOverride &&
            static_cast<QKeyEvent*>(event)->key() == Qt::Key_Escape) {
            event->accept(); // it does not lead back to another page
            return true;
        }
        return QLineEdit::event(event);
    }
    void keyPressEvent(QKeyEvent* event) override
    {
        const bool keeps = event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter;
        if (keeps || event->key() == Qt::Key_Escape)
            end(keeps);
        else
            QLineEdit::keyPressEvent(event);
    }
    void focusOutEvent(QFocusEvent* event) override
    {
        QLineEdit::focusOutEvent(event);
        if (event->reason() != Qt::PopupFocusReason && event->reason() != Qt::ActiveWindowFocusReason)
            end(true);
    }

private:
    void end(bool keeps)
    {
        if (std::exchange(m_isOver, true))
            return;
        const bool isIn = hasFocus();
        if (keeps)
            m_time.moments()->name(m_at, text());
        hide();
        if (isIn)
            parentWidget()->setFocus();
        else if (hasLeft(m_time, *parentWidget()))
            m_time.setCursor(std::nullopt);
        deleteLater();
    }

    TimeLine& m_time;
    Instant m_at;
    bool m_isOver = false;
};

} // namespace

TimeChart::TimeChart(TimeLine& time, QWidget* parent) : Chart(parent), m_time(time)
{
    setFocusPolicy(Qt::StrongFocus);
    setMouseTracking(true);
    connect(&m_time, &TimeLine::changed, this, qOverload<>(&QWidget::update));
    connect(&m_time, &TimeLine::marked, this, qOverload<>(&QWidget::update));
}

TimeChart::~TimeChart()
{
    if (m_shownMoments)
        m_shownMoments->setShown(this, false);
}

void TimeChart::showEvent(QShowEvent* event)
{
    Chart::showEvent(event);
    m_shownMoments = m_time.moments();
    if (m_shownMoments)
        m_shownMoments->setShown(this, true);
}

void TimeChart::hideEvent(QHideEvent* event)
{
    Chart::hideEvent(event);
    if (m_shownMoments)
        m_shownMoments->setShown(this, false);
}

qreal TimeChart::xOf(Instant moment) const
{
    const QRectF area = plot();
    return area.right() -
           area.width() * double((m_time.end() - moment).count()) / double(m_time.span().count());
}

std::optional<Instant> TimeChart::momentAt(qreal x) const
{
    const QRectF area = plot();
    if (x < area.left() || x > area.right())
        return std::nullopt;
    return m_time.end() - within(area.right() - x);
}

Micros TimeChart::within(double pixels) const
{
    return Micros(std::llround(pixels / std::max(1.0, plot().width()) * double(m_time.span().count())));
}

std::vector<TimeMark> TimeChart::withMoments(std::vector<TimeMark> marks) const
{
    if (m_time.moments() == nullptr)
        return marks;
    const std::vector<TimeMark>& moments = m_time.moments()->all();
    marks.insert(marks.end(), moments.begin(), moments.end());
    for (TimeMark& mark : marksOfServer())
        if (mark.kind == TimeMark::Kind::Noted && std::ranges::find(marks, mark) == marks.end())
            marks.push_back(std::move(mark));
    std::ranges::stable_sort(marks, {}, &TimeMark::at);
    return marks;
}

std::vector<Instant> TimeChart::withMoments(std::vector<Instant> events) const
{
    for (const TimeMark& mark : withMoments(std::vector<TimeMark>()))
        events.push_back(mark.at);
    std::ranges::sort(events);
    return events;
}

std::vector<TimeMark> TimeChart::marksOfServer() const
{
    std::vector<TimeMark> marks;
    if (m_time.moments() == nullptr)
        return marks;
    const TimeRange reach = m_time.reach();
    std::ranges::copy_if(m_time.moments()->known(), std::back_inserter(marks),
                         [&](const TimeMark& mark) { return mark.at >= reach.from && mark.at <= reach.to; });
    return marks;
}

QStringList TimeChart::flagsNear(Instant moment, std::vector<TimeMark> marks) const
{
    return flagTexts(withMoments(std::move(marks)), moment, within(nearFlag));
}

void TimeChart::paintTicks(QPainter& painter, double top, int apart, double left) const
{
    painter.setPen(colors().muted);
    const int labelWidth = fontMetrics().horizontalAdvance(QStringLiteral("00:00:00")) + 8;
    const int most = std::max(1, int((width() - left) / apart));
    const double leftmost = left + labelWidth / 2.0;
    for (const TimeTick& tick : timeTicks(m_time.end(), m_time.span(), most)) {
        const double x = std::clamp(xOf(tick.at), leftmost, std::max(leftmost, width() - labelWidth / 2.0));
        painter.drawText(QRectF(x - labelWidth / 2.0, top, labelWidth, fontMetrics().height()),
                         Qt::AlignCenter | Qt::TextDontClip, tick.text);
    }
}

void TimeChart::paintMoments(QPainter& painter, const QRectF& area) const
{
    paintFlags(painter,
               placeFlags(
                   withMoments(marksOfServer()), [this](Instant moment) { return xOf(moment); }, area,
                   QFontMetrics(smallFont(font()))),
               area, Freshness::Live);
}

void TimeChart::paintTime(QPainter& painter, bool hasCursor) const
{
    const Colors& c = colors();
    const QRectF all = plot();
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing, false);
    painter.setClipRect(all.adjusted(-1, 0, 1, 0));
    if (const auto& area = m_time.area()) {
        QColor tint = c.accent;
        tint.setAlphaF(0.16F);
        const double left = std::floor(xOf(area->from)) + 0.5;
        const double right = std::max(left + 1, std::floor(xOf(area->to)) + 0.5);
        painter.fillRect(QRectF(QPointF(left, all.top()), QPointF(right, all.bottom())), tint);
        painter.setPen(QPen(c.accent, 1));
        for (const double x : {left, right})
            painter.drawLine(QPointF(x, all.top()), QPointF(x, all.bottom()));
    }
    const auto line = [&](std::optional<Instant> moment, const QPen& pen) {
        if (!moment)
            return;
        const double x = std::floor(xOf(*moment)) + 0.5;
        painter.setPen(pen);
        painter.drawLine(QPointF(x, all.top()), QPointF(x, all.bottom()));
    };
    line(m_time.pointer(), QPen(c.text, 1, Qt::DashLine));
    if (hasCursor)
        line(m_time.cursor(), QPen(c.text, 1));
    painter.restore();
}

bool TimeChart::takesKey(int key)
{
    switch (key) {
    case Qt::Key_W:
    case Qt::Key_A:
    case Qt::Key_S:
    case Qt::Key_D:
    case Qt::Key_F:
    case Qt::Key_M:
    case Qt::Key_Comma:
    case Qt::Key_Period:
    case Qt::Key_Plus:
    case Qt::Key_Equal:
    case Qt::Key_Minus:
    case Qt::Key_Left:
    case Qt::Key_Right:
    case Qt::Key_Home:
    case Qt::Key_End:
        return true;
    default:
        return false;
    }
}

bool TimeChart::event(QEvent* event)
{
    if (event->type() == QEvent::ShortcutOverride && hasTime()) {
        const auto* const key = static_cast<QKeyEvent*>(event);
        const bool isPlain = !(key->modifiers() & ~(Qt::KeypadModifier | Qt::ShiftModifier));
        if (isPlain && (takesKey(key->key()) || (key->key() == Qt::Key_Escape && m_time.area()))) {
            event->accept(); // where it has the focus, a shortcut of the page does not take it
            return true;
        }
    }
    return Chart::event(event);
}

void TimeChart::keyPressEvent(QKeyEvent* event)
{
    if (!hasTime() || !handle(*event))
        Chart::keyPressEvent(event);
}

bool TimeChart::handle(const QKeyEvent& key)
{
    if (key.modifiers() & ~(Qt::KeypadModifier | Qt::ShiftModifier))
        return false;
    using Step = TimeLine::Step;
    const bool extends = key.modifiers() & Qt::ShiftModifier;
    const Micros part = m_time.span() / partMoved;
    switch (key.key()) {
    case Qt::Key_W:
    case Qt::Key_Plus:
    case Qt::Key_Equal:
        m_time.zoom(1 / timeZoom, m_time.chosen());
        return true;
    case Qt::Key_S:
    case Qt::Key_Minus:
        m_time.zoom(timeZoom, m_time.chosen());
        return true;
    case Qt::Key_A:
        m_time.moveBack(part);
        return true;
    case Qt::Key_D:
        m_time.moveBack(-part);
        return true;
    case Qt::Key_F:
        m_time.fit();
        return true;
    case Qt::Key_M:
        nameMoment();
        return true;
    case Qt::Key_Comma:
        go(events(), Step::Earlier, false);
        return true;
    case Qt::Key_Period:
        go(events(), Step::Later, false);
        return true;
    case Qt::Key_Left:
        go(drawnAt(), Step::Earlier, extends);
        return true;
    case Qt::Key_Right:
        go(drawnAt(), Step::Later, extends);
        return true;
    case Qt::Key_Home:
        go(drawnAt(), Step::First, extends);
        return true;
    case Qt::Key_End:
        go(drawnAt(), Step::Last, extends);
        return true;
    case Qt::Key_Return:
    case Qt::Key_Enter:
        return markChosenOne();
    case Qt::Key_Escape:
        if (!m_time.area())
            return false;
        setArea(std::nullopt);
        return true;
    default:
        return false;
    }
}

void TimeChart::go(const std::vector<Instant>& among, TimeLine::Step step, bool extends)
{
    if (!m_time.step(among, step, extends, eachLasts()))
        return;
    if (extends)
        Q_EMIT areaChosen();
    cursorSet();
    const QString values = valuesAt(*m_time.cursor());
    if (values.isEmpty())
        return;
    const QString help = keyHelp();
    setAccessibleDescription(help.isEmpty() ? values : values + QLatin1Char('\n') + help);
    QToolTip::showText(mapToGlobal(QPointF(xOf(*m_time.cursor()), plot().top()).toPoint()),
                       plainToolTip(values), this);
}

// Of what lasts all of its time; a moment alone is no area.
bool TimeChart::markChosenOne()
{
    if (eachLasts() == Micros(1))
        return false;
    const Instant moment = m_time.chosen().value_or(m_time.end() - Micros(1));
    const TimeRange its = TimeLine::snapped({moment, moment}, drawnAt(), {}, eachLasts());
    if (its.length() <= Micros::zero())
        return false; // nothing is drawn there
    setArea(its);
    return true;
}

void TimeChart::setArea(const std::optional<TimeRange>& area)
{
    if (area == m_time.area())
        return;
    m_time.setArea(area);
    Q_EMIT areaChosen();
}

void TimeChart::nameMoment()
{
    const std::optional<Instant> chosen = m_time.chosen();
    if (m_time.moments() == nullptr || !chosen || *chosen < m_time.begin() || *chosen > m_time.end())
        return;
    const TimeMark* const near = m_time.moments()->nearest(*chosen, within(nearMoment));
    auto* const name = new MomentName(m_time, near ? near->at : *chosen, this);
    const QSize size(std::min(180, width()), name->sizeHint().height());
    const int x = std::clamp(int(xOf(*chosen)) - size.width() / 2, 0, std::max(0, width() - size.width()));
    name->setGeometry(QRect(QPoint(x, std::max(0, int(plot().top()))), size));
    name->show();
    name->setFocus();
    QToolTip::hideText();
}

void TimeChart::wheelEvent(QWheelEvent* event)
{
    const bool shift = event->modifiers() & Qt::ShiftModifier;
    const bool isForChart = shift || event->modifiers() & Qt::ControlModifier;
    const QPoint turned = event->angleDelta();
    if (!hasTime() || turned.isNull() || (pageScrolls(this) && !isForChart)) {
        event->ignore(); // the page scrolls
        return;
    }
    // A touchpad is never moved quite upright.
    const bool isAside = std::abs(turned.x()) > std::abs(turned.y());
    if (isAside || shift)
        m_time.moveBack(m_time.span() / partMoved * (isAside ? turned.x() : turned.y()) / 120);
    else
        m_time.zoom(std::pow(wheelZoom, -turned.y() / 120.0), momentAt(event->position().x()));
    event->accept();
}

void TimeChart::mousePressEvent(QMouseEvent* event)
{
    Chart::mousePressEvent(event);
    const QRectF area = plot();
    const QPointF at = event->position();
    if (event->button() == Qt::LeftButton && hasTime() && at.x() >= area.left() - nearEdge)
        m_press = Press{at, *momentAt(std::clamp(at.x(), area.left(), area.right())), at.y() > area.bottom(),
                        false, m_time.area()};
}

void TimeChart::mouseMoveEvent(QMouseEvent* event)
{
    if (!hasTime())
        return;
    const QPointF at = event->position();
    const QRectF area = plot();
    if (m_press && !(event->buttons() & Qt::LeftButton)) { // the release went elsewhere
        m_press.reset();
        unsetCursor();
    }
    if (m_press && !m_press->isDragged)
        m_press->isDragged = std::abs(at.x() - m_press->at.x()) >= shortestDrag;
    if (m_press && m_press->isDragged) {
        if (m_press->isOnAxis) {
            setCursor(Qt::ClosedHandCursor);
            m_time.moveBack(within(at.x() - m_press->at.x()));
            m_press->at = at;
            return;
        }
        const Instant to = *momentAt(std::clamp(at.x(), area.left(), area.right()));
        m_time.setArea(TimeLine::snapped({std::min(m_press->moment, to), std::max(m_press->moment, to)},
                                         drawnAt(), within(nearEdge), eachLasts()));
        return QToolTip::hideText();
    }
    const std::optional<Instant> pointed = momentAt(at.x());
    m_time.setPointer(pointed);
    const QString values = pointed ? valuesAt(*pointed) : QString();
    if (values.isEmpty())
        QToolTip::hideText();
    else
        QToolTip::showText(event->globalPosition().toPoint(), plainToolTip(values), this);
}

void TimeChart::mouseReleaseEvent(QMouseEvent* event)
{
    Chart::mouseReleaseEvent(event);
    if (event->button() != Qt::LeftButton)
        return;
    unsetCursor();
    const std::optional<Press> press = std::exchange(m_press, std::nullopt);
    if (!press || press->isOnAxis)
        return;
    if (press->isDragged) {
        if (press->areaBefore != m_time.area())
            Q_EMIT areaChosen();
    } else if (!chooseAt(event->position())) {
        // In the area it may be the first half of a double click, which fits it.
        const std::optional<Instant> moment = momentAt(event->position().x());
        if (!moment || !m_time.area() || !m_time.area()->contains(*moment))
            setArea(std::nullopt);
        if (moment) {
            m_time.setCursor(moment);
            cursorSet();
        }
    }
}

void TimeChart::mouseDoubleClickEvent(QMouseEvent* /*event*/)
{
    m_press.reset(); // its release is no click
    if (hasTime())
        m_time.fit();
}

// Whoever goes on elsewhere leaves no cursor behind.
void TimeChart::focusOutEvent(QFocusEvent* event)
{
    Chart::focusOutEvent(event);
    if (hasLeft(m_time, *this))
        m_time.setCursor(std::nullopt);
}

void TimeChart::leaveEvent(QEvent* event)
{
    Chart::leaveEvent(event);
    m_time.setPointer(std::nullopt);
}

void TimeChart::paintFocus(QPainter& painter) const
{
    if (!hasFocus())
        return;
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(colors().accent, 1));
    painter.drawRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), 6, 6);
    painter.setRenderHint(QPainter::Antialiasing, false);
}

} // namespace ratewarden::ui
