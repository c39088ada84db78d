// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/lab/lab_expectations_card.h"

#include "core/model/errors.h"
#include "core/model/text.h"
#include "ui/lab/lab_trial_io.h"
#include "ui/text/display_text.h"
#include "ui/text/lab_text.h"
#include "ui/theme/palette_change.h"
#include "ui/theme/theme.h"
#include "ui/widgets/layouts.h"

#include <QBoxLayout>
#include <QFileDialog>
#include <QLineEdit>
#include <QPushButton>

#include <algorithm>

namespace ratewarden::ui {

namespace {

/// A line that is told by its colour as well as by its sign.
PlainLabel* markLabel(const QString& text, std::optional<bool> good)
{
    auto* const label = new PlainLabel(text);
    label->setWrapped(QSizePolicy::Expanding, QSizePolicy::Minimum);
    if (good) {
        QPalette palette = label->palette();
        palette.setColor(label->foregroundRole(), *good ? colors().good : colors().limited);
        label->setPalette(palette);
    }
    return label;
}

QString candidateResultText(const ExpectationResult& result)
{
    return LabExpectationsCard::tr("%1: %2").arg(shown(result.candidate), numberText(Units(result.number)));
}

} // namespace

LabExpectationsCard::LabExpectationsCard(LabBench& bench, QWidget* parent)
    : Card(tr("Expectations"), parent)
    , m_bench(bench)
    , m_sum(named("labExpectationsSum", wholeLabel({}, PlainLabel::Tone::Muted)))
    , m_problem(named("labExpectationsProblem", new PlainLabel))
    , m_rows(new QVBoxLayout)
    , m_suggested(new QHBoxLayout)
    , m_field(named("labExpectation", new QLineEdit))
    , m_add(named("labAddExpectation", new QPushButton(tr("Add"))))
{
    addToHeader(m_sum);
    auto* const save = named("labSaveTrialFromCard", new QPushButton(tr("Save trial…")));
    save->setFlat(true);
    save->setToolTip(
        tr("Save traffic, candidates and expectations as a file that ratewarden-ctl lab test runs"));
    addToHeader(save);
    body()->setContentsMargins(14, 8, 14, 10);
    body()->setSpacing(6);
    m_rows->setSpacing(2);
    body()->addLayout(m_rows);
    m_problem->setWrapped(QSizePolicy::Expanding, QSizePolicy::Minimum);
    m_problem->hide();
    body()->addWidget(m_problem);
    m_suggested->setSpacing(6);
    body()->addLayout(m_suggested);
    auto* const row = rowLayout(8);
    m_field->setAccessibleName(tr("Expectation"));
    m_field->setFont(monospaceFont());
    m_field->setPlaceholderText(QStringLiteral("A: denied(abuser) >= 100"));
    m_field->setToolTip(tr("[candidate:] requests, allowed, denied, tokens or tokens_denied, of a group in "
                           "parentheses: abuser (the marked tokens), others or all"));
    row->addWidget(m_field, 1);
    row->addWidget(m_add);
    body()->addLayout(row);
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Maximum);
    connect(save, &QPushButton::clicked, this, &LabExpectationsCard::save);
    connect(m_add, &QPushButton::clicked, this, &LabExpectationsCard::addEntered);
    connect(m_field, &QLineEdit::returnPressed, this, &LabExpectationsCard::addEntered);
    connect(&m_bench, &LabBench::changed, this, [this](LabBench::Inputs inputs) {
        using Bench = LabBench;
        if (inputs & (Bench::Candidates | Bench::Rules | Bench::Chosen | Bench::Windows | Bench::Marks |
                      Bench::Stretch))
            check();
    });
    connect(&m_bench, &LabBench::answered, this, [this](Question question) {
        if (question == Question::Trials)
            check();
    });
    showRows();
    onPaletteChange(this, [this] { showRows(); });
}

void LabExpectationsCard::open(bool isOpen)
{
    setVisible(isOpen);
    check();
}

