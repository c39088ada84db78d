// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/overview/overview_page.h"

#include "ui/dialogs/server_dialog.h"
#include "ui/pages/age_label.h"
#include "ui/pages/empty_reason.h"
#include "ui/pages/overview/overview_flow_card.h"
#include "ui/pages/overview/overview_tile.h"
#include "ui/pages/page_banner.h"
#include "ui/pages/page_frame.h"
#include "ui/pages/while_shown.h"
#include "ui/state/alert_desk.h"
#include "ui/state/audit_desk.h"
#include "ui/text/area_text.h"
#include "ui/text/display_text.h"
#include "ui/text/first_token_text.h"
#include "ui/text/translations.h"
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
#include <cmath>

namespace ratewarden::ui {
namespace {

using namespace std::chrono_literals;

constexpr int cardGap = 12;
constexpr int wideOverview = 980; // from this width on the lists stand beside the chart
constexpr int twoLists = 520;     // likewise below it, side by side
constexpr int sixTiles = 960;     // in one row
constexpr int threeTiles = 430;
constexpr std::size_t changesShown = 5;
constexpr Micros slowRound = 30s; // longer ones are said

bool isOfMemory(ServerWarningCode code)
{
    return code != ServerWarningCode::CertificateEnds;
}

QString listOf(const std::set<std::string>& names)
{
    constexpr std::size_t most = 3;
    QStringList parts;
    for (const std::string& name : names) {
        if (std::size_t(parts.size()) == most) {
            parts << QStringLiteral("…");
            break;
        }
        parts << shown(name);
    }
    return parts.join(QStringLiteral(", "));
}

// Of the values that are known.
QString averageText(const std::vector<std::optional<double>>& values)
{
    double sum = 0;
    int count = 0;
    for (const std::optional<double>& value : values) {
        sum += value.value_or(0);
        count += value ? 1 : 0;
    }
    return count == 0 ? QString() : OverviewPage::tr("10 min average %1").arg(rateText(sum / count));
}

} // namespace

OverviewPage::OverviewPage(Session& session, QWidget* parent)
    : PageWidget(parent)
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
    new WhileShown(this, m_feed.data(), &OverviewFeed::setShown);
    connect(&m_session.audit(), &AuditDesk::changed, this, &OverviewPage::updateChanges);
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
                               {.about = 108, .value = 84, .rows = 4});
    m_newly->setAbout(tr("last 10 minutes"));
    m_ending = new OverviewList(tr("Blocks about to end"), "endingBlocks", {token, tr("About"), tr("Ends")},
                                {.about = OverviewList::Layout::half, .value = 88, .rows = 2});
    m_ending->setAbout(tr("within 1 h"));
    m_changes = new OverviewList(tr("Last changes"), "lastChanges", {tr("Change"), {}, tr("When")},
                                 {.about = 0, .value = moment, .notes = true});
    auto* const audit = named("openAudit", new LinkButton(tr("Audit →")));
    audit->setToolTip(tr("All changes, on the Audit page"));
    connect(audit, &QAbstractButton::clicked, this, [this] { openAudit({}); });
    m_changes->addToHeader(new AgeLabel(m_session, [this] { return m_session.audit().newest().readAt; }));
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
    const SharedInvestigation& recorded = m_session.recorded();
    const bool wasPast = recorded && recorded->past;
    if (wasPast)
        m_flow->offerAlone(recorded->past->reach);
    const auto noteHistory = [this, wasPast] {
        m_flow->setHasPast(wasPast || !m_session.alerts().historyFile().empty());
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
        if (std::size_t(mark) >= m_marked.size())
            return;
        if (const OverviewMark& its = m_marked[std::size_t(mark)]; !its.policy.empty())
            Q_EMIT policyWanted(its.policy);
        else if (!its.change.empty())
            Q_EMIT auditWanted({}, its.change);
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
    update();
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

std::optional<TimeRange> OverviewPage::shownByHand() const
{
    return m_flow->shownByHand();
}

void OverviewPage::showTime(const TimeRange& time)
{
    m_flow->showTime(time);
}

void OverviewPage::update()
{
    if (!isVisible())
        return;
    const RequestFlow flow = m_feed->flow();
    if (const auto& stretch = m_feed->stretch(); stretch && stretch->to <= flow.from) {
        m_feed->setStretch(std::nullopt); // it is over; this says that it has changed
        return;
    }
    updateTiles(m_feed->recent());
    updateFlow(flow);
    updateLists(flow);
    if (m_session.live())
        m_banner->setKnownAt(m_feed->at());
}

void OverviewPage::updateTiles(const RequestFlow& flow)
{
    const OverviewNumbers& n = m_feed->numbers();
    const Freshness freshness = m_session.linkFreshness();
    const bool current = !isGreyed(freshness);
    const QString unknown = noValue();
    const bool known = m_feed->at() != Instant{};
    std::vector<std::optional<double>> allowed;
    std::vector<std::optional<double>> denied;
    for (std::size_t i = 0; i < flow.size(); ++i) {
        const bool has = flow.known[i] && n.hasRates();
        allowed.push_back(has ? std::optional(flow.allowedAt(i)) : std::nullopt);
        denied.push_back(has ? std::optional(flow.denied[i]) : std::nullopt);
    }
    const auto looks = m_feed->history().looks(m_feed->at());
    const auto past = [&looks](std::size_t OverviewHistory::Look::*count) {
        std::vector<std::optional<double>> values;
        for (const auto& look : looks)
            values.push_back(look ? std::optional(double((*look).*count)) : std::nullopt);
        return values;
    };
    const auto firstLook = std::ranges::find_if(looks, [](const auto& look) { return look.has_value(); });
    const QString pastFrom =
        firstLook == looks.begin() || firstLook == looks.end()
            ? QString()
            : momentText(OverviewHistory::startOf(m_feed->at(), std::size_t(firstLook - looks.begin())));
    const auto count = [&](std::size_t number) {
        return known ? numberText(Units(number)) : unknown;
    };
    const bool counted = n.hasRates();
    const QString notCounted = known && n.tokens > 0 ? tr("not counted") : QString();
    m_tiles[Allowed]->present({counted ? rateText(n.allowed) : unknown,
                               counted ? averageText(allowed) : notCounted, allowed, current});
    m_tiles[Denied]->present({counted ? rateText(n.denied) : unknown,
                              counted ? averageText(denied) : notCounted, denied, current});
    m_tiles[Active]->present({count(n.active),
                              known ? tr("of %1 known").arg(numberText(Units(n.known))) : QString(),
                              past(&OverviewHistory::Look::active), current, pastFrom});
    m_tiles[Limited]->present(
        {count(n.limited), n.longestWait ? tr("%1 longest").arg(countdownText(*n.longestWait)) : QString(),
         past(&OverviewHistory::Look::limited), current, pastFrom});
    m_tiles[Near]->present({count(n.near), known ? tr("80 % used or more") : QString(),
                            past(&OverviewHistory::Look::near), current, pastFrom});
    m_tiles[Blocked]->present({count(n.blocked),
                               n.ending > 0
                                   ? tr("%Ln end(s) within 1 h", nullptr, pluralNumber(Units(n.ending)))
                               : n.blocked > 0 ? tr("none ends within 1 h")
                                               : QString(),
                               past(&OverviewHistory::Look::blocked), current, pastFrom});

    QStringList about{tr("last 10 minutes"), tr("all policies")};
    if (n.formats > 0)
        about << tr("%Ln format(s)", nullptr, pluralNumber(Units(n.formats)));
    if (n.inFlight > 0)
        about << tr("%1 in flight").arg(numberText(n.inFlight));
    if (n.reserved > 0)
        about << tr("%Ln unit(s) reserved", nullptr, pluralNumber(n.reserved));
    if (n.leased > 0)
        about << tr("up to %Ln unit(s) in leases", nullptr, pluralNumber(n.leased));
    if (n.above > 0)
        about << tr("%1 above 100 %").arg(numberText(Units(n.above)));
    const ScanProgress& progress = m_session.progress();
    if (!m_feed->complete() && progress.total > 0)
        about << tr("%1 of ~%2 keys searched")
                     .arg(numberText(Units(progress.looked)), numberText(Units(progress.total)));
    if (freshness != Freshness::Live && known)
        about << ageText(freshness, m_feed->at());
    else if (m_session.readSince() != Instant{} && m_feed->at() - m_session.readSince() > slowRound)
        about << tr("all tokens read since %1").arg(momentText(m_session.readSince()));
    m_about->setText(about.join(QStringLiteral(" · ")));
}

void OverviewPage::updateFlow(const RequestFlow& flow)
{
    std::vector<TimeMark> marks;
    m_marked = m_feed->marks();
    for (const OverviewMark& one : m_marked)
        marks.push_back(one.mark);
    m_flow->present(flow, std::move(marks), m_session.linkFreshness());
    const EmptyReason empty = flow.empty() ? whyNoFlow() : EmptyReason();
    QStringList about = flowNotes(flow);
    if (about.isEmpty() && empty.text.isEmpty())
        about << tr("click a policy to see its tokens, drag to mark a time");
    m_flow->setAbout(about.join(QStringLiteral(" · ")));
    m_flow->setEmpty(empty.text, empty.step);
    const std::optional<TimeRange>& stretch = m_feed->stretch();
    m_flow->mark(stretch, stretch ? stretchAbout(flow, *stretch, m_feed->showsPast()) : QString());
}

// What the chart does not have.
QStringList OverviewPage::flowNotes(const RequestFlow& flow) const
{
    const OverviewNumbers& n = m_feed->numbers();
    QStringList notes;
    if (m_feed->showsPast()) {
        notes << tr("on average, by the history");
        if (!flow.empty() && !m_feed->pastProblem().isEmpty()) // what is shown is older
            notes << m_feed->pastProblem();
        return notes;
    }
    if (flow.empty())
        return notes;
    if (!n.uncounted.empty())
        notes << tr("not counted under %1").arg(listOf(n.uncounted));
    // Who is new is met by the next pass of the scan.
    const RequestTotals& totals = m_session.totals();
    if (totals.knownUntil() - totals.wholeUntil() > slowRound)
        notes << tr("after %1 without new tokens").arg(momentText(totals.wholeUntil()));
    if (n.foreign > 0)
        notes << tr("without %Ln token(s) of other programs", nullptr, pluralNumber(Units(n.foreign)));
    return notes;
}

EmptyReason OverviewPage::whyNoFlow()
{
    const OverviewNumbers& n = m_feed->numbers();
    if (m_feed->showsPast())
        return {m_feed->pastProblem().isEmpty()
                    ? tr("The history has no requests of that time, or is being read")
                    : m_feed->pastProblem()};
    if (const EmptyReason why = whyUnread(*this, m_session, m_session.scanProblem());
        !m_feed->complete() && !why.text.isEmpty())
        return why;
    if (!m_feed->complete())
        return {tr("Reading all tokens")};
    if (n.tokens == 0)
        return {tr("No tokens here yet. %1").arg(firstTokenText(m_link.where())),
                windowAction(*this, m_session.progress().total == 0 ? "openLabExample" : "describeKey")};
    const auto step = [](QAction* action, const QString& text, const std::string& policy) {
        action->setText(withoutKeys(text));
        action->setData(QByteArray::fromStdString(policy));
        return action;
    };
    if (n.hasRates())
        return {tr("No request was counted in the last ten minutes"),
                step(m_showTokens, tr("Show all tokens"), {})};
    std::set<std::string> uncounted; // where that can be changed
    for (const std::string& name : n.uncounted)
        if (m_session.policyNamed(name))
            uncounted.insert(name);
    if (!uncounted.empty())
        return {tr("Requests are not counted under %1: \"Count allowed and denied\" is off. What is used "
                   "of the limits is shown all the same.")
                    .arg(listOf(uncounted)),
                step(m_openPolicy, tr("Open policy %1").arg(shortened(shown(*uncounted.begin()), 40)),
                     *uncounted.begin())};
    if (!n.uncounted.empty())
        return {tr("Requests are counted under published policies only. %1 is not published on this "
                   "server.")
                    .arg(listOf(n.uncounted)),
                step(m_showTokens,
                     tr("Show the tokens of %1").arg(shortened(shown(*n.uncounted.begin()), 40)),
                     *n.uncounted.begin())};
    return {tr("The programs that limit these tokens keep no counts of requests. What is used of the "
               "limits is shown all the same."),
            step(m_showTokens, tr("Show all tokens"), {})};
}

QString OverviewPage::stretchAbout(const RequestFlow& flow, const TimeRange& stretch, bool averages)
{
    const TimeRange known = flow.knownIn(stretch);
    if (known.length() == Micros::zero())
        return tr("not read yet");
    std::vector<AreaRequests> requests;
    const double seconds = std::chrono::duration<double>(flow.step).count();
    for (const std::size_t i : flow.knownSteps(stretch))
        requests.push_back({flow.at(i), std::llround(flow.allowedAt(i) * seconds),
                            std::llround(flow.denied[i] * seconds), std::nullopt});
    AreaFacts facts;
    facts.each = flow.step;
    facts.window = flow.step;
    const Micros lasts = std::int64_t(requests.size()) * flow.step;
    QString text = areaText(summaryOf(requests, known, flow.step), facts);
    if (averages) {
        text = tr("about %1").arg(text);
        return lasts < stretch.length()
                   ? tr("%1 · known for %2 of %3").arg(text, spanText(lasts), spanText(stretch.length()))
                   : text;
    }
    if (known.from > stretch.from) // counts are kept for ten minutes
        text = tr("%1 · since %2").arg(text, momentText(known.from));
    return known.to < stretch.to ? tr("%1 · so far (partly read)").arg(text) : text;
}

void OverviewPage::updateLists(const RequestFlow& flow)
{
    const OverviewNumbers n = m_feed->numbersOfStretch();
    const bool faded = isGreyed(m_session.linkFreshness());
    m_deniedShown = n.topDenied;
    m_consumersShown = n.topAllowed;
    m_endingShown = n.endingBlocks;
    m_newlyShown = m_feed->newlyLimited();
    const auto& stretch = m_feed->stretch();
    const bool isPast = stretch && m_feed->showsPast();
    const bool isUnread = stretch && flow.knownIn(*stretch).length() == Micros::zero();
    const QString reading = m_feed->complete()     ? QString()
                            : m_link.wasEverLive() ? tr("Reading all tokens")
                                                   : tr("Nothing was read yet");
    const QString notCounted = !reading.isEmpty() ? reading
                               : isPast           ? tr("The history does not keep whose requests these were")
                               : !n.hasRates() && n.tokens > 0 ? tr("Requests are not counted")
                               : isUnread                      ? tr("Not read yet")
                                                               : QString();
    const auto orElse = [](const QString& first, const QString& otherwise) {
        return first.isEmpty() ? otherwise : first;
    };
    m_denied->present(deniedRows(n), orElse(notCounted, stretch ? tr("Nothing was denied in the marked time")
                                                                : tr("Nothing is denied")));
    updateCauses();
    m_consumers->setAbout(stretch ? stretchText(*stretch) : tr("share of allowed"));
    m_denied->setAbout(stretch ? stretchText(*stretch) : QString());
    m_consumers->present(allowedRows(n), orElse(notCounted, stretch ? tr("No requests in the marked time")
                                                                    : tr("No requests")));
    m_newly->present(newlyLimitedRows(m_newlyShown),
                     orElse(reading, stretch ? tr("None known in the marked time")
                                             : tr("None known in the last 10 minutes")));
    m_newly->setAbout(stretch ? stretchText(*stretch) : tr("last 10 minutes"));
    m_ending->present(
        endingRows(n, m_feed->at(), [this](const Subject& subject) { return reasonOf(subject); }),
        orElse(reading, tr("None")));
    const std::vector<ServerRow> facts = serverRows(m_link, m_session.load().share(), m_feed->roundTrips());
    std::vector<OverviewRow> rows;
    m_factsShown.clear();
    for (const ServerRow& fact : facts) {
        rows.push_back(fact.row);
        m_factsShown.push_back(fact.fact);
    }
    m_server->present(std::move(rows), {});
    m_server->setAbout(m_link.engine());
    for (OverviewList* const list : {m_denied, m_consumers, m_newly, m_ending, m_changes, m_server})
        list->setFaded(faded);
}

// As many as there is room for: they are not cut, and must not make the card wider as they change.
void OverviewPage::updateCauses()
{
    constexpr int beside = 190; // the title and what is between
    if (m_feed->stretch())
        m_causesShown.clear(); // counts do not tell which rule it was
    else
        m_causesShown = m_feed->numbers().denyingRules;
    const bool ofSeveral = std::ranges::any_of(m_causesShown, [this](const OverviewNumbers::RuleShare& one) {
        return one.rule && one.policy != m_causesShown.front().policy;
    });
    int room = m_denied->width() - beside;
    for (std::size_t i = 0; i < m_causes.size(); ++i) {
        LinkButton& link = *m_causes[i];
        if (i < m_causesShown.size()) {
            const OverviewNumbers::RuleShare& cause = m_causesShown[i];
            link.setText(causeText(cause, ofSeveral));
            link.updateGeometry();
            link.setToolTip(plainToolTip(
                cause.rule
                    ? tr("%1 of all that is denied, by this rule of %2. Opens the tokens of that policy, "
                         "most denied first.")
                          .arg(percentText(cause.share), shown(cause.policy))
                    : tr("%1 of all that is denied, as the tokens are blocked. Opens these.")
                          .arg(percentText(cause.share))));
            room -= link.sizeHint().width();
        }
        link.setVisible(i < m_causesShown.size() && (i == 0 || room >= 0));
    }
}

void OverviewPage::updateChanges()
{
    const bool marked = m_feed->stretch().has_value();
    const AuditDesk::Newest& newest = m_session.audit().newest();
    const SharedAudit& list = marked ? newest.ofStretch : newest.list;
    // What was read before stays, and says that it is not all.
    m_changes->setAbout(!newest.problem.isEmpty() && list ? tr("not up to date: %1").arg(newest.problem)
                        : marked                          ? stretchText(*m_feed->stretch())
                                                          : QString());
    m_changesShown.clear();
    std::vector<OverviewRow> rows;
    if (list) {
        rows = changeRows(list->entries, changesShown);
        for (const AuditEntry& entry : list->entries)
            m_changesShown.push_back(entry.id);
    }
    m_changes->present(std::move(rows), !list && m_session.isRecorded()
                                            ? tr("The audit trail is not in the investigation")
                                        : !newest.problem.isEmpty()
                                            ? tr("The audit trail could not be read: %1").arg(newest.problem)
                                        : !list && m_session.paused()    ? tr("Reading is paused")
                                        : !list && !m_link.wasEverLive() ? tr("Nothing was read yet")
                                        : !list                          ? tr("Reading the audit trail")
                                        : marked ? tr("Nothing was changed in the marked time")
                                                 : tr("No change is recorded on this server yet"));
    if (isVisible())
        updateFlow(m_feed->flow());
}

std::string OverviewPage::reasonOf(const Subject& subject) const
{
    const int place = m_session.tokens().find(subject);
    const Reading* const reading = place < 0 ? nullptr : m_session.tokens().reading(place);
    return reading && reading->block ? reading->block->reason : std::string();
}

} // namespace ratewarden::ui
