// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/token_table_model.h"

#include "ui/charts/rule_bars.h"
#include "ui/text/display_text.h"
#include "ui/text/policy_text.h"
#include "ui/text/problem_text.h"

#include <algorithm>
#include <utility>

namespace ratewarden::ui {
namespace {

using namespace std::chrono_literals;

constexpr int fewToRank = 3000;          // are ranked within a millisecond or two
constexpr auto betweenRankings = 250ms;  // of many rows, as long as nobody asks for another order
constexpr auto betweenLooks = 5s;        // at how many of them are out of place, while the order is held
constexpr std::size_t fewChanges = 5000; // are moved within a few milliseconds
constexpr int fewToMove = 50'000;        // among so few rows
constexpr std::size_t manyToSort = 20'000;
constexpr std::size_t firstRows = 200; // more than a window shows

// Of the tightest rule; 0 of one that is not kept.
double leasedShareOf(const Reading* token)
{
    if (token == nullptr || !token->decision || token->decision->usage.empty())
        return 0;
    return unspentShare(*token, token->decision->tightestRule());
}

} // namespace

TokenTableModel::TokenTableModel(TokenBook& book, QObject* parent)
    : CellModel(parent), m_book(book), m_store(book.rows())
{
    connect(&m_book, &TokenBook::changed, this, &TokenTableModel::take);
    connect(&m_book, &TokenBook::aboutToDrop, this, &TokenTableModel::beginDrop);
    connect(&m_book, &TokenBook::dropped, this, &TokenTableModel::endDrop);
    connect(&m_book, &TokenBook::marksChanged, this, &TokenTableModel::marksChanged);
    m_rankSoon.setSingleShot(true);
    connect(&m_rankSoon, &QTimer::timeout, this, &TokenTableModel::rankSoon);
}

QVariant TokenTableModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (role != Qt::InitialSortOrderRole || section < 0 || section >= ColumnCount)
        return CellModel::headerData(section, orientation, role);
    // What one looks for is at the end of a column of numbers, and in a state.
    return int(isNumber(section) || section == State || section == TightestRule ? Qt::DescendingOrder
                                                                                : Qt::AscendingOrder);
}

TokenCell TokenTableModel::cellAt(int row) const
{
    const int place = m_order[std::size_t(row)];
    return {m_store.name(place), m_store.row(place), m_now};
}

QString TokenTableModel::cellText(int row, int column) const
{
    return columnAt(column).text(cellAt(row));
}

QString TokenTableModel::cellTip(int row, int column) const
{
    if (const Reading* const reading = m_store.reading(m_order[std::size_t(row)])) {
        if (reading->problem)
            return problemText(reading->problem);
        if (column == State && reading->block)
            return tr("Blocked by %1: %2").arg(shown(reading->block->by), shown(reading->block->reason));
        if (column == TightestRule && leasedShareOf(reading) > 0)
            return usedTexts(*reading, reading->decision->tightestRule()).front();
    }
    return columnAt(column).tipIsText ? cellText(row, column) : QString();
}

QVariant TokenTableModel::data(const QModelIndex& index, int role) const
{
    if ((role < Qt::UserRole && role != Qt::CheckStateRole) ||
        !checkIndex(index, CheckIndexOption::IndexIsValid))
        return CellModel::data(index, role);
    const int place = m_order[std::size_t(index.row())];
    const TokenRow& row = m_store.row(place);
    switch (role) {
    case Qt::CheckStateRole:
        return index.column() == Token
                   ? QVariant(m_book.marks().contains(place) ? Qt::Checked : Qt::Unchecked)
                   : QVariant();
    case ShareRole:
        return row.knowsRules ? row.share() : -1.0;
    case LeasedRole:
        return leasedShareOf(m_store.reading(place));
    case VerdictsRole:
        return int(verdictsOf(m_store.name(place).policy));
    case StatusRole:
        return int(row.state);
    case DetailRole:
        return index.column() == TightestRule && row.knowsRules
                   ? percentText(row.used, row.tightest.capacity())
                   : QVariant();
    case ShortTextsRole: {
        const auto shortTexts = columnAt(index.column()).shortTexts;
        return shortTexts ? shortTexts(cellAt(index.row())) : QStringList();
    }
    case RateRole:
        return index.column() == Denied ? row.denied : row.allowed;
    case CountsRole:
        if (const Reading* const reading = m_store.reading(place))
            return QVariant::fromValue(reading->counts);
        return {};
    default:
        return {};
    }
}

Qt::ItemFlags TokenTableModel::flags(const QModelIndex& index) const
{
    const Qt::ItemFlags usual = CellModel::flags(index);
    return index.column() == Token ? usual | Qt::ItemIsUserCheckable : usual;
}