QString LabExpectationsCard::take(const LabOpened& opened)
{
    m_path = opened.path;
    m_others.clear();
    m_absent.clear();
    if (!opened.trial)
        return {};
    const auto& names = opened.traffic->trace.names;
    QStringList absent;
    for (const TokenGroup& group : opened.trial->groups) {
        for (const std::string& token : group.tokens)
            if (names.find(token) == names.size()) {
                absent << shown(token);
                if (group.name == marksGroup)
                    m_absent.push_back(token);
            }
        if (group.name != marksGroup)
            m_others.push_back(group);
    }
    m_expectations = opened.trial->expectations;
    setResults({}, {});
    if (!m_expectations.empty())
        show();
    if (absent.isEmpty())
        return {};
    return tr("The traffic of this trial does not have %1, which it is about.")
        .arg(absent.mid(0, 3).join(QStringLiteral(", ")) +
             (absent.size() > 3 ? QStringLiteral(", …") : QString()));
}

void LabExpectationsCard::forgetFile()
{
    m_path.clear();
    m_absent.clear();
}

TrialFile LabExpectationsCard::trial() const
{
    TrialFile trial;
    for (const Candidate& each : m_bench.tried())
        if (!each.policy.rules.empty())
            trial.candidates.push_back(each);
    TokenGroup marked{marksGroup, m_absent};
    for (const TokenId token : m_bench.marked())
        marked.tokens.emplace_back(m_bench.nameOf(token));
    if (!marked.tokens.empty())
        trial.groups.push_back(std::move(marked));
    trial.groups.insert(trial.groups.end(), m_others.begin(), m_others.end());
    trial.expectations = m_expectations;
    if (!m_path.isEmpty() && m_bench.traffic() && m_bench.traffic()->summary.format) {
        trial.fields = m_bench.traffic()->summary.format->fields;
        trial.withoutStatus = m_bench.traffic()->summary.withoutStatus;
    }
    return trial;
}

QString LabExpectationsCard::whyNotSaved(const TrialFile& trial) const
{
    if (!m_bench.traffic())
        return tr("There is no traffic to save.");
    if (trial.candidates.empty())
        return tr("No candidate has a limit yet: there is nothing to save as a trial.");
    if (!canBeChecked())
        return tr("An expectation names a candidate or group that is not there: see the expectations.");
    for (const TokenGroup& group : trial.groups)
        for (const std::string& token : group.tokens)
            if (!isUtf8(token))
                return tr("The token %1 is not UTF-8 and cannot be named in a trial file.").arg(shown(token));
    return {};
}

QString LabExpectationsCard::savedText(const QString& name, const QString& traffic, const QString& untried)
{
    QString text =
        traffic.isEmpty()
            ? tr("Saved %1").arg(name)
            : tr("Saved %1, and its traffic beside it as %2").arg(name, shown(traffic.toStdString()));
    return untried.isEmpty() ? text : tr("%1, without what cannot be tried: %2").arg(text, untried);
}

void LabExpectationsCard::save()
{
    const QString problem = whyNotSaved(trial());
    Q_EMIT problemChanged(problem);
    if (!problem.isEmpty())
        return;
    auto* const dialog = named("saveTrialDialog", new QFileDialog(window(), tr("Save trial")));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    dialog->setDefaultSuffix(QStringLiteral("json"));
    dialog->selectFile(QStringLiteral("trial.json"));
    connect(dialog, &QFileDialog::fileSelected, this, &LabExpectationsCard::saveAs);
    dialog->open();
}

