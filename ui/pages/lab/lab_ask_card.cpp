// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/lab/lab_ask_card.h"

#include "ui/pages/lab/lab_sentence.h"
#include "ui/text/display_text.h"
#include "ui/text/end_time.h"
#include "ui/text/lab_text.h"
#include "ui/theme/palette_change.h"
#include "ui/theme/theme.h"
#include "ui/widgets/fields.h"
#include "ui/widgets/layouts.h"

#include <QBoxLayout>
#include <QCompleter>
#include <QDateTime>
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

QPushButton* flatButton(const QString& text, const char* name, const QString& toolTip)
{
    auto* const button = new QPushButton(text);
    button->setFlat(true);
    button->setObjectName(name);
    button->setToolTip(toolTip);
    return button;
}

using Answer = LabAskCard::Answer;

QString verdictText(const StepExplanation& got)
{
    if (got.step.allowed())
        return LabAskCard::tr("allowed");
    return got.step.retryAfter ? LabAskCard::tr("denied, %1 to wait").arg(waitText(*got.step.retryAfter))
                               : LabAskCard::tr("denied, and waiting does not help");
}

QStringList rulesOf(const StepExplanation& got)
{
    QStringList lines;
    for (const RuleStep& rule : got.rules)
        lines << ruleStepText(rule, got.step.cost);
    if (lines.isEmpty())
        lines << LabAskCard::tr("it has no limit");
    return lines;
}

Answer askedOf(const Candidate& candidate, const StepExplanation& got)
{
    return {got.step.allowed() ? Answer::Tone::Allowed : Answer::Tone::Denied,
            LabAskCard::tr("%1: %2").arg(candidateText(candidate), verdictText(got)), rulesOf(got)};
}

/// Of the enforced rules, with what holds for the token in Redis now.
Answer askedNow(const Candidate& enforced, const StepExplanation& got, const Outcome<LabControl>& read)
{
    Answer answer = askedOf(enforced, got);
    const QString name = candidateText(enforced);
    const LabControl* const control = read.result();
    if (control == nullptr) { // it may be blocked, so that "allowed" would be a guess
        answer.tone = Answer::Tone::Unknown;
        answer.heading = LabAskCard::tr("%1: not known").arg(name);
        answer.lines.prepend(LabAskCard::tr("by these rules alone: %1").arg(verdictText(got)));
        answer.lines.prepend(LabAskCard::tr("block, override and mode in Redis could not be read: %1")
                                 .arg(read.failure()->message));
        return answer;
    }
    QStringList lines;
    if (control->override)
        lines << LabAskCard::tr("override %1: these rules, by %2: %3")
                     .arg(untilText(control->override->until), shown(control->override->by),
                          shown(control->override->reason));
    const bool denied = !got.step.allowed();
    const auto allowedAllTheSame = [&] {
        answer.tone = Answer::Tone::Allowed;
        answer.heading = LabAskCard::tr("%1: allowed").arg(name);
    };
    if (control->mode == PolicyMode::Shadow) {
        lines << (denied ? LabAskCard::tr("shadow: would be denied; a policy in shadow mode denies nothing")
                         : LabAskCard::tr("shadow: the policy denies nothing"));
        allowedAllTheSame();
    } else if (control->mode == PolicyMode::Off) {
        lines << LabAskCard::tr("the policy is off: every request is allowed, and nothing is charged");
        allowedAllTheSame();
    }
    if (control->block) { // whatever the policy's mode is
        lines.prepend(LabAskCard::tr("blocked %1, by %2: %3")
                          .arg(untilText(control->block->until), shown(control->block->by),
                               shown(control->block->reason)));
        answer.tone = Answer::Tone::Denied;
        answer.heading = LabAskCard::tr("%1: denied").arg(name);
    }
    if (lines.isEmpty())
        lines << LabAskCard::tr("in Redis now: no block, no override, enforced");
    answer.lines = lines + answer.lines;
    return answer;
}

} // namespace

