// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/trial_table_model.h"

#include "ui/text/display_text.h"
#include "ui/text/lab_text.h"
#include "ui/text/policy_text.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace ratewarden::ui {
namespace {

/// The rule whose burst is furthest above its limit, or else the first: what the algorithm really allows.
QString burstText(const Trial& trial)
{
    const std::vector<Rule>& rules = trial.candidate.policy.rules;
    if (trial.largestBurst.size() != rules.size() || rules.empty())
        return noValue();
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

/// All of its rules are for requests at once, of which no traffic tells how many there were.
bool isUntried(const TrialRow& row)
{
    const std::vector<Rule>& rules = row.candidate.policy.rules;
    return !rules.empty() && std::ranges::all_of(rules, &Rule::atOnce);
}

// What a trial has shown; nothing is known of one without requests, which is not that nothing is denied.
template <class Text>
QString trialCell(const TrialRow& row, Text text)
{
    if (isUntried(row))
        return noValue();
    return !row.trial ? QStringLiteral("…") : row.trial->requests == 0 ? noValue() : text(*row.trial);
}

QString trialAllowedCell(const TrialRow& row)
{
    if (isUntried(row))
        return TrialTableModel::tr("not tried");
    return row.trial && row.trial->requests == 0
               ? TrialTableModel::tr("no data")
               : trialCell(row, [](const Trial& trial) { return numberText(Units(trial.allowed())); });
}

QString trialDeniedCell(const TrialRow& row)
{
    return trialCell(row, [](const Trial& trial) { return numberText(Units(trial.denied)); });
}

QString trialTokensCell(const TrialRow& row)
{
    return trialCell(row, [](const Trial& trial) { return numberText(Units(trial.tokensDenied)); });
}

QString trialHurtCell(const TrialRow& row)
{
    return trialCell(row, [&row](const Trial&) {
        return row.innocent ? numberText(Units(row.innocent->tokens)) : noValue();
    });
}

QString trialLongestWaitCell(const TrialRow& row)
{
    return trialCell(
        row, [](const Trial& trial) { return trial.denied == 0 ? noValue() : waitText(trial.longestWait); });
}

QString trialBurstCell(const TrialRow& row)
{
    return trialCell(row, burstText);
}

QString trialBytesCell(const TrialRow& row)
{
    return trialCell(row,
                     [](const Trial& trial) { return numberText(Units(std::llround(trial.bytesPerToken))); });
}

QString trialNameCell(const TrialRow& row)
{
    return candidateText(row.candidate);
}

QString trialNameTip(const TrialRow& row)
{
    const QString tip = TrialTableModel::tr("%1, %2").arg(candidateText(row.candidate),
                                                          algorithmText(row.candidate.policy.algorithm));
    const QString untried = untriedText({row.candidate});
    return untried.isEmpty() ? tip : TrialTableModel::tr("%1\nnot tried: %2").arg(tip, untried);
}

// In the order of TrialTableModel::Column.
constexpr std::array<ColumnOf<TrialRow>, TrialTableModel::ColumnCount> trialColumns{{
    {[] { return TrialTableModel::tr("Candidate"); }, trialNameCell, false,
     [] { return TrialTableModel::tr("The selected one's rules are edited"); }, trialNameTip},
    {[] { return TrialTableModel::tr("Allowed"); }, trialAllowedCell, true,
     [] {
         return TrialTableModel::tr("Requests");
     }},
    {[] { return TrialTableModel::tr("Denied"); }, trialDeniedCell, true,
     [] {
         return TrialTableModel::tr("Requests; a click shows whose");
     }},
    {[] { return TrialTableModel::tr("Tokens"); }, trialTokensCell, true,
     [] {
         return TrialTableModel::tr("How many tokens are denied at least once; a click shows which");
     }},
    {[] { return TrialTableModel::tr("Hurt"); }, trialHurtCell, true,
     [] {
         return TrialTableModel::tr("Of these, how many are not marked to be stopped; a click shows which");
     }},
    {[] { return TrialTableModel::tr("Longest wait"); }, trialLongestWaitCell, true,
     [] {
         return TrialTableModel::tr("The longest that a denied request was told to wait");
     }},
    {[] { return TrialTableModel::tr("Most allowed"); }, trialBurstCell, true,
     [] {
         return TrialTableModel::tr("The most that one token was allowed in any window of a rule");
     }},
    {[] { return TrialTableModel::tr("B/token"); }, trialBytesCell, true,
     [] {
         return TrialTableModel::tr("Bytes that Redis keeps for a token, on average, without the key");
     }},
}};

} // namespace

std::vector<TrialRow> trialRows(const RecordedLab& recorded)
{
    std::vector<TrialRow> rows;
    for (const RecordedLab::Result& result : recorded.results)
        rows.push_back(
            {result.trial.candidate, std::make_shared<const Trial>(result.trial), result.innocent});
    return rows;
}

TrialTableModel::TrialTableModel(QObject* parent) : ColumnModel(trialColumns, parent) {}

QVariant TrialTableModel::data(const QModelIndex& index, int role) const
{
    if (role != WarnRole || !index.isValid())
        return ColumnModel::data(index, role);
    const TrialRow& row = at(index.row());
    return index.column() == Hurt && row.trial && row.innocent && row.innocent->tokens > 0;
}

void TrialTableModel::put(std::vector<TrialRow> trials)
{
    if (trials.size() != rows().size()) {
        beginResetModel();
        m_rows = std::move(trials);
        endResetModel();
        return;
    }
    m_rows = std::move(trials);
    if (!m_rows.empty())
        Q_EMIT dataChanged(index(0, 0), index(rowCount() - 1, ColumnCount - 1));
}

} // namespace ratewarden::ui
