// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/trial_table_model.h"

#include "ui/text/display_text.h"
#include "ui/text/lab_text.h"
#include "ui/text/policy_text.h"

#include <algorithm>
#include <cmath>

namespace ratewarden::ui {
namespace {

/// The rule whose burst is furthest above its limit, or else the first: what the algorithm really allows.
QString burstText(const Trial& trial)
{
    const std::vector<Rule>& rules = trial.candidate.policy.rules;
    if (trial.largestBurst.size() != rules.size() || rules.empty())
        return QStringLiteral("–");
    std::size_t worst = 0;
    const auto share = [&](std::size_t rule) {
        return double(trial.largestBurst[rule]) / double(std::max<Units>(1, rules[rule].limit));
    };
    for (std::size_t i = 1; i < rules.size(); ++i)
        if (share(i) > share(worst))
            worst = i;
    return TrialTableModel::tr("%1 in %2")
        .arg(numberText(trial.largestBurst[worst]), briefWindowText(rules[worst].window));
}

} // namespace

int TrialTableModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : int(m_rows.size());
}

int TrialTableModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : ColumnCount;
}

QVariant TrialTableModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || section < 0 || section >= ColumnCount)
        return {};
    if (role == Qt::TextAlignmentRole)
        return int((section == Name ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter);
    const auto text = [&](const QString& heading, const QString& toolTip) {
        return role == Qt::DisplayRole   ? QVariant(heading)
               : role == Qt::ToolTipRole ? QVariant(plainToolTip(toolTip))
                                         : QVariant();
    };
    switch (Column(section)) {
    case Name:
        return text(tr("Candidate"), tr("The selected one's rules are edited"));
    case Allowed:
        return text(tr("Allowed"), tr("Requests"));
    case Denied:
        return text(tr("Denied"), tr("Requests; a click shows whose"));
    case Tokens:
        return text(tr("Tokens"), tr("How many tokens are denied at least once; a click shows which"));
    case Hurt:
        return text(tr("Hurt"), tr("Of these, how many are not marked to be stopped; a click shows which"));
    case LongestWait:
        return text(tr("Longest wait"), tr("The longest that a denied request was told to wait"));
    case Burst:
        return text(tr("Most allowed"), tr("The most that one token was allowed in any window of a rule"));
    case Bytes:
        return text(tr("B/token"), tr("Bytes that Redis keeps for a token, on average, without the key"));
    case ColumnCount:
        break;
    }
    return {};
}

QVariant TrialTableModel::data(const QModelIndex& index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const Row& row = m_rows[std::size_t(index.row())];
    if (role == Qt::TextAlignmentRole)
        return headerData(index.column(), Qt::Horizontal, role);
    if (role == WarnRole)
        return index.column() == Hurt && row.trial && row.innocent && row.innocent->tokens > 0;
    if (role == Qt::ToolTipRole && index.column() == Name)
        return plainToolTip(
            tr("%1, %2").arg(candidateText(row.candidate), algorithmText(row.candidate.policy.algorithm)));
    if (role != Qt::DisplayRole)
        return {};
    if (index.column() == Name)
        return candidateText(row.candidate);
    if (!row.trial)
        return QStringLiteral("…");
    const Trial& trial = *row.trial;
    if (trial.requests == 0) // nothing is known, which is not that nothing is denied
        return index.column() == Allowed ? tr("no data") : QStringLiteral("–");
    switch (Column(index.column())) {
    case Allowed:
        return numberText(Units(trial.allowed()));
    case Denied:
        return numberText(Units(trial.denied));
    case Tokens:
        return numberText(Units(trial.tokensDenied));
    case Hurt:
        return row.innocent ? numberText(Units(row.innocent->tokens)) : QStringLiteral("–");
    case LongestWait:
        return trial.denied == 0 ? QStringLiteral("–") : waitText(trial.longestWait);
    case Burst:
        return burstText(trial);
    case Bytes:
        return numberText(Units(std::llround(trial.bytesPerToken)));
    case Name:
    case ColumnCount:
        break;
    }
    return {};
}

void TrialTableModel::put(std::vector<Row> rows)
{
    if (rows.size() != m_rows.size()) {
        beginResetModel();
        m_rows = std::move(rows);
        endResetModel();
        return;
    }
    m_rows = std::move(rows);
    if (!m_rows.empty())
        Q_EMIT dataChanged(index(0, 0), index(int(m_rows.size()) - 1, ColumnCount - 1));
}

} // namespace ratewarden::ui
