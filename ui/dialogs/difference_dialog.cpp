// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/difference_dialog.h"

#include "core/filters/filter.h"
#include "ui/state/alert_desk.h"
#include "ui/state/session.h"
#include "ui/text/dimension_text.h"
#include "ui/text/display_text.h"
#include "ui/text/filter_offers.h"
#include "ui/text/translations.h"
#include "ui/theme/theme.h"
#include "ui/widgets/card.h"
#include "ui/widgets/fields.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/open_file.h"
#include "ui/widgets/painted_button.h"
#include "ui/widgets/plain_label.h"
#include "ui/widgets/scroll_area.h"

#include <QComboBox>
#include <QGridLayout>
#include <QPainter>
#include <QPushButton>
#include <QScrollArea>

#include <algorithm>
#include <utility>

namespace ratewarden::ui {
namespace {

constexpr QSize differenceDialogSize(980, 640);
constexpr int widthOfDimension = 230;
constexpr std::size_t valuesShown = 4;

/// A value of a dimension with its two shares; a click leads to its tokens, if there is a filter for them.
class DifferenceBar final : public PaintedButton {
public:
    /// `shares`: what these are of, with %1 for its name.
    DifferenceBar(const QString& name, const ComparedValue& value, const QString& shares, bool leads)
        : m_name(name), m_share(value.share), m_before(value.shareBefore)
    {
        const QString words = shares.arg(name, percentText(m_share), percentText(m_before));
        setAccessibleName(words);
        setToolTip(plainToolTip(
            DifferenceDialog::tr("%1\n%2 denied of %3, in the baseline %4 of %5")
                .arg(words, numberText(Units(value.denied)), numberText(Units(value.requests)),
                     numberText(Units(value.deniedBefore)), numberText(Units(value.requestsBefore)))));
        setEnabled(leads);
        setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
        setFocusPolicy(leads ? Qt::StrongFocus : Qt::NoFocus);
        if (leads)
            setCursor(Qt::PointingHandCursor);
    }

    QSize sizeHint() const override { return {widthOfDimension, fontMetrics().height() + 18}; }

protected:
    void paintEvent(QPaintEvent* /*event*/) override
    {
        QPainter painter(this);
        painter.setRenderHint(QPainter::Antialiasing);
        const Colors& c = colors();
        if (isEnabled() && (hasFocus() || underMouse())) {
            painter.setPen(QPen(hasFocus() ? c.accent : c.line, 1));
            painter.drawRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), 5, 5);
        }
        const QRect text = rect().adjusted(4, 2, -4, 0);
        const QString shares = QStringLiteral("%1 · %2").arg(percentText(m_share), percentText(m_before));
        const int line = fontMetrics().height();
        painter.setPen(c.muted);
        painter.drawText(QRect(text.left(), text.top(), text.width(), line), Qt::AlignRight, shares);
        painter.setPen(c.text);
        painter.setFont(monospaceFont());
        const int room = text.width() - fontMetrics().horizontalAdvance(shares) - 12;
        painter.drawText(QRect(text.left(), text.top(), room, line), Qt::AlignLeft,
                         painter.fontMetrics().elidedText(m_name, Qt::ElideMiddle, room));
        const auto bar = [&](double y, double share, const QColor& color) {
            painter.setPen(Qt::NoPen);
            painter.setBrush(color);
            if (share > 0)
                painter.drawRoundedRect(QRectF(text.left(), y, std::max(2.0, share * text.width()), 4), 1, 1);
        };
        bar(text.top() + line + 3, m_share, c.accent);
        bar(text.top() + line + 8, m_before, c.muted);
    }

private:
    QString m_name;
    double m_share;
    double m_before;
};

