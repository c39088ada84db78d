// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/tokens/token_marking.h"

#include "core/limiter/redis_token.h"
#include "core/policies/published_policy.h"
#include "ui/pages/tokens/mark_bar.h"
#include "ui/pages/tokens/token_selection.h"
#include "ui/text/display_text.h"
#include "ui/tokens/client_map.h"
#include "ui/widgets/action_button.h"
#include "ui/widgets/copy_bytes.h"
#include "ui/widgets/row_table.h"

#include <QAction>
#include <QKeyEvent>

#include <algorithm>
#include <utility>

namespace ratewarden::ui {

TokenMarking::TokenMarking(Session& session, TokenTableModel& model, const TokenSelection& selection,
                           RowTable& table, MarkBar& bar)
    : QObject(&table), m_session(session), m_model(model), m_selection(selection), m_table(table), m_bar(bar)
{
    auto* const separator = new QAction(this);
    separator->setSeparator(true);
    m_actions << separator;
    const auto add = [&](const char* name, const QString& text, const QString& tip, const QKeySequence& key,
                         void (TokenMarking::*how)()) {
        QAction* const action = makeAction(&table, name, text, tip, key);
        action->setShortcutContext(Qt::WidgetShortcut);
        connect(action, &QAction::triggered, this, [this, how] { mark(how); });
        m_actions << action;
    };
    add("mark", tr("Mark"), tr("Mark the selected tokens, or unmark them; marks stay under every filter"),
        QKeySequence(Qt::Key_Space), &TokenMarking::markSelected);
    add("markUpTo", tr("Mark up to here"), tr("Mark the rows from the last mark to this one"),
        QKeySequence(Qt::SHIFT | Qt::Key_Space), &TokenMarking::markUpToCurrent);
    add("markListed", tr("Mark all listed"), tr("Mark every row that matches the filter"),
        QKeySequence(Qt::Key_Asterisk), &TokenMarking::markListed);
    add("markPasted", tr("Mark pasted names"),
        tr("Mark the tokens whose names are on the clipboard, one on each line"), QKeySequence::Paste,
        &TokenMarking::markPasted);
    table.installEventFilter(this);
    connect(&model, &TokenTableModel::ranked, this, [this] { // after the selection
        if (m_later && !m_model.rearranging())
            (this->*std::exchange(m_later, nullptr))();
    });
    connect(&table, &QTableView::clicked, this, [this](const QModelIndex& index) {
        if (m_session.book().marks().contains(m_model.placeAt(index.row())))
            m_anchor = m_model.keyAt(index.row());
    });
    connect(&selection, &TokenSelection::changed, &bar, &MarkBar::withdraw);
}

// What is pressed before the list has followed what was typed is about the rows that are asked for.
void TokenMarking::mark(void (TokenMarking::*how)())
{
    if (m_model.rearranging())
        m_later = how;
    else
        (this->*how)();
}

void TokenMarking::markSelected()
{
    std::vector<int> places = m_selection.rows();
    if (places.empty())
        return;
    for (int& place : places)
        place = m_model.placeAt(place);
    TokenBook& book = m_session.book();
    if (std::ranges::all_of(places, [&](int place) { return book.marks().contains(place); }))
        book.unmark(places);
    else
        book.mark(places);
    if (m_table.currentIndex().isValid())
        m_anchor = m_model.keyAt(m_table.currentIndex().row());
}

void TokenMarking::markUpToCurrent()
{
    if (!m_table.currentIndex().isValid())
        return;
    const int current = m_table.currentIndex().row();
    const int last = m_anchor && !m_session.book().marks().empty() ? m_model.rowOf(*m_anchor) : -1;
    std::vector<int> places;
    const int step = last < 0 || last == current ? 0 : last < current ? 1 : -1;
    for (int row = last < 0 ? current : last;; row += step) {
        places.push_back(m_model.placeAt(row));
        if (row == current)
            break;
    }
    m_session.book().mark(places);
    m_anchor = m_model.keyAt(current);
}

void TokenMarking::markListed()
{
    std::vector<int> places(std::size_t(m_model.rowCount()));
    for (int row = 0; row < m_model.rowCount(); ++row)
        places[std::size_t(row)] = m_model.placeAt(row);
    m_session.book().mark(places);
}

void TokenMarking::markPasted()
{
    const std::vector<std::string> names = pastedLines();
    const std::unordered_set<std::string> inRedis = ClientMap::inRedis({{}, names});
    std::vector<int> places = m_session.tokens().placesOf({inRedis.begin(), inRedis.end()});
    std::unordered_set<std::string_view> withState;
    for (const int place : places)
        if (const TokenName name = m_session.tokens().name(place); name.format->hasState())
            withState.insert(name.token);
    std::erase_if(places, [&](int place) { // what has no row of its own, or none without being asked for
        const TokenName name = m_session.tokens().name(place);
        return m_model.rowOfPlace(place) < 0 &&
               (isCandidate(name.policy) || (!name.format->hasState() && withState.contains(name.token)));
    });
    m_session.book().mark(places);
    std::unordered_set<std::string_view> found;
    for (const int place : places)
        found.insert(m_session.tokens().name(place).token);
    const std::unordered_set<std::string_view> wanted(names.begin(), names.end());
    std::unordered_set<std::string_view> missing = wanted;
    std::erase_if(missing, [&found](std::string_view name) {
        return found.contains(name) || found.contains(hashedToken(name));
    });
    QString sentence =
        tr("%1 of %2 names marked")
            .arg(numberText(Units(wanted.size() - missing.size())), numberText(Units(wanted.size())));
    if (!missing.empty()) {
        constexpr int mostNamed = 5;
        QStringList some;
        for (const std::string& name : names)
            if (some.size() < mostNamed && missing.contains(name))
                some << shown(name);
        sentence += tr("; not listed: %1").arg(some.join(QStringLiteral(", ")));
        if (missing.size() > std::size_t(mostNamed))
            sentence += tr(" and %1 more").arg(numberText(Units(missing.size()) - mostNamed));
    }
    Q_EMIT done(sentence);
}

// Escape clears marks when it is pressed twice. Where it leads back, it does so once there are none.
bool TokenMarking::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() != QEvent::ShortcutOverride && event->type() != QEvent::KeyPress)
        return false;
    const bool isEscape = static_cast<QKeyEvent*>(event)->key() == Qt::Key_Escape;
    if (!isEscape || m_session.book().marks().empty()) {
        if (event->type() == QEvent::KeyPress)
            m_bar.withdraw();
        return QObject::eventFilter(watched, event);
    }
    if (event->type() == QEvent::KeyPress)
        m_bar.askToClear();
    event->accept();
    return true;
}

} // namespace ratewarden::ui
