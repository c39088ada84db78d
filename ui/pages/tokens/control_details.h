// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/control_table_model.h"
#include "ui/widgets/card.h"

namespace ratewarden::ui {

class PlainLabel;

/// What the selected block or override does, why, by whom and until when, in full: a row has room for little.
/// Of several it says whose they are.
class ControlDetails final : public Card {
    Q_OBJECT

public:
    explicit ControlDetails(ControlTableModel::Kind kind, QWidget* parent = nullptr);

    /// `entries`: the selected ones, or none where `count`, of all, is too many to name; a count of 0 hides
    /// the card. `replaced`: the rules of the policy that one override replaces. `denied`: requests a second
    /// of the one token; below zero: not known.
    void present(const std::vector<ControlEntry>& entries, Units count, const std::vector<Rule>& replaced,
                 double denied);

private:
    QString meaning(const ControlEntry& entry, const std::vector<Rule>& replaced) const;

    ControlTableModel::Kind m_kind;
    PlainLabel* m_whose = nullptr;
    PlainLabel* m_meaning = nullptr;
    PlainLabel* m_traffic = nullptr;
    PlainLabel* m_reason = nullptr;
    PlainLabel* m_by = nullptr;
};

} // namespace ratewarden::ui