LabAskCard::LabAskCard(Session& session, LabBench& bench, QWidget* parent)
    : Card(tr("What would its next request get?"), parent)
    , m_session(session)
    , m_bench(bench)
    , m_token(named("askToken", new QLineEdit))
    , m_names(new QStringListModel(this))
    , m_cost(numberField(0, largestCost))
    , m_at(named("askAt", new QLineEdit))
    , m_end(flatButton(tr("end"), "askAtEnd", tr("At the end of the traffic")))
    , m_here(flatButton(tr("cursor"), "askAtCursor", tr("At the request under the cursor, after it")))
    , m_answers(new QVBoxLayout)
{
    body()->setContentsMargins(14, 10, 14, 12);
    addToHeader(wholeLabel(tr("nothing is charged"), PlainLabel::Tone::Muted));
    body()->addWidget(makeFields());
    m_answers->setSpacing(2);
    body()->addLayout(m_answers);
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);

    auto* const completer = new QCompleter(m_names, this);
    completer->setCompletionMode(QCompleter::PopupCompletion);
    completer->setCaseSensitivity(Qt::CaseSensitive);
    m_token->setCompleter(completer);
    connect(m_token, &QLineEdit::textEdited, this, &LabAskCard::complete);
    connect(m_token, &QLineEdit::returnPressed, this, &LabAskCard::ask);
    connect(m_cost, &QSpinBox::valueChanged, this, &LabAskCard::ask);
    connect(m_at, &QLineEdit::returnPressed, this, &LabAskCard::ask);
    connect(m_end, &QPushButton::clicked, this, [this] {
        if (!m_bench.traffic())
            return;
        setMoment(m_bench.traffic()->trace.times.back());
        ask();
    });
    connect(m_here, &QPushButton::clicked, this, [this] {
        const std::optional<Instant> moment = cursorMoment();
        if (!moment)
            return;
        setMoment(*moment);
        ask();
    });
    connect(&m_bench, &LabBench::changed, this, &LabAskCard::takeChanged);
    onPaletteChange(this, [this] {
        if (m_answers != nullptr)
            showAnswers();
    });
}

QWidget* LabAskCard::makeFields()
{
    auto* const fields = new QWidget;
    auto* const row = rowLayout(6, fields);
    m_token->setAccessibleName(tr("Token"));
    m_token->setPlaceholderText(tr("token"));
    m_token->setMinimumWidth(90);
    row->addWidget(m_token, 1);
    row->addWidget(wholeLabel(tr("cost"), PlainLabel::Tone::Muted));
    m_cost->setObjectName("askCost");
    nameNumberField(m_cost, tr("Cost"));
    m_cost->setKeyboardTracking(false);
    m_cost->setValue(1);
    m_cost->setFixedWidth(56);
    row->addWidget(m_cost);
    row->addWidget(wholeLabel(tr("at"), PlainLabel::Tone::Muted));
    m_at->setAccessibleName(tr("Moment"));
    m_at->setFixedWidth(m_at->fontMetrics().horizontalAdvance(QStringLiteral("2026-08-08 08:08:08.888")) +
                        24);
    m_at->setToolTip(tr("As 2026-11-21 14:59:59, or 14:59:59.250 on the same day; Enter asks"));
    row->addWidget(m_at);
    row->addWidget(m_end);
    row->addWidget(m_here);
    return fields;
}

void LabAskCard::open(bool isOpen)
{
    setVisible(isOpen);
    ask();
}

void LabAskCard::takeChanged(LabBench::Inputs inputs)
{
    using Bench = LabBench;
    if (!m_bench.traffic())
        return;
    if (inputs & Bench::Traffic)
        takeTraffic();
    if (inputs & Bench::Token)
        takeToken();
    if (inputs & Bench::Cursor)
        m_here->setEnabled(cursorMoment().has_value());
    if (inputs & (Bench::Traffic | Bench::Candidates | Bench::Rules | Bench::Token))
        ask();
}

// Its end is the moment that is asked about.
void LabAskCard::takeTraffic()
{
    m_bench.runner().stop(LabRunner::Question::Ask);
    m_here->setEnabled(false);
    m_chosen.clear();
    m_chosenText.clear();
    m_token->clear();
    setMoment(m_bench.traffic()->trace.times.back());
    present({});
}

