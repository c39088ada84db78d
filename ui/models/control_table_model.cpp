// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/control_table_model.h"

#include "core/algorithms/algorithm.h"
#include "core/formats/own/ratewarden_format.h"
#include "ui/text/display_text.h"
#include "ui/text/policy_text.h"

#include <algorithm>
#include <array>
#include <limits>
#include <tuple>

namespace ratewarden::ui {
namespace {

/// The newest comes first.
bool comesBefore(const ControlEntry& one, const ControlEntry& other)
{
    return std::tie(other.since, one.token, one.policy, one.format) <
           std::tie(one.since, other.token, other.policy, other.format);
}

} // namespace

Subject ControlEntry::subject() const
{
    return format ? Subject{token, policy, format} : controlSubject(token, policy);
}

ControlFacts ControlEntry::facts() const
{
    return {token, policy, rules, reason, by, format, since, until};
}

QString ControlTableModel::title(int column) const
{
    static constexpr std::array<const char*, ColumnCount> titles{
        QT_TR_NOOP("Token"), QT_TR_NOOP("Policy"), QT_TR_NOOP("Format"),
        QT_TR_NOOP("Rules"), QT_TR_NOOP("Reason"), QT_TR_NOOP("By"),
        QT_TR_NOOP("Since"), QT_TR_NOOP("Ends"),   QT_TR_NOOP("Denied/s")};
    return tr(titles[std::size_t(column)]);
}

QString ControlTableModel::titleTip(int column) const
{
    return column == Denied ? tr("Denied requests a second over the last 10 to 20 s: whether the token keeps "
                                 "sending; only "
                                 "where its policies count requests")
                            : QString();
}

QString ControlTableModel::cellText(int row, int column) const
{
    const ControlEntry& entry = at(row);
    switch (Column(column)) {
    case Token:
        return shown(entry.token);
    case Policy:
        return m_kind == Kind::Blocks && !entry.format ? tr("every policy") : shown(entry.policy);
    case Format:
        return entry.format ? formatNameText(*entry.format) : tr("ratewarden");
    case Rules:
        return rulesText(entry.rules);
    case Reason:
        return shown(entry.reason);
    case By:
        return shown(entry.by);
    case Since:
        return entry.since == Instant{} ? QString() : momentText(entry.since);
    case Ends:
        return entry.until ? tr("in %1").arg(countdownText(*entry.until - m_now)) : tr("never");
    case Denied: {
        const double denied = entry.format ? -1 : m_denied(entry.token);
        return denied < 0 ? QString() : rateText(denied);
    }
    case ColumnCount:
        break;
    }
    return {};
}

// An empty cell says why it is empty.
QString ControlTableModel::cellTip(int row, int column) const
{
    const ControlEntry& entry = at(row);
    if (column == Ends && entry.until)
        return momentText(*entry.until);
    QString cell = cellText(row, column);
    if (!cell.isEmpty() || !entry.format)
        return cell;
    const QString format = shown(entry.format->name());
    switch (column) {
    case Reason:
        return tr("The keys of %1 hold no reason, and this window did not set the block").arg(format);
    case By:
        return tr("The keys of %1 do not say who set the block, and this window did not").arg(format);
    case Since:
        return tr("The keys of %1 do not say when the block began, and this window did not set it")
            .arg(format);
    case Denied:
        return tr("%1 does not count denied requests").arg(format);
    default:
        return {};
    }
}

QVariant ControlTableModel::data(const QModelIndex& index, int role) const
{
    if (role != SortRole || !checkIndex(index, CheckIndexOption::IndexIsValid))
        return CellModel::data(index, role);
    const ControlEntry& entry = at(index.row());
    switch (index.column()) {
    case Since:
        return qlonglong(entry.since.time_since_epoch().count());
    case Ends:
        return entry.until ? qlonglong(entry.until->time_since_epoch().count())
                           : std::numeric_limits<qlonglong>::max();
    case Denied:
        return entry.format ? -1.0 : m_denied(entry.token);
    default:
        return cellText(index.row(), index.column());
    }
}

// Our own tokens are blocked under every policy, which is read on its own.
bool ControlTableModel::isMeant(const Reading& reading) const
{
    const ratewarden::Format& format = *reading.subject.format;
    return !reading.problem && (!format.hasState() || (m_kind == Kind::Blocks && !format.isOurs()));
}

std::vector<ControlEntry> ControlTableModel::entriesOf(const Reading& reading) const
{
    std::vector<ControlEntry> entries;
    if (m_kind == Kind::Overrides) {
        entries.reserve(reading.overrides.size());
        for (const Override& one : reading.overrides) {
            entries.push_back(
                {one.token, one.policy, one.rules, one.reason, one.by, one.since, one.until, nullptr});
            if (const ratewarden::Policy* const policy = m_policyNamed(one.policy))
                for (Rule& rule : entries.back().rules)
                    rule = algorithmNamed(policy->algorithm).ruleAsWritten(rule);
        }
    } else if (reading.block) {
        const Block& block = *reading.block;
        entries.push_back({block.token, {}, {}, block.reason, block.by, block.since, block.until, nullptr});
        if (const Subject& subject = reading.subject; subject.format->hasState()) {
            entries.back().policy = subject.policy;
            entries.back().format = subject.format;
        }
    }
    return entries;
}

// Where the entry stands, or would.
int ControlTableModel::placeOf(const ControlEntry& entry) const
{
    const auto place = std::ranges::lower_bound(
        m_rows, entry, comesBefore, [](const auto& row) -> const ControlEntry& { return row->entry; });
    return int(place - m_rows.begin());
}

void ControlTableModel::insert(const ControlEntry& entry)
{
    const int row = placeOf(entry);
    beginInsertRows({}, row, row);
    const auto added = m_rows.insert(m_rows.begin() + row, std::make_unique<Row>(Row{entry, m_scan}));
    m_byName.emplace(nameOf(entry), added->get());
    endInsertRows();
}

void ControlTableModel::remove(int row)
{
    beginRemoveRows({}, row, row);
    m_byName.erase(nameOf(at(row)));
    m_rows.erase(m_rows.begin() + row);
    endRemoveRows();
}

void ControlTableModel::put(const std::vector<Reading>& readings)
{
    const std::size_t before = m_rows.size();
    for (const Reading& reading : readings) {
        if (!isMeant(reading))
            continue;
        const Subject& subject = reading.subject;
        const bool foreign = subject.format->hasState();
        const std::vector<ControlEntry> entries = entriesOf(reading);
        // What is there no more was lifted, or has ended, or is another by now.
        std::vector<int> gone;
        for (auto known = m_byName.lower_bound({subject.token, {}, nullptr});
             known != m_byName.end() && std::get<0>(known->first) == subject.token; ++known) {
            const ControlEntry& old = known->second->entry;
            // What other limiters say of a token of that name is another matter.
            if (foreign ? old.subject() != subject : old.format != nullptr)
                continue;
            const auto same = [&old](const ControlEntry& entry) {
                return entry.policy == old.policy && entry.since == old.since;
            };
            if (std::ranges::none_of(entries, same))
                gone.push_back(placeOf(old));
        }
        std::ranges::sort(gone, std::ranges::greater());
        for (const int row : gone)
            remove(row);
        for (const ControlEntry& entry : entries) {
            const auto known = m_byName.find(nameOf(entry));
            if (known == m_byName.end()) {
                insert(entry);
                continue;
            }
            known->second->scan = m_scan;
            if (known->second->entry != entry) {
                known->second->entry = entry;
                const int row = placeOf(entry);
                Q_EMIT dataChanged(index(row, 0), index(row, ColumnCount - 1));
            }
        }
    }
    if (m_rows.size() != before)
        Q_EMIT countChanged();
}

template <class Drop>
void ControlTableModel::removeIf(Drop drop)
{
    const std::size_t before = m_rows.size();
    for (int row = int(m_rows.size()) - 1; row >= 0; --row)
        if (drop(*m_rows[std::size_t(row)]))
            remove(row);
    if (m_rows.size() != before)
        Q_EMIT countChanged();
}

void ControlTableModel::dropUnseen()
{
    removeIf([this](const Row& row) {
        return row.entry.format ? !m_known(row.entry.subject()) : row.scan != m_scan;
    });
    ++m_scan;
}

void ControlTableModel::retire(const std::set<const ratewarden::Format*>& formats)
{
    removeIf([&](const Row& row) { return formats.contains(row.entry.format); });
}

void ControlTableModel::setNow(Instant now)
{
    m_now = now;
    // No reading is needed to know what has ended.
    removeIf([now](const Row& row) { return row.entry.until && *row.entry.until <= now; });
    if (!m_rows.empty())
        Q_EMIT dataChanged(index(0, Ends), index(int(m_rows.size()) - 1, Denied), {Qt::DisplayRole});
}

} // namespace ratewarden::ui