// In the words of the filter of tokens; empty: no filter takes them.
QString filterFor(const ComparedDimension& dimension, const ComparedValue& value)
{
    const QString text = QString::fromStdString(value.text);
    switch (dimension.dimension) {
    case DecisionDimension::Token:
        return filterTerm("token", value.text);
    case DecisionDimension::Network:
        if (const qsizetype slash = text.lastIndexOf('/'); slash > 0 && slash + 1 < text.size()) {
            const qsizetype name = text.lastIndexOf(QLatin1String("ip:"));
            return QStringLiteral("ip:") + (name < 0 ? text : text.mid(name + 3));
        }
        return QStringLiteral("token:") + QString::fromStdString(policyValue(value.text + "*"));
    case DecisionDimension::Policy:
    case DecisionDimension::Rule: // "api v7", "api 5/min"
        return value.text == deniedByBlock ? QStringLiteral("blocked") : filterTerm("policy", value.policy);
    case DecisionDimension::Format:
        return filterTerm("format", value.text);
    case DecisionDimension::Column:
    case DecisionDimension::Cost:
    case DecisionDimension::TokenAge:
    case DecisionDimension::Phase:
    case DecisionDimension::SinceChange:
        break;
    }
    return {};
}

} // namespace

DifferenceDialog::DifferenceDialog(Session& session, QWidget* parent)
    : QDialog(parent)
    , m_session(session)
    , m_desk(session)
    , m_times(named("differenceTimes", new PlainLabel({}, PlainLabel::Tone::Muted)))
    , m_against(new QComboBox)
    , m_log(named("differenceLog", new QPushButton(tr("Open a log…"))))
    , m_sentence(named("differenceSentence", new PlainLabel))
    , m_counts(named("differenceCounts", new PlainLabel({}, PlainLabel::Tone::Muted)))
    , m_grid(new QGridLayout)
    , m_notes(named("differenceNotes", new PlainLabel({}, PlainLabel::Tone::Muted)))
{
    setObjectName("differenceDialog");
    setWindowTitle(tr("What is different?"));
    auto* const layout = beginDialog(this, windowTitle());
    nameWidget(m_against, "differenceAgainst", tr("Compare with"));
    m_against->addItems({tr("against the time before"), tr("against the time after")});
    m_against->setMinimumContentsLength(20);
    m_log->setAutoDefault(false);
    m_log->setToolTip(tr("Compare the requests of a log with the status of each answer instead"));
    auto* const row = new QHBoxLayout;
    row->addWidget(m_times, 1);
    row->addWidget(m_against);
    row->addWidget(m_log);
    layout->addLayout(row);
    m_sentence->setFont(cardTitleFont());
    m_sentence->setWrapped(QSizePolicy::Ignored, QSizePolicy::Minimum);
    m_counts->setWrapped(QSizePolicy::Ignored, QSizePolicy::Minimum);
    layout->addWidget(m_sentence);
    layout->addWidget(m_counts);
    auto* const dimensions = new QWidget;
    m_grid->setContentsMargins(0, 0, 0, 0);
    m_grid->setSpacing(12);
    auto* const column = new QVBoxLayout(dimensions);
    column->setContentsMargins(0, 0, 0, 0);
    column->addLayout(m_grid);
    column->addStretch(1);
    layout->addWidget(makeScrollArea(dimensions), 1);
    m_notes->setWrapped(QSizePolicy::Ignored, QSizePolicy::Minimum);
    layout->addWidget(m_notes);
    addCloseButton(layout, this, tr("Close"));
    resize(differenceDialogSize);
    connect(m_against, &QComboBox::activated, this, &DifferenceDialog::ask);
    connect(m_log, &QPushButton::clicked, this, &DifferenceDialog::openLog);
    connect(&m_desk, &DifferenceDesk::changed, this, &DifferenceDialog::update);
}

void DifferenceDialog::compare(const TimeRange& area)
{
    m_question = {area, {}, DifferenceDesk::Source::Server, {}};
    ask();
}

// What Redis counts goes back ten minutes, a watcher's history for days: as long a time before has to be
// known.
void DifferenceDialog::chooseSource()
{
    const std::string history = m_session.alerts().historyFile();
    const TimeRange& area = m_question.area;
    const Instant needed =
        m_question.against == DifferenceDesk::Against::Before ? area.from - area.length() : area.from;
    const bool isCounted =
        history.empty() || needed >= m_session.link().serverNow() - countsReach + countSpan;
    m_question.source = isCounted ? DifferenceDesk::Source::Server : DifferenceDesk::Source::History;
    m_question.file = isCounted ? std::string() : history;
}

