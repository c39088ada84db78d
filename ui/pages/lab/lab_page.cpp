// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/lab/lab_page.h"

#include "ui/charts/peak_chart.h"
#include "ui/charts/request_histogram.h"
#include "ui/dialogs/chart_table_dialog.h"
#include "ui/pages/lab/lab_ask_card.h"
#include "ui/pages/lab/lab_bounds_card.h"
#include "ui/pages/lab/lab_edit_card.h"
#include "ui/pages/lab/lab_expectations_card.h"
#include "ui/pages/lab/lab_rules_card.h"
#include "ui/pages/lab/lab_source_card.h"
#include "ui/pages/lab/lab_start.h"
#include "ui/pages/lab/lab_sufferers_card.h"
#include "ui/pages/lab/lab_time_card.h"
#include "ui/pages/lab/lab_traffic_button.h"
#include "ui/pages/lab/lab_transport.h"
#include "ui/pages/lab/lab_trials_card.h"
#include "ui/pages/page_banner.h"
#include "ui/pages/page_frame.h"
#include "ui/text/display_text.h"
#include "ui/widgets/action_button.h"
#include "ui/widgets/empty_state.h"
#include "ui/widgets/scroll_area.h"

#include <QAction>
#include <QBoxLayout>
#include <QEvent>
#include <QMenu>
#include <QProgressBar>
#include <QPushButton>
#include <QStackedWidget>

#include <algorithm>