bool TokenTableModel::setData(const QModelIndex& index, const QVariant& value, int role)
{
    if (role != Qt::CheckStateRole || !checkIndex(index, CheckIndexOption::IndexIsValid) ||
        index.column() != Token)
        return false;
    const int place = placeAt(index.row());
    if (value.toInt() == Qt::Checked)
        m_book.mark(std::span(&place, 1));
    else
        m_book.unmark(std::span(&place, 1));
    return true;
}

void TokenTableModel::sort(int column, Qt::SortOrder order)
{
    if (column < 0 || column >= ColumnCount)
        return;
    m_view.by = columnAt(column).by;
    m_view.descending = order == Qt::DescendingOrder;
    rearrange(Haste::Now);
}

void TokenTableModel::setFilter(const TokenFilter& filter)
{
    m_view.filter = filter;
    rearrange(Haste::Now);
}

void TokenTableModel::setOrderHeld(bool held)
{
    if (m_orderHeld == held)
        return;
    m_orderHeld = held;
    m_book.setHeld(held);
    if (!held)
        sortAgain();
    else if (ranking()) // by what is under way it is not known how many are out of place
        m_rankAgain = true;
}

void TokenTableModel::sortAgain()
{
    m_book.dropEnded();
    rearrange(Haste::Now);
}

void TokenTableModel::setOutOfPlace(int rows)
{
    if (std::exchange(m_outOfPlace, rows) != rows)
        Q_EMIT outOfPlaceChanged();
}

void TokenTableModel::take(const std::vector<int>& places, int firstNew)
{
    if (firstNew == 0 && m_store.size() > fewToMove) // very many at once, as of a file
        return rearrange(Haste::Now);
    for (const int place : places)
        m_rankAll |= !m_store.name(place).format->hasState(); // whether it is shown takes all rows to say
    m_changed.insert(m_changed.end(), places.begin(), places.end());
    m_rankAll |= m_changed.size() > fewChanges;
    if (m_store.size() > fewToRank || m_orderHeld) {
        rowsChanged(places);
        appendNew(firstNew);
    }
    rearrange(Haste::Soon);
}

bool TokenTableModel::hasWarning(const Subject& key, WarningCode code) const
{
    const int place = m_store.find(key);
    return place >= 0 && m_store.row(place).warnings.has(code);
}

// The rows of the store from that place on, as far as they pass the filters.
void TokenTableModel::appendNew(int from)
{
    std::vector<int> added;
    for (int place = from; place < m_store.size(); ++place)
        if (const TokenName name = m_store.name(place);
            name.format->hasState() && // whether others are shown takes all rows to say
            passes(m_store.row(place), name, m_view))
            added.push_back(place);
    append(added);
}

void TokenTableModel::append(const std::vector<int>& places)
{
    if (places.empty())
        return;
    beginInsertRows({}, rowCount(), rowCount() + int(places.size()) - 1);
    if (!m_rowOfPlace.empty()) { // else it is made when it is needed
        m_rowOfPlace.resize(std::size_t(m_store.size()), -1);
        for (std::size_t i = 0; i < places.size(); ++i)
            m_rowOfPlace[std::size_t(places[i])] = int(m_order.size() + i);
    }
    m_order.insert(m_order.end(), places.begin(), places.end());
    endInsertRows();
}

// Of those that cannot be seen nobody needs to know.
void TokenTableModel::rowsChanged(std::vector<int> places)
{
    const int last = std::min(m_lastShown, rowCount() - 1);
    if (!knowsShown()) {
        allChanged();
        return;
    }
    std::ranges::sort(places);
    for (int row = m_firstShown; row <= last; ++row)
        if (std::ranges::binary_search(places, m_order[std::size_t(row)])) {
            Q_EMIT dataChanged(index(m_firstShown, 0), index(last, ColumnCount - 1));
            return;
        }
}

void TokenTableModel::setShown(int first, int last)
{
    m_firstShown = std::max(first, 0);
    m_lastShown = last;
}

int TokenTableModel::countOf(TokenStatus state) const
{
    const auto at = std::size_t(state);
    return m_store.states().at(at) + m_blockedAlone.at(at);
}

int TokenTableModel::tokenCount() const
{
    int count = 0;
    for (int state = 0; state < tokenStatusCount; ++state)
        count += countOf(TokenStatus(state));
    return count;
}

void TokenTableModel::allChanged()
{
    if (!m_order.empty())
        Q_EMIT dataChanged(index(0, 0), index(rowCount() - 1, ColumnCount - 1));
}

void TokenTableModel::marksChanged()
{
    const int last = knowsShown() ? std::min(m_lastShown, rowCount() - 1) : rowCount() - 1;
    if (const int first = std::max(m_firstShown, 0); first <= last)
        Q_EMIT dataChanged(index(first, Token), index(last, Token), {Qt::CheckStateRole});
}

