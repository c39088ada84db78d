// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/lab/lab_page.h"

#include "core/watch/history_report.h"
#include "ui/charts/peak_chart.h"
#include "ui/dialogs/chart_table_dialog.h"
#include "ui/pages/lab/lab_ask_card.h"
#include "ui/pages/lab/lab_bounds_card.h"
#include "ui/pages/lab/lab_edit_card.h"
#include "ui/pages/lab/lab_expectations_card.h"
#include "ui/pages/lab/lab_recorded.h"
#include "ui/pages/lab/lab_requests_card.h"
#include "ui/pages/lab/lab_rules_card.h"
#include "ui/pages/lab/lab_source_card.h"
#include "ui/pages/lab/lab_start.h"
#include "ui/pages/lab/lab_sufferers_card.h"
#include "ui/pages/lab/lab_time_card.h"
#include "ui/pages/lab/lab_traffic_button.h"
#include "ui/pages/lab/lab_transport.h"
#include "ui/pages/lab/lab_trials_card.h"
#include "ui/pages/page_frame.h"
#include "ui/pages/row_plugins.h"
#include "ui/pages/save_file.h"
#include "ui/state/alert_desk.h"
#include "ui/text/display_text.h"
#include "ui/text/lab_text.h"
#include "ui/text/translations.h"
#include "ui/widgets/action_button.h"
#include "ui/widgets/empty_state.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/row_table.h"
#include "ui/widgets/scroll_area.h"

#include <QAction>
#include <QBoxLayout>
#include <QDragEnterEvent>
#include <QKeyEvent>
#include <QMenu>
#include <QMimeData>
#include <QProgressBar>
#include <QPushButton>
#include <QStackedWidget>

