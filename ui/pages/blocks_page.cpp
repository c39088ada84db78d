// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/blocks_page.h"

#include "ui/pages/page_banner.h"
#include "ui/pages/page_frame.h"
#include "ui/pages/token_actions.h"
#include "ui/theme/theme.h"
#include "ui/widgets/action_button.h"
#include "ui/widgets/card.h"
#include "ui/widgets/display_text.h"
#include "ui/widgets/plain_row_delegate.h"
#include "ui/widgets/row_table.h"

#include <QAction>
#include <QBoxLayout>
#include <QHeaderView>
#include <QPushButton>
#include <QScrollBar>

namespace ratewarden::ui {
namespace {

using namespace std::chrono_literals;

constexpr auto tickInterval = 500ms;

} // namespace

BlocksPage::BlocksPage(Link& link, TokenFeed& feed, QWidget* parent)
    : QWidget(parent)
    , m_link(link)
    , m_feed(feed)
    , m_actions(new TokenActions(link, this))
    , m_add(new QAction(tr("Block a token…"), this))
    , m_unblock(new QAction(tr("Unblock…"), this))
    , m_banner(new PageBanner(link))
    , m_counts(new PlainLabel({}, PlainLabel::Tone::Muted))
{
    m_add->setObjectName("blockTyped");
    m_add->setToolTip(tr("Refuse every request of a token that you type"));
    m_add->setShortcut(QKeySequence::New);
    m_unblock->setObjectName("unblockChosen");
    m_unblock->setToolTip(tr("Lift the blocks of the chosen tokens"));
    m_unblock->setShortcut(QKeySequence("Ctrl+U"));
    addActions({m_add, m_unblock});

    const auto [layout, head] = framePage(this, m_banner, tr("Blocks"), m_counts);
    head->addWidget(buttonFor(m_unblock, false));
    head->addWidget(buttonFor(m_add, true));
    layout->addWidget(makeTable(), 1);

    connect(m_add, &QAction::triggered, m_actions, &TokenActions::blockTyped);
    connect(m_unblock, &QAction::triggered, this, [this] {
        std::vector<std::string> tokens;
        for (const QModelIndex& index : m_table->selectionModel()->selectedRows())
            tokens.push_back(m_model.blockAt(index.row()).token);
        m_actions->unblock(std::move(tokens));
    });
    connect(m_actions, &TokenActions::opened, this, [this] { m_banner->setProblem({}); });
    connect(m_actions, &TokenActions::failed, m_banner, &PageBanner::setProblem);
    connect(m_actions, &TokenActions::failed, &m_feed,
            &TokenFeed::refresh); // it may have been done all the same
    connect(m_actions, &TokenActions::done, this, [this](const QString& sentence) {
        m_feed.refresh();
        Q_EMIT done(sentence);
    });
    const auto put = [this](const Readings& readings) {
        m_model.put(*readings);
        if (m_link.state() == Link::State::Live)
            m_banner->setKnownAt(m_link.serverNow());
        noteVisible();
    };
    connect(&m_feed, &TokenFeed::found, this, put);
    connect(&m_feed, &TokenFeed::read, this, put);
    connect(&m_feed, &TokenFeed::scanCompleted, &m_model, &BlockTableModel::dropUnseen);
    connect(&m_feed, &TokenFeed::scanCompleted, this, &BlocksPage::updateTexts);
    connect(&m_model, &BlockTableModel::countChanged, this, [this] {
        updateTexts();
        updateActions();
        Q_EMIT countChanged(m_model.rowCount());
    });
    connect(&m_link, &Link::stateChanged, this, [this] {
        updateActions();
        updateTexts();
        if (m_rows->setFaded(m_link.state() == Link::State::Lost))
            m_table->viewport()->update();
    });
    m_ticks.setInterval(tickInterval);
    connect(&m_ticks, &QTimer::timeout, this, [this] {
        if (m_link.state() == Link::State::Live)
            m_model.setNow(m_link.serverNow());
    });
    m_ticks.start();
    updateTexts();
    updateActions();
}

QString BlocksPage::bannerText() const
{
    return m_banner->text();
}

QWidget* BlocksPage::makeTable()
{
    auto* const card = new Card;
    m_table = new RowTable(20);
    m_table->setObjectName("blocks");
    m_table->setAccessibleName(tr("Blocks"));
    m_table->setModel(&m_model);
    m_rows = new PlainRowDelegate({BlockTableModel::Token}, {BlockTableModel::By, BlockTableModel::Since},
                                  m_table);
    m_table->setItemDelegate(m_rows);
    m_table->setSelectionMode(QAbstractItemView::ExtendedSelection);
    m_table->horizontalHeader()->setSectionsClickable(false);
    m_table->setColumns({{0}, {0}, {140}, {150}, {140}});
    connect(m_table->selectionModel(), &QItemSelectionModel::selectionChanged, this,
            &BlocksPage::updateActions);
    connect(m_table->verticalScrollBar(), &QScrollBar::valueChanged, this, &BlocksPage::noteVisible);
    card->body()->addWidget(m_table);
    return card;
}

void BlocksPage::updateActions()
{
    const bool live = m_link.state() == Link::State::Live;
    m_add->setEnabled(live);
    m_unblock->setEnabled(live && m_table->selectionModel()->hasSelection());
}

void BlocksPage::updateTexts()
{
    const int count = m_model.rowCount();
    const bool everComplete = m_feed.progress().completedAt != Instant{};
    m_counts->setText(count == 0 ? QString()
                                 : countText(count, tr("1 token is refused everywhere"),
                                             tr("%1 tokens are refused everywhere")));
    m_table->setEmptyText(
        count > 0                                              ? QString()
        : m_link.state() == Link::State::Connecting            ? tr("Connecting to %1").arg(m_link.where())
        : !everComplete && m_link.state() == Link::State::Lost ? QString()
        : !everComplete                                        ? tr("Looking for blocks")
                        : tr("No token is blocked. An abusive one can be blocked on the Tokens "
                             "page, or here by typing it."));
}

void BlocksPage::noteVisible()
{
    if (!isVisible())
        return;
    std::vector<TokenKey> keys;
    const auto [first, last] = m_table->visibleRows();
    for (int row = first; row <= last; ++row)
        keys.push_back({m_model.blockAt(row).token, {}, nullptr});
    m_feed.setVisible(std::move(keys));
}

void BlocksPage::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    noteVisible();
    if (!m_feed.paused())
        m_feed.refresh();
}

} // namespace ratewarden::ui