void LabAskCard::takeToken()
{
    if (!m_bench.token())
        return;
    m_chosen = m_bench.nameOf(*m_bench.token());
    m_chosenText = shown(m_chosen);
    m_token->setText(m_chosenText);
    m_token->setCursorPosition(0);
}

std::optional<Instant> LabAskCard::cursorMoment() const
{
    const bool isKnown = m_bench.cursor() && m_bench.line().strips;
    return isKnown ? std::optional(m_bench.line().strips->times.at(*m_bench.cursor())) : std::nullopt;
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
    if (!m_bench.traffic() || typed.isEmpty())
        return;
    const std::string start = typed.toStdString();
    const auto& names = m_bench.traffic()->trace.names;
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

void LabAskCard::ask()
{
    const auto number = ++m_asked; // no earlier one is to be answered, even if none is asked now
    if (isHidden() || !m_bench.traffic())
        return;
    const std::optional<LabRequest> asked = request();
    if (!asked) {
        m_bench.runner().stop(LabRunner::Question::Ask);
        present({{Answer::Tone::Unknown,
                  m_token->text().isEmpty()
                      ? tr("Select a token, or type one and press Enter.")
                      : tr("The moment is not written as 2026-11-21 14:59:59 or 14:59:59.250."),
                  {}}});
        return;
    }
    if (!m_bench.hasEnforced() || m_bench.enforcedPolicy().empty())
        return answer(*asked, std::nullopt);
    if (!m_session.live())
        return answer(*asked, Outcome<LabControl>(
                                  Failure{Failure::Kind::Unavailable, tr("Redis is unreachable"), false}));
    m_session.act(
        this,
        [policy = m_bench.enforcedPolicy(), token = asked->token](Server& server) {
            return controlInRedis(server, policy, token);
        },
        [this, number, asked = *asked](const Outcome<LabControl>& control) {
            if (number == m_asked) // else something else has been asked since
                answer(asked, control);
        });
}

void LabAskCard::answer(const LabRequest& request, const std::optional<Outcome<LabControl>>& control)
{
    if (!m_bench.traffic()) // it was removed while Redis was asked
        return;
    ++m_asked;
    std::vector<Candidate> candidates = m_bench.tried();
    if (control && control->result() != nullptr && control->result()->override) {
        candidates.front().policy.rules = control->result()->override->rules;
        candidates.front() = withoutSlots(std::move(candidates.front()));
    }
    m_bench.runner().ask(
        LabRunner::Question::Ask,
        [traffic = m_bench.traffic(), request, candidates](Computation&) {
            return answersTo(*traffic, request, candidates);
        },
        [this, candidates, control](const Outcome<std::vector<StepExplanation>>& outcome) {
            if (const Failure* failure = outcome.failure())
                return present({{Answer::Tone::Unknown, failure->message, {}}});
            std::vector<Answer> answers;
            for (std::size_t i = 0; i < candidates.size(); ++i) {
                const StepExplanation& got = (*outcome.result())[i];
                answers.push_back(i == 0 && control ? askedNow(candidates[i], got, *control)
                                                    : askedOf(candidates[i], got));
            }
            present(std::move(answers));
        });
}

void LabAskCard::present(std::vector<Answer> answers)
{
    m_shown = std::move(answers);
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
        auto* const heading = named("askAnswer", new PlainLabel(answer.heading));
        heading->setFont(boldFont(heading->font()));
        heading->setWrapped(QSizePolicy::Expanding, QSizePolicy::Minimum);
        setInk(heading, answer.tone == Answer::Tone::Allowed  ? c.good
                        : answer.tone == Answer::Tone::Denied ? c.limited
                                                              : c.muted);
        column->addWidget(heading);
        auto* const reasons = new QVBoxLayout;
        reasons->setContentsMargins(12, 0, 0, 0);
        reasons->setSpacing(2);
        for (const QString& line : answer.lines) {
            auto* const text = named("askReason", new PlainLabel(line));
            text->setWrapped(QSizePolicy::Expanding, QSizePolicy::Minimum);
            reasons->addWidget(text);
        }
        column->addLayout(reasons);
        m_answers->addWidget(block);
        block->show(); // at once, where the card is to be seen
    }
}

} // namespace ratewarden::ui
