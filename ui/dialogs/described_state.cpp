// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/described_state.h"

#include "ui/text/display_text.h"
#include "ui/text/proposal_text.h"
#include "ui/text/translations.h"
#include "ui/theme/theme.h"
#include "ui/widgets/card.h"
#include "ui/widgets/fields.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/plain_label.h"

#include <QBoxLayout>
#include <QGridLayout>

#include <algorithm>

namespace ratewarden::ui {
namespace {

Instant instantOf(Nanos moment)
{
    return Instant(std::chrono::duration_cast<Micros>(moment));
}

QString unitsText(double units)
{
    return numberText(Units(units));
}

// "7 of 20"; of several rules each.
QString usesText(const ShapeReading& reading)
{
    QStringList texts;
    for (const ShapeUsage& usage : reading.rules) {
        QString text = usage.used        ? unitsText(*usage.used)
                       : usage.remaining ? DescribedState::tr("%1 left").arg(unitsText(*usage.remaining))
                                         : noValue();
        if (usage.limit)
            text = DescribedState::tr("%1 of %2").arg(text, numberText(*usage.limit));
        texts << text;
    }
    return texts.join(QStringLiteral(" · "));
}

QString subjectStateText(SubjectState state)
{
    switch (state) {
    case SubjectState::Ok:
        return DescribedState::tr("ok");
    case SubjectState::Limited:
        return DescribedState::tr("limited");
    case SubjectState::Blocked:
        return DescribedState::tr("blocked");
    case SubjectState::Idle:
        break;
    }
    return DescribedState::tr("idle");
}

// The latest moment that the key holds.
std::optional<Nanos> newestMoment(const FoundState& state)
{
    std::optional<Nanos> newest;
    if (!state.entries.empty())
        newest = state.entries.back().at;
    for (const char* const name : {"tat", "stamp", "end", "start"})
        if (const auto moment = state.record.time(name); moment && !newest)
            newest = moment;
    return newest;
}

QString contentText(const RawKey& raw)
{
    constexpr int mostLines = 6;
    const SampleKey& content = raw.content;
    QStringList lines;
    if (!content.value.empty())
        lines << shown(content.value);
    for (const auto& [name, value] : content.fields)
        lines << shown(name) + QStringLiteral(" = ") + shown(value);
    for (const std::string& element : content.elements)
        lines << shown(element);
    for (auto it = content.scored.rbegin(); it != content.scored.rend(); ++it)
        lines << shown(it->first) + QStringLiteral("  ") + shown(it->second);
    for (auto it = content.stream.rbegin(); it != content.stream.rend(); ++it) {
        QString line = shown(it->first);
        for (const auto& [name, value] : it->second)
            line += QStringLiteral("  ") + shown(name) + QStringLiteral(" = ") + shown(value);
        lines << line;
    }
    if (lines.size() > mostLines) {
        const qsizetype more = std::max<qsizetype>(lines.size(), raw.length) - mostLines;
        lines = lines.mid(0, mostLines);
        lines << DescribedState::tr("… and %1 more").arg(numberText(more));
    }
    return lines.join(QLatin1Char('\n'));
}

} // namespace

DescribedState::DescribedState(QWidget* parent)
    : QWidget(parent), m_matches(new PlainLabel), m_value(new PlainLabel), m_reasons(new PlainLabel)
{
    auto* const column = columnLayout(12, this);
    m_means = new Card(tr("What it says now"));
    auto* const grid = makeFieldGrid(14, 5);
    m_token = addLine(grid, tr("Token"), "describedToken");
    m_token->setFont(monospaceFont());
    m_used = addLine(grid, tr("Used"), "describedUsed");
    m_state = addLine(grid, tr("State"), "describedState");
    m_frees = addLine(grid, tr("Resets in"), "describedFrees");
    m_newest = addLine(grid, tr("Newest time"), "describedNewest");
    m_window = addLine(grid, tr("Window"), "describedWindow");
    m_means->body()->addLayout(grid);
    column->addWidget(m_means);
    auto* const key = new Card(tr("The key"));
    m_value->setObjectName("describedValue");
    m_value->setFont(monospaceFont());
    m_value->setWrapped(QSizePolicy::Ignored, QSizePolicy::MinimumExpanding);
    m_value->setAlignment(Qt::AlignTop | Qt::AlignLeft);
    key->body()->addWidget(m_value);
    auto* const expiry = new QGridLayout;
    expiry->setHorizontalSpacing(14);
    expiry->setColumnStretch(1, 1);
    m_expiry = addLine(expiry, tr("Expires"), "describedExpiry");
    key->body()->addLayout(expiry);
    m_matches->setObjectName("describedMatches");
    key->body()->addWidget(m_matches);
    column->addWidget(key);
    auto* const why = new Card(tr("Why this is proposed"));
    m_reasons->setObjectName("describedReasons");
    m_reasons->setWrapped(QSizePolicy::Ignored, QSizePolicy::MinimumExpanding);
    m_reasons->setAlignment(Qt::AlignTop | Qt::AlignLeft);
    why->body()->addWidget(m_reasons);
    column->addWidget(why);
    column->addStretch(1);
    showNothing();
}

PlainLabel* DescribedState::addLine(QGridLayout* grid, const QString& title, const char* name)
{
    auto* const value = new PlainLabel;
    addField(grid, title, name, value);
    return value;
}

void DescribedState::showKey(const KeyLooks& looks)
{
    const RawKey& raw = looks.latest().raw;
    m_value->setText(contentText(raw));
    const std::int64_t most = std::int64_t(1) << 50; // beyond what can be said as a time
    if (looks.second && !looks.second->raw.exists())
        m_expiry->setText(tr("It is gone by now; this is what it held"));
    else if (raw.content.pttl < 0)
        m_expiry->setText(tr("never"));
    else
        m_expiry->setText(
            tr("in %1").arg(spanText(std::chrono::milliseconds(std::min(raw.content.pttl, most)))));
}

void DescribedState::showReading(const LookReading& reading, Nanos at)
{
    const ShapeReading& shape = reading.state.reading;
    m_token->setText(shown(reading.token));
    m_used->setText(usesText(shape));
    const ShapeUsage& first = shape.rules.front();
    const bool known =
        shape.state != SubjectState::Ok ||
        std::ranges::any_of(shape.rules, [](const ShapeUsage& one) { return one.limit.has_value(); });
    m_state->setText(known ? subjectStateText(shape.state) : tr("unknown: enter its rules"));
    m_frees->setText(first.freesIn ? spanText(std::max(*first.freesIn, Nanos::zero())) : noValue());
    const auto newest = newestMoment(reading.state.decoded.state);
    m_newest->setText(
        !newest         ? noValue()
        : *newest <= at ? tr("%1, %2 ago").arg(momentText(instantOf(*newest)), spanText(at - *newest))
                        : tr("%1, %2 from now").arg(momentText(instantOf(*newest)), spanText(*newest - at)));
    m_window->setText(first.window ? spanText(*first.window) : noValue());
}

void DescribedState::showNothing()
{
    for (PlainLabel* const label : {m_token, m_used, m_state, m_frees, m_newest, m_window})
        label->setText(noValue());
}

void DescribedState::showMatches(const MatchCount& count, bool counting)
{
    m_matches->setText(count.complete ? tr("%Ln key(s) match", nullptr, pluralNumber(count.matched))
                       : counting     ? tr("Counting the keys that match: %1").arg(numberText(count.matched))
                                  : tr("At least %Ln key(s) match", nullptr, pluralNumber(count.matched)));
}

void DescribedState::showNoMatches(const QString& problem)
{
    m_matches->setText(tr("The keys that match could not be counted: %1").arg(problem));
}

void DescribedState::setAge(Freshness freshness, Instant at)
{
    m_means->setAge(freshness, at);
    m_means->setEnabled(freshness == Freshness::Live); // greyed
}

void DescribedState::showReasons(std::span<const FoundReason> reasons)
{
    QStringList lines;
    for (const FoundReason& reason : reasons)
        lines << reasonText(reason);
    m_reasons->setText(lines.isEmpty() ? tr("Nothing in the key looks like a limiter's state")
                                       : lines.join(QLatin1Char('\n')));
}

} // namespace ratewarden::ui
