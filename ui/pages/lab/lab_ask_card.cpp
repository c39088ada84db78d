// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/lab/lab_ask_card.h"

#include "ui/pages/lab/lab_sentence.h"
#include "ui/text/display_text.h"
#include "ui/theme/theme.h"
#include "ui/widgets/fields.h"
#include "ui/widgets/layouts.h"

#include <QBoxLayout>
#include <QCompleter>
#include <QDateTime>
#include <QEvent>
#include <QLineEdit>
#include <QPushButton>
#include <QSpinBox>
#include <QStringListModel>

#include <algorithm>
#include <chrono>

namespace ratewarden::ui {
namespace {

constexpr int mostNames = 12;
constexpr TokenId mostTokensSearched = 300'000; // of the traffic's tokens, while one types
constexpr int largestCost = 1'000'000'000;

qint64 milliseconds(Instant moment)
{
    return std::chrono::floor<std::chrono::milliseconds>(moment).time_since_epoch().count();
}

PlainLabel* mutedLabel(const QString& text)
{
    auto* const label = new PlainLabel(text, PlainLabel::Tone::Muted);
    label->setElided(false);
    return label;
}

QPushButton* flatButton(const QString& text, const char* name, const QString& toolTip)
{
    auto* const button = new QPushButton(text);
    button->setFlat(true);
    button->setObjectName(name);
    button->setToolTip(toolTip);
    return button;
}

} // namespace

LabAskCard::LabAskCard(QWidget* parent)
    : Card(tr("What would its next request get?"), parent)
    , m_token(new QLineEdit)
    , m_names(new QStringListModel(this))
    , m_cost(numberField(0, largestCost))
    , m_at(new QLineEdit)
    , m_end(flatButton(tr("end"), "askAtEnd", tr("At the end of the traffic")))
    , m_here(flatButton(tr("cursor"), "askAtCursor", tr("At the request under the cursor, after it")))
    , m_answers(new QVBoxLayout)
{
    body()->setContentsMargins(14, 10, 14, 12);
    addToHeader(mutedLabel(tr("nothing is charged")));
    body()->addWidget(makeFields());
    m_answers->setSpacing(2);
    body()->addLayout(m_answers);
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);

    auto* const completer = new QCompleter(m_names, this);
    completer->setCompletionMode(QCompleter::PopupCompletion);
    completer->setCaseSensitivity(Qt::CaseSensitive);
    m_token->setCompleter(completer);
    connect(m_token, &QLineEdit::textEdited, this, &LabAskCard::complete);
    connect(m_token, &QLineEdit::returnPressed, this, &LabAskCard::asked);
    connect(m_cost, &QSpinBox::valueChanged, this, &LabAskCard::asked);
    connect(m_at, &QLineEdit::returnPressed, this, &LabAskCard::asked);
    connect(m_end, &QPushButton::clicked, this, [this] {
        if (!m_traffic)
            return;
        setMoment(m_traffic->trace.times.back());
        Q_EMIT asked();
    });
    connect(m_here, &QPushButton::clicked, this, [this] {
        if (!m_cursor)
            return;
        setMoment(*m_cursor);
        Q_EMIT asked();
    });
}

QWidget* LabAskCard::makeFields()
{
    auto* const fields = new QWidget;
    auto* const row = new QHBoxLayout(fields);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(6);
    m_token->setObjectName("askToken");
    m_token->setAccessibleName(tr("Token"));
    m_token->setPlaceholderText(tr("token"));
    m_token->setMinimumWidth(90);
    row->addWidget(m_token, 1);
    row->addWidget(mutedLabel(tr("cost")));
    m_cost->setObjectName("askCost");
    for (QWidget* const field :
         {static_cast<QWidget*>(m_cost), static_cast<QWidget*>(m_cost->findChild<QLineEdit*>())})
        field->setAccessibleName(tr("Cost"));
    m_cost->setKeyboardTracking(false);
    m_cost->setValue(1);
    m_cost->setFixedWidth(56);
    row->addWidget(m_cost);
    row->addWidget(mutedLabel(tr("at")));
    m_at->setObjectName("askAt");
    m_at->setAccessibleName(tr("Moment"));
    m_at->setFixedWidth(m_at->fontMetrics().horizontalAdvance(QStringLiteral("2026-08-08 08:08:08.888")) +
                        24);
    m_at->setToolTip(tr("As 2026-11-21 14:59:59, or 14:59:59.250 on the same day; Enter asks"));
    row->addWidget(m_at);
    row->addWidget(m_end);
    row->addWidget(m_here);
    return fields;
}

void LabAskCard::setTraffic(const SharedTraffic& traffic)
{
    m_traffic = traffic;
    m_cursor.reset();
    m_here->setEnabled(false);
    m_chosen.clear();
    m_chosenText.clear();
    m_token->clear();
    setMoment(traffic->trace.times.back());
    clear({});
}

