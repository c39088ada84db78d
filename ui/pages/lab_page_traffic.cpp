// SPDX-License-Identifier: GPL-3.0-or-later
// The lab's traffic: where it comes from, and what is said of it.
#include "ui/charts/request_histogram.h"
#include "ui/link/lab_trial_io.h"
#include "ui/pages/lab_ask_card.h"
#include "ui/pages/lab_bounds_card.h"
#include "ui/pages/lab_edit_card.h"
#include "ui/pages/lab_page.h"
#include "ui/pages/lab_rules_card.h"
#include "ui/pages/lab_source_card.h"
#include "ui/pages/lab_start.h"
#include "ui/pages/lab_sufferers_card.h"
#include "ui/pages/lab_time_card.h"
#include "ui/pages/lab_traffic_button.h"
#include "ui/pages/page_banner.h"
#include "ui/text/display_text.h"
#include "ui/text/lab_text.h"
#include "ui/text/translations.h"

#include <QDateTime>
#include <QDragEnterEvent>
#include <QFileDialog>
#include <QFileInfo>
#include <QMimeData>
#include <QProgressBar>
#include <QPushButton>
#include <QStackedWidget>

#include <algorithm>
#include <limits>

namespace ratewarden::ui {
namespace {

QString localFileOf(const QMimeData* data)
{
    const QList<QUrl> urls = data->urls();
    return urls.size() == 1 ? urls.front().toLocalFile() : QString();
}

QString nothingRead(const QString& name, const TrafficSummary& summary)
{
    if (summary.kind == TrafficKind::Redis)
        return LabPage::tr("The logs of %1 hold no request now.").arg(name);
    if (summary.lines == 0)
        return LabPage::tr("%1 is empty: there is no request in it.").arg(name);
    const QString first =
        summary.firstRejected.empty()
            ? QString()
            : QStringLiteral(" ") +
                  LabPage::tr("The first one: %1.").arg(rejectedText(summary.firstRejected.front()));
    return LabPage::tr("No line of %1 could be read as a request.").arg(name) + first;
}

} // namespace

void LabPage::dragEnterEvent(QDragEnterEvent* event)
{
    if (!localFileOf(event->mimeData()).isEmpty())
        event->acceptProposedAction();
}

void LabPage::dropEvent(QDropEvent* event)
{
    if (const QString path = localFileOf(event->mimeData()); !path.isEmpty()) {
        event->acceptProposedAction();
        openFile(path);
    }
}

void LabPage::chooseFile()
{
    auto* const dialog = new QFileDialog(window(), tr("Open a log"));
    dialog->setObjectName("openLogDialog");
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::ExistingFile);
    connect(dialog, &QFileDialog::fileSelected, this, &LabPage::openFile);
    dialog->open();
}

void LabPage::openFile(const QString& path)
{
    read(path, {});
}

void LabPage::read(const QString& path, const LogFields& fields)
{
    fail({});
    m_redis.cancel();
    m_reading = shown(QFileInfo(path).fileName().toStdString());
    m_runner.ask(
        Question::Traffic,
        [file = QFile::encodeName(path).toStdString(), fields](LabJob& job) {
            ReadOptions options;
            options.fields = fields;
            options.stop = job.stopToken();
            options.progress = [&job](const ReadProgress& progress) {
                if (progress.size && *progress.size > 0)
                    job.report(double(progress.bytes) / double(*progress.size));
            };
            Opened opened;
            std::string traffic = file;
            if (opened.trial = readTrialFile(file); opened.trial) {
                traffic = trafficFileOf(*opened.trial, file);
                options.fields = opened.trial->fields;
            }
            if (!traffic.empty())
                opened.traffic = std::make_shared<const LabTraffic>(readTrafficFile(traffic, options));
            return opened;
        },
        [this, path, name = m_reading](const Outcome<Opened>& outcome) {
            if (const Failure* failure = outcome.failure()) {
                fail(tr("%1 cannot be opened: %2").arg(name, failure->message));
                return;
            }
            const Opened& opened = *outcome.result();
            if (opened.trial) {
                openTrialFile(path, opened);
                return;
            }
            if (opened.traffic->trace.empty()) {
                fail(nothingRead(name, opened.traffic->summary));
                return;
            }
            m_path = path;
            take(name, opened, {});
        });
}

