// SPDX-License-Identifier: GPL-3.0-or-later
// Which token the page of tokens shows, what other pages want to be seen of them, and the way back.
#include "core/policies/published_policy.h"
#include "ui/pages/tokens/mark_bar.h"
#include "ui/pages/tokens/selection_actions.h"
#include "ui/pages/tokens/token_plugins.h"
#include "ui/pages/tokens/token_selection.h"
#include "ui/pages/tokens/tokens_page.h"
#include "ui/text/display_text.h"
#include "ui/text/translations.h"
#include "ui/widgets/filter_line.h"
#include "ui/widgets/row_table.h"

#include <QAction>
#include <QApplication>
#include <QHeaderView>
#include <QPushButton>

#include <utility>

namespace ratewarden::ui {
namespace {

// In the words of the filter.
QString filterForQuestion(const TokenQuestion& question)
{
    QStringList terms;
    if (question.state)
        terms << QString::fromStdString(std::string(nameOf(*question.state)));
    // Those of a candidate are listed with it alone.
    if (question.token && isCandidate(question.token->policy))
        terms << filterTerm("policy", question.token->policy);
    else if (question.policy)
        terms << filterTerm("policy", *question.policy);
    if (!question.filter.isEmpty())
        terms << question.filter;
    return terms.isEmpty() ? QString() : terms.join(' ') + ' ';
}

} // namespace

void TokensPage::connectSelection()
{
    connect(m_selection, &TokenSelection::shownChanged, this, [this] {
        m_details->choose(m_selection->shown());
        m_session.setChosen(m_selection->shown());
        if (m_selection->shown() && m_stretch)
            m_details->showTime(m_stretch->first, m_stretch->second);
    });
    connect(m_selection, &TokenSelection::changed, this, &TokensPage::showSelected);
}

void TokensPage::showSelected()
{
    const FollowedTokens& marks = m_session.book().marks();
    m_details->setMeant(marks.empty() ? m_selection->listedCount() : marks.count(), !marks.empty());
    m_details->setUnlisted(marks.empty() ? unlistedText() : QString());
    m_actions->update();
    m_marks->present();
    m_plugins->update();
    updateCounts();
}

bool TokensPage::choose(const Subject& key)
{
    const bool isListed = m_model.rowOf(key) >= 0;
    if (isListed)
        m_selection->choose(key);
    return isListed;
}

// Why nothing acts on the token that is shown.
QString TokensPage::unlistedText() const
{
    const std::optional<Subject>& shown = m_selection->shown();
    if (!shown || m_selection->listedCount() > 0)
        return {};
    return !m_model.view().filter.terms().empty() && m_model.placeOf(*shown) >= 0
               ? tr("No longer listed: it does not match the filter. Actions need a listed token.")
               : tr("Not listed: Redis has no state of it, or it is not found yet. Actions need a listed "
                    "token.");
}

// The one that was typed, if the filter is nothing but that.
std::optional<std::string> TokensPage::typedToken() const
{
    const FilterTerm* const name = m_filter->filter().nameAlone();
    return name && m_filter->faultText().isEmpty() ? std::optional(name->name) : std::nullopt;
}

// A token that is typed and not listed can be blocked all the same.
void TokensPage::offerTyped()
{
    const std::optional<std::string> typed = typedToken();
    const bool nothing = typed && m_model.rowCount() == 0 && !m_model.rearranging();
    m_blockTyped->setVisible(nothing);
    if (!nothing)
        return;
    m_blockTyped->setText(withoutKeys(tr("Block \"%1\"…").arg(shown(*typed))));
    const QString missing = m_session.missing("block");
    m_blockTyped->setEnabled(m_session.live() && missing.isEmpty());
    m_blockTyped->setToolTip(missing);
}

// Their subjects are no longer; the shown one's is looked at by what its file says now.
void TokensPage::retire(const FormatSet& formats)
{
    const std::optional<Subject> shown = m_selection->shown();
    if (shown && formats.contains(shown->format)) {
        m_selection->forget();
        if (const std::optional<Subject> now = m_session.successor(*shown))
            m_selection->choose(*now);
    }
    noteVisible();
    updateCounts();
}

// Rows must not move away under a pointer that is about to click, nor before keys that walk through them.
void TokensPage::updateHold()
{
    const bool focused = window()->focusWidget() == m_table && QApplication::activeWindow();
    m_model.setOrderHeld(isVisible() && m_session.everScanned() &&
                         (focused || m_table->viewport()->underMouse()));
}

void TokensPage::sayOutOfPlace()
{
    const int rows = m_model.outOfPlace();
    m_outOfPlace->setVisible(rows > 0);
    if (rows > 0)
        m_outOfPlace->setText(tr("%Ln row(s) have moved · R sorts again", nullptr, pluralNumber(rows)));
}

bool TokensPage::eventFilter(QObject* watched, QEvent* event)
{
    switch (event->type()) {
    case QEvent::FocusIn:
    case QEvent::FocusOut:
    case QEvent::Enter:
    case QEvent::Leave: // also while the window, and with it the session, is being destroyed
        QMetaObject::invokeMethod(this, &TokensPage::updateHold, Qt::QueuedConnection);
        break;
    default:
        break;
    }
    return QWidget::eventFilter(watched, event);
}

// What takes the rows with the same in that column; empty: there is nothing to be the same.
QString TokensPage::termOf(const QModelIndex& index) const
{
    const Subject subject = m_model.keyAt(index.row());
    const TokenRow& row = m_model.at(index.row());
    switch (index.column()) {
    case TokenTableModel::Token:
        return filterTerm("token", subject.token);
    case TokenTableModel::Policy:
        return filterTerm("policy", subject.policy);
    case TokenTableModel::Format:
        return filterTerm("format", subject.format->name());
    case TokenTableModel::TightestRule:
        return row.knowsRules ? filterTerm("rule", notation(row.tightest)) : QString();
    case TokenTableModel::State:
        return QString::fromStdString(std::string(nameOf(row.state)));
    default:
        return {};
    }
}

TokensPage::Arrangement TokensPage::present() const
{
    const QHeaderView* const header = m_table->horizontalHeader();
    return {m_filter->text(), header->sortIndicatorSection(), header->sortIndicatorOrder()};
}

TokensPage::Arrangement TokensPage::arrangement() const
{
    return m_before && present() == m_asked ? *m_before : present();
}

void TokensPage::showArea(const std::optional<TimeRange>& area)
{
    m_details->markArea(area);
}

void TokensPage::setArrangement(const Arrangement& arrangement, const std::optional<Subject>& chosen)
{
    m_selection->wait();
    m_filter->setText(arrangement.filter);
    const bool isThere = arrangement.column >= 0 && arrangement.column < m_model.columnCount();
    m_table->sortByColumn(isThere ? arrangement.column : int(TokenTableModel::State), arrangement.order);
    if (chosen)
        m_selection->choose(*chosen);
    m_selection->settle();
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

void TokensPage::ask(const TokenQuestion& question, const QString& from)
{
    enterFrom(from);
    m_selection->wait();
    m_selection->forget();
    m_stretch = question.stretch;
    m_filter->setText(filterForQuestion(question));
    m_table->sortByColumn(question.by.value_or(TokenTableModel::State), Qt::DescendingOrder);
    if (question.token)
        m_selection->choose(*question.token);
    m_selection->settle();
    m_asked = present();
    m_table->setFocus();
}

void TokensPage::filterByFinding(const Finding& finding, const QString& from)
{
    const WarningCode code = std::get<WarningCode>(finding.kind);
    enterFrom(from);
    m_selection->wait();
    QStringList terms{filterTerm("warning", nameOf(code)), filterTerm("format", finding.format->name())};
    if (!finding.others && !finding.group.empty())
        terms << filterTerm("policy", finding.group);
    m_filter->setText(terms.join(' ') + ' ');
    m_selection->settle();
    m_asked = present();
    m_table->setFocus();
}

// What the operator had filtered is back, however one leaves; what he has filtered since stays.
void TokensPage::forgetWayBack()
{
    if (m_before && present() != m_asked)
        m_before.reset();
    leaveQuestion();
}

void TokensPage::leaveQuestion()
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
    leaveQuestion();
    Q_EMIT backWanted();
}

} // namespace ratewarden::ui
