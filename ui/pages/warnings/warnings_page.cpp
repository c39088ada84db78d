// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/warnings/warnings_page.h"

#include "ui/pages/age_label.h"
#include "ui/pages/empty_reason.h"
#include "ui/pages/page_banner.h"
#include "ui/pages/page_frame.h"
#include "ui/text/display_text.h"
#include "ui/text/warning_text.h"
#include "ui/theme/theme.h"
#include "ui/widgets/action_button.h"
#include "ui/widgets/card.h"
#include "ui/widgets/filter_keys.h"
#include "ui/widgets/plain_row_delegate.h"
#include "ui/widgets/row_table.h"

#include <QAction>
#include <QBoxLayout>
#include <QHeaderView>
#include <QPushButton>

namespace ratewarden::ui {
namespace {

} // namespace

WarningsPage::WarningsPage(Session& session, QWidget* parent)
    : QWidget(parent)
    , m_session(session)
    , m_link(session.link())
    , m_banner(new PageBanner(m_link))
    , m_counts(new PlainLabel({}, PlainLabel::Tone::Muted))
    , m_open(makeAction(this, "showWarned", tr("Show tokens"),
                        tr("See the tokens of the selected warning on the Tokens page"),
                        QKeySequence("Ctrl+Return")))
{
    const auto [layout, head] = framePage(this, m_banner, tr("Warnings"), m_counts,
                                          new AgeLabel(session, [&session] { return session.readSince(); }));
    head->addWidget(buttonFor(m_open, false));
    constexpr int most = 100; // of the height, up to what the rows take: what they mean stands right below
    layout->addWidget(makeTable(), most);
    layout->addWidget(makeExplanation());
    layout->addStretch(1);
    setFocusProxy(m_table);

    connect(m_open, &QAction::triggered, this, &WarningsPage::open);
    m_soon.setSingleShot(true);
    m_soon.setInterval(gatherTime);
    connect(&m_soon, &QTimer::timeout, this, [this] {
        const bool hadNone = m_model.rowCount() == 0;
        m_model.put(m_session.serverCheck().warnings, m_session.tokens().warnings().groups());
        if (hadNone)
            settleSelection(m_table);
        updateTexts();
        Q_EMIT countChanged(m_model.rowCount());
    });
    connect(&m_session, &Session::serverChecked, this, &WarningsPage::refresh);
    connect(&m_session.book(), &TokenBook::warningsChanged, this, &WarningsPage::refresh);
    connect(&m_session, &Session::scanCompleted, this, &WarningsPage::updateTexts);
    connect(&m_session, &Session::problemChanged, this, &WarningsPage::updateTexts);
    connect(&m_link, &Link::stateChanged, this, [this] {
        updateTexts();
        if (m_rows->setFaded(m_link.isUnreachable()))
            m_table->viewport()->update();
    });
    updateTexts();
}

void WarningsPage::refresh()
{
    if (!m_soon.isActive())
        m_soon.start();
}

void WarningsPage::choose(ServerWarningCode code)
{
    for (int row = 0; row < m_model.rowCount(); ++row)
        if (const auto* const one = std::get_if<ServerWarning>(&m_model.at(row)); one && one->code == code) {
            m_table->selectRow(row);
            m_table->scrollTo(m_model.index(row, 0));
        }
}

QWidget* WarningsPage::makeTable()
{
    m_tableCard = new Card;
    m_table = new RowTable(20);
    m_table->setObjectName("warnings");
    m_table->setAccessibleName(tr("Warnings"));
    m_table->setModel(&m_model);
    m_rows = new PlainRowDelegate({WarningTableModel::Group},
                                  {WarningTableModel::Format, WarningTableModel::Since}, m_table);
    m_table->setItemDelegate(m_rows);
    m_table->setSelectionMode(QAbstractItemView::SingleSelection);
    m_table->setColumns({{176}, {150, 860}, {0}, {70}, {110, 1000}, {270, 940}});
    m_table->addAction(m_open);
    m_table->setContextMenuPolicy(Qt::ActionsContextMenu);
    connect(m_table, &QTableView::activated, m_open, &QAction::trigger); // Return, or a double click
    connect(m_table->selectionModel(), &QItemSelectionModel::selectionChanged, this,
            &WarningsPage::updateTexts);
    m_tableCard->body()->addWidget(m_table);
    return m_tableCard;
}

QWidget* WarningsPage::makeExplanation()
{
    m_explanation = new Card(tr("What it means, and what to do"));
    for (PlainLabel** const label : {&m_meaning, &m_advice, &m_samples}) {
        *label = new PlainLabel({}, label == &m_samples ? PlainLabel::Tone::Muted : PlainLabel::Tone::Normal);
        (*label)->setWrapped();
        m_explanation->body()->addWidget(*label);
    }
    m_meaning->setObjectName("warningMeaning");
    m_advice->setObjectName("warningAdvice");
    m_samples->setFont(monospaceFont());
    m_explanation->setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Maximum);
    m_explanation->hide();
    return m_explanation;
}

