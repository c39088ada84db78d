// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/token_table_model.h"

#include "ui/widgets/display_text.h"

#include <algorithm>
#include <array>
#include <unordered_map>
#include <utility>

namespace ratewarden::ui {
int TokenTableModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : int(m_order.size());
}

int TokenTableModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : ColumnCount;
}

QVariant TokenTableModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || section < 0 || section >= ColumnCount)
        return {};
    if (role == Qt::DisplayRole) {
        switch (Column(section)) {
        case Token:
            return tr("Token");
        case Policy:
            return tr("Policy");
        case TightestRule:
            return tr("Tightest rule");
        case Left:
            return tr("Left");
        case Next:
            return tr("Next");
        case Allowed:
            return tr("Allowed/s");
        case Denied:
            return tr("Denied/s");
        case Lately:
            return tr("10 min");
        case State:
            return tr("State");
        case Expires:
            return tr("Expires");
        case ColumnCount:
            break;
        }
    }
    if (role == Qt::ToolTipRole) {
        switch (Column(section)) {
        case Token:
            return tr("Whose quota it is");
        case Policy:
            return tr("The policy whose rules apply");
        case TightestRule:
            return tr("Used of the rule whose limit is used up the furthest");
        case Left:
            return tr("Units left under the tightest rule");
        case Next:
            return tr("When the next request of cost 1 passes");
        case Allowed:
            return tr("Requests a second that passed, lately; only where the policy counts them");
        case Denied:
            return tr("Requests a second that were denied, lately; only where the policy counts them");
        case Lately:
            return tr("Requests of the last ten minutes, denied ones on top");
        case Expires:
            return tr("When Redis forgets the token's window state, if nothing more is charged");
        case State:
            return tr("limited: the next request is denied; near: 80 % or more of a limit is used; idle: "
                      "nothing is used");
        case ColumnCount:
            break;
        }
    }
    if (role == Qt::TextAlignmentRole) {
        const bool isNumber = section == Left || section == Next || section == Allowed || section == Denied ||
                              section == Expires;
        return int((isNumber ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    }
    return {};
}

QString TokenTableModel::text(const TokenStore::Row& row, Column column) const
{
    const TokenReading& reading = row.reading;
    const RuleUsage* const usage =
        reading.decision ? &reading.decision->usage[reading.decision->tightestRule()] : nullptr;
    switch (column) {
    case Token:
        return shown(reading.key.token);
    case Policy:
        return reading.key.algorithm ? shown(reading.key.policy) : tr("every policy");
    case TightestRule:
        if (usage)
            return tr("%1 of %2").arg(numberText(usage->used), ruleText(usage->rule));
        return reading.key.algorithm ? tr("rules not known") : QString();
    case Left:
        return usage ? numberText(usage->remaining()) : QString();
    case Next:
    case Expires:
        return countdown(reading, column, countdownText);
    case Allowed:
        return reading.counts.empty() ? QString() : rateText(ratesOf(reading.counts, reading.at).allowed);
    case Denied:
        return reading.counts.empty() ? QString() : rateText(ratesOf(reading.counts, reading.at).denied);
    case State:
        return stateName(row.state);
    case Lately:
    case ColumnCount:
        break;
    }
    return {};
}

QString TokenTableModel::countdown(const TokenReading& reading, Column column,
                                   QString (*format)(Micros)) const
{
    const Micros since = std::max(m_now - reading.at, Micros::zero());
    if (column == Expires) {
        if (reading.expiresIn)
            return tr("in %1").arg(format(*reading.expiresIn - since));
        return reading.key.algorithm ? tr("never") : QString();
    }
    if (const std::optional<Micros> wait = waitOf(reading))
        return *wait > Micros::zero() ? tr("in %1").arg(format(*wait - since)) : tr("now");
    return stateOf(reading) == TokenState::Unknown ? QString() : tr("never");
}

QVariant TokenTableModel::data(const QModelIndex& index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const TokenStore::Row& row = m_store.row(m_order[std::size_t(index.row())]);
    const auto column = Column(index.column());
    switch (role) {
    case Qt::DisplayRole:
        return text(row, column);
    case Qt::AccessibleTextRole:
        return QStringLiteral("%1: %2").arg(headerData(index.column(), Qt::Horizontal).toString(),
                                            text(row, column));
    case Qt::ToolTipRole:
        if (!row.reading.problem.empty())
            return plainToolTip(QString::fromStdString(row.reading.problem));
        if (column == State && row.reading.block)
            return plainToolTip(
                tr("Blocked by %1: %2").arg(shown(row.reading.block->by), shown(row.reading.block->reason)));
        if (column == Token || column == Policy || column == TightestRule || column == Next ||
            column == Expires)
            return plainToolTip(text(row, column));
        return {};
    case Qt::TextAlignmentRole:
        return headerData(index.column(), Qt::Horizontal, role);
    case ShareRole:
        return row.reading.decision ? row.share : -1.0;
    case StateRole:
        return int(row.state);
    case DetailRole:
        if (column == TightestRule && row.reading.decision)
            return QStringLiteral("%1 %").arg(qRound(row.share * 100));
        return {};
    case ShortTextRole:
        if (column == TightestRule && row.reading.decision) {
            const RuleUsage& usage = row.reading.decision->usage[row.reading.decision->tightestRule()];
            return QStringLiteral("%1/%2").arg(numberText(usage.used), numberText(usage.rule.capacity()));
        }
        if (column == Next || column == Expires)
            return countdown(row.reading, column, briefCountdownText);
        return {};
    case CountsRole:
        return QVariant::fromValue(row.reading.counts);
    default:
        return {};
    }
}

void TokenTableModel::sort(int column, Qt::SortOrder order)
{
    using By = TokenView::By;
    constexpr std::array columns{By::Token,   By::Policy, By::Share,  By::Left,  By::Next,
                                 By::Allowed, By::Denied, By::Denied, By::State, By::Expires};
    if (column < 0 || column >= ColumnCount)
        return;
    m_view.by = columns.at(std::size_t(column));
    m_view.descending = order == Qt::DescendingOrder;
    rearrange();
}

void TokenTableModel::setFilter(const QString& filter)
{
    m_view.filter = filter;
    rearrange();
}

void TokenTableModel::setStateFilter(std::optional<TokenState> state)
{
    m_view.state = state;
    rearrange();
}

void TokenTableModel::setOrderHeld(bool held)
{
    if (m_orderHeld == held)
        return;
    m_orderHeld = held;
    if (held)
        return;
    if (std::exchange(m_dropsHeld, false))
        dropUnseen();
    else
        rearrange();
}

void TokenTableModel::put(const std::vector<TokenReading>& readings, TokenStore::Source source)
{
    const std::size_t before = m_store.rows().size();
    for (const TokenReading& reading : readings)
        m_store.put(reading, source);
    if (!m_orderHeld) {
        rearrange();
        return;
    }
    allChanged();
    appendNew(before);
}

// The rows of the store from that place on, as far as they pass the filters.
void TokenTableModel::appendNew(std::size_t from)
{
    m_listed = listed(m_store.rows());
    const auto firstNew = std::ranges::lower_bound(m_listed, int(from)); // listed() goes by places
    const std::vector<int> added = arrange(m_store.rows(), {firstNew, m_listed.end()}, m_view);
    if (added.empty())
        return;
    beginInsertRows({}, rowCount(), rowCount() + int(added.size()) - 1);
    m_order.insert(m_order.end(), added.begin(), added.end());
    endInsertRows();
}

void TokenTableModel::allChanged()
{
    if (!m_order.empty())
        Q_EMIT dataChanged(index(0, 0), index(rowCount() - 1, ColumnCount - 1));
}

void TokenTableModel::rearrange()
{
    m_listed = listed(m_store.rows());
    std::vector<int> order = arrange(m_store.rows(), m_listed, m_view);
    if (order == m_order)
        allChanged();
    else
        changeOrder(std::move(order), {});
}

// One layout change for everything: insertions, removals, and moves. Selection follows its token. `newPlaces`
// tells where the store has moved what m_order points to; empty: nowhere.
void TokenTableModel::changeOrder(std::vector<int> order, const std::vector<int>& newPlaces)
{
    Q_EMIT layoutAboutToBeChanged();
    std::unordered_map<int, int> rowOfPlace;
    for (int row = 0; row < int(order.size()); ++row)
        rowOfPlace.emplace(order[std::size_t(row)], row);
    const QModelIndexList before = persistentIndexList();
    QModelIndexList after;
    for (const QModelIndex& old : before) {
        const int oldPlace = m_order[std::size_t(old.row())];
        const auto found = rowOfPlace.find(newPlaces.empty() ? oldPlace : newPlaces[std::size_t(oldPlace)]);
        after.append(found == rowOfPlace.end() ? QModelIndex() : createIndex(found->second, old.column()));
    }
    m_order = std::move(order);
    changePersistentIndexList(before, after);
    Q_EMIT layoutChanged();
}

void TokenTableModel::dropUnseen()
{
    if (m_orderHeld) {
        m_dropsHeld = true;
        return;
    }
    const std::vector<int> newPlaces = m_store.dropUnseen();
    m_listed = listed(m_store.rows());
    changeOrder(arrange(m_store.rows(), m_listed, m_view), newPlaces);
}

int TokenTableModel::rowOf(const TokenKey& key) const
{
    const int place = m_store.find(key);
    const auto row = std::ranges::find(m_order, place);
    return place < 0 || row == m_order.end() ? -1 : int(row - m_order.begin());
}

int TokenTableModel::countOf(TokenState state) const
{
    return int(std::ranges::count(m_listed, state, [this](int place) { return m_store.row(place).state; }));
}

void TokenTableModel::setNow(Instant now)
{
    m_now = now;
    if (!m_order.empty())
        Q_EMIT dataChanged(index(0, Next), index(rowCount() - 1, Next), {Qt::DisplayRole});
}

} // namespace ratewarden::ui