namespace ratewarden::ui {
namespace {

constexpr int besideColumns = 48;       // pixels: the page's margins and a scroll bar
constexpr auto clientByHand = "client"; // the first token of traffic that begins empty

QString localFileOf(const QMimeData* data)
{
    const QList<QUrl> urls = data->urls();
    return urls.size() == 1 ? urls.front().toLocalFile() : QString();
}

std::vector<PeakChart::Point> pointsOf(const std::vector<EnvelopePoint>& envelope)
{
    std::vector<PeakChart::Point> points;
    points.reserve(envelope.size());
    for (const EnvelopePoint& point : envelope)
        points.push_back({point.span, point.units});
    return points;
}

} // namespace

LabPage::LabPage(Session& session, QWidget* parent)
    : PageWidget(parent)
    , m_session(session)
    , m_desk(session.lab())
    , m_bench(m_desk->bench())
    , m_banner(new PageBanner(session.link()))
    , m_about(named("labAbout", new PlainLabel({}, PlainLabel::Tone::Muted)))
    , m_lesson(named("labLesson", new PlainLabel))
    , m_details(named("labDetails", new QPushButton(tr("How it was read"))))
    , m_trafficButton(new LabTrafficButton(session, *m_desk, m_bench))
    , m_trial(named("labTrial", new QPushButton(tr("Trial"))))
    , m_report(named("labReport", new QPushButton(tr("Report"))))
    , m_progressText(new PlainLabel)
    , m_progressBar(new QProgressBar)
    , m_finish(named("finishCapture", new QPushButton(tr("Finish"))))
    , m_edit(named("labEdit", new LabEditCard(&session.histories().moments())))
    , m_stack(new QStackedWidget)
    , m_start(new LabStart(*m_desk, *m_trafficButton))
    , m_recorded(named("labRecorded", new LabRecorded))
    , m_source(new LabSourceCard)
    , m_requests(new LabRequestsCard(m_bench, &session.histories().moments()))
    , m_rules(named("labRules", new LabRulesCard(session, m_bench)))
    , m_sufferers(new LabSufferersCard(m_bench))
    , m_trialsCard(new LabTrialsCard(session, m_bench))
    , m_expectations(named("labExpectations", new LabExpectationsCard(m_bench)))
    , m_time(new LabTimeCard(m_bench, m_sufferers->showFirstToken(), &session.histories().moments()))
    , m_ask(named("labAsk", new LabAskCard(session, m_bench)))
    , m_bounds(new LabBoundsCard)
    , m_peakChart(new PeakChart)
{
    setAcceptDrops(true);
    const auto [column, head] = framePage(this, m_banner, tr("Lab"), m_about);
    makeButtons(head);
    column->addWidget(makeProgress());
    m_edit->hide();
    column->addWidget(m_edit);
    m_stack->addWidget(m_start);
    m_stack->addWidget(makeContent());
    auto* const paste = new QAction(tr("Paste times…"), this);
    connect(paste, &QAction::triggered, m_edit, &LabEditCard::startPaste);
    auto* const none = new EmptyState;
    m_stack->addWidget(none);
    none->set(tr("No request yet: click on the strip above, or paste times."), paste);
    none->setVisible(false); // until the stack shows it
    m_stack->addWidget(m_recorded);
    column->addWidget(m_stack, 1);
    setFocusProxy(m_start);
    connectTraffic();
    connectCards();
    updateAbout();
}

void LabPage::makeButtons(QBoxLayout* head)
{
    m_details->setFlat(true);
    m_details->setCheckable(true);
    m_details->setToolTip(tr("Which fields are used, and which lines were rejected"));
    m_report->setToolTip(tr("Save what the candidate changes, with the bounds of what is known"));
    auto* const reports = new QMenu(m_report);
    reports->addAction(tr("As a page (HTML)…"), this, [this] { saveReport(LabReportKind::Html); });
    reports->addAction(tr("As a table (CSV)…"), this, [this] { saveReport(LabReportKind::Csv); });
    m_report->setMenu(reports);
    makeTrialMenu();
    for (QPushButton* const button :
         {m_details, static_cast<QPushButton*>(m_trafficButton), m_trial, m_report})
        head->addWidget(button);
    connect(m_details, &QPushButton::toggled, m_source, &QWidget::setVisible);
}

QWidget* LabPage::makeProgress()
{
    m_progress = named("labProgress", new QWidget);
    auto* const row = rowLayout(12, m_progress);
    row->addWidget(m_progressText, 1);
    m_progressBar->setTextVisible(false);
    m_progressBar->setAccessibleName(tr("Reading"));
    m_progressBar->setFixedSize(240, 8);
    row->addWidget(m_progressBar);
    m_finish->setToolTip(tr("End the capture with what it has"));
    row->addWidget(m_finish);
    connect(m_finish, &QPushButton::clicked, m_desk.get(), &TrafficDesk::finish);
    auto* const cancel = named("cancelReading", new QPushButton(tr("Cancel")));
    row->addWidget(cancel);
    m_progress->hide();
    connect(cancel, &QPushButton::clicked, m_desk.get(), &TrafficDesk::cancel);
    return m_progress;
}

QWidget* LabPage::makeContent()
{
    auto* const content = named("labContent", new QWidget);
    auto* const column = columnLayout(12, content);
    m_lesson->setWrapped(QSizePolicy::Expanding, QSizePolicy::Minimum);
    m_lesson->hide();
    column->addWidget(m_lesson);
    m_source->hide();
    column->addWidget(m_source);

    column->addWidget(m_requests);

    m_columns = new QBoxLayout(QBoxLayout::LeftToRight);
    m_columns->setSpacing(12);
    auto* const left = columnLayout(12);
    left->addWidget(m_rules);
    left->addWidget(m_sufferers, 1);
    auto* const right = columnLayout(12);
    right->addWidget(m_trialsCard);
    m_expectations->hide();
    right->addWidget(m_expectations);
    right->addWidget(m_time);
    m_ask->hide();
    right->addWidget(m_ask);
    right->addWidget(makePeaks(), 1);
    m_columns->addLayout(left, 2);
    m_columns->addLayout(right, 3);
    column->addLayout(m_columns, 1);
    column->addWidget(m_bounds);
    content->installEventFilter(this);
    QScrollArea* const scroll = makeScrollArea(content);
    scroll->setHorizontalScrollBarPolicy(
        Qt::ScrollBarAsNeeded); // of a window that is narrower than one column
    return scroll;
}

QWidget* LabPage::makePeaks()
{
    auto* const peaks = named("labPeaks", new Card(m_peakChart->accessibleName()));
    peaks->addToHeader(new PlainLabel(tr("both axes are logarithmic"), PlainLabel::Tone::Muted));
    QAbstractButton* const table = makeTableButton(m_peakChart);
    peaks->addToHeader(table);
    peaks->body()->setContentsMargins(14, 10, 14, 8);
    peaks->body()->addWidget(m_peakChart, 1);
    connect(&m_bench, &LabBench::changed, this, [this, peaks, table](LabBench::Inputs inputs) {
        if (!(inputs & LabBench::Traffic))
            return;
        m_peakChart->setInUnits(traffic() && !traffic()->trace.costs.empty());
        peaks->setTitle(m_peakChart->accessibleName());
        nameTableButton(table, m_peakChart);
    });
    return peaks;
}

void LabPage::makeTrialMenu()
{
    m_trial->setToolTip(tr("Save or open traffic, candidates and expectations as one file"));
    auto* const menu = new QMenu(m_trial);
    named("labOpenTrial", menu->addAction(tr("Open trial…"), m_trafficButton, &LabTrafficButton::chooseFile));
    QAction* const save =
        named("labSaveTrial", menu->addAction(tr("Save trial…"), m_expectations, &LabExpectationsCard::save));
    menu->addSeparator();
    QAction* const shows = named("labShowExpectations", menu->addAction(tr("Expectations"), m_expectations,
                                                                        &LabExpectationsCard::open));
    shows->setCheckable(true);
    m_trial->setMenu(menu);
    connect(menu, &QMenu::aboutToShow, this, [this, save, shows] {
        save->setEnabled(traffic() != nullptr);
        shows->setEnabled(traffic() != nullptr);
        shows->setChecked(!m_expectations->isHidden());
    });
}

// Beside each other where both have the room that they need.
void LabPage::arrangeColumns()
{
    int needed = m_columns->spacing();
    for (int i = 0; i < m_columns->count(); ++i)
        needed += m_columns->itemAt(i)->minimumSize().width();
    const auto direction =
        width() < needed + besideColumns ? QBoxLayout::TopToBottom : QBoxLayout::LeftToRight;
    if (direction != m_columns->direction())
        m_columns->setDirection(direction);
}

bool LabPage::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() == QEvent::LayoutRequest)
        arrangeColumns();
    return QWidget::eventFilter(watched, event);
}

