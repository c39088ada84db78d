// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/overview/overview_page.h"

#include "ui/dialogs/server_dialog.h"
#include "ui/pages/age_label.h"
#include "ui/pages/overview/overview_flow_card.h"
#include "ui/pages/overview/overview_tile.h"
#include "ui/pages/page_banner.h"
#include "ui/pages/page_frame.h"
#include "ui/state/alert_desk.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/link_button.h"
#include "ui/widgets/row_table.h"
#include "ui/widgets/scroll_area.h"

#include <QAction>
#include <QBoxLayout>
#include <QGridLayout>
#include <QKeyEvent>
#include <QResizeEvent>
#include <QScrollArea>

#include <algorithm>

namespace ratewarden::ui {
namespace {

constexpr int cardGap = 12;
constexpr int wideOverview = 980; // from this width on the lists stand beside the chart
constexpr int twoLists = 520;     // likewise below it, side by side
constexpr int sixTiles = 960;     // in one row
constexpr int threeTiles = 430;

bool isOfMemory(ServerWarningCode code)
{
    return code != ServerWarningCode::CertificateEnds;
}

} // namespace

OverviewPage::OverviewPage(Session& session, QWidget* parent)
    : QWidget(parent)
    , m_session(session)
    , m_link(session.link())
    , m_feed(&session.overview())
    , m_banner(new PageBanner(m_link))
    , m_about(named("overviewAbout", new PlainLabel({}, PlainLabel::Tone::Muted)))
    , m_openPolicy(new QAction(this))
    , m_showTokens(new QAction(this))
{
    auto* const layout = framePage(this, m_banner, tr("Overview"), m_about,
                                   new AgeLabel(session, [&session] { return session.readSince(); }))
                             .column;
    makeTiles();
    makeLists();
    QWidget* const content = makeContent();
    layOut(sixTiles);
    layout->addWidget(makeScrollArea(content), 1);
    connectLeads();
    setFocusProxy(m_tiles[Allowed]);

    connect(m_feed, &OverviewFeed::changed, this, &OverviewPage::update);
    connect(m_feed, &OverviewFeed::changesRead, this, &OverviewPage::updateChanges);
    connect(&m_session, &Session::policiesRead, this, &OverviewPage::noteVersions);
    connect(&m_link, &Link::stateChanged, this, &OverviewPage::noteOutage);
    connect(&m_session, &Session::paceChanged, this, &OverviewPage::update);
    connect(&m_session, &Session::paceChanged, this, &OverviewPage::updateChanges);
    connect(&m_session, &Session::problemChanged, m_banner, &PageBanner::setProblem);
    connect(&m_session.load(), &BackgroundLoad::changed, this, &OverviewPage::update);
    update();
    updateChanges();
}

void OverviewPage::makeTiles()
{
    using Ink = OverviewTile::Ink;
    struct Kind {
        QString label;
        const char* name;
        Ink ink;
        QString toolTip;
    };
    const std::array<Kind, TileCount> kinds{
        {{tr("Allowed/s"), "tileAllowed", Ink::Used,
          tr("Requests allowed per second over the last 10 to 20 seconds, where they are counted. Opens the "
             "tokens, the largest consumer first.")},
         {tr("Denied/s"), "tileDenied", Ink::Limited,
          tr("Requests denied per second over the last 10 to 20 seconds, where they are counted. Opens the "
             "tokens, most denied first.")},
         {tr("Active tokens"), "tileActive", Ink::Text,
          tr("Tokens that have used part of a limit. Opens them.")},
         {tr("Limited now"), "tileLimited", Ink::Limited,
          tr("Tokens whose next request a rule refuses, and how long the last of them waits. Opens them.")},
         {tr("Near limit"), "tileNear", Ink::Near,
          tr("Tokens that have used 80 % of a limit, or more. Opens them.")},
         {tr("Blocked"), "tileBlocked", Ink::Blocked,
          tr("Blocks that were set by hand, and how many end soon. Opens them.")}}};
    m_tileGrid = new QGridLayout;
    m_tileGrid->setSpacing(cardGap);
    for (int i = 0; i < TileCount; ++i) {
        const Kind& kind = kinds.at(std::size_t(i));
        auto* const tile = new OverviewTile(kind.label, kind.ink, kind.toolTip);
        tile->setObjectName(kind.name);
        connect(tile, &QAbstractButton::clicked, this, [this, i] { openTile(Tile(i)); });
        m_tiles.at(std::size_t(i)) = tile;
    }
}

void OverviewPage::makeLists()
{
    const QString token = tr("Token");
    constexpr int cellMargins = 16;
    const int moment = fontMetrics().horizontalAdvance(QStringLiteral("30 MMM 00:00")) + cellMargins;
    m_flow = new OverviewFlowCard(&m_session.histories().moments());
    auto* const age = new AgeLabel(m_session, [this] { return m_session.totals().knownUntil(); });
    age->setPausedText([this] {
        return m_feed ? pausedText(m_link.serverNow() - m_session.pausedSince(), m_feed->newer()) : QString();
    });
    m_flow->addToHeader(age);
    m_denied = new OverviewList(tr("Top denied"), "topDenied", {token, tr("Policy"), tr("Denied")},
                                {.about = 120, .value = 76});
    for (std::size_t i = 0; i < m_causes.size(); ++i) {
        m_causes[i] = new LinkButton({});
        m_causes[i]->setObjectName("cause" + QString::number(i));
        m_causes[i]->hide();
        connect(m_causes[i], &QAbstractButton::clicked, this, [this, i] { openCause(i); });
        m_denied->addToHeader(m_causes[i]);
    }
    m_consumers = new OverviewList(tr("Top consumers"), "topConsumers", {token, tr("Share"), tr("Allowed")},
                                   {.about = 60, .value = 76});
    m_consumers->setAbout(tr("share of allowed"));
    m_newly = new OverviewList(tr("Newly limited"), "newlyLimited", {token, tr("Used"), tr("Since")},
                               {.about = 110, .value = moment, .rows = 4});
    m_newly->setAbout(tr("last 10 minutes"));
    m_ending = new OverviewList(tr("Blocks about to end"), "endingBlocks", {token, tr("About"), tr("Ends")},
                                {.about = OverviewList::Layout::half, .value = 88, .rows = 2});
    m_ending->setAbout(tr("within 1 h"));
    m_changes = new OverviewList(tr("Last changes"), "lastChanges", {tr("Change"), {}, tr("When")},
                                 {.about = 0, .value = moment, .notes = true});
    auto* const audit = named("openAudit", new LinkButton(tr("Audit →")));
    audit->setToolTip(tr("All changes, on the Audit page"));
    connect(audit, &QAbstractButton::clicked, this, [this] { openAudit({}); });
    m_changes->addToHeader(new AgeLabel(m_session, [this] { return m_feed->changesReadAt(); }));
    m_changes->addToHeader(audit);
    m_server = new OverviewList(tr("Server"), "serverFacts", {tr("What"), tr("About"), tr("Value")},
                                {.about = 172, .value = 108, .rows = 6});
}

QWidget* OverviewPage::makeContent()
{
    auto* const content = new QWidget;
    auto* const column = columnLayout(cardGap, content);
    column->addLayout(m_tileGrid);
    m_halves = rowLayout(cardGap);
    auto* const left = columnLayout(cardGap);
    left->addWidget(m_flow, 3);
    m_below = rowLayout(cardGap);
    auto* const tokens = columnLayout(cardGap);
    tokens->addWidget(m_newly, 3);
    tokens->addWidget(m_ending, 2);
    m_below->addLayout(tokens, 1);
    m_below->addWidget(m_changes, 1);
    left->addLayout(m_below, 2);
    auto* const right = columnLayout(cardGap);
    for (OverviewList* const list : {m_denied, m_consumers, m_server})
        right->addWidget(list, 1);
    m_halves->addLayout(left, 15);
    m_halves->addLayout(right, 8);
    column->addLayout(m_halves, 1);
    return content;
}

void OverviewPage::layOut(int width)
{
    const int columns = width >= sixTiles ? TileCount : width >= threeTiles ? TileCount / 2 : 2;
    for (int i = 0; i < TileCount; ++i)
        m_tileGrid->addWidget(m_tiles.at(std::size_t(i)), i / columns, i % columns);
    m_halves->setDirection(width >= wideOverview ? QBoxLayout::LeftToRight : QBoxLayout::TopToBottom);
    m_below->setDirection(width >= twoLists ? QBoxLayout::LeftToRight : QBoxLayout::TopToBottom);
}

void OverviewPage::connectLeads()
{
    using Column = TokenTableModel::Column;
    connect(m_denied, &OverviewList::opened, this,
            [this](int row) { openTokenOf(m_deniedShown, row, Column::Denied); });
    connect(m_consumers, &OverviewList::opened, this,
            [this](int row) { openTokenOf(m_consumersShown, row, Column::Allowed); });
    connect(m_newly, &OverviewList::opened, this, [this](int row) {
        if (std::size_t(row) >= m_newlyShown.size())
            return;
        const LimitedWatch::Entry& entry = m_newlyShown[std::size_t(row)];
        constexpr Micros around = std::chrono::minutes(1);
        Q_EMIT tokensWanted({.state = TokenStatus::Limited,
                             .token = entry.subject,
                             .stretch = std::pair(entry.since - around, entry.since + around)});
    });
    connect(m_ending, &OverviewList::opened, this, [this](int row) {
        if (std::size_t(row) < m_endingShown.size())
            Q_EMIT blocksWanted(m_endingShown[std::size_t(row)].subject);
    });
    connect(m_changes, &OverviewList::opened, this, [this](int row) {
        if (std::size_t(row) < m_changesShown.size())
            openAudit(m_changesShown[std::size_t(row)]);
    });
    connect(m_server, &OverviewList::opened, this, &OverviewPage::openServer);
    connect(m_flow, &OverviewFlowCard::tokensWanted, this, [this](const std::string& policy) {
        askTokens({.policy = policy.empty() ? std::nullopt : std::optional(policy), .by = Column::Allowed});
    });
    connect(m_flow, &OverviewFlowCard::deniedWanted, this, [this] { openTile(Denied); });
    connect(m_flow, &OverviewFlowCard::reachChosen, m_feed, &OverviewFeed::setReach);
    const auto noteHistory = [this] {
        m_flow->setHasPast(!m_session.alerts().historyFile().empty());
    };
    connect(&m_session.alerts(), &AlertDesk::changed, this, noteHistory);
    noteHistory();
    connect(m_flow, &OverviewFlowCard::stretchChosen, m_feed, &OverviewFeed::setStretch);
    connect(m_flow, &OverviewFlowCard::differenceWanted, this, [this] {
        if (m_feed->stretch())
            Q_EMIT differenceWanted(*m_feed->stretch());
    });
    connect(m_flow, &OverviewFlowCard::changesWanted, this, [this] { openAudit({}); });
    connect(m_flow, &OverviewFlowCard::markWanted, this, [this](int mark) {
        if (std::size_t(mark) < m_marked.size() && !m_marked[std::size_t(mark)].empty())
            Q_EMIT policyWanted(m_marked[std::size_t(mark)]);
    });
    connect(m_openPolicy, &QAction::triggered, this,
            [this] { Q_EMIT policyWanted(m_openPolicy->data().toByteArray().toStdString()); });
    connect(m_showTokens, &QAction::triggered, this, [this] {
        const std::string policy = m_showTokens->data().toByteArray().toStdString();
        askTokens({.policy = policy.empty() ? std::nullopt : std::optional(policy)});
    });
}

void OverviewPage::openTile(Tile tile)
{
    using Column = TokenTableModel::Column;
    switch (tile) {
    case Allowed:
        askTokens({.by = Column::Allowed});
        break;
    case Denied:
        // The column tells who is denied now; who was at that time is opened.
        askTokens({.by = Column::Denied,
                   .token = m_feed->stretch() && !m_deniedShown.empty()
                                ? std::optional(m_deniedShown.front().subject)
                                : std::nullopt});
        break;
    case Active:
        askTokens({.filter = QStringLiteral("active")});
        break;
    case Limited:
        askTokens({.state = TokenStatus::Limited});
        break;
    case Near:
        askTokens({.state = TokenStatus::Near});
        break;
    case Blocked:
        Q_EMIT blocksWanted({});
        break;
    case TileCount:
        break;
    }
}

void OverviewPage::openCause(std::size_t number)
{
    if (number >= m_causesShown.size())
        return;
    const OverviewNumbers::RuleShare& cause = m_causesShown[number];
    TokenQuestion question{.by = TokenTableModel::Column::Denied};
    if (cause.rule)
        question.policy = cause.policy;
    else
        question.state = TokenStatus::Blocked;
    askTokens(question);
}

// To what is wrong there, if anything is; else to all that is known of it.
void OverviewPage::openServer(int row)
{
    if (std::size_t(row) >= m_factsShown.size())
        return;
    const ServerFact fact = m_factsShown[std::size_t(row)];
    const std::vector<ServerWarning>& warnings = m_session.serverCheck().warnings;
    const auto ofMemory =
        std::ranges::find_if(warnings, [](const ServerWarning& warning) { return isOfMemory(warning.code); });
    if (fact == ServerFact::Memory && ofMemory != warnings.end()) {
        Q_EMIT findingWanted(ofMemory->code);
    } else if (fact == ServerFact::Replicas && !m_link.nodes().empty()) {
        Q_EMIT nodesWanted();
    } else {
        auto* const open = window()->findChild<ServerDialog*>();
        ServerDialog* const dialog = open ? open : new ServerDialog(m_session, *m_feed, window());
        dialog->choose(fact);
        dialog->show();
        dialog->raise();
        dialog->activateWindow();
    }
}

// At the time that is marked, unless it asks for another one.
void OverviewPage::askTokens(TokenQuestion question)
{
    if (const auto& stretch = m_feed->stretch(); stretch && !question.stretch)
        question.stretch = std::pair(stretch->from, stretch->to);
    Q_EMIT tokensWanted(question);
}

void OverviewPage::openTokenOf(const std::vector<OverviewNumbers::Token>& tokens, int row,
                               TokenTableModel::Column by)
{
    if (std::size_t(row) < tokens.size())
        askTokens({.by = by, .token = tokens[std::size_t(row)].subject});
}

void OverviewPage::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    m_feed->setShown(true);
    update();
}

void OverviewPage::hideEvent(QHideEvent* event)
{
    QWidget::hideEvent(event);
    if (m_feed)
        m_feed->setShown(false);
}

void OverviewPage::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    layOut(event->size().width() - 32);
}

void OverviewPage::keyPressEvent(QKeyEvent* event)
{
    if (event->key() == Qt::Key_Escape && m_feed->stretch())
        m_feed->setStretch(std::nullopt);
    else
        QWidget::keyPressEvent(event);
}

} // namespace ratewarden::ui
