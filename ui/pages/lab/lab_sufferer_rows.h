// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/lab/lab_what_if.h"
#include "ui/models/sufferer_table_model.h"
#include "ui/pages/lab/lab_sufferers_card.h"

#include <unordered_set>

namespace ratewarden::ui {

/// Makes the rows of the lab's tokens, worst first, of what is known of a candidate so far.
class LabSuffererRows {
public:
    using Row = SuffererTableModel::Row;

    /// What is null is being computed, or there is none.
    struct Known {
        const LabTraffic& traffic;
        const std::vector<TokenId>& marked;             ///< to be stopped
        bool hasRules = false;                          ///< the candidate has
        const Trial* now = nullptr;                     ///< of the enforced rules
        const Trial* then = nullptr;                    ///< of the candidate
        const std::vector<TokenCount>* worst = nullptr; ///< of that trial
        const LabWhatIf* changes = nullptr;
        const LabEffect* effect = nullptr;
        const Peaks* peaks = nullptr;
        std::size_t window = 0; ///< of these peaks
    };

    explicit LabSuffererRows(const Known& known) : m_known(known) {}

    std::vector<Row> rows(LabFilter filter);

private:
    bool isMarked(TokenId token) const;
    Row::Kind kindOf(TokenId token, Row::Kind ifAllowed) const;
    void add(TokenId token, Row::Kind kind);
    void addNewlyDenied();
    void addFreed();
    void addDenied(bool marked);
    void addUnchanged();
    void addExpected();
    void addMarked();
    void addClosest();

    const Known m_known;
    std::vector<Row> m_rows;
    std::unordered_set<TokenId> m_listed;
};

} // namespace ratewarden::ui
