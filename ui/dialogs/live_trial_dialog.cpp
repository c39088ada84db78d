// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/live_trial_dialog.h"

#include "ui/charts/latency_chart.h"
#include "ui/dialogs/chart_table_dialog.h"
#include "ui/state/session.h"
#include "ui/text/display_text.h"
#include "ui/text/lab_text.h"
#include "ui/text/live_trial_text.h"
#include "ui/theme/style.h"
#include "ui/theme/theme.h"
#include "ui/widgets/banner.h"
#include "ui/widgets/fields.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/plain_label.h"
#include "ui/widgets/server_stripe.h"

#include <QBoxLayout>
#include <QCheckBox>
#include <QGridLayout>
#include <QPushButton>
#include <QSpinBox>

#include <algorithm>
#include <utility>

namespace ratewarden::ui {
namespace {

using namespace std::chrono_literals;

constexpr int usualRate = 1000; // a second
constexpr int usualSeconds = 10;
constexpr int mostRate = 1'000'000;
constexpr int mostSeconds = 3600;
constexpr int mostConnections = 64;
constexpr auto trialSettleTime = 250ms;
constexpr Micros trialPatience = 3s; // so that a window that closes does not hang on a server that does

} // namespace

LiveTrialDialog::LiveTrialDialog(Session& session, SharedTraffic traffic, const Candidate& candidate,
                                 QWidget* parent)
    : QDialog(parent)
    , m_session(session)
    , m_traffic(std::move(traffic))
    , m_candidate(candidate)
    , m_banner(new Banner)
    , m_rate(numberField(1, mostRate))
    , m_seconds(numberField(1, mostSeconds))
    , m_connections(numberField(1, mostConnections))
    , m_estimate(new PlainLabel(tr("Asking the server what this will cost…"), PlainLabel::Tone::Muted))
    , m_force(named("liveForce", new QCheckBox(tr("Run it all the same"))))
    , m_chart(named("liveChart", new LatencyChart))
    , m_result(named("liveResult", new PlainLabel))
    , m_start(named("liveStart", new QPushButton))
    , m_close(named("liveClose", new QPushButton(tr("Close"))))
{
    setWindowTitle(tr("Live trial"));
    resize(760, 620);
    setMinimumSize(620, 520);
    auto* const layout = beginDialog(this, tr("Live trial of %1").arg(candidateText(m_candidate)));
    ServerStripe::addTo(this);
    auto* const what = new PlainLabel(
        tr("Sends this traffic to %1 and measures the answers. The candidate decides there by its real "
           "script, "
           "on scratch keys that no limiter uses and that are removed at the end. No request waits for "
           "another's answer, and latency counts from the moment a request was due.")
            .arg(m_session.link().where()),
        PlainLabel::Tone::Muted);
    what->setWrapped(QSizePolicy::Ignored, QSizePolicy::Minimum);
    layout->addWidget(what);
    layout->addWidget(m_banner);
    layout->addWidget(makePace());
    m_estimate->setObjectName("liveEstimate");
    m_estimate->setWrapped(QSizePolicy::Ignored, QSizePolicy::Minimum);
    layout->addWidget(m_estimate);
    m_force->hide();
    layout->addWidget(m_force);
    layout->addWidget(makeFigures());
    m_chart->setEmptyText(tr("Latencies appear here while the trial runs."));
    layout->addWidget(m_chart, 1);
    m_result->setWrapped(QSizePolicy::Ignored, QSizePolicy::Minimum);
    m_result->hide();
    layout->addWidget(m_result);
    layout->addWidget(makeButtons());
    m_start->setDefault(true); // of the dialog, which the button is in by now

    m_settles.setSingleShot(true);
    m_settles.setInterval(trialSettleTime);
    connect(&m_settles, &QTimer::timeout, this, &LiveTrialDialog::askEstimate);
    for (QSpinBox* const field : {m_rate, m_seconds, m_connections})
        connect(field, &QSpinBox::valueChanged, this, [this, before = field->value()](int value) mutable {
            if (std::exchange(before, value) == value) // Return tells the same once more, before it starts
                return;
            m_known = false;
            m_force->setChecked(false); // it was for what was asked before
            m_settles.start();
            update();
        });
    connect(m_force, &QCheckBox::toggled, this, &LiveTrialDialog::update);
    connect(m_start, &QPushButton::clicked, this, &LiveTrialDialog::startOrStop);
    connect(m_close, &QPushButton::clicked, this, &QDialog::reject);
    connect(&m_session.link(), &Link::stateChanged, this, &LiveTrialDialog::update);
    connect(&m_run, &LiveTrialRun::progressed, this, &LiveTrialDialog::showProgress);
    connect(&m_run, &LiveTrialRun::finished, this, &LiveTrialDialog::finish);
    showFigures({}, {}, {}, {});
    askEstimate();
    update();
    m_rate->setFocus();
    m_rate->selectAll();
}

QWidget* LiveTrialDialog::makePace()
{
    auto* const pace = new QWidget;
    auto* const grid = new QGridLayout(pace);
    grid->setContentsMargins(0, 0, 0, 0);
    grid->setHorizontalSpacing(14);
    grid->setVerticalSpacing(4);
    const auto add = [&](int column, const QString& title, QSpinBox* field, const char* name, int value,
                         const QString& suffix) {
        grid->addWidget(new PlainLabel(title, PlainLabel::Tone::Muted), 0, column);
        nameWidget(field, name, title);
        field->setSuffix(suffix);
        field->setValue(value);
        grid->addWidget(field, 1, column);
        grid->setColumnStretch(column, 1);
    };
    add(0, tr("Rate"), m_rate, "liveRate", usualRate, tr(" requests/s"));
    add(1, tr("Duration"), m_seconds, "liveSeconds", usualSeconds, tr(" s"));
    add(2, tr("Connections"), m_connections, "liveConnections", LiveTrialOptions().connections, {});
    m_rate->setToolTip(tr("The mean; the rhythm is that of the traffic"));
    m_seconds->setToolTip(tr("Traffic that is shorter is sent again"));
    return pace;
}

QWidget* LiveTrialDialog::makeFigures()
{
    auto* const figures = new QWidget;
    auto* const grid = new QGridLayout(figures);
    grid->setContentsMargins(0, 4, 0, 0);
    grid->setHorizontalSpacing(14);
    grid->setVerticalSpacing(1);
    const std::array<QString, FigureCount> titles{tr("sent"),   tr("late"), tr("dropped"), tr("denied"),
                                                  tr("median"), tr("99 %"), tr("longest")};
    constexpr std::array names{"liveSent",   "liveLate", "liveDropped", "liveDenied",
                               "liveMedian", "liveP99",  "liveLongest"};
    for (int i = 0; i < FigureCount; ++i) {
        auto* const value = new PlainLabel;
        value->setFont(cardTitleFont());
        nameWidget(value, names.at(std::size_t(i)), titles.at(std::size_t(i)));
        m_figures.at(std::size_t(i)) = value;
        grid->addWidget(value, 0, i);
        grid->addWidget(new PlainLabel(titles.at(std::size_t(i)), PlainLabel::Tone::Muted), 1, i);
        grid->setColumnStretch(i, 1);
    }
    return figures;
}

QWidget* LiveTrialDialog::makeButtons()
{
    auto* const buttons = new QWidget;
    auto* const row = new QHBoxLayout(buttons);
    row->setContentsMargins(0, 0, 0, 0);
    row->addWidget(makeTableButton(m_chart, {}, tr("Latencies as a table")));
    row->addStretch(1);
    m_close->setAutoDefault(false);
    row->addWidget(m_close);
    row->addWidget(m_start);
    return buttons;
}

LiveTrialOptions LiveTrialDialog::options() const
{
    LiveTrialOptions options;
    options.pace.perSecond = m_rate->value();
    options.pace.duration = std::chrono::seconds(m_seconds->value());
    options.pace.resolution = m_traffic->summary.resolution;
    options.connections = m_connections->value();
    options.patience = trialPatience;
    options.force = m_force->isVisible() && m_force->isChecked();
    return options;
}

void LiveTrialDialog::askEstimate()
{
    m_session.search(
        this,
        [traffic = m_traffic, candidate = m_candidate, options = options()](Server& server) {
            return estimateLiveTrial(server, traffic->trace, candidate, options);
        },
        [this, number = ++m_asked](const Outcome<LiveTrialEstimate>& outcome) {
            if (number == m_asked && !m_run.isRunning())
                takeEstimate(outcome);
        });
}

void LiveTrialDialog::takeEstimate(const Outcome<LiveTrialEstimate>& outcome)
{
    const auto before = std::exchange(m_concerns, {});
    if (const Failure* const failure = outcome.failure()) {
        m_banner->setText(failure->message);
        m_estimate->setText({});
    } else {
        const LiveTrialEstimate& estimate = *outcome.result();
        m_known = true;
        m_cost = estimateText(estimate);
        m_estimate->setText(m_cost);
        m_concerns = estimate.concerns;
        QStringList texts;
        if (!m_failure.isEmpty())
            texts << m_failure;
        for (const LiveConcern concern : m_concerns)
            texts << concernText(concern);
        m_banner->setText(texts.join(QLatin1Char(' ')));
    }
    if (m_concerns != before)
        m_force->setChecked(false);
    m_force->setVisible(!m_concerns.empty());
    update();
}

void LiveTrialDialog::startOrStop()
{
    if (m_run.isRunning()) {
        m_run.stop();
        update();
        return;
    }
    m_failure.clear();
    m_banner->setText({});
    m_result->hide();
    showFigures({}, {}, {}, {});
    m_chart->setEmptyText(tr("Connecting…"));
    m_chart->present({}, {});
    m_run.start(m_session.endpoint(), m_traffic, m_candidate, options(), m_session.guard().level());
    update();
}

void LiveTrialDialog::showProgress()
{
    if (!m_run.isRunning())
        return; // what came last stays
    const LiveTrialRun::State state = m_run.state();
    const LiveProgress& progress = state.progress;
    showFigures(progress.counts, progress.median, progress.p99, progress.max);
    m_chart->setEmptyText({});
    m_chart->present(state.intervals, progress.length);
    m_estimate->setText(progress.removing ? tr("Removing the scratch keys…")
                                          : tr("%1 of %2")
                                                .arg(waitText(std::min(progress.elapsed, progress.length)),
                                                     waitText(progress.length)));
}

void LiveTrialDialog::finish(const Outcome<LiveTrial>& outcome)
{
    m_estimate->setText(m_cost);
    QString sentence;
    if (const Failure* const failure = outcome.failure()) {
        sentence = m_failure = failure->message;
        m_chart->setEmptyText(tr("Nothing was measured."));
        m_chart->present({}, {});
    } else {
        const LiveTrial& trial = *outcome.result();
        showFigures(trial.counts, trial.latency.quantile(0.5), trial.latency.quantile(0.99),
                    trial.latency.max());
        m_chart->present(trial.intervals, trial.length);
        sentence = resultText(trial) + QLatin1Char(' ') + removalText(trial);
        m_result->setText(sentence);
        m_result->show();
        if (!trial.leftOver.empty())
            m_failure = removalText(trial);
    }
    m_banner->setText(m_failure);
    if (m_closing) {
        Q_EMIT ended(tr("Live trial: %1").arg(sentence));
        deleteLater();
        return;
    }
    m_settles.start();
    update();
}

void LiveTrialDialog::showFigures(const LiveCounts& counts, Micros median, Micros p99, Micros longest)
{
    const bool any = counts.answered > 0;
    const auto put = [this](Figure figure, const QString& text) {
        m_figures.at(figure)->setText(text);
    };
    put(Sent, numberText(Units(counts.sent)));
    put(Late, numberText(Units(counts.late)));
    put(Dropped, numberText(Units(counts.dropped)));
    put(Denied, any ? percentText(Units(counts.denied), Units(counts.answered)) : noValue());
    put(Median, any ? waitText(median) : noValue());
    put(Percentile99, any ? waitText(p99) : noValue());
    put(Longest, any ? waitText(longest) : noValue());
}

void LiveTrialDialog::update()
{
    const bool running = m_run.isRunning();
    for (QWidget* const field : {static_cast<QWidget*>(m_rate), static_cast<QWidget*>(m_seconds),
                                 static_cast<QWidget*>(m_connections), static_cast<QWidget*>(m_force)})
        field->setEnabled(!running);
    const bool forced = m_concerns.empty() || m_force->isChecked();
    const QString lacks = !m_session.live() ? tr("There is no connection to the server")
                          : !m_known        ? tr("What it costs is not known yet")
                          : !forced         ? tr("It could harm others who use the server: see above")
                                            : QString();
    m_start->setText(running ? tr("Stop") : tr("Start"));
    setProminent(m_start, false);
    m_start->setEnabled(running ? !m_run.isStopping() : lacks.isEmpty());
    m_start->setToolTip(running ? tr("Sends nothing more, and removes the scratch keys") : lacks);
    m_close->setText(running ? tr("Stop and close") : tr("Close"));
}

// The keys go before the dialog does.
void LiveTrialDialog::reject()
{
    if (!m_run.isRunning()) {
        QDialog::reject();
        return;
    }
    m_closing = true;
    m_run.stop();
    hide();
}

QString LiveTrialDialog::problem() const
{
    return m_banner->text();
}

QString LiveTrialDialog::estimate() const
{
    return m_estimate->text();
}

QString LiveTrialDialog::result() const
{
    return m_result->isVisibleTo(this) ? m_result->text() : QString();
}

} // namespace ratewarden::ui