void LabPage::connectTraffic()
{
    connect(m_desk.get(), &TrafficDesk::arrives, this, &LabPage::takeOver);
    connect(m_desk.get(), &TrafficDesk::changed, this, &LabPage::present);
    connect(m_desk.get(), &TrafficDesk::progressed, this, &LabPage::showReading);
    connect(m_desk.get(), &TrafficDesk::problemChanged, this, [this](const QString& problem) {
        setProblem(problem);
        if (!problem.isEmpty() && traffic()) // what was chosen is not how it was read
            m_source->present(traffic()->summary);
    });
    connect(m_desk.get(), &TrafficDesk::done, this, &LabPage::done);
    connect(m_trafficButton, &LabTrafficButton::editingWanted, this, &LabPage::setEditing);
    connect(m_trafficButton, &LabTrafficButton::tokenWanted, this, &LabPage::tokenWanted);
    connect(m_trafficButton, &LabTrafficButton::problemChanged, this, &LabPage::setProblem);
    connect(m_edit, &LabEditCard::closeWanted, this, [this] { setEditing(false); });
    connect(m_edit, &LabEditCard::tokenChanged, m_desk.get(), &TrafficDesk::setEditedToken);
    connect(m_edit, &LabEditCard::edited, m_desk.get(), &TrafficDesk::edit);
    connect(m_source, &LabSourceCard::fieldsChosen, this, [this] {
        if (!m_expectations->trafficFile().isEmpty())
            m_desk->openFile(m_expectations->trafficFile(), m_source->fields(), m_source->withoutStatus());
    });
}

