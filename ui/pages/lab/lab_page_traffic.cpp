// SPDX-License-Identifier: GPL-3.0-or-later
// The lab's traffic: where it comes from, and what is said of it.
#include "ui/charts/request_histogram.h"
#include "ui/lab/lab_trial_io.h"
#include "ui/pages/lab/lab_ask_card.h"
#include "ui/pages/lab/lab_bounds_card.h"
#include "ui/pages/lab/lab_edit_card.h"
#include "ui/pages/lab/lab_page.h"
#include "ui/pages/lab/lab_rules_card.h"
#include "ui/pages/lab/lab_source_card.h"
#include "ui/pages/lab/lab_start.h"
#include "ui/pages/lab/lab_sufferers_card.h"
#include "ui/pages/lab/lab_time_card.h"
#include "ui/pages/lab/lab_traffic_button.h"
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
    m_bench.runner().ask(
        Question::Traffic,
        [file = QFile::encodeName(path).toStdString(), fields](Computation& job) {
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
    setup.candidates = {{"A", rules}};
    if (keepCandidates) {
        const LabSetup now = m_bench.setup();
        setup.candidates = now.candidates;
        setup.chosen = m_bench.isReadOnly() ? 0 : now.chosen;
    }
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
    m_bench.runner().ask(
        Question::Traffic,
        [make = std::move(make)](Computation&) {
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
    m_bench.runner().stop(Question::Traffic);
    m_redis.cancel();
}

void LabPage::take(const QString& name, const Opened& opened, const QString& lesson)
{
    const bool sameFile = traffic() && name == m_name && !opened.setup;
    for (const Question old : {Question::Edits, Question::Expectations, Question::Ask})
        m_bench.runner().stop(old);
    m_edits.clear();
    m_edited = false;
    m_groups.clear();
    m_absent.clear();
    m_name = name;
    m_wantedCursor = opened.setup ? opened.setup->cursor : std::nullopt;
    m_filter = LabFilter::All;
    m_rules->setPeaks({}); // those of other tokens
    m_ask->setTraffic(opened.traffic);
    m_bounds->present(opened.traffic->summary);
    m_histogram->present({}, opened.traffic->time());
    m_histogram->choose(std::nullopt);
    m_histogram->markShown(opened.traffic->time());
    m_rules->setStretched(false);
    m_stretch->hide();
    m_time->strips().setWhole(opened.traffic->time());
    m_time->clear(tr("Choose a token to see its time line"), m_showFirstToken);
    m_bench.take(opened.traffic, opened.setup ? &*opened.setup : nullptr);
    m_lesson->setText(lesson);
    m_lesson->setVisible(!lesson.isEmpty());
    m_source->present(traffic()->summary);
    if (!sameFile)
        m_details->setChecked(false);
    m_stack->setCurrentIndex(1);
    if (opened.trial)
        takeTrial(*opened.trial);
    updateAbout();
    showTrials(); // with what is expected of them
    if (!m_edit->isHidden() && !m_applyingEdits)
        m_edit->begin(traffic(), m_bench.token() ? std::string(traffic()->trace.names[*m_bench.token()])
                                                 : m_edit->token());
}

void LabPage::showReading()
{
    const bool reading = m_bench.runner().isBusy(Question::Traffic) || m_redis.isBusy();
    m_progress->setVisible(reading);
    if (!reading)
        return;
    const bool capturing = m_redis.isCapturing();
    const double share = capturing ? m_redis.share() : m_bench.runner().share(Question::Traffic);
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
    const bool isRead = traffic() && traffic()->summary.kind != TrafficKind::Generated;
    m_details->setVisible(isRead);
    m_report->setEnabled(traffic() != nullptr);
    m_trafficButton->setEditing(!m_edit->isHidden());
    if (!traffic()) {
        m_about->setText({});
        return;
    }
    const TrafficSummary& summary = traffic()->summary;
    QStringList parts{
        m_edited ? tr("%1, edited").arg(m_name) : m_name,
        tr("%Ln request(s)", nullptr, pluralNumber(Units(traffic()->trace.size()))),
        tokensText(Units(traffic()->grouped.tokens())),
        tr("%1 – %2").arg(momentText(traffic()->time().from), momentText(traffic()->trace.times.back()))};
    if (summary.kind == TrafficKind::Log)
        parts << tr("%Ln line(s) rejected", nullptr, pluralNumber(Units(summary.rejected)));
    m_about->setText(parts.join(QStringLiteral(" · ")));
}

} // namespace ratewarden::ui