int WarningsPage::chosenRow() const
{
    const QModelIndexList rows = m_table->selectionModel()->selectedRows();
    return rows.isEmpty() ? -1 : rows.front().row();
}

void WarningsPage::open()
{
    const int row = chosenRow();
    if (row < 0)
        return;
    if (const auto* const group = std::get_if<WarningGroup>(&m_model.at(row)))
        Q_EMIT tokensWanted(*group);
    else
        Q_EMIT blocksWanted();
}

void WarningsPage::updateTexts()
{
    const int count = m_model.rowCount();
    const int chosen = chosenRow();
    const auto* const group = chosen < 0 ? nullptr : std::get_if<WarningGroup>(&m_model.at(chosen));
    enableIfAllowed(m_open, chosen >= 0, chosen >= 0 ? QString() : tr("Select a warning first"));
    m_open->setText(chosen < 0 || group ? tr("Show tokens") : tr("Show blocks"));
    m_explanation->setVisible(chosen >= 0);
    if (chosen >= 0) {
        m_meaning->setText(warningSentence(m_model.at(chosen)));
        m_advice->setText(warningAdvice(m_model.at(chosen)));
        QStringList samples;
        if (group)
            for (const std::string& token : group->samples)
                samples << shortened(shown(token), 60);
        if (group && group->tokens > group->samples.size())
            samples << QStringLiteral("…");
        m_samples->setText(samples.join(QStringLiteral(", ")));
        m_samples->setVisible(!samples.isEmpty());
    }
    const bool everComplete = m_session.everScanned();
    const bool isChecked = m_session.serverCheck().knowsMemory;
    m_counts->setText(
        count > 0 ? tr("%Ln warning(s)", nullptr, count)
        : everComplete && m_link.state() == Link::State::Live && !isChecked
            ? tr("This user may not read the server's memory settings: whether it evicts keys is "
                 "not known")
            : QString());
    updateEmpty();
    const QMargins margins = m_tableCard->body()->contentsMargins();
    m_tableCard->setMaximumHeight(count == 0 ? QWIDGETSIZE_MAX
                                             : margins.top() + margins.bottom() + m_table->wholeHeight());
    m_banner->setProblem(count > 0 && !m_session.problem().isEmpty()
                             ? tr("Not all could be checked: %1").arg(m_session.problem())
                             : QString());
}

void WarningsPage::updateEmpty()
{
    if (m_model.rowCount() > 0)
        return m_table->setEmptyText({});
    const bool everComplete = m_session.everScanned();
    if (const EmptyReason why = whyUnread(*this, m_session, {}); !everComplete && !why.text.isEmpty())
        m_table->setEmptyText(why.text, why.step);
    else if (!m_session.problem().isEmpty())
        m_table->setEmptyText(tr("Not all could be checked: %1").arg(m_session.problem()),
                              windowAction(*this, "openServerAction"));
    else if (!everComplete)
        m_table->setEmptyText(tr("Looking at all tokens"));
    else if (!m_session.live())
        m_table->setEmptyText(tr("Not checked since the connection was lost"),
                              windowAction(*this, "openServerAction"));
    else
        m_table->setEmptyText(whatIsChecked(), windowAction(*this, "refresh"));
}

void WarningsPage::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    m_table->setFocus();
    settleSelection(m_table);
}

} // namespace ratewarden::ui
