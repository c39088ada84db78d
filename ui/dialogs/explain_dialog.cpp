// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/explain_dialog.h"

#include "core/explain/denial_question.h"
#include "core/model/errors.h"
#include "core/watch/history.h"
#include "core/watch/server_events.h"
#include "ui/state/alert_desk.h"
#include "ui/text/denial_text.h"
#include "ui/text/display_text.h"
#include "ui/text/problem_text.h"
#include "ui/theme/theme.h"
#include "ui/widgets/card.h"
#include "ui/widgets/fields.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/open_file.h"
#include "ui/widgets/plain_label.h"
#include "ui/widgets/scroll_area.h"

#include <QBoxLayout>
#include <QClipboard>
#include <QDateTime>
#include <QGridLayout>
#include <QGuiApplication>
#include <QLineEdit>
#include <QPushButton>
#include <QScrollArea>

#include <algorithm>

namespace ratewarden::ui {
namespace {

constexpr QSize explainDialogSize(760, 620);

Instant clockNow()
{
    return std::chrono::time_point_cast<Micros>(std::chrono::system_clock::now());
}

} // namespace

ExplainDialog::ExplainDialog(Session& session, QWidget* parent)
    : QDialog(parent)
    , m_session(session)
    , m_question(new QLineEdit)
    , m_explain(named("explainButton", new QPushButton(tr("Explain"))))
    , m_log(named("explainLog", new QPushButton(tr("Open a log…"))))
    , m_copy(named("explainCopy", new QPushButton(tr("Copy"))))
    , m_note(named("explainNote", new PlainLabel({}, PlainLabel::Tone::Muted)))
{
    setObjectName("explainDialog");
    setWindowTitle(tr("Why was it denied?"));
    auto* const layout = beginDialog(this, windowTitle());
    nameWidget(m_question, "explainQuestion", tr("Token and time, a line of a log, or a request's id"));
    m_question->setPlaceholderText(tr("user:4711 14:57, a line of a log, or a request's id"));
    m_question->setClearButtonEnabled(true);
    m_explain->setDefault(true);
    auto* const row = new QHBoxLayout;
    row->addWidget(m_question, 1);
    row->addWidget(m_explain);
    layout->addLayout(row);
    m_note->setWrapped(QSizePolicy::Ignored, QSizePolicy::Minimum);
    layout->addWidget(m_note);
    auto* const cards = new QWidget;
    m_cards = columnLayout(12, cards);
    layout->addWidget(makeScrollArea(cards), 1);
    auto* const buttons = new QHBoxLayout;
    m_copy->setAutoDefault(false);
    m_copy->setEnabled(false);
    connect(m_copy, &QPushButton::clicked, this, [this] { QGuiApplication::clipboard()->setText(m_text); });
    auto* const close = new QPushButton(tr("Close"));
    close->setAutoDefault(false);
    connect(close, &QPushButton::clicked, this, &QDialog::accept);
    m_log->setAutoDefault(false);
    m_log->setToolTip(tr(
        "Denials of a log, and whose requests had filled the rules. Without one, the log that is open in the "
        "lab is read."));
    connect(m_log, &QPushButton::clicked, this, &ExplainDialog::openLog);
    buttons->addWidget(m_log);
    buttons->addStretch(1);
    buttons->addWidget(m_copy);
    buttons->addWidget(close);
    layout->addLayout(buttons);
    resize(explainDialogSize);
    say(tr("A time is 14:57, 14:57:40.218, or has a date in front. A line is read as the lab reads logs; it "
           "must be of a request that was answered with 429 or 503. An id is found if the policy has denials "
           "remembered, or in a log that is open here or in the lab. Nothing is charged or changed."));
    connect(m_explain, &QPushButton::clicked, this, &ExplainDialog::ask);
    connect(m_question, &QLineEdit::textChanged, this,
            [this](const QString& text) { m_explain->setEnabled(!text.trimmed().isEmpty()); });
    m_explain->setEnabled(false);
    m_question->setFocus();
}

void ExplainDialog::explain(const QString& text)
{
    m_subject.reset();
    m_question->setText(text);
    ask();
}

void ExplainDialog::askAbout(const Subject& subject)
{
    m_subject = subject;
    const QString token = shown(subject.token);
    m_question->setText(token + QDateTime::currentDateTime().toString(QStringLiteral(" HH:mm:ss")));
    m_question->setSelection(int(token.size()) + 1, 8); // the time
    m_question->setFocus();
}

void ExplainDialog::ask()
{
    clearLayout(m_cards);
    ++m_asked;
    m_files.stop();
    DenialQuestion question;
    try {
        question = denialQuestion(m_question->text().toStdString(), clockNow());
    } catch (const InvalidArgument& error) {
        const QString words = m_question->text().trimmed();
        return words.contains(QLatin1Char(' ')) ? say(problemText(error)) : search(words.toStdString());
    }
    readLog(question);
}

std::optional<ExplainDialog::OpenedLog> ExplainDialog::openedLog() const
{
    return m_opened ? m_opened : m_session.lab()->log();
}

void ExplainDialog::openLog()
{
    openFile(this, tr("Open a log"), {}, [this](const QString& path) {
        m_opened = OpenedLog{path.toStdString(), {}};
        if (m_explain->isEnabled())
            ask();
        else
            say(tr("With the log %1").arg(path));
    });
}

// In a thread of its own, as a log may be large; before Redis is asked, as it may tell the time.
void ExplainDialog::readLog(const DenialQuestion& question)
{
    const std::optional<OpenedLog> log = openedLog();
    if (!log)
        return askRedis({question, {}, {}});
    say(tr("Reading %1").arg(QString::fromStdString(log->file)));
    m_files.ask([log = *log, question](
                    Computation& computation) { return readFrom(log, question, computation.stopToken()); },
                [this](const Outcome<LogRead>& outcome) {
                    if (const Failure* const failure = outcome.failure())
                        say(failure->message);
                    else
                        askRedis(*outcome.result());
                });
}

ExplainDialog::LogRead ExplainDialog::readFrom(const OpenedLog& log, const DenialQuestion& question,
                                               const std::stop_token& stop)
{
    try {
        TokenLog read = readTokenLog(log.file, question, log.fields, stop);
        const DenialQuestion logged = asLogged(question, read.facts);
        return {logged, std::move(read), {}};
    } catch (const Error& error) {
        return {question, {}, error.what()};
    }
}

void ExplainDialog::askRedis(const LogRead& read)
{
    const DenialQuestion& question = read.question;
    std::optional<Subject> subject = m_subject;
    if (subject && shown(subject->token) != QString::fromStdString(question.token))
        subject.reset();
    const bool isOthers = subject && !subject->format->isOurs();
    const std::vector<Subject> others = subject ? std::vector<Subject>() : othersOf(question.token);
    const Policy* const judgedBy = isOthers ? policyOf(*subject) : nullptr;
    const QString unknown =
        tr("Its rules are not known: publish them first, with “Publish its rules…” on Tokens");
    if (isOthers && !judgedBy)
        return say(unknown);
    const bool areUnknown =
        !others.empty() && std::ranges::none_of(others, [this](const Subject& one) { return policyOf(one); });
    const QString what = QStringLiteral("%1 · %2").arg(shown(subject ? subject->token : question.token),
                                                       denialText(question.denial));
    say(tr("Looking at %1").arg(what));
    m_session.act(
        this,
        [question, subject, others, policy = judgedBy ? judgedBy->name : std::string()](Server& server) {
            const Denial& denial = question.denial;
            return !policy.empty() ? std::vector{explainDenial(server, *subject, policy, denial)}
                   : subject ? std::vector{explainDenial(server, subject->token, subject->policy, denial)}
                             : explainDenials(server, question.token, denial, false, others);
        },
        [this, asked = m_asked, what, read,
         unknown = areUnknown ? unknown : QString()](const Answers& outcome) {
            if (asked != m_asked)
                return;
            const std::vector<Explanation>* const all = outcome.result();
            if (all && !read.log && !unknown.isEmpty() && std::ranges::all_of(*all, &Explanation::isUnseen))
                return say(unknown);
            readFiles(outcome, what, read);
        });
}

/// Null: its rules are not published, as far as is known.
const Policy* ExplainDialog::policyOf(const Subject& subject) const
{
    const Policy* const policy = m_session.policyNamed(subject.policy);
    return policy && subject.format->keeps(*policy) ? policy : nullptr;
}

std::vector<Subject> ExplainDialog::othersOf(const std::string& token) const
{
    std::vector<Subject> others;
    const TokenStore& rows = m_session.tokens();
    for (const int place : rows.placesOf({token}))
        if (const TokenName name = rows.name(place); !name.format->isOurs())
            others.push_back(name.key());
    return others;
}

// A request's id, or whatever its caller has had remembered. That is exact, so that it comes before a log.
void ExplainDialog::search(const std::string& note)
{
    say(tr("Looking for a denial that is remembered by “%1”").arg(shown(note)));
    m_session.act(
        this, [note](Server& server) { return explainNoted(server, note); },
        [this, note, asked = m_asked](const Answers& outcome) {
            if (asked != m_asked)
                return;
            const std::optional<OpenedLog> log = openedLog();
            if (const Failure* const failure = outcome.failure(); failure && log)
                return searchLog(note, *log, failure->message);
            const Explanation* const found = outcome.result() ? &outcome.result()->front() : nullptr;
            readFiles(
                outcome,
                found ? QStringLiteral("%1 · %2").arg(shown(found->subject.token), denialText(found->denial))
                      : QString(),
                {});
        });
}

/// `problem`: why Redis does not tell.
void ExplainDialog::searchLog(const std::string& note, const OpenedLog& log, const QString& problem)
{
    const QString file = QString::fromStdString(log.file);
    say(tr("Reading %1").arg(file));
    m_files.ask(
        [note, log](Computation& computation) {
            return findInLog(log.file, note, log.fields, computation.stopToken());
        },
        [this, file, problem](const Outcome<std::optional<DenialQuestion>>& outcome) {
            if (const Failure* const failure = outcome.failure())
                say(failure->message);
            else if (!*outcome.result())
                say(tr("%1; and %2 has no request with that id").arg(problem, file));
            else
                readLog(**outcome.result());
        });
}

/// `read`: of the log; empty: that is still to be read.
void ExplainDialog::readFiles(const Answers& outcome, const QString& what, std::optional<LogRead> read)
{
    if (const Failure* const failure = outcome.failure())
        return say(failure->message);
    const std::optional<OpenedLog> log = read ? std::nullopt : openedLog();
    m_files.ask(
        [all = *outcome.result(), read = std::move(read), log,
         history = m_session.alerts().historyFile()](Computation& computation) {
            const DenialQuestion of{all.front().subject.token, all.front().denial};
            return explained(all,
                             read  ? *read
                             : log ? readFrom(*log, of, computation.stopToken())
                                   : LogRead{of, {}, {}},
                             history);
        },
        [this, what](const Outcome<Explained>& told) { take(told, what); });
}

ExplainDialog::Explained ExplainDialog::explained(std::vector<Explanation> all, const LogRead& read,
                                                  const std::string& history)
{
    Explained explained{std::move(all), {}, {}};
    if (!read.problem.empty())
        explained.problems.push_back(read.problem);
    if (read.log)
        for (Explanation& one : explained.all)
            tellByLog(one, *read.log);
    if (history.empty())
        return explained;
    try {
        const HistoryReader reader(history);
        for (const Explanation& one : explained.all)
            explained.then.push_back(
                historyAt(reader, one.subject.token, one.policy.policy.name, one.denial));
    } catch (const Error& error) {
        explained.then.clear();
        explained.problems.emplace_back(error.what());
    }
    return explained;
}

void ExplainDialog::take(const Outcome<Explained>& outcome, const QString& what)
{
    if (const Failure* const failure = outcome.failure())
        return say(failure->message);
    const Explained& explained = *outcome.result();
    QString text = tr("%1 · read at %2").arg(what, momentText(explained.all.front().at));
    for (const std::string& problem : explained.problems)
        text += QStringLiteral(" · ") + shown(problem);
    say(text);
    put(explained);
}

void ExplainDialog::say(const QString& sentence)
{
    m_note->setText(sentence);
    m_text = sentence;
    m_copy->setEnabled(false);
}

void ExplainDialog::put(const Explained& explained)
{
    for (std::size_t i = 0; i < explained.all.size(); ++i) {
        const bool hasHistory = i < explained.then.size();
        const HistoryThen then = hasHistory ? explained.then[i] : HistoryThen();
        QStringList besides = seenHere(explained.all[i], then);
        if (hasHistory)
            besides += historyTexts(explained.all[i], then, m_session.alerts().historyFile());
        m_cards->addWidget(cardOf(explained.all[i], besides));
    }
    m_cards->addStretch(1);
    m_copy->setEnabled(true);
}

QStringList ExplainDialog::seenHere(const Explanation& explanation, const HistoryThen& then) const
{
    const Denial& denial = explanation.denial;
    QStringList texts;
    if (const QString text = seenOfToken(explanation); !text.isEmpty())
        texts << text;
    for (const TimeMark& mark : m_session.histories().serverMarks()) {
        const bool isTold = std::ranges::any_of(then.server, [&mark](const HistoryEvent& event) {
            const auto kind = serverEventNamed(event.event);
            return kind && kindOf(*kind) == mark.kind && shown(std::string(nodeOf(event))) == mark.node;
        });
        if (!isTold && mark.at >= denial.from - historyReach && mark.after.value_or(mark.at) <= denial.to)
            texts << tr("as this window saw: %1").arg(markText(mark));
    }
    return texts;
}

/// By the reading that is nearest to the denial; empty: there is none near, or no rule was full then.
QString ExplainDialog::seenOfToken(const Explanation& explanation) const
{
    const Denial& denial = explanation.denial;
    const auto history = m_session.histories().find(explanation.subject);
    if (!history || history->samples().empty())
        return {};
    const auto distance = [&denial](const UsageSample& sample) {
        return std::max({denial.from - sample.at, sample.at - denial.to, Micros::zero()});
    };
    const UsageSample& seen = *std::ranges::min_element(history->samples(), {}, distance);
    if (distance(seen) > longestStep(seen.every) || !seen.deniedBy ||
        *seen.deniedBy >= seen.limits->rules.size())
        return {};
    const QString rule = ruleText(seen.limits->rules[*seen.deniedBy]);
    return seen.deniedFor ? tr("as this window saw at %1: %2 was full for another %3")
                                .arg(momentText(seen.at), rule, waitText(*seen.deniedFor))
                          : tr("as this window saw at %1: %2 was full").arg(momentText(seen.at), rule);
}

QWidget* ExplainDialog::cardOf(const Explanation& explanation, const QStringList& history)
{
    const std::string& name = explanation.policy.policy.name;
    const QString policy = name.empty() ? tr("No policy") : shown(name);
    auto* const card = new Card(explanation.policy.version > 0
                                    ? tr("%1, version %2").arg(policy, numberText(explanation.policy.version))
                                    : policy);
    m_text += QStringLiteral("\n\n") + policy;
    auto* const grid = makeFieldGrid(16, 6);
    const auto labelOf = [](QString words, bool isAside) {
        if (!words.isEmpty())
            words[0] = words[0].toUpper();
        auto* const text =
            new PlainLabel(words, isAside ? PlainLabel::Tone::Muted : PlainLabel::Tone::Normal);
        text->setWrapped(QSizePolicy::Ignored, QSizePolicy::Minimum);
        return text;
    };
    for (const ExplainedLine& line : linesOf(explanation)) {
        using Part = ExplainedLine::Part;
        auto* const text = labelOf(explanationText(line), line.part == Part::Sure || line.part == Part::Note);
        const QString words = text->text();
        if (line.part == Part::Answer) {
            text->setFont(cardTitleFont());
            text->setObjectName("explainAnswer");
        }
        const QString left = line.at ? momentText(*line.at) : QString();
        m_text += QLatin1Char('\n') + (left.isEmpty() ? QString() : left + QStringLiteral("  ")) + words;
        if (left.isEmpty()) {
            grid->addWidget(text, grid->rowCount(), 0, 1, 2);
            continue;
        }
        const int place = grid->rowCount();
        grid->addWidget(new PlainLabel(left, PlainLabel::Tone::Muted), place, 0, Qt::AlignTop);
        grid->addWidget(text, place, 1);
    }
    for (const QString& line : history) {
        auto* const text = labelOf(line, true);
        m_text += QLatin1Char('\n') + text->text();
        grid->addWidget(text, grid->rowCount(), 0, 1, 2);
    }
    card->body()->addLayout(grid);
    return card;
}

} // namespace ratewarden::ui