void DifferenceDialog::ask()
{
    m_question.against = DifferenceDesk::Against(m_against->currentIndex());
    if (m_question.source != DifferenceDesk::Source::Log)
        chooseSource();
    m_desk.ask(m_question);
}

void DifferenceDialog::openLog()
{
    openFile(this, tr("Open a log"), {}, [this](const QString& path) {
        m_question.source = DifferenceDesk::Source::Log;
        m_question.file = path.toStdString();
        ask();
    });
}

QString DifferenceDialog::timesText() const
{
    const DifferenceDesk::Answer& answer = m_desk.answer();
    if (!answer.difference)
        return stretchText(m_question.area);
    return tr("%1 against %2")
        .arg(stretchText(answer.difference->area), stretchText(answer.difference->baseline));
}

// The dimensions that the source does not tell: a field of a log may be called as one.
QString DifferenceDialog::unknownDimensions() const
{
    using Dimension = DecisionDimension;
    const auto& compared = m_desk.answer().difference->dimensions;
    const auto isKnown = [&compared](const ComparedDimension& wanted, std::string_view name) {
        return std::ranges::any_of(compared, [&](const ComparedDimension& one) {
            const bool isField = one.dimension == Dimension::Column && one.column == name;
            return one.valueCount > 0 &&
                   (isField || (wanted.column.empty() && one.dimension == wanted.dimension));
        });
    };
    const bool isKept = m_question.source == DifferenceDesk::Source::Server;
    QStringList unknown;
    ComparedDimension wanted;
    for (const auto& [dimension, name] :
         {std::pair(Dimension::Rule, "rule"), std::pair(Dimension::Network, ""),
          std::pair(Dimension::Policy, "policy"), std::pair(Dimension::Format, "format"),
          std::pair(Dimension::Column, isKept ? nodeColumn.data() : "node"),
          std::pair(Dimension::TokenAge, ""), std::pair(Dimension::Cost, ""), std::pair(Dimension::Phase, ""),
          std::pair(Dimension::SinceChange, "")}) {
        wanted.dimension = dimension;
        wanted.column = dimension == Dimension::Column ? name : "";
        if (!isKnown(wanted, name))
            unknown << dimensionText(wanted);
    }
    return unknown.join(QStringLiteral(", "));
}

// What is not known, and what would have to be switched on.
QStringList DifferenceDialog::notes() const
{
    const DifferenceDesk::Answer& answer = m_desk.answer();
    const auto listed = [](const std::set<std::string>& names) {
        constexpr std::size_t most = 3;
        QStringList some;
        for (const std::string& name : names)
            if (std::size_t(some.size()) < most)
                some << shown(name);
        return some.join(QStringLiteral(", ")) + (names.size() > most ? QStringLiteral(", …") : QString());
    };
    QStringList lines;
    switch (m_question.source) {
    case DifferenceDesk::Source::Server:
        if (!answer.uncounted.empty())
            lines << tr("Without requests under %1, which are not counted: switch on \"Count allowed and "
                        "denied\", or open a log.")
                         .arg(listed(answer.uncounted));
        if (!answer.unremembered.empty())
            lines << tr("By which rule and at which cost %1 denied is not known: have its denials "
                        "remembered (\"denials\": 100).")
                         .arg(listed(answer.unremembered));
        if (answer.rulesFrom)
            lines << tr("Rules and costs are those from %1 on: of earlier denials not all are remembered any "
                        "more.")
                         .arg(momentText(*answer.rulesFrom));
        if (answer.isPart)
            lines << tr("Only some of the active tokens were read: there are too many.");
        lines << tr("Of what this server has counted in the last ten minutes; rules and costs are those of "
                    "remembered denials, and estimates where these came fast.");
        break;
    case DifferenceDesk::Source::History:
        lines << tr("Of the rounds in %1, as estimates; it does not keep whose requests they were.")
                     .arg(QString::fromStdString(m_question.file));
        break;
    case DifferenceDesk::Source::Log:
        lines << tr("Of the log %1.").arg(QString::fromStdString(m_question.file));
        break;
    }
    if (const QString unknown = answer.difference ? unknownDimensions() : QString(); !unknown.isEmpty())
        lines << tr("Not compared, as nothing is known of it: %1.").arg(unknown);
    return lines;
}