void LabPage::openExample(int number)
{
    const LabExample& example = m_examples.at(std::size_t(number));
    const Instant midnight{std::chrono::milliseconds(QDate::currentDate().startOfDay().toMSecsSinceEpoch())};
    openSetup(example.title, example.lesson, [make = example.make, midnight] { return make(midnight); });
}

void LabPage::openRequests(const TokenDetail& detail)
{
    openToken(detail, false);
}

void LabPage::tryOnRequests(const TokenDetail& detail)
{
    openToken(detail, true);
}

void LabPage::openToken(const TokenDetail& detail, bool keepCandidates)
{
    const Reading& reading = detail.reading;
    LabSetup setup;
    Policy rules{"lab", std::string(algorithms().front().name), {}};
    if (reading.policy) {
        rules = {"lab", reading.policy->algorithm, reading.policy->rules};
        setup.enforced = {enforcedName, rules};
        if (m_session.policies() && m_session.policies()->published.contains(reading.policy->name))
            setup.policy = reading.policy->name;
    }
    if (keepCandidates)
        setup.candidates.assign(m_candidates.begin() + (m_hasEnforced ? 1 : 0), m_candidates.end());
    else
        setup.candidates = {{"A", rules}};
    setup.chosen =
        keepCandidates && (!m_hasEnforced || m_chosen > 0) ? m_chosen - (m_hasEnforced ? 1 : 0) : 0;
    setup.token = reading.subject.token;
    openSetup(
        shown(setup.token),
        tr("The requests that were charged, as the log in Redis has them: what was denied is not in it, "
           "nor what was trimmed."),
        [setup, entries = detail.log.entries] {
            LabSetup made = setup;
            TraceBuilder builder;
            for (const LogEntry& entry : entries)
                if (entry.cost > 0) // what was given back is no request
                    builder.add(
                        entry.at, made.token,
                        TraceCost(std::min<Units>(entry.cost, std::numeric_limits<TraceCost>::max())));
            made.trace = builder.take();
            return made;
        });
}

void LabPage::openSetup(const QString& name, const QString& lesson, std::function<LabSetup()> make)
{
    fail({});
    m_redis.cancel();
    m_reading = name;
    m_runner.ask(
        Question::Traffic,
        [make = std::move(make)](LabJob&) {
            LabSetup setup = make();
            ReadTraffic made;
            made.trace = std::move(setup.trace);
            made.summary.kind = TrafficKind::Generated;
            summarize(made.trace, made.summary);
            return Opened{std::make_shared<const LabTraffic>(std::move(made)), std::move(setup)};
        },
        [this, name, lesson](const Outcome<Opened>& outcome) {
            if (const Failure* failure = outcome.failure()) {
                fail(failure->message);
                return;
            }
            if (outcome.result()->traffic->trace.empty()) {
                fail(tr("%1 has no request that could be shown.").arg(name));
                return;
            }
            m_path.clear();
            take(name, *outcome.result(), lesson);
        });
}

void LabPage::cancelReading()
{
    m_runner.stop(Question::Traffic);
    m_redis.cancel();
}