void TokenTableModel::rearrange(Haste haste)
{
    m_wanted |= haste == Haste::Now;
    if (m_store.size() <= fewToRank) {
        rankNow();
    } else if (haste == Haste::Now) {
        startRanking();
    } else if (ranking()) {
        m_rankAgain = true;
    } else if (!m_rankSoon.isActive()) {
        m_rankSoon.start(m_orderHeld ? std::chrono::milliseconds(betweenLooks) : betweenRankings);
    }
}

void TokenTableModel::rankNow()
{
    m_ranker.stop(); // of when there were more rows
    m_rankAgain = false;
    m_rankAll = false;
    m_changed.clear();
    Ranking ranking = TokenRanker(m_store.snapshot(), m_view, {}).all({});
    const int outOfPlace = m_orderHeld ? rowsOutOfPlace(m_order, ranking.order) : 0;
    takeRanking(ranking, m_store.size(), outOfPlace);
}

void TokenTableModel::rankSoon()
{
    if (m_rankAll || m_orderHeld) // then it is only looked at how many are out of place
        startRanking();
    else
        moveChanged();
}

void TokenTableModel::moveChanged()
{
    std::vector<int> changed = std::exchange(m_changed, {});
    if (m_store.size() > fewToMove)
        return moveBesides(std::move(changed));
    takeOrder(reorder(m_store.snapshot(), m_view, m_order, changed));
    Q_EMIT ranked();
}

struct TokenTableModel::Ranked {
    std::optional<TokenRanker> ranker; // while not all of them are in order
    std::vector<int> held;             // the order that is held
    int rows = 0;
    Ranking ranking;
    int outOfPlace = 0;

    void rankAll(const std::stop_token& stop)
    {
        ranking = ranker->all(stop);
        if (!held.empty() && !stop.stop_requested())
            outOfPlace = rowsOutOfPlace(held, ranking.order);
        ranker.reset(); // what it looked at can be changed again without a copy
    }
};

// To go through all rows for the few that move takes longer than a frame.
void TokenTableModel::moveBesides(std::vector<int> changed)
{
    auto asked = std::make_shared<Ranked>();
    asked->rows = m_store.size();
    asked->ranking.blockedAlone = m_blockedAlone;
    ask([tokens = m_store.snapshot(), view = m_view, order = m_order, changed = std::move(changed),
         asked](Computation&) {
        asked->ranking.order = reorder(tokens, view, order, changed);
        asked->ranking.rowOfPlace = rowsByPlace(asked->ranking.order, tokens.rows.size());
        return asked;
    });
}

void TokenTableModel::startRanking()
{
    m_rankSoon.stop();
    m_rankAgain = false;
    m_rankAll = false;
    m_changed.clear();
    auto asked = std::make_shared<Ranked>();
    asked->rows = m_store.size();
    if (m_orderHeld)
        asked->held = m_order;
    ask([tokens = m_store.snapshot(), view = m_view, isWanted = m_wanted, asked](Computation& computation) {
        asked->ranker.emplace(tokens, view, computation.stopToken(), isWanted ? firstRows : 0);
        if (isWanted && asked->ranker->size() > manyToSort)
            asked->ranking = asked->ranker->first();
        else
            asked->rankAll(computation.stopToken());
        return asked;
    });
}

// Whoever waits sees the first rows before all are in order.
void TokenTableModel::ask(std::function<std::shared_ptr<Ranked>(Computation&)> question)
{
    m_ranker.ask(std::move(question), [this](const Outcome<std::shared_ptr<Ranked>>& outcome) {
        if (const auto* const answer = outcome.result()) {
            const std::shared_ptr<Ranked> its = *answer;
            if (its->ranker) {
                takeOrder(its->ranking, its->rows);
                Q_EMIT begun();
                return ask([its](Computation& computation) {
                    its->rankAll(computation.stopToken());
                    return its;
                });
            }
            takeRanking(its->ranking, its->rows, its->outOfPlace);
        }
        if (std::exchange(m_rankAgain, false))
            rearrange(Haste::Soon);
    });
}

void TokenTableModel::takeRanking(Ranking& ranking, int rowsRanked, int outOfPlace)
{
    m_blockedAlone = ranking.blockedAlone;
    if (std::exchange(m_wanted, false) || !m_orderHeld) {
        takeOrder(ranking, rowsRanked);
        setOutOfPlace(0);
    } else {
        std::erase_if(ranking.order, [this](int place) { return rowOfPlace(place) >= 0; });
        append(ranking.order);
        const std::vector<int> ended = m_book.dropsWait() ? m_store.unseen() : std::vector<int>();
        setOutOfPlace(outOfPlace + int(std::ranges::count_if(
                                       ended, [this](int place) { return rowOfPlace(place) >= 0; })));
    }
    Q_EMIT ranked();
}

