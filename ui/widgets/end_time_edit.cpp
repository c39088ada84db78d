// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/end_time_edit.h"

#include "ui/widgets/fields.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/plain_label.h"

#include <QBoxLayout>
#include <QButtonGroup>
#include <QDateTime>
#include <QLineEdit>
#include <QPushButton>
#include <QTimeZone>

#include <array>

namespace ratewarden::ui {
namespace {

using namespace std::chrono_literals;

/// A button, and the text that it enters.
struct UsualEnd {
    const char* title;
    const char* text;
    EndTime end;
};

const std::array usualEnds{
    UsualEnd{QT_TRANSLATE_NOOP("ratewarden::ui::EndTimeEdit", "15 min"), "15 min", Micros(15min)},
    UsualEnd{QT_TRANSLATE_NOOP("ratewarden::ui::EndTimeEdit", "1 h"), "1 h", Micros(1h)},
    UsualEnd{QT_TRANSLATE_NOOP("ratewarden::ui::EndTimeEdit", "24 h"), "24 h", Micros(24h)},
    UsualEnd{QT_TRANSLATE_NOOP("ratewarden::ui::EndTimeEdit", "7 days"), "7 days", Micros(168h)},
    UsualEnd{QT_TRANSLATE_NOOP("ratewarden::ui::EndTimeEdit", "For good"), "for good", ForGood()}};
constexpr int anHour = 1;

} // namespace

EndTimeEdit::EndTimeEdit(std::function<Instant()> clock, QWidget* parent)
    : QWidget(parent)
    , m_clock(std::move(clock))
    , m_usual(new QButtonGroup(this))
    , m_text(new QLineEdit)
    , m_understood(named("understood", new PlainLabel({}, PlainLabel::Tone::Muted)))
{
    auto* const layout = columnLayout(6, this);
    auto* const row = rowLayout(6);
    for (int i = 0; i < int(usualEnds.size()); ++i) {
        auto* const button = new QPushButton(tr(usualEnds.at(std::size_t(i)).title));
        button->setCheckable(true);
        button->setAutoDefault(false);
        m_usual->addButton(button, i);
        row->addWidget(button);
    }
    nameWidget(m_text, "until", tr("How long, or until when"));
    m_text->setPlaceholderText(tr("2h, until 18:00, tomorrow 9:00"));
    m_text->setToolTip(
        tr("2h, 30 min, 3 days, until 18:00, tomorrow 9:00, Friday, 2026-12-01 12:00 UTC, for good. "
           "Without UTC, times are those of %1.")
            .arg(QString::fromUtf8(QTimeZone::systemTimeZoneId())));
    row->addWidget(m_text, 1);
    layout->addLayout(row);
    layout->addWidget(m_understood);
    setFocusProxy(m_text);

    connect(m_usual, &QButtonGroup::idClicked, this,
            [this](int id) { m_text->setText(QString::fromLatin1(usualEnds.at(std::size_t(id)).text)); });
    connect(m_text, &QLineEdit::textChanged, this, &EndTimeEdit::read);
    m_ticks.setInterval(1s);
    connect(&m_ticks, &QTimer::timeout, this, &EndTimeEdit::tell);
    m_ticks.start();
    setEnd(usualEnds.at(anHour).end);
}

void EndTimeEdit::setEnd(const EndTime& end)
{
    QString text;
    for (const UsualEnd& one : usualEnds)
        if (one.end == end)
            text = QString::fromLatin1(one.text);
    if (const Micros* const duration = std::get_if<Micros>(&end); duration && text.isEmpty())
        text = QString::fromStdString(durationNotation(*duration));
    if (const Instant* const at = std::get_if<Instant>(&end))
        text = QDateTime::fromMSecsSinceEpoch(
                   std::chrono::floor<std::chrono::milliseconds>(*at).time_since_epoch().count())
                   .toString(QStringLiteral("yyyy-MM-dd HH:mm:ss"));
    m_text->setText(text);
    m_read = end; // to the microsecond, which the text does not show
    tell();
    Q_EMIT changed();
}

std::optional<EndTime> EndTimeEdit::end() const
{
    const EndTime* const end = std::get_if<EndTime>(&m_read);
    return end && !m_passed ? std::optional(*end) : std::nullopt;
}

QString EndTimeEdit::problem() const
{
    return end() ? QString() : m_understood->text();
}

void EndTimeEdit::read()
{
    m_read = parseEndTime(m_text->text(), m_clock(), QTimeZone::systemTimeZone());
    m_passed = false;
    tell();
    Q_EMIT changed();
}

void EndTimeEdit::tell()
{
    const EndTime* const end = std::get_if<EndTime>(&m_read);
    // A button is shown as chosen when it, or the same in other words, was.
    m_usual->setExclusive(false);
    for (int i = 0; i < int(usualEnds.size()); ++i)
        m_usual->button(i)->setChecked(end && usualEnds.at(std::size_t(i)).end == *end);
    m_usual->setExclusive(true);
    if (!end) {
        const auto& problem = std::get<EndTimeProblem>(m_read);
        const QString rest = m_text->text().mid(problem.position).trimmed();
        m_understood->setText(rest.isEmpty()
                                  ? QStringLiteral("■ ") + problem.reason
                                  : QStringLiteral("■ ") + tr("“%1”: %2").arg(rest, problem.reason));
        return;
    }
    const Instant now = m_clock();
    const std::optional<Instant> at = endAt(*end, now);
    const bool passed = at && *at <= now;
    m_understood->setText(passed ? QStringLiteral("■ ") + tr("this has passed")
                                 : endTimeText(*end, now, QTimeZone::systemTimeZone()));
    if (passed != m_passed) {
        m_passed = passed;
        Q_EMIT changed();
    }
}

} // namespace ratewarden::ui
