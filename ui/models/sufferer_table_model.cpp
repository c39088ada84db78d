// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/sufferer_table_model.h"

#include "ui/text/display_text.h"
#include "ui/text/lab_text.h"

#include <algorithm>
#include <array>

namespace ratewarden::ui {
namespace {

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

QString suffererName(const SuffererRow& row)
{
    return row.name;
}

QString suffererSign(const SuffererRow& row)
{
    return signOf(row.kind).words;
}

/// Empty: it is being computed.
template <std::optional<Units> SuffererRow::*count>
QString suffererCount(const SuffererRow& row)
{
    return row.*count ? numberText(*(row.*count)) : QStringLiteral("…");
}

// In the order of SuffererTableModel::Column; see its headerData() for what two headings are.
constexpr std::array<ColumnOf<SuffererRow>, SuffererTableModel::ColumnCount> suffererColumns{{
    {[] { return SuffererTableModel::tr("Token"); }, suffererName},
    {[] { return QString(); }, [](const SuffererRow& row) { return numberText(row.peak); }, true,
     [] {
         return SuffererTableModel::tr("The smallest limit under which the token is never denied");
     }},
    {[] { return SuffererTableModel::tr("Now"); },
     [](const SuffererRow& row) { return row.deniedNow ? numberText(*row.deniedNow) : noValue(); }, true,
     [] {
         return SuffererTableModel::tr("Requests that the enforced rules deny");
     }},
    {[] { return SuffererTableModel::tr("Newly"); }, suffererCount<&SuffererRow::newlyDenied>, true,
     [] {
         return SuffererTableModel::tr("Requests that the enforced rules allow and the candidate denies");
     }},
    {[] { return SuffererTableModel::tr("Freed"); }, suffererCount<&SuffererRow::freed>, true,
     [] {
         return SuffererTableModel::tr("Requests that the enforced rules deny and the candidate allows");
     }},
    {[] { return SuffererTableModel::tr("Unchanged"); }, suffererCount<&SuffererRow::unchanged>, true,
     [] {
         return SuffererTableModel::tr("Requests on which both decide the same");
     }},
    {[] { return SuffererTableModel::tr("Denied"); }, suffererCount<&SuffererRow::deniedThen>, true,
     [] {
         return SuffererTableModel::tr("Requests that the candidate denies");
     }},
    {[] { return QString(); }, suffererSign},
}};

} // namespace

SuffererTableModel::SuffererTableModel(QObject* parent) : ColumnModel(suffererColumns, parent) {}

Qt::ItemFlags SuffererTableModel::flags(const QModelIndex& index) const
{
    const bool isLine = index.isValid() && m_rows[std::size_t(index.row())].isLine();
    return isLine ? Qt::ItemIsEnabled : QAbstractTableModel::flags(index);
}

QVariant SuffererTableModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    const bool isTitle = orientation == Qt::Horizontal && role == Qt::DisplayRole;
    if (isTitle && section == Peak)
        return tr("Peak/%1").arg(briefWindowText(m_window));
    if (isTitle && section == DeniedThen && !m_candidate.isEmpty())
        return tr("Under %1").arg(m_candidate);
    return ColumnModel::headerData(section, orientation, role);
}

QVariant SuffererTableModel::data(const QModelIndex& index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const Row& row = at(index.row());
    if (role == KindRole)
        return int(row.kind);
    const bool isName = index.column() == Token;
    if (row.isLine())
        return !isName || role != Qt::DisplayRole ? QVariant()
               : row.kind == SuffererKind::Nobody ? tr("— nobody else —")
                                                  : tr("— not denied —");
    const auto whole = [&row] {
        return tr("%1: %2").arg(row.name, signOf(row.kind).words);
    };
    if (role == Qt::ToolTipRole)
        return isName ? plainToolTip(whole()) : QVariant();
    if (role == Qt::AccessibleTextRole && (index.column() == Sign || (isName && m_signsInFront)))
        return whole();
    if (isName && m_signsInFront && role == Qt::DisplayRole)
        return signOf(row.kind).mark + row.name;
    return ColumnModel::data(index, role);
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