void LabPage::connectCards()
{
    connect(&m_bench, &LabBench::failed, this, &LabPage::setProblem);
    auto* const plugins = new RowPlugins(
        m_session, {"token"},
        [this]() -> std::optional<RowPlugins::Values> {
            if (!traffic() || !m_bench.token())
                return std::nullopt;
            return RowPlugins::Values{{"token", tokenOr({})}};
        },
        &m_sufferers->table(), this);
    connect(plugins, &RowPlugins::failed, this, &LabPage::setProblem);
    connect(&m_bench, &LabBench::changed, plugins, &RowPlugins::update);
    connect(&m_bench, &LabBench::changed, this, [this](LabBench::Inputs inputs) {
        // Nobody's envelopes are asked for, so that no answer takes the former ones away.
        if (!m_bench.token())
            m_peakChart->present({});
        if (traffic() && inputs & (LabBench::Candidates | LabBench::Rules))
            m_bounds->present(traffic()->summary, m_bench.candidates());
        const bool lacksToken = traffic() && !m_bench.token();
        m_peakChart->setEmptyText(lacksToken ? tr("Choose a token to see its peaks") : QString());
        const std::string token = tokenOr(m_edit->token());
        if ((inputs & LabBench::Token) && !m_edit->isHidden() && token != m_edit->token())
            m_edit->setToken(token);
    });
    connect(&m_bench, &LabBench::answered, this, [this](LabRunner::Question question) {
        if (question == LabRunner::Question::Envelopes)
            showEnvelopes();
    });
    connect(m_rules, &LabRulesCard::windowChanged, m_sufferers, &LabSufferersCard::setWindow);
    connect(m_rules, &LabRulesCard::filterWanted, m_sufferers, &LabSufferersCard::setFilter);
    connect(m_rules, &LabRulesCard::problemChanged, this, &LabPage::setProblem);
    connect(m_rules, &LabRulesCard::candidateWanted, this, &LabPage::candidateWanted);
    connect(m_rules, &LabRulesCard::publishWanted, this, &LabPage::publishWanted);
    connect(m_trialsCard, &LabTrialsCard::filterWanted, m_sufferers, &LabSufferersCard::setFilter);
    connect(m_trialsCard, &LabTrialsCard::done, this, &LabPage::done);
    connect(m_expectations, &LabExpectationsCard::problemChanged, this, &LabPage::setProblem);
    connect(m_expectations, &LabExpectationsCard::done, this, &LabPage::done);
    connect(m_time, &LabTimeCard::timeMoved, this,
            [this] { m_requests->markShown(m_time->strips().shownTime()); });
    connect(m_time, &LabTimeCard::askToggled, m_ask, &LabAskCard::open);
    m_time->transport().addKeys(this);
    const auto difference = [this](const char* name, const QString& text, const QString& toolTip,
                                   const QKeySequence& keys, bool isNext) {
        connect(makeAction(this, name, text, toolTip, keys), &QAction::triggered, this,
                [this, isNext] { m_time->goToDifference(isNext); });
    };
    difference("nextDifference", tr("Next difference"),
               tr("Go to the next request on which the candidates differ"), QKeySequence(Qt::Key_N), true);
    difference("previousDifference", tr("Previous difference"), tr("Go to the one before"),
               QKeySequence("Shift+N"), false);
}

const TimeLine& LabPage::time() const
{
    return m_time->strips().time();
}

void LabPage::showTimes(const std::optional<TimeRange>& time, const std::optional<TimeRange>& area)
{
    m_time->showTimes(time, area);
}

// What belongs to the traffic that goes.
void LabPage::takeOver(const LabOpened& opened)
{
    if (!traffic() || opened.name != m_desk->name() || opened.setup)
        m_details->setChecked(false); // else it is the same file
    const TimeRange time = m_time->strips().shownTime();
    const bool isZoomed = opened.byHand && traffic() && time != traffic()->time();
    m_closer = isZoomed ? std::optional(time) : std::nullopt;
    m_time->putCursorAt(opened.setup ? opened.setup->cursor : std::nullopt);
    if (opened.byHand)
        m_expectations->forgetFile();
    else if (const QString lacks = m_expectations->take(opened); !lacks.isEmpty())
        setProblem(lacks);
}

void LabPage::present(bool byHand)
{
    if (traffic()) {
        m_bounds->present(traffic()->summary, m_bench.candidates());
        m_source->present(traffic()->summary);
        m_lesson->setText(m_desk->lesson());
        if (m_closer)
            m_time->strips().show(*m_closer);
    }
    m_closer.reset();
    m_lesson->setVisible(traffic() && !m_desk->lesson().isEmpty());
    const std::optional<RecordedLab>& recorded = m_desk->recorded();
    if (recorded)
        m_recorded->present(*recorded);
    m_stack->setCurrentIndex(traffic()             ? ContentPage
                             : !m_edit->isHidden() ? NoRequestPage
                             : recorded            ? RecordedPage
                                                   : StartPage);
    if (byHand)
        m_edit->present(traffic());
    else if (!m_edit->isHidden())
        m_edit->begin(traffic(), tokenOr(m_edit->token()));
    updateAbout();
}

std::string LabPage::tokenOr(const std::string& other) const
{
    return m_bench.token() ? std::string(m_bench.nameOf(*m_bench.token())) : other;
}

void LabPage::showReading()
{
    m_progress->setVisible(m_desk->isBusy());
    if (!m_desk->isBusy())
        return;
    const double share = m_desk->share();
    m_progressText->setText(m_desk->progressText());
    m_progressBar->setRange(0, share < 0 ? 0 : 1000);
    m_progressBar->setValue(int(share * 1000));
    m_finish->setVisible(m_desk->isCapturing());
}

