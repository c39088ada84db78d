// SPDX-License-Identifier: GPL-3.0-or-later
// The lab's trial as a file: traffic, candidates, marked tokens, and what must come out.
#include "core/model/text.h"
#include "ui/lab/lab_trial_io.h"
#include "ui/pages/lab/lab_expectations_card.h"
#include "ui/pages/lab/lab_page.h"
#include "ui/text/display_text.h"
#include "ui/text/lab_text.h"

#include <QAction>
#include <QFileDialog>
#include <QFileInfo>
#include <QMenu>
#include <QPushButton>

#include <algorithm>

namespace ratewarden::ui {
namespace {

constexpr auto marksGroup = "abuser"; // the marked tokens, in a trial file

} // namespace

void LabPage::makeTrialMenu()
{
    m_trial->setObjectName("labTrial");
    m_trial->setToolTip(tr("Save or open traffic, candidates and expectations as one file"));
    auto* const menu = new QMenu(m_trial);
    const auto add = [&](const QString& text, const char* name, auto then) {
        QAction* const action = menu->addAction(text);
        action->setObjectName(name);
        connect(action, &QAction::triggered, this, then);
        return action;
    };
    add(tr("Open trial…"), "labOpenTrial", [this] { chooseFile(); });
    QAction* const save = add(tr("Save trial…"), "labSaveTrial", [this] { saveTrial(); });
    menu->addSeparator();
    QAction* const shows =
        add(tr("Expectations"), "labShowExpectations", [this](bool on) { showExpectations(on); });
    shows->setCheckable(true);
    m_trial->setMenu(menu);
    connect(menu, &QMenu::aboutToShow, this, [this, save, shows] {
        save->setEnabled(traffic() != nullptr);
        shows->setEnabled(traffic() != nullptr);
        shows->setChecked(!m_expectations->isHidden());
    });
    connect(m_expectations, &LabExpectationsCard::changed, this, &LabPage::askExpectations);
    connect(m_expectations, &LabExpectationsCard::saveWanted, this, &LabPage::saveTrial);
}

void LabPage::showExpectations(bool isShown)
{
    m_expectations->setVisible(isShown);
    askExpectations();
}

TrialFile LabPage::trialAsShown() const
{
    TrialFile trial;
    for (const Candidate& each : m_bench.candidates())
        if (!each.policy.rules.empty())
            trial.candidates.push_back(each);
    TokenGroup marked{marksGroup, m_absent};
    for (const TokenId token : m_bench.marked())
        marked.tokens.emplace_back(traffic()->trace.names[token]);
    if (!marked.tokens.empty())
        trial.groups.push_back(std::move(marked));
    trial.groups.insert(trial.groups.end(), m_groups.begin(), m_groups.end());
    trial.expectations = m_expectations->expectations();
    return trial;
}

std::optional<TrialFile> LabPage::trialToSave(QString* problem) const
{
    TrialFile trial = trialAsShown();
    if (!traffic())
        *problem = tr("There is no traffic to save.");
    else if (trial.candidates.empty())
        *problem = tr("No candidate has a limit yet: there is nothing to save as a trial.");
    else if (!m_expectations->canBeChecked())
        *problem = tr("An expectation names a candidate or group that is not there: see the expectations.");
    for (const TokenGroup& group : trial.groups)
        for (const std::string& token : group.tokens)
            if (problem->isEmpty() && !isUtf8(token))
                *problem =
                    tr("The token %1 is not UTF-8 and cannot be named in a trial file.").arg(shown(token));
    if (!problem->isEmpty())
        return std::nullopt;
    if (!m_path.isEmpty() && traffic()->summary.format)
        trial.fields = traffic()->summary.format->fields;
    return trial;
}

void LabPage::saveTrial()
{
    QString problem;
    const bool can = trialToSave(&problem).has_value();
    fail(problem);
    if (!can)
        return;
    auto* const dialog = new QFileDialog(window(), tr("Save trial"));
    dialog->setObjectName("saveTrialDialog");
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    dialog->setDefaultSuffix(QStringLiteral("json"));
    dialog->selectFile(QStringLiteral("trial.json"));
    connect(dialog, &QFileDialog::fileSelected, this, &LabPage::saveTrialAs);
    dialog->open();
}

void LabPage::saveTrialAs(const QString& path)
{
    QString problem;
    std::optional<TrialFile> trial = trialToSave(&problem);
    if (!trial) {
        fail(problem);
        return;
    }
    if (!m_path.isEmpty())
        trial->traffic = trafficNamed(m_path, path);
    m_bench.runner().ask(
        Question::Saving,
        [trial = *trial, path, traffic = m_path.isEmpty() ? traffic() : SharedTraffic()](Computation&) {
            return writeTrialFile(trial, traffic, path);
        },
        [this, path](const Outcome<QString>& outcome) {
            if (const Failure* failure = outcome.failure())
                fail(tr("%1 was not saved: %2").arg(shown(path.toStdString()), failure->message));
            else if (outcome.result()->isEmpty())
                Q_EMIT done(tr("Saved %1").arg(shown(path.toStdString())));
            else
                Q_EMIT done(tr("Saved %1, and its traffic beside it as %2")
                                .arg(shown(path.toStdString()), shown(outcome.result()->toStdString())));
        });
}

void LabPage::openTrialFile(const QString& path, const Opened& opened)
{
    const TrialFile& trial = *opened.trial;
    LabSetup setup;
    setup.candidates = trial.candidates;
    if (setup.candidates.front().name == enforcedName) {
        setup.enforced = setup.candidates.front();
        setup.candidates.erase(setup.candidates.begin());
        if (setup.candidates.empty())
            setup.candidates = {{"A", setup.enforced->policy}};
    }
    for (const TokenGroup& group : trial.groups)
        if (group.name == marksGroup)
            setup.marked = group.tokens;
    if (!setup.marked.empty())
        setup.token = setup.marked.front();
    if (!opened.traffic) {
        const std::string name = redisTrafficOf(trial);
        readRedis(name, shown(name), [setup, trial](Opened& read) {
            read.setup = setup;
            read.trial = trial;
        });
        return;
    }
    const std::string traffic = trafficFileOf(trial, QFile::encodeName(path).toStdString());
    const QString file = QFile::decodeName(QByteArray::fromStdString(traffic));
    const QString name = shown(QFileInfo(file).fileName().toStdString());
    if (opened.traffic->trace.empty()) {
        fail(tr("No request could be read from %1, the traffic of this trial.").arg(name));
        return;
    }
    m_path = file;
    take(name, {opened.traffic, setup, trial}, {});
    Q_EMIT done(tr("Opened the trial %1").arg(shown(QFileInfo(path).fileName().toStdString())));
}

// What take() does not know of.
void LabPage::takeTrial(const TrialFile& trial)
{
    const auto& names = traffic()->trace.names;
    QStringList absent;
    for (const TokenGroup& group : trial.groups) {
        for (const std::string& token : group.tokens)
            if (names.find(token) == names.size()) {
                absent << shown(token);
                if (group.name == marksGroup)
                    m_absent.push_back(token);
            }
        if (group.name != marksGroup)
            m_groups.push_back(group);
    }
    if (!absent.isEmpty())
        fail(tr("The traffic of this trial does not have %1, which it is about.")
                 .arg(absent.mid(0, 3).join(QStringLiteral(", ")) +
                      (absent.size() > 3 ? QStringLiteral(", …") : QString())));
    m_expectations->setExpectations(trial.expectations);
    if (!trial.expectations.empty())
        m_expectations->show();
}

void LabPage::askExpectations()
{
    if (!traffic() || m_expectations->isHidden())
        return;
    const TrialFile trial = trialAsShown();
    std::vector<std::string> candidates;
    std::vector<std::string> groups;
    for (const Candidate& each : trial.candidates)
        candidates.push_back(each.name);
    for (const TokenGroup& each : trial.groups)
        groups.push_back(each.name);
    const bool suggests = candidates.size() > 1 && !candidate().policy.rules.empty();
    m_expectations->setNames(candidates, groups, suggests ? candidate().name : std::string());
    // An expectation is of all the traffic, also while a part of the time is chosen: as in a pipeline.
    const bool isWhole = m_bench.stretch() == allTime;
    std::vector<std::shared_ptr<const Trial>> trials;
    for (std::size_t i = 0; isWhole && i < m_bench.candidates().size(); ++i)
        if (!m_bench.candidates()[i].policy.rules.empty())
            trials.push_back(m_bench.trialOf(i));
    const bool known = std::ranges::all_of(trials, [](const auto& each) { return each != nullptr; });
    if (!known || trial.expectations.empty() || !m_expectations->canBeChecked()) {
        m_bench.runner().stop(Question::Expectations);
        m_expectations->setResults({}, {});
        return;
    }
    m_bench.runner().ask(
        Question::Expectations,
        [trial, trials, traffic = traffic(), isWhole](Computation& job) {
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
                m_expectations->setResults({}, failure->message);
            else
                m_expectations->setResults(*outcome.result(), {});
        });
}

} // namespace ratewarden::ui