void LabAskCard::setToken(std::string_view token)
{
    m_chosen = token;
    m_chosenText = shown(token);
    m_token->setText(m_chosenText);
    m_token->setCursorPosition(0);
}

void LabAskCard::setCursor(std::optional<Instant> moment)
{
    m_cursor = moment;
    m_here->setEnabled(moment.has_value());
}

void LabAskCard::setMoment(Instant moment)
{
    m_moment = moment;
    m_momentText = QDateTime::fromMSecsSinceEpoch(milliseconds(moment))
                       .toString(QStringLiteral("yyyy-MM-dd HH:mm:ss.zzz"));
    m_at->setText(m_momentText);
}

std::optional<Instant> LabAskCard::moment() const
{
    const QString typed = m_at->text().trimmed();
    if (typed == m_momentText)
        return m_moment; // with its microseconds
    const QString whole =
        typed.contains(QLatin1Char(' ')) ? typed : m_momentText.section(QLatin1Char(' '), 0, 0) + ' ' + typed;
    for (const char* const format : {"yyyy-MM-dd HH:mm:ss.zzz", "yyyy-MM-dd HH:mm:ss", "yyyy-MM-dd HH:mm"})
        if (const QDateTime read = QDateTime::fromString(whole, QLatin1String(format)); read.isValid())
            return Instant(std::chrono::milliseconds(read.toMSecsSinceEpoch()));
    return std::nullopt;
}

QString LabAskCard::missing() const
{
    if (m_token->text().isEmpty())
        return tr("Select a token, or type one and press Enter.");
    return moment() ? QString() : tr("The moment is not written as 2026-11-21 14:59:59 or 14:59:59.250.");
}

std::optional<LabRequest> LabAskCard::request() const
{
    const QString typed = m_token->text();
    const std::optional<Instant> at = moment();
    if (typed.isEmpty() || !at)
        return std::nullopt;
    // What is not printable cannot be typed, but chosen.
    std::string token = typed == m_chosenText ? m_chosen : typed.toStdString();
    for (const auto& [text, name] : m_completions)
        if (text == typed)
            token = name;
    return LabRequest{std::move(token), m_cost->value(), *at};
}

void LabAskCard::complete(const QString& typed)
{
    if (!m_traffic || typed.isEmpty())
        return;
    const std::string start = typed.toStdString();
    const auto& names = m_traffic->trace.names;
    QStringList found;
    m_completions.clear();
    for (TokenId token = 0; token < std::min(TokenId(names.size()), mostTokensSearched); ++token)
        if (names[token].starts_with(start)) {
            found << shown(names[token]);
            m_completions.emplace_back(found.back(), std::string(names[token]));
            if (found.size() == mostNames)
                break;
        }
    m_names->setStringList(found);
}

void LabAskCard::present(const std::vector<Answer>& answers)
{
    m_shown = answers;
    showAnswers();
}

void LabAskCard::clear(const QString& why)
{
    m_shown.clear();
    if (!why.isEmpty())
        m_shown.push_back({Answer::Tone::Unknown, why, {}});
    showAnswers();
}

void LabAskCard::showAnswers()
{
    clearLayout(m_answers);
    const Colors& c = colors();
    for (const Answer& answer : m_shown) {
        auto* const block = new QWidget;
        auto* const column = new QVBoxLayout(block);
        column->setContentsMargins(0, 4, 0, 0);
        column->setSpacing(2);
        auto* const heading = new PlainLabel(answer.heading);
        QFont bold = heading->font();
        bold.setWeight(QFont::DemiBold);
        heading->setFont(bold);
        heading->setObjectName("askAnswer");
        heading->setWrapped(QSizePolicy::Expanding, QSizePolicy::Minimum);
        setInk(heading, answer.tone == Answer::Tone::Allowed  ? c.good
                        : answer.tone == Answer::Tone::Denied ? c.limited
                                                              : c.muted);
        column->addWidget(heading);
        auto* const reasons = new QVBoxLayout;
        reasons->setContentsMargins(12, 0, 0, 0);
        reasons->setSpacing(2);
        for (const QString& line : answer.lines) {
            auto* const text = new PlainLabel(line);
            text->setObjectName("askReason");
            text->setWrapped(QSizePolicy::Expanding, QSizePolicy::Minimum);
            reasons->addWidget(text);
        }
        column->addLayout(reasons);
        m_answers->addWidget(block);
        block->show(); // at once, where the card is to be seen
    }
}

void LabAskCard::changeEvent(QEvent* event)
{
    Card::changeEvent(event);
    if (event->type() == QEvent::PaletteChange && m_answers != nullptr)
        showAnswers();
}

} // namespace ratewarden::ui