void LabPage::updateAbout()
{
    const bool isRead = traffic() && traffic()->summary.kind != TrafficKind::Generated;
    m_details->setVisible(isRead);
    m_report->setEnabled(traffic() != nullptr);
    m_trafficButton->setEditing(!m_edit->isHidden());
    if (!traffic()) {
        const std::optional<RecordedLab>& recorded = m_desk->recorded();
        m_about->setText(recorded ? requestsText(m_desk->name(), recorded->isEdited, recorded->requestCount,
                                                 recorded->tokenCount, recorded->time)
                                  : QString());
        return;
    }
    const TrafficSummary& summary = traffic()->summary;
    QStringList parts{requestsText(m_desk->name(), m_desk->isEdited(), Units(traffic()->trace.size()),
                                   Units(traffic()->grouped.tokens()),
                                   {traffic()->time().from, traffic()->trace.times.back()})};
    if (summary.kind == TrafficKind::Log)
        parts << tr("%Ln line(s) rejected", nullptr, pluralNumber(Units(summary.rejected)));
    m_about->setText(parts.join(QStringLiteral(" · ")));
}

void LabPage::showEnvelopes()
{
    using Line = PeakChart::Line;
    const LabEnvelopes& envelopes = m_bench.envelopes();
    std::vector<Line> lines;
    lines.push_back(
        {shown(m_bench.nameOf(envelopes.token)), Line::Kind::Chosen, pointsOf(envelopes.offered)});
    lines.push_back({tr("%1 allows it").arg(candidateName(candidate().name)), Line::Kind::Allowed,
                     pointsOf(envelopes.allowed)});
    lines.push_back({tr("everybody else, highest"), Line::Kind::Others, pointsOf(envelopes.others)});
    m_peakChart->present(std::move(lines));
}

void LabPage::saveReport(LabReportKind kind)
{
    if (!traffic())
        return;
    if (m_bench.triedCandidate().policy.rules.empty()) {
        setProblem(tr("Candidate %1 has no limit to report of.").arg(candidateName(candidate().name)));
        return;
    }
    m_bench.runner().ask(
        LabRunner::Question::Report,
        [traffic = traffic(), enforced = m_bench.triedEnforced(), candidate = m_bench.triedCandidate(), kind,
         history = m_session.alerts().historyFile()](Computation& job) {
            const TrafficSummary& summary = traffic->summary;
            std::optional<WatchedThen> watched;
            if (!history.empty() && kind == LabReportKind::Html && summary.kind != TrafficKind::Generated)
                watched = watchedThen(history, {summary.from, summary.to + Micros(1)}, job.stopToken());
            return QByteArray::fromStdString(
                reportOf(*traffic, enforced, candidate, kind, job.progress(), watched ? &*watched : nullptr));
        },
        [this, kind](const Outcome<QByteArray>& outcome) {
            if (const Failure* failure = outcome.failure()) {
                setProblem(failure->message);
                return;
            }
            saveFile(window(), tr("Save report"),
                     kind == LabReportKind::Html ? QStringLiteral("lab-report.html")
                                                 : QStringLiteral("lab-report.csv"),
                     *outcome.result(), [this](const QString& sentence) { Q_EMIT done(sentence); });
        });
}

void LabPage::dragEnterEvent(QDragEnterEvent* event)
{
    if (!localFileOf(event->mimeData()).isEmpty())
        event->acceptProposedAction();
}

void LabPage::dropEvent(QDropEvent* event)
{
    if (const QString path = localFileOf(event->mimeData()); !path.isEmpty()) {
        event->acceptProposedAction();
        m_desk->openFile(path);
    }
}

FilterLine* LabPage::filterLine()
{
    return &m_sufferers->filterLine();
}

QString LabPage::sentence() const
{
    return m_rules->sentence();
}

void LabPage::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    arrangeColumns();
}

void LabPage::setEditing(bool editing)
{
    const bool was = !m_edit->isHidden();
    m_edit->setVisible(editing);
    m_trafficButton->setEditing(editing);
    if (editing && !was)
        m_edit->begin(traffic(), tokenOr(clientByHand));
    if (!traffic())
        m_stack->setCurrentIndex(editing ? NoRequestPage : StartPage);
}

bool LabPage::event(QEvent* event)
{
    // While requests are edited by hand, undo is about these, wherever the focus is on this page.
    if (event->type() == QEvent::ShortcutOverride && !m_edit->isHidden()) {
        auto* const key = static_cast<QKeyEvent*>(event);
        if (key->matches(QKeySequence::Undo) || key->matches(QKeySequence::Redo))
            key->accept();
    }
    return QWidget::event(event);
}

void LabPage::keyPressEvent(QKeyEvent* event)
{
    if (!m_edit->isHidden() && event->matches(QKeySequence::Undo))
        m_edit->undo();
    else if (!m_edit->isHidden() && event->matches(QKeySequence::Redo))
        m_edit->redo();
    else
        QWidget::keyPressEvent(event);
}

} // namespace ratewarden::ui
