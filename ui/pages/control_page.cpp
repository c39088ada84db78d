// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/control_page.h"

#include "core/formats/ratewarden_format.h"
#include "ui/pages/page_banner.h"
#include "ui/pages/page_frame.h"
#include "ui/pages/token_actions.h"
#include "ui/text/display_text.h"
#include "ui/theme/theme.h"
#include "ui/widgets/action_button.h"
#include "ui/widgets/card.h"
#include "ui/widgets/plain_row_delegate.h"
#include "ui/widgets/row_table.h"

#include <QAction>
#include <QBoxLayout>
#include <QHeaderView>
#include <QPushButton>
#include <QScrollBar>

#include <limits>

namespace ratewarden::ui {
namespace {

using namespace std::chrono_literals;

constexpr auto tickInterval = 500ms;

} // namespace

ControlPage::ControlPage(Kind kind, Session& session, QWidget* parent)
    : QWidget(parent)
    , m_kind(kind)
    , m_session(session)
    , m_link(session.link())
    , m_model(kind)
    , m_actions(new TokenActions(session, this))
    , m_change(kind == Kind::Blocks
                   ? makeAction(this, "blockTyped", tr("Block a token…"),
                                tr("Refuse every request of a token that you type"), QKeySequence::New)
                   : makeAction(this, "changeChosen", tr("Change rules…"),
                                tr("Give the chosen token other rules of its own, or for another time"),
                                QKeySequence("Ctrl+L")))
    , m_lift(kind == Kind::Blocks
                 ? makeAction(this, "unblockChosen", tr("Unblock…"),
                              tr("Lift the blocks of the chosen tokens"), QKeySequence("Ctrl+U"))
                 : makeAction(this, "liftChosen", tr("Lift…"),
                              tr("Let the chosen tokens obey their policies again"),
                              QKeySequence("Ctrl+Shift+L")))
    , m_banner(new PageBanner(m_link))
    , m_counts(new PlainLabel({}, PlainLabel::Tone::Muted))
{
    const auto [layout, head] =
        framePage(this, m_banner, kind == Kind::Blocks ? tr("Blocks") : tr("Overrides"), m_counts);
    head->addWidget(buttonFor(m_lift, false));
    head->addWidget(buttonFor(m_change, kind == Kind::Blocks));
    layout->addWidget(makeTable(), 1);

    connect(m_change, &QAction::triggered, this, &ControlPage::change);
    connect(m_lift, &QAction::triggered, this, &ControlPage::lift);
    m_actions->setListed([this] { return Units(m_model.rowCount()); });
    connect(m_actions, &TokenActions::opened, this, [this] { m_banner->setProblem({}); });
    connect(m_actions, &TokenActions::failed, m_banner, &PageBanner::setProblem);
    connect(&m_session.changes(), &Changes::failed, this, [this](const QString& sentence) {
        if (isVisible())
            m_banner->setProblem(sentence);
    });
    connect(m_actions, &TokenActions::done, this, &ControlPage::done);
    connect(&m_session, &Session::rightsChanged, this, &ControlPage::updateActions);
    const auto put = [this](const Readings& readings) {
        m_model.put(*readings);
        if (m_link.state() == Link::State::Live)
            m_banner->setKnownAt(m_link.serverNow());
        noteVisible();
    };
    connect(&m_session, &Session::found, this, put);
    connect(&m_session, &Session::read, this, put);
    connect(&m_session, &Session::scanCompleted, &m_model, &ControlTableModel::dropUnseen);
    connect(&m_session, &Session::scanCompleted, this, &ControlPage::updateTexts);
    connect(&m_model, &ControlTableModel::countChanged, this, [this] {
        updateTexts();
        updateActions();
        Q_EMIT countChanged(m_model.rowCount());
    });
    connect(&m_link, &Link::stateChanged, this, [this] {
        updateActions();
        updateTexts();
        if (m_rows->setFaded(m_link.away()))
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

QString ControlPage::bannerText() const
{
    return m_banner->text();
}

QWidget* ControlPage::makeTable()
{
    auto* const card = new Card;
    m_table = new RowTable(20);
    const bool blocks = m_kind == Kind::Blocks;
    m_table->setObjectName(blocks ? "blocks" : "overrides");
    m_table->setAccessibleName(blocks ? tr("Blocks") : tr("Overrides"));
    m_table->setModel(&m_model);
    m_rows = new PlainRowDelegate(
        {ControlTableModel::Token, ControlTableModel::Rules},
        {ControlTableModel::Policy, ControlTableModel::By, ControlTableModel::Since}, m_table);
    m_table->setItemDelegate(m_rows);
    m_table->setSelectionMode(QAbstractItemView::ExtendedSelection);
    m_table->horizontalHeader()->setSectionsClickable(false);
    constexpr int never = std::numeric_limits<int>::max();
    m_table->setColumns(
        blocks
            ? std::vector<RowTable::ColumnLayout>{{0}, {0, never}, {0, never}, {0}, {140}, {150}, {140}}
            : std::vector<RowTable::ColumnLayout>{{0}, {120, 700}, {0}, {0}, {110, 900}, {120, 1000}, {140}});
    if (!blocks)
        connect(m_table, &QTableView::doubleClicked, m_change, &QAction::trigger);
    connect(m_table->selectionModel(), &QItemSelectionModel::selectionChanged, this,
            &ControlPage::updateActions);
    connect(m_table->verticalScrollBar(), &QScrollBar::valueChanged, this, &ControlPage::noteVisible);
    card->body()->addWidget(m_table);
    return card;
}

void ControlPage::change()
{
    if (m_kind == Kind::Blocks) {
        m_actions->blockTyped();
        return;
    }
    const QModelIndexList rows = m_table->selectionModel()->selectedRows();
    if (rows.size() != 1)
        return;
    const ControlEntry& entry = m_model.at(rows.first().row());
    if (const Policy* const policy = m_session.policyNamed(entry.policy))
        m_actions->changeRules({stateSubject(entry.token, *policy), *policy}, entry);
    else
        m_banner->setProblem(
            tr("The policy %1 is not published here, so its algorithm is not known. Publish it first, or use "
               "ratewarden-ctl override.")
                .arg(shown(entry.policy)));
}

void ControlPage::lift()
{
    std::vector<Subject> keys;
    std::vector<std::string> tokens;
    for (const QModelIndex& index : m_table->selectionModel()->selectedRows()) {
        const ControlEntry& entry = m_model.at(index.row());
        keys.push_back(controlSubject(entry.token, entry.policy));
        tokens.push_back(entry.token);
    }
    if (m_kind == Kind::Blocks)
        m_actions->unblock(std::move(tokens));
    else
        m_actions->liftRules(std::move(keys));
}

void ControlPage::updateActions()
{
    const bool live = m_link.state() == Link::State::Live;
    const auto chosen = m_table->selectionModel()->selectedRows().size();
    const QString& missing = m_session.rights().tokens;
    enableIfAllowed(m_change, live && (m_kind == Kind::Blocks || chosen == 1), missing);
    enableIfAllowed(m_lift, live && chosen > 0, missing);
}

void ControlPage::updateTexts()
{
    const bool blocks = m_kind == Kind::Blocks;
    const int count = m_model.rowCount();
    const bool everComplete = m_session.progress().completedAt != Instant{};
    m_counts->setText(count == 0 ? QString()
                      : blocks   ? tr("%Ln token(s) blocked", nullptr, count)
                                 : tr("%Ln override(s)", nullptr, count));
    m_table->setEmptyText(
        count > 0                                   ? QString()
        : m_link.state() == Link::State::Connecting ? tr("Connecting to %1").arg(m_link.where())
        : !everComplete && m_link.away()            ? QString()
        : !everComplete ? (blocks ? tr("Looking for blocks") : tr("Looking for overrides"))
        : blocks        ? tr("No token is blocked. Block one on the Tokens page, or here by "
                                    "typing its name.")
                        : tr("There are no overrides: every token is limited by its policy's rules.\n"
                                    "Override a token's rules on the Tokens page."));
}

void ControlPage::noteVisible()
{
    if (!isVisible())
        return;
    std::vector<Subject> keys;
    const auto [first, last] = m_table->visibleRows();
    for (int row = first; row <= last; ++row)
        keys.push_back(controlSubject(m_model.at(row).token));
    m_session.setVisible(std::move(keys));
}

void ControlPage::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    noteVisible();
}

} // namespace ratewarden::ui