// Rows that have come since stay where they are: at the end.
void TokenTableModel::takeOrder(Ranking& ranking, int rowsRanked)
{
    ranking.rowOfPlace.resize(std::size_t(m_store.size()), -1);
    for (const int place : m_order)
        if (place >= rowsRanked) {
            ranking.rowOfPlace[std::size_t(place)] = int(ranking.order.size());
            ranking.order.push_back(place);
        }
    takeOrder(std::move(ranking.order), std::move(ranking.rowOfPlace));
}

void TokenTableModel::takeOrder(std::vector<int> order, std::vector<int> rowOfPlace)
{
    if (order == m_order) {
        if (m_store.size() <= fewToRank) // of many it has been said as they changed
            allChanged();
    } else {
        Q_EMIT layoutAboutToBeChanged();
        endChange(std::move(order), {}, std::move(rowOfPlace));
    }
}

// The end of a layout change, the one signal for everything: insertions, removals, and moves. Selection
// follows its token. `newPlaces` tells where the store has moved what m_order points to; empty: nowhere.
// `rowOfPlace`: that of `order`; empty: it is made when it is needed.
void TokenTableModel::endChange(std::vector<int> order, const std::vector<int>& newPlaces,
                                std::vector<int> rowOfPlace)
{
    const std::vector<int> orderBefore = std::exchange(m_order, std::move(order));
    m_rowOfPlace = std::move(rowOfPlace);
    const QModelIndexList before = persistentIndexList();
    QModelIndexList after;
    for (const QModelIndex& old : before) {
        const int oldPlace = orderBefore[std::size_t(old.row())];
        const int place = newPlaces.empty() ? oldPlace : newPlaces[std::size_t(oldPlace)];
        const int row = place < 0 ? -1 : this->rowOfPlace(place);
        after.append(row < 0 ? QModelIndex() : createIndex(row, old.column()));
    }
    changePersistentIndexList(before, after);
    Q_EMIT layoutChanged();
}

void TokenTableModel::beginDrop(const std::vector<int>& places)
{
    Q_EMIT aboutToDrop(places);
    m_ranker.stop(); // it ranks by places that will be no longer; endDrop() starts another one
    Q_EMIT layoutAboutToBeChanged(); // while what m_order points to is still there
}

void TokenTableModel::endDrop(const std::vector<int>& newPlaces)
{
    std::vector<int> order;
    order.reserve(m_order.size());
    for (const int place : m_order)
        if (const int now = newPlaces[std::size_t(place)]; now >= 0)
            order.push_back(now);
    Q_EMIT moved(newPlaces); // before anybody hears of the new order
    endChange(std::move(order), newPlaces);
    m_changed.clear(); // all are ranked anyway
    rearrange(Haste::Now);
}

int TokenTableModel::rowOf(const Subject& key) const
{
    const int place = m_store.find(key);
    return place < 0 ? -1 : rowOfPlace(place);
}

int TokenTableModel::rowOfPlace(int place) const
{
    if (m_rowOfPlace.empty())
        m_rowOfPlace = rowsByPlace(m_order, std::size_t(m_store.size()));
    return std::size_t(place) < m_rowOfPlace.size() ? m_rowOfPlace[std::size_t(place)] : -1;
}

void TokenTableModel::setNow(Instant now)
{
    m_now = now;
    if (m_order.empty())
        return;
    if (!knowsShown()) {
        for (const Column column : {Next, Expires})
            Q_EMIT dataChanged(index(0, column), index(rowCount() - 1, column), {Qt::DisplayRole});
        return;
    }
    // Few of them read otherwise than a moment ago.
    const int last = std::min(m_lastShown, rowCount() - 1);
    m_countdowns.resize(std::size_t(std::max(last - m_firstShown + 1, 0)));
    for (int row = m_firstShown; row <= last; ++row) {
        const int place = m_order[std::size_t(row)];
        const TokenCell cell{m_store.name(place), m_store.row(place), m_now};
        Countdowns told{place, columnAt(Next).text(cell), columnAt(Expires).text(cell)};
        Countdowns& before = m_countdowns[std::size_t(row - m_firstShown)];
        for (const auto& [column, text] :
             {std::pair(Next, &Countdowns::next), std::pair(Expires, &Countdowns::expires)})
            if (before.place != place || before.*text != told.*text)
                Q_EMIT dataChanged(index(row, column), index(row, column), {Qt::DisplayRole});
        before = std::move(told);
    }
}

} // namespace ratewarden::ui