void LabPage::take(const QString& name, const Opened& opened, const QString& lesson)
{
    const bool sameFile = m_traffic && name == m_name && !opened.setup;
    for (const Question old :
         {Question::Edits, Question::Peaks, Question::Effect, Question::Bursts, Question::Trials,
          Question::WhatIf, Question::Expectations, Question::Bars, Question::TokenLines,
          Question::Explanation, Question::Envelopes, Question::Ask})
        m_runner.stop(old);
    m_traffic = opened.traffic;
    m_edits.clear();
    m_edited = false;
    m_groups.clear();
    m_absent.clear();
    m_name = name;
    m_addedWindows.clear();
    m_marked.clear();
    m_token.reset();
    m_trafficButton->setToken({});
    m_wantedCursor.reset();
    m_peaks.reset();
    m_rules->setPeaks({}); // those of other tokens
    m_effect.reset();
    m_bursts.reset();
    m_trials.reset();
    m_whatIf.reset();
    m_filter = LabFilter::All;
    m_ask->setTraffic(m_traffic);
    m_bounds->present(m_traffic->summary);
    if (opened.setup)
        takeSetup(*opened.setup);
    m_lesson->setText(lesson);
    m_lesson->setVisible(!lesson.isEmpty());
    m_source->present(m_traffic->summary);
    if (!sameFile)
        m_details->setChecked(false);
    m_stack->setCurrentIndex(1);
    m_histogram->present({}, m_traffic->time());
    m_histogram->choose(std::nullopt);
    m_histogram->markShown(m_traffic->time());
    m_rules->setStretched(false);
    m_stretch->hide();
    m_time->strips().show(m_traffic->time());
    m_time->clear(tr("Choose a token to see its time line"), m_showFirstToken);
    if (opened.trial)
        takeTrial(*opened.trial);
    updateAbout();
    showRules();
    askBars();
    askAll();
    if (m_token)
        chooseToken(m_token);
    if (!m_edit->isHidden() && !m_applyingEdits)
        m_edit->begin(m_traffic, m_token ? std::string(m_traffic->trace.names[*m_token]) : m_edit->token());
}

void LabPage::takeSetup(const LabSetup& setup)
{
    const auto& names = m_traffic->trace.names;
    m_hasEnforced = setup.enforced.has_value();
    m_enforcedPolicy = setup.policy;
    m_candidates = setup.candidates;
    if (setup.enforced)
        m_candidates.insert(m_candidates.begin(), *setup.enforced);
    m_chosen = (m_hasEnforced ? 1 : 0) + setup.chosen;
    for (const std::string& token : setup.marked)
        if (const TokenId found = names.find(token); found < names.size())
            m_marked.push_back(found);
    if (const TokenId found = names.find(setup.token); found < names.size())
        m_token = found;
    m_wantedCursor = setup.cursor;
}

void LabPage::showReading()
{
    const bool reading = m_runner.isBusy(Question::Traffic) || m_redis.isBusy();
    m_progress->setVisible(reading);
    if (!reading)
        return;
    const bool capturing = m_redis.isCapturing();
    const double share = capturing ? m_redis.share() : m_runner.share(Question::Traffic);
    QString text;
    if (capturing)
        text = tr("Capturing %1: %Ln request(s) so far", nullptr, pluralNumber(m_redis.requests()))
                   .arg(m_reading);
    else if (m_redis.isBusy())
        text = tr("Reading %1: %Ln key(s) looked at", nullptr, pluralNumber(m_redis.keys())).arg(m_reading);
    else
        text = share < 0 ? tr("Reading %1").arg(m_reading)
                         : tr("Reading %1: %2").arg(m_reading, percentText(share));
    m_progressText->setText(text);
    m_progressBar->setRange(0, share < 0 ? 0 : 1000);
    m_progressBar->setValue(int(share * 1000));
    m_finish->setVisible(capturing);
}

void LabPage::updateAbout()
{
    const bool isRead = m_traffic && m_traffic->summary.kind != TrafficKind::Generated;
    m_details->setVisible(isRead);
    m_report->setEnabled(m_traffic != nullptr);
    m_trafficButton->setEditing(!m_edit->isHidden());
    if (!m_traffic) {
        m_about->setText({});
        return;
    }
    const TrafficSummary& summary = m_traffic->summary;
    QStringList parts{
        m_edited ? tr("%1, edited").arg(m_name) : m_name,
        tr("%Ln request(s)", nullptr, pluralNumber(Units(m_traffic->trace.size()))),
        tokensText(Units(m_traffic->grouped.tokens())),
        tr("%1 – %2").arg(momentText(m_traffic->time().from), momentText(m_traffic->trace.times.back()))};
    if (summary.kind == TrafficKind::Log)
        parts << tr("%Ln line(s) rejected", nullptr, pluralNumber(Units(summary.rejected)));
    m_about->setText(parts.join(QStringLiteral(" · ")));
}

} // namespace ratewarden::ui
