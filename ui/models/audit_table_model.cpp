// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/audit_table_model.h"

#include "ui/text/audit_text.h"
#include "ui/text/display_text.h"

#include <array>

namespace ratewarden::ui {
namespace {

QString auditPolicyCell(const AuditEntry& entry)
{
    return entry.policies.size() > 1
               ? AuditTableModel::tr("%1 policies").arg(numberText(Units(entry.policies.size())))
           : entry.policies.empty() ? QString()
                                    : shown(entry.policies.front());
}

using AuditColumn = ColumnOf<AuditEntry>;

// In the order of AuditTableModel::Column.
constexpr std::array<AuditColumn, AuditTableModel::ColumnCount> auditColumns{{
    {[] { return AuditTableModel::tr("When"); }, [](const AuditEntry& entry) { return momentText(entry.at); },
     false,
     [] {
         return AuditTableModel::tr("By the server's clock");
     }},
    {[] { return AuditTableModel::tr("Who"); }, authorText},
    {[] { return AuditTableModel::tr("Change"); }, actText},
    {[] { return AuditTableModel::tr("Of"); }, whoseText},
    {[] { return AuditTableModel::tr("Policy"); }, auditPolicyCell},
    {[] { return AuditTableModel::tr("Reason"); },
     [](const AuditEntry& entry) {
         return shown(entry.reason);
     }},
    {[] { return AuditTableModel::tr("Result"); }, resultText, false, nullptr, resultSentence},
}};

} // namespace

AuditTableModel::AuditTableModel(QObject* parent) : ColumnModel(auditColumns, parent) {}

void AuditTableModel::put(std::vector<AuditEntry> entries)
{
    replace(std::move(entries), [](const AuditEntry& a, const AuditEntry& b) { return a.id == b.id; });
}

} // namespace ratewarden::ui