void LabExpectationsCard::saveAs(const QString& path)
{
    TrialFile trial = this->trial();
    if (const QString problem = whyNotSaved(trial); !problem.isEmpty()) {
        Q_EMIT problemChanged(problem);
        return;
    }
    if (!m_path.isEmpty())
        trial.traffic = trafficNamed(m_path, path);
    m_bench.runner().ask(
        Question::Saving,
        [trial, path, traffic = m_path.isEmpty() ? m_bench.traffic() : SharedTraffic()](Computation&) {
            return writeTrialFile(trial, traffic, path);
        },
        [this, name = shown(path.toStdString()),
         untried = untriedText(m_bench.candidates())](const Outcome<QString>& outcome) {
            if (const Failure* failure = outcome.failure())
                Q_EMIT problemChanged(tr("%1 was not saved: %2").arg(name, failure->message));
            else
                Q_EMIT done(savedText(name, *outcome.result(), untried));
        });
}

void LabExpectationsCard::check()
{
    if (!m_bench.traffic() || isHidden())
        return;
    const TrialFile trial = this->trial();
    m_candidates.clear();
    m_groups.clear();
    for (const Candidate& each : trial.candidates)
        m_candidates.push_back(each.name);
    for (const TokenGroup& each : trial.groups)
        m_groups.push_back(each.name);
    const bool suggests = m_candidates.size() > 1 && !m_bench.triedCandidate().policy.rules.empty();
    m_suggestedFor = suggests ? m_bench.candidate().name : std::string();
    // An expectation is of all the traffic, also while a part of the time is chosen: as in a pipeline.
    const bool isWhole = m_bench.stretch() == allTime;
    std::vector<std::shared_ptr<const Trial>> trials;
    for (std::size_t i = 0; isWhole && i < m_bench.tried().size(); ++i)
        if (!m_bench.tried()[i].policy.rules.empty())
            trials.push_back(m_bench.trialOf(i));
    const bool known = std::ranges::all_of(trials, [](const auto& each) { return each != nullptr; });
    if (!known || trial.expectations.empty() || !canBeChecked()) {
        m_bench.runner().stop(Question::Expectations);
        setResults({}, {});
        return;
    }
    showRows();
    m_bench.runner().ask(
        Question::Expectations,
        [trial, trials, traffic = m_bench.traffic(), isWhole](Computation& job) {
            std::vector<Trial> own;
            std::vector<const Trial*> each;
            each.reserve(trial.candidates.size());
            for (const Candidate& one : trial.candidates)
                if (!isWhole)
                    own.push_back(tryOn(traffic->grouped, one, TrialDetail::Verdicts, Clients::AsRecorded,
                                        job.progress()));
            for (const Trial& one : own)
                each.push_back(&one);
            for (const std::shared_ptr<const Trial>& one : trials)
                each.push_back(one.get());
            return checkExpectations(trial, traffic->grouped, each);
        },
        [this](const Outcome<std::vector<ExpectationResult>>& outcome) {
            if (const Failure* failure = outcome.failure())
                setResults({}, failure->message);
            else
                setResults(*outcome.result(), {});
        });
}

void LabExpectationsCard::setResults(std::vector<ExpectationResult> results, const QString& problem)
{
    m_results = std::move(results);
    m_problem->setText(problem.isEmpty() ? QString() : QStringLiteral("▲ ") + problem);
    m_problem->setVisible(!problem.isEmpty());
    showRows();
}

void LabExpectationsCard::add(const Expectation& expectation)
{
    if (std::ranges::find(m_expectations, expectation) == m_expectations.end())
        m_expectations.push_back(expectation);
    m_problem->setText({});
    m_problem->hide();
    m_results.clear();
    showRows();
    check();
}

void LabExpectationsCard::addEntered()
{
    if (m_field->text().trimmed().isEmpty())
        return;
    try {
        add(parseExpectation(m_field->text().toStdString()));
        m_field->clear();
    } catch (const InvalidArgument& error) {
        m_problem->setText(QStringLiteral("▲ ") + shown(error.what()));
        m_problem->show();
    }
}

// Empty: every name is there.
QString LabExpectationsCard::unknownIn(const Expectation& expectation) const
{
    const auto has = [](const std::vector<std::string>& names, const std::string& name) {
        return std::ranges::find(names, name) != names.end();
    };
    if (!expectation.candidate.empty() && !has(m_candidates, expectation.candidate))
        return tr("there is no candidate %1").arg(shown(expectation.candidate));
    if (expectation.group != allTokens && expectation.group != otherTokens &&
        !has(m_groups, expectation.group))
        return expectation.group == "abuser" ? tr("no token is marked")
                                             : tr("there is no group %1").arg(shown(expectation.group));
    return {};
}

