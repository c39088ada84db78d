// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/pages/empty_reason.h"
#include "ui/pages/overview/overview_rows.h"
#include "ui/pages/page_widget.h"
#include "ui/pages/tokens/token_question.h"
#include "ui/state/overview_feed.h"

#include <QPointer>

class QBoxLayout;
class QGridLayout;

namespace ratewarden::ui {

class LinkButton;
class OverviewFlowCard;
class OverviewTile;
class PageBanner;
class PlainLabel;

/// How all tokens of the server are doing, at a glance: what is allowed and denied, who is in trouble, what
/// was changed, and how the server is. Each number leads to the rows behind it.
class OverviewPage final : public PageWidget {
    Q_OBJECT

public:
    explicit OverviewPage(Session& session, QWidget* parent = nullptr);

    const OverviewFeed& feed() const { return *m_feed; }
    /// Which requests its chart shows since somebody has zoomed or moved it; empty: as usual.
    std::optional<TimeRange> shownByHand() const;
    /// Shows those once there are any.
    void showTime(const TimeRange& time);
    /// How many requests there were in a time that is marked; `averages`: those of a history.
    static QString stretchAbout(const RequestFlow& flow, const TimeRange& stretch, bool averages);

Q_SIGNALS:
    /// The operator wants to see these.
    void tokensWanted(const ratewarden::ui::TokenQuestion& question);
    /// `block`: that one; empty: all of them.
    void blocksWanted(const std::optional<ratewarden::Subject>& block);
    /// The changes of that time, empty: of all times; with the one of this id in detail, if there is any.
    void auditWanted(const std::optional<ratewarden::TimeRange>& stretch, const std::string& id);
    void policyWanted(const std::string& policy);
    void findingWanted(ratewarden::ServerWarningCode code);
    void nodesWanted();
    /// What is different about the denials of the time that is marked.
    void differenceWanted(const ratewarden::TimeRange& area);

protected:
    void showEvent(QShowEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    enum Tile { Allowed, Denied, Active, Limited, Near, Blocked, TileCount };

    void makeTiles();
    void makeLists();
    void connectLeads();
    QWidget* makeContent();
    void layOut(int width);
    void openTile(Tile tile);
    void openCause(std::size_t number);
    void updateCauses();
    void openServer(int row);
    void openAudit(const std::string& id) { Q_EMIT auditWanted(m_feed->stretch(), id); }
    void askTokens(TokenQuestion question);
    void openTokenOf(const std::vector<OverviewNumbers::Token>& tokens, int row, TokenTableModel::Column by);
    void update();
    void updateTiles(const RequestFlow& flow);
    void updateFlow(const RequestFlow& flow);
    void updateLists(const RequestFlow& flow);
    void updateChanges();
    QStringList flowNotes(const RequestFlow& flow) const;
    EmptyReason whyNoFlow();
    std::string reasonOf(const Subject& subject) const;

    Session& m_session;
    Link& m_link;
    QPointer<OverviewFeed> m_feed; // of the session, which may be gone first
    PageBanner* m_banner;
    PlainLabel* m_about;
    QAction* m_openPolicy; // steps of the chart without requests
    QAction* m_showTokens;
    std::array<OverviewTile*, TileCount> m_tiles{};
    std::array<LinkButton*, 2> m_causes{}; // what denies most
    QGridLayout* m_tileGrid = nullptr;
    OverviewFlowCard* m_flow = nullptr;
    OverviewList* m_denied = nullptr;
    OverviewList* m_consumers = nullptr;
    OverviewList* m_newly = nullptr;
    OverviewList* m_ending = nullptr;
    OverviewList* m_changes = nullptr;
    OverviewList* m_server = nullptr;
    QBoxLayout* m_halves = nullptr;
    QBoxLayout* m_below = nullptr;
    std::vector<LimitedWatch::Entry> m_newlyShown;
    std::vector<OverviewNumbers::Token> m_deniedShown;
    std::vector<OverviewNumbers::Token> m_consumersShown;
    std::vector<OverviewNumbers::RuleShare> m_causesShown;
    std::vector<OverviewNumbers::Ending> m_endingShown;
    std::vector<std::string> m_changesShown; // by id
    std::vector<ServerFact> m_factsShown;
    std::vector<OverviewMark> m_marked; // of the chart
};

} // namespace ratewarden::ui
