// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/sufferer_table_model.h"

#include "ui/text/display_text.h"
#include "ui/text/lab_text.h"

#include <algorithm>
#include <array>

namespace ratewarden::ui {
namespace {

using SuffererKind = SuffererTableModel::Row::Kind;

struct SuffererSign {
    QString mark;  ///< before the token's name: "■ ip:203.0.113.77"
    QString words; ///< with the mark
};

SuffererSign signOf(SuffererKind kind)
{
    switch (kind) {
    case SuffererKind::Stopped:
        return {QStringLiteral("■ "), SuffererTableModel::tr("■ stopped")};
    case SuffererKind::Passes:
        return {QStringLiteral("□ "), SuffererTableModel::tr("passes")};
    case SuffererKind::Hurt:
        return {QStringLiteral("▲ "), SuffererTableModel::tr("▲ hurt")};
    case SuffererKind::Denied:
        return {QStringLiteral("▲ "), SuffererTableModel::tr("▲ denied")};
    case SuffererKind::Freed:
        return {QStringLiteral("▽ "), SuffererTableModel::tr("▽ freed")};
    case SuffererKind::Same:
        return {{}, SuffererTableModel::tr("unchanged")};
    case SuffererKind::Closest:
        return {{}, SuffererTableModel::tr("closest")};
    case SuffererKind::Nobody:
    case SuffererKind::Line:
        break;
    }
    return {};
}

} // namespace

Qt::ItemFlags SuffererTableModel::flags(const QModelIndex& index) const
{
    const bool isLine = index.isValid() && m_rows[std::size_t(index.row())].isLine();
    return isLine ? Qt::ItemIsEnabled : QAbstractTableModel::flags(index);
}

QVariant SuffererTableModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || section < 0 || section >= ColumnCount)
        return {};
    if (role == Qt::TextAlignmentRole)
        return int((section == Token || section == Sign ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter);
    static constexpr std::array<const char*, ColumnCount> tips{
        nullptr,
        QT_TR_NOOP("The smallest limit under which the token is never denied"),
        QT_TR_NOOP("Requests that the enforced rules deny"),
        QT_TR_NOOP("Requests that the enforced rules allow and the candidate denies"),
        QT_TR_NOOP("Requests that the enforced rules deny and the candidate allows"),
        QT_TR_NOOP("Requests on which both decide the same"),
        QT_TR_NOOP("Requests that the candidate denies")};
    if (const char* const tip = tips[std::size_t(section)]; role == Qt::ToolTipRole)
        return tip ? tr(tip) : QString();
    if (role != Qt::DisplayRole)
        return {};
    switch (Column(section)) {
    case Token:
        return tr("Token");
    case Peak:
        return tr("Peak/%1").arg(briefWindowText(m_window));
    case DeniedNow:
        return tr("Now");
    case NewlyDenied:
        return tr("Newly");
    case Freed:
        return tr("Freed");
    case Unchanged:
        return tr("Unchanged");
    case DeniedThen:
        return m_candidate.isEmpty() ? tr("Denied") : tr("Under %1").arg(m_candidate);
    case Sign:
    case ColumnCount:
        break;
    }
    return {};
}

QVariant SuffererTableModel::data(const QModelIndex& index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const Row& row = m_rows[std::size_t(index.row())];
    const auto number = [](std::optional<Units> value) {
        return value ? numberText(*value) : QStringLiteral("…");
    };
    if (role == Qt::TextAlignmentRole)
        return headerData(index.column(), Qt::Horizontal, role);
    if (role == KindRole)
        return int(row.kind);
    if (role == Qt::ToolTipRole)
        return index.column() != Token || row.isLine()
                   ? QVariant()
                   : plainToolTip(tr("%1: %2").arg(row.name, signOf(row.kind).words));
    if (role != Qt::DisplayRole)
        return {};
    if (row.isLine())
        return index.column() != Token            ? QString()
               : row.kind == SuffererKind::Nobody ? tr("— nobody else —")
                                                  : tr("— not denied —");
    switch (Column(index.column())) {
    case Token:
        return m_signsInFront ? signOf(row.kind).mark + row.name : row.name;
    case Peak:
        return numberText(row.peak);
    case DeniedNow:
        return row.deniedNow ? numberText(*row.deniedNow) : noValue();
    case NewlyDenied:
        return number(row.newlyDenied);
    case Freed:
        return number(row.freed);
    case Unchanged:
        return number(row.unchanged);
    case DeniedThen:
        return number(row.deniedThen);
    case Sign:
        return signOf(row.kind).words;
    case ColumnCount:
        break;
    }
    return {};
}

void SuffererTableModel::put(std::vector<Row> rows, const QString& candidate, Micros window,
                             bool signsInFront)
{
    m_signsInFront = signsInFront;
    if (candidate != m_candidate || window != m_window) {
        m_candidate = candidate;
        m_window = window;
        Q_EMIT headerDataChanged(Qt::Horizontal, 0, ColumnCount - 1);
    }
    const int before = int(m_rows.size());
    const int after = int(rows.size());
    if (after < before)
        beginRemoveRows({}, after, before - 1);
    else if (after > before)
        beginInsertRows({}, before, after - 1);
    m_rows = std::move(rows);
    if (after < before)
        endRemoveRows();
    else if (after > before)
        endInsertRows();
    if (after > 0)
        Q_EMIT dataChanged(index(0, 0), index(after - 1, ColumnCount - 1));
}

int SuffererTableModel::rowOf(TokenId token) const
{
    const auto found =
        std::ranges::find_if(m_rows, [&](const Row& row) { return !row.isLine() && row.token == token; });
    return found == m_rows.end() ? -1 : int(found - m_rows.begin());
}

} // namespace ratewarden::ui