bool LabExpectationsCard::canBeChecked() const
{
    return std::ranges::all_of(m_expectations,
                               [this](const Expectation& each) { return unknownIn(each).isEmpty(); });
}

void LabExpectationsCard::showRows()
{
    clearLayout(m_rows);
    m_texts.clear();
    std::size_t failed = 0;
    std::size_t known = 0;
    for (std::size_t i = 0; i < m_expectations.size(); ++i) {
        const Expectation& each = m_expectations[i];
        std::optional<bool> holds;
        QStringList numbers;
        for (const ExpectationResult& result : m_results)
            if (result.expectation == each) {
                holds = holds.value_or(true) && result.holds;
                numbers << candidateResultText(result);
            }
        QString text = shown(notation(each));
        if (const QString unknown = unknownIn(each); !unknown.isEmpty()) {
            holds = false;
            text += QStringLiteral(" · ") + unknown;
        } else if (!numbers.isEmpty()) {
            text += QStringLiteral(" · ") + numbers.join(QStringLiteral(", "));
        }
        known += holds ? 1 : 0;
        failed += holds == std::optional(false) ? 1 : 0;
        m_rows->addWidget(makeRow(i, text, holds));
    }
    m_sum->setText(
        m_expectations.empty() ? tr("what must come out, here and in a pipeline")
        : known < m_expectations.size()
            ? QString()
            : (failed == 0 ? tr("all met")
                           : tr("%1 of %2 not met")
                                 .arg(numberText(Units(failed)), numberText(Units(m_expectations.size())))));
    suggest();
}

QWidget* LabExpectationsCard::makeRow(std::size_t number, const QString& text, std::optional<bool> holds)
{
    auto* const row = new QWidget;
    auto* const layout = rowLayout(8, row);
    const QString sign = !holds ? QStringLiteral("…") : *holds ? QStringLiteral("✓") : QStringLiteral("✗");
    m_texts << sign + QLatin1Char(' ') + text;
    layout->addWidget(markLabel(m_texts.last(), holds), 1);
    auto* const remove = new QPushButton(tr("Remove"));
    remove->setFlat(true);
    remove->setAccessibleName(tr("Remove the expectation %1").arg(text));
    layout->addWidget(remove, 0, Qt::AlignTop);
    connect(remove, &QPushButton::clicked, this, [this, number] {
        m_expectations.erase(m_expectations.begin() + std::ptrdiff_t(number));
        std::erase_if(m_results, [this](const ExpectationResult& result) {
            return std::ranges::find(m_expectations, result.expectation) == m_expectations.end();
        });
        showRows();
        check();
    });
    return row;
}

// Those that most trials want, and that are not there yet.
void LabExpectationsCard::suggest()
{
    clearLayout(m_suggested);
    std::vector<Expectation> likely;
    if (std::ranges::find(m_groups, "abuser") != m_groups.end())
        likely.push_back({m_suggestedFor, Figure::Denied, "abuser", Relation::GreaterOrEqual, 1});
    likely.push_back({m_suggestedFor, Figure::Denied, std::string(otherTokens), Relation::Equal, 0});
    for (const Expectation& each : likely)
        if (std::ranges::find(m_expectations, each) == m_expectations.end()) {
            auto* const button = new QPushButton(QStringLiteral("+ ") + shown(notation(each)));
            button->setObjectName(QStringLiteral("suggest:") + shown(each.group));
            button->setToolTip(tr("Add this expectation"));
            m_suggested->addWidget(button);
            connect(button, &QPushButton::clicked, this, [this, each] { add(each); });
        }
    m_suggested->addStretch(1);
}

} // namespace ratewarden::ui
