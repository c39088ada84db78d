// SPDX-License-Identifier: GPL-3.0-or-later
// What other pages want to be seen of the tokens, and the way back.
#include "ui/pages/selection_actions.h"
#include "ui/pages/tokens_page.h"
#include "ui/widgets/row_table.h"

#include <QAction>
#include <QButtonGroup>
#include <QHeaderView>
#include <QLineEdit>
#include <QPushButton>
#include <QScopedValueRollback>

#include <utility>

namespace ratewarden::ui {

TokensPage::Arrangement TokensPage::present() const
{
    const QHeaderView* const header = m_table->horizontalHeader();
    return {m_filter->text(), m_model.view().policy, m_model.view().state, header->sortIndicatorSection(),
            header->sortIndicatorOrder()};
}

TokensPage::Arrangement TokensPage::arrangement() const
{
    return m_before ? *m_before : present();
}

void TokensPage::setArrangement(const Arrangement& arrangement)
{
    m_filter->setText(arrangement.filter);
    setState(arrangement.state);
    filterByPolicy(arrangement.policy);
    const bool isThere = arrangement.column >= 0 && arrangement.column < m_model.columnCount();
    m_table->sortByColumn(isThere ? arrangement.column : int(TokenTableModel::State), arrangement.order);
}

void TokensPage::enterFrom(const QString& page)
{
    if (!m_before) // else from one page to the next
        m_before = present();
    m_stretch.reset();
    m_back->setText(QStringLiteral("← ") + page);
    m_back->setVisible(true);
    m_back->setEnabled(true);
}

void TokensPage::setState(std::optional<TokenStatus> state)
{
    QAbstractButton* const button = m_states->button(state ? int(*state) + 1 : 0);
    (button ? button : m_states->button(0))->setChecked(true);
    m_model.setStateFilter(button ? state : std::nullopt);
}

void TokensPage::ask(const TokenQuestion& question, const QString& from)
{
    enterFrom(from);
    {
        // Nothing is chosen by itself before all of it is said.
        const QScopedValueRollback asking(m_asking, true);
        m_table->clearSelection();
        forgetChoice();
        m_stretch = question.stretch;
        setState(question.state);
        m_filter->setText(question.filter);
        filterByPolicy(question.policy);
        m_table->sortByColumn(question.by.value_or(TokenTableModel::State), Qt::DescendingOrder);
    }
    if (question.token && !choose(*question.token)) { // it may be listed only when all are ranked
        m_details->choose(question.token);
        m_session.setChosen(question.token);
        if (m_stretch)
            m_details->showTime(m_stretch->first, m_stretch->second);
    } else if (!question.token && !m_model.ranking()) {
        chooseFirst();
    }
    m_actions->update();
    m_table->setFocus();
}

void TokensPage::filterByWarning(const WarningGroup& group, const QString& from)
{
    enterFrom(from);
    setState(std::nullopt); // the others' rows would be missing
    filterByPolicy(group.others ? std::nullopt : std::optional(group.policy));
    m_filter->setText(warningTerm(group.code) + ' ' + formatTerm(group.format->name()));
    m_table->setFocus();
}

// What the operator had filtered is back, however one leaves.
void TokensPage::forgetWayBack()
{
    m_back->setEnabled(false);
    m_back->setVisible(false);
    if (std::exchange(m_stretch, {}))
        m_details->showUsualTime();
    if (const std::optional<Arrangement> before = std::exchange(m_before, {}))
        setArrangement(*before);
}

bool TokensPage::hasWayBack() const
{
    return m_back->isEnabled();
}

void TokensPage::goBack()
{
    forgetWayBack();
    Q_EMIT backWanted();
}

} // namespace ratewarden::ui
