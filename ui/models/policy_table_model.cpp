// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/policy_table_model.h"

#include "ui/text/display_text.h"
#include "ui/text/policy_text.h"
#include "ui/text/problem_text.h"

#include <array>

namespace ratewarden::ui {
namespace {

QString policyRulesCell(const PolicyRow& row)
{
    return row.policy ? rulesText(row.policy->policy.rules) : PolicyTableModel::tr("? cannot be read");
}

QString policyModeCell(const PolicyRow& row)
{
    if (!row.policy)
        return {};
    if (!row.policy->policy.format.empty()) // another program decides
        return PolicyTableModel::tr("keys of %1").arg(shown(row.policy->policy.format));
    return modeText(row.policy->mode) +
           (row.policy->candidate ? PolicyTableModel::tr(" + candidate") : QString());
}

// Of any column why the document cannot be read.
template <QString (*text)(const PolicyRow& row)>
QString policyCellTip(const PolicyRow& row)
{
    return row.problem ? problemText(row.problem) : text(row);
}

QString policyNameCell(const PolicyRow& row)
{
    return shown(row.name);
}

QString policyAlgorithmCell(const PolicyRow& row)
{
    return row.policy ? algorithmText(row.policy->policy.algorithm) : QString();
}

QString policyVersionCell(const PolicyRow& row)
{
    return row.policy ? numberText(row.policy->version) : QString();
}

template <QString (*text)(const PolicyRow& row)>
constexpr ColumnOf<PolicyRow> policyColumn(QString (*title)(), bool isNumber = false)
{
    return {title, text, isNumber, nullptr, policyCellTip<text>};
}

// In the order of PolicyTableModel::Column.
constexpr std::array<ColumnOf<PolicyRow>, PolicyTableModel::ColumnCount> policyColumns{{
    policyColumn<policyNameCell>([] { return PolicyTableModel::tr("Policy"); }),
    policyColumn<policyRulesCell>([] { return PolicyTableModel::tr("Rules"); }),
    policyColumn<policyAlgorithmCell>([] { return PolicyTableModel::tr("Algorithm"); }),
    policyColumn<policyModeCell>([] { return PolicyTableModel::tr("Mode"); }),
    policyColumn<policyVersionCell>([] { return PolicyTableModel::tr("Version"); }, true),
}};

} // namespace

PolicyTableModel::PolicyTableModel(QObject* parent) : ColumnModel(policyColumns, parent) {}

int PolicyTableModel::rowOf(const std::string& name) const
{
    const auto found = std::ranges::find(rows(), name, &PolicyRow::name);
    return found == rows().end() ? -1 : int(found - rows().begin());
}

void PolicyTableModel::put(const PolicyBook& book)
{
    std::vector<PolicyRow> published;
    published.reserve(book.published.size() + book.broken.size());
    for (const auto& [name, policy] : book.published)
        published.push_back({name, policy, {}});
    for (const auto& [name, problem] : book.broken)
        published.push_back({name, std::nullopt, problem});
    std::ranges::sort(published, {}, &PolicyRow::name);
    if (published != m_rows)
        replace(std::move(published),
                [](const PolicyRow& one, const PolicyRow& other) { return one.name == other.name; });
}

} // namespace ratewarden::ui