void DifferenceDialog::update()
{
    const DifferenceDesk::Answer& answer = m_desk.answer();
    clearLayout(m_grid);
    m_cards.clear();
    m_columns = 0;
    m_times->setText(timesText());
    m_sentence->setText(m_desk.isBusy()     ? tr("Comparing")
                        : answer.difference ? differenceText(*answer.difference)
                                            : answer.problem);
    m_counts->setVisible(answer.difference.has_value());
    m_notes->setText(notes().join(QLatin1Char('\n')));
    if (!answer.difference)
        return;
    const Difference& it = *answer.difference;
    m_counts->setText(tr("%1 selected, %2 in the baseline · sorted by difference · click to see the tokens")
                          .arg(tr("%Ln denial(s)", nullptr, pluralNumber(Units(it.denied))),
                               numberText(Units(it.deniedBefore))));
    for (const ComparedDimension& dimension : it.dimensions)
        if (dimension.with != ComparedDimension::With::Nothing && it.trend != Difference::Trend::TooFew)
            m_cards.push_back(cardOf(it, dimension));
    layOut();
}

QString DifferenceDialog::sharesText(const Difference& difference, const ComparedDimension& dimension)
{
    using With = ComparedDimension::With;
    const bool fell = difference.trend == Difference::Trend::Fell;
    switch (dimension.with) {
    case With::Requests:
        return fell ? tr("%1: %2 of all requests selected, %3 of the denials in the baseline")
                    : tr("%1: %2 of the denials selected, %3 of all requests in the baseline");
    case With::Same:
        return fell ? tr("%1: %2 of all requests in the baseline, %3 of its denials")
                    : tr("%1: %2 of the denials selected, %3 of all requests selected");
    case With::Denials:
    case With::Nothing:
        break;
    }
    return tr("%1: %2 of the denials selected, %3 of those in the baseline");
}

QWidget* DifferenceDialog::cardOf(const Difference& difference, const ComparedDimension& dimension)
{
    QString title = dimensionText(dimension);
    if (!title.isEmpty())
        title[0] = title[0].toUpper();
    auto* const card = new Card(title);
    card->addToHeader(new PlainLabel(degreeText(dimension.degree), dimension.degree == DifferenceDegree::None
                                                                       ? PlainLabel::Tone::Muted
                                                                       : PlainLabel::Tone::Normal));
    for (std::size_t i = 0; i < std::min(valuesShown, dimension.values.size()); ++i) {
        const ComparedValue& value = dimension.values[i];
        const QString filter = filterFor(dimension, value);
        auto* const bar = new DifferenceBar(valueText(difference, dimension, value), value,
                                            sharesText(difference, dimension), !filter.isEmpty());
        connect(bar, &QAbstractButton::clicked, this,
                [this, filter, area = difference.area] { Q_EMIT tokensWanted(filter, area); });
        card->body()->addWidget(bar);
    }
    if (dimension.with == ComparedDimension::With::Requests ||
        dimension.with == ComparedDimension::With::Same)
        card->body()->addWidget(new PlainLabel(tr("compared with all requests"), PlainLabel::Tone::Muted));
    if (dimension.valueCount > valuesShown)
        card->body()->addWidget(new PlainLabel(
            tr("and %Ln more", nullptr, pluralNumber(Units(dimension.valueCount - valuesShown))),
            PlainLabel::Tone::Muted));
    card->body()->addStretch(1);
    return card;
}

void DifferenceDialog::layOut()
{
    const int columns = std::clamp(width() / widthOfDimension, 1, 4);
    if (columns == m_columns)
        return;
    m_columns = columns;
    for (int i = 0; i < int(m_cards.size()); ++i)
        m_grid->addWidget(m_cards[std::size_t(i)], i / columns, i % columns);
    for (int i = 0; i < 4; ++i)
        m_grid->setColumnStretch(i, i < columns ? 1 : 0);
}

void DifferenceDialog::resizeEvent(QResizeEvent* event)
{
    QDialog::resizeEvent(event);
    layOut();
}

} // namespace ratewarden::ui