namespace ratewarden::ui {
namespace {

constexpr int besideColumns = 48; // pixels: the page's margins and a scroll bar

} // namespace

using namespace std::chrono_literals;

LabPage::LabPage(Session& session, QWidget* parent)
    : QWidget(parent)
    , m_session(session)
    , m_examples(labExamples())
    , m_banner(new PageBanner(session.link()))
    , m_about(new PlainLabel({}, PlainLabel::Tone::Muted))
    , m_lesson(new PlainLabel)
    , m_details(new QPushButton(tr("How it was read")))
    , m_trafficButton(new LabTrafficButton(session, m_examples))
    , m_trial(new QPushButton(tr("Trial")))
    , m_report(new QPushButton(tr("Report")))
    , m_nextDifference(makeAction(this, "nextDifference", tr("Next difference"),
                                  tr("Go to the next request on which the candidates differ"),
                                  QKeySequence(Qt::Key_N)))
    , m_previousDifference(makeAction(this, "previousDifference", tr("Previous difference"),
                                      tr("Go to the one before"), QKeySequence("Shift+N")))
    , m_progressText(new PlainLabel)
    , m_progressBar(new QProgressBar)
    , m_finish(new QPushButton(tr("Finish")))
    , m_edit(new LabEditCard)
    , m_showFirstToken(new QAction(tr("Show the first token"), this))
    , m_showAllTokens(new QAction(tr("Show all tokens"), this))
    , m_countAllTime(new QAction(tr("Count all the time"), this))
    , m_stack(new QStackedWidget)
    , m_start(new LabStart(m_examples, m_trafficButton->redisMenu()))
    , m_source(new LabSourceCard)
    , m_stretchChip(new QPushButton)
    , m_aboutStretch(new PlainLabel({}, PlainLabel::Tone::Muted))
    , m_histogram(new RequestHistogram(&session.histories().moments()))
    , m_rules(new LabRulesCard)
    , m_sufferers(new LabSufferersCard)
    , m_trialsCard(new LabTrialsCard)
    , m_expectations(new LabExpectationsCard)
    , m_time(new LabTimeCard(&session.histories().moments()))
    , m_ask(new LabAskCard)
    , m_bounds(new LabBoundsCard)
    , m_peakChart(new PeakChart)
    , m_redis(session, this)
{
    setAcceptDrops(true);
    const auto [column, head] = framePage(this, m_banner, tr("Lab"), m_about);
    m_about->setObjectName("labAbout");
    makeButtons(head);
    column->addWidget(makeProgress());
    m_edit->setObjectName("labEdit");
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
    column->addWidget(m_stack, 1);
    setFocusProxy(m_start);
    connectCards();
    connectLive();
    connectTraffic();
    listPolicies();
    showRules();
    updateAbout();
}

LabPage::~LabPage() = default;

void LabPage::makeButtons(QBoxLayout* head)
{
    m_details->setObjectName("labDetails");
    m_details->setFlat(true);
    m_details->setCheckable(true);
    m_details->setToolTip(tr("Which fields are used, and which lines were rejected"));
    m_report->setObjectName("labReport");
    m_report->setToolTip(tr("Save what the candidate changes, with the bounds of what is known"));
    auto* const reports = new QMenu(m_report);
    connect(reports->addAction(tr("As a page (HTML)…")), &QAction::triggered, this,
            [this] { saveReport(LabReportKind::Html); });
    connect(reports->addAction(tr("As a table (CSV)…")), &QAction::triggered, this,
            [this] { saveReport(LabReportKind::Csv); });
    m_report->setMenu(reports);
    makeTrialMenu();
    for (QPushButton* const button :
         {m_details, static_cast<QPushButton*>(m_trafficButton), m_trial, m_report})
        head->addWidget(button);
    connect(m_details, &QPushButton::toggled, m_source, &QWidget::setVisible);
}

QWidget* LabPage::makeProgress()
{
    m_progress = new QWidget;
    m_progress->setObjectName("labProgress");
    auto* const row = new QHBoxLayout(m_progress);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(12);
    row->addWidget(m_progressText, 1);
    m_progressBar->setTextVisible(false);
    m_progressBar->setAccessibleName(tr("Reading"));
    m_progressBar->setFixedSize(240, 8);
    row->addWidget(m_progressBar);
    m_finish->setObjectName("finishCapture");
    m_finish->setToolTip(tr("End the capture with what it has"));
    row->addWidget(m_finish);
    connect(m_finish, &QPushButton::clicked, &m_redis, &LabRedis::finish);
    auto* const cancel = new QPushButton(tr("Cancel"));
    cancel->setObjectName("cancelReading");
    row->addWidget(cancel);
    m_progress->hide();
    connect(cancel, &QPushButton::clicked, this, &LabPage::cancelReading);
    return m_progress;
}

QWidget* LabPage::makeContent()
{
    auto* const content = new QWidget;
    auto* const column = new QVBoxLayout(content);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(12);
    m_lesson->setObjectName("labLesson");
    m_lesson->setWrapped(QSizePolicy::Expanding, QSizePolicy::Minimum);
    m_lesson->hide();
    column->addWidget(m_lesson);
    m_source->hide();
    column->addWidget(m_source);

    auto* const requests = new Card(tr("All requests"));
    requests->addToHeader(makeStretchChip());
    requests->addToHeader(m_aboutStretch);
    requests->addToHeader(makeTableButton(m_histogram, [this] { return m_histogram->asTable(); }));
    requests->body()->setContentsMargins(14, 10, 14, 6);
    m_histogram->setObjectName("labHistogram");
    requests->body()->addWidget(m_histogram);
    requests->setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
    column->addWidget(requests);

    m_columns = new QBoxLayout(QBoxLayout::LeftToRight);
    m_columns->setSpacing(12);
    auto* const left = new QVBoxLayout;
    left->setSpacing(12);
    m_rules->setObjectName("labRules");
    left->addWidget(m_rules);
    left->addWidget(m_sufferers, 1);
    auto* const right = new QVBoxLayout;
    right->setSpacing(12);
    right->addWidget(m_trialsCard);
    m_expectations->setObjectName("labExpectations");
    m_expectations->hide();
    right->addWidget(m_expectations);
    right->addWidget(m_time);
    m_ask->setObjectName("labAsk");
    m_ask->hide();
    right->addWidget(m_ask);
    auto* const peaks = new Card(tr("Largest number of requests in any span"));
    peaks->addToHeader(new PlainLabel(tr("both axes are logarithmic"), PlainLabel::Tone::Muted));
    peaks->addToHeader(makeTableButton(m_peakChart, [this] { return m_peakChart->asTable(); }));
    peaks->body()->setContentsMargins(14, 10, 14, 8);
    peaks->body()->addWidget(m_peakChart, 1);
    right->addWidget(peaks, 1);
    m_columns->addLayout(left, 2);
    m_columns->addLayout(right, 3);
    column->addLayout(m_columns, 1);
    column->addWidget(m_bounds);
    content->setObjectName("labContent");
    content->installEventFilter(this);
    QScrollArea* const scroll = makeScrollArea(content);
    scroll->setHorizontalScrollBarPolicy(
        Qt::ScrollBarAsNeeded); // of a window that is narrower than one column
    return scroll;
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

void LabPage::connectCards()
{
    connect(m_start, &LabStart::openWanted, this, &LabPage::chooseFile);
    connect(m_start, &LabStart::exampleWanted, this, &LabPage::openExample);
    connect(m_source, &LabSourceCard::fieldsChosen, this, [this] {
        if (!m_path.isEmpty())
            read(m_path, m_source->fields());
    });
    connect(&m_histogram->time(), &TimeLine::areaMoved, this, &LabPage::showStretch);
    connect(m_histogram, &TimeChart::areaChosen, this, &LabPage::stretchChosen);
    const auto countAllTime = [this] {
        m_histogram->choose(std::nullopt);
        stretchChosen();
    };
    connect(m_stretchChip, &QPushButton::clicked, this, countAllTime);
    connect(m_countAllTime, &QAction::triggered, this, countAllTime);
    connect(m_showFirstToken, &QAction::triggered, this, [this] {
        const auto& rows = m_sufferers->model().rows();
        const auto first = std::ranges::find_if_not(rows, &SuffererTableModel::Row::isLine);
        if (first != rows.end())
            m_bench.chooseToken(first->token);
    });
    connect(m_showAllTokens, &QAction::triggered, this, [this] { filterRows(LabFilter::All); });
    connect(m_time, &LabTimeCard::timeMoved, this,
            [this] { m_histogram->markShown(m_time->strips().shownTime()); });
    connect(m_time, &LabTimeCard::cursorMoved, this, &LabPage::takeCursor);
    connect(m_time, &LabTimeCard::askToggled, this, [this](bool on) {
        m_ask->setVisible(on);
        askNext();
    });
    m_time->transport().addKeys(this);
    connect(m_ask, &LabAskCard::asked, this, &LabPage::askNext);
    connect(m_trialsCard, &LabTrialsCard::numberOpened, this, [this](TrialTableModel::Column column) {
        filterRows(column == TrialTableModel::Hurt ? LabFilter::Innocent : LabFilter::Denied);
    });
    connect(m_sufferers, &LabSufferersCard::filterWanted, this, &LabPage::filterRows);
    connect(m_rules, &LabRulesCard::effectOpened, this,
            [this] { filterRows(m_bench.marked().empty() ? LabFilter::Denied : LabFilter::Innocent); });
    connect(m_nextDifference, &QAction::triggered, this, [this] { m_time->goToDifference(true); });
    connect(m_previousDifference, &QAction::triggered, this, [this] { m_time->goToDifference(false); });
    connect(m_rules, &LabRulesCard::changed, this,
            [this] { m_bench.setRules(m_rules->candidate().policy, m_rules->windows()); });
    connect(m_rules, &LabRulesCard::windowChanged, this, &LabPage::showSufferers);
    connect(m_rules, &LabRulesCard::windowWanted, &m_bench, &LabBench::addWindow);
    connect(m_rules, &LabRulesCard::markWanted, this, &LabPage::markTyped);
    connect(m_rules, &LabRulesCard::unmarkWanted, this,
            [this](TokenId token) { m_bench.mark(token, false); });
    connect(m_rules, &LabRulesCard::candidateWanted, this, [this](const std::string& published) {
        const Policy& rules = m_rules->candidate().policy;
        Q_EMIT candidateWanted(published, {rules.algorithm, rules.rules});
    });
    connect(m_rules, &LabRulesCard::publishWanted, this, [this] {
        Policy rules = m_rules->candidate().policy;
        rules.name = m_bench.enforcedPolicy();
        Q_EMIT publishWanted(rules.name, rules);
    });
    connect(m_sufferers, &LabSufferersCard::chosen, &m_bench, &LabBench::chooseToken);
    connect(m_sufferers, &LabSufferersCard::markWanted, &m_bench, &LabBench::mark);
    connect(m_trialsCard, &LabTrialsCard::chosen, &m_bench, &LabBench::choose);
    connect(m_trialsCard, &LabTrialsCard::addWanted, &m_bench, &LabBench::add);
    connect(m_trialsCard, &LabTrialsCard::copyWanted, this, [this] {
        Candidate copy = candidate();
        copy.name.clear();
        m_bench.add(std::move(copy));
    });
    connect(m_trialsCard, &LabTrialsCard::removeWanted, &m_bench, &LabBench::remove);
    connect(m_trialsCard, &LabTrialsCard::enforcedWanted, this, &LabPage::setEnforced);
    connect(&m_session, &Session::policiesRead, this, &LabPage::listPolicies);
    connect(&m_bench.runner(), &LabRunner::progressed, this, &LabPage::showReading);
    connect(&m_bench, &LabBench::changed, this, &LabPage::takeChanged);
    connect(&m_bench, &LabBench::answered, this, &LabPage::takeAnswer);
    connect(&m_bench, &LabBench::failed, this, &LabPage::fail);
}

QString LabPage::sentence() const
{
    return m_rules->sentence();
}

QString LabPage::bannerText() const
{
    return m_banner->text();
}

QString LabPage::about() const
{
    return m_about->text();
}

bool LabPage::isIdle() const
{
    return m_bench.isIdle() && !m_redis.isBusy();
}

void LabPage::fail(const QString& problem)
{
    m_banner->setProblem(problem);
}

void LabPage::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    arrangeColumns();
}

void LabPage::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange && traffic()) {
        m_rules->setEffect(m_bench.effect());
        m_rules->setBursts(m_bench.bursts());
    }
}

} // namespace ratewarden::ui
