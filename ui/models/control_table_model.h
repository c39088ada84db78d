// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/admin/control_filter.h"
#include "core/formats/format.h"
#include "core/formats/reading.h"
#include "ui/models/cell_model.h"

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <tuple>

namespace ratewarden::ui {

/// What has been set for a token by hand: a block, or an override under a policy; or the block of a token of
/// another limiter, whoever set it.
struct ControlEntry {
    std::string token;
    std::string policy; ///< of a block of our own empty: it holds under every one; of another's its group
    std::vector<Rule> rules; ///< of a block none
    std::string reason;
    std::string by;
    Instant since{};                            ///< the moment 0: not known
    std::optional<Instant> until;               ///< empty: for good
    const ratewarden::Format* format = nullptr; ///< of another limiter's token; null: our own

    /// What a change of it is about.
    Subject subject() const;
    /// What filters ask for.
    ControlFacts facts() const;

    friend bool operator==(const ControlEntry&, const ControlEntry&) = default;
};

/// The blocks, or the overrides, among what is read of the tokens, the newest first. Rows keep their identity
/// through every refresh, so that selection and scrolling survive it.
class ControlTableModel final : public CellModel {
    Q_OBJECT

public:
    enum class Kind { Blocks, Overrides };
    enum Column { Token, Policy, Format, Rules, Reason, By, Since, Ends, Denied, ColumnCount };
    Q_ENUM(Column)

    enum Role {
        SortRole = Qt::UserRole ///< what a column is sorted by: a number where there is one
    };

    explicit ControlTableModel(Kind kind, QObject* parent = nullptr) : CellModel(parent), m_kind(kind) {}

    int rowCount(const QModelIndex& parent = {}) const override
    {
        return parent.isValid() ? 0 : int(m_rows.size());
    }
    int columnCount(const QModelIndex& parent = {}) const override
    {
        return parent.isValid() ? 0 : ColumnCount;
    }
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;

    /// Takes what readings of control keys say, and, of blocks, those of other limiters' tokens; others are
    /// passed over.
    void put(const std::vector<Reading>& readings);
    /// A scan has gone through all keys: drops the rows that none has put since this was last called; of
    /// other limiters' tokens, which it need not read again, those that are no longer known.
    void dropUnseen();
    /// Other limiters' tokens of these formats are none any more: drops their rows.
    void retire(const std::set<const ratewarden::Format*>& formats);
    const ControlEntry& at(int row) const { return m_rows[std::size_t(row)]->entry; }

    /// The server's clock, for the countdowns; call again as it goes on.
    void setNow(Instant now);
    /// How many requests of a token are denied a second; below zero: it is not known.
    void setDeniedRate(std::function<double(const std::string& token)> denied)
    {
        m_denied = std::move(denied);
    }

    /// Tells which policy is published under a name, as its algorithm says what the numbers of an override
    /// mean; null: it is not known, and they are rates.
    void setPolicyNamed(std::function<const ratewarden::Policy*(const std::string&)> policy)
    {
        m_policyNamed = std::move(policy);
    }

    /// Tells whether a token of another limiter is still among those that are known.
    void setKnown(std::function<bool(const Subject&)> known) { m_known = std::move(known); }

Q_SIGNALS:
    void countChanged();

private:
    struct Row {
        ControlEntry entry;
        quint64 scan = 0; ///< the scan that found it last
    };
    /// Token, policy or group, and format.
    using Name = std::tuple<std::string, std::string, const ratewarden::Format*>;

    static Name nameOf(const ControlEntry& entry) { return {entry.token, entry.policy, entry.format}; }
    bool isMeant(const Reading& reading) const;
    std::vector<ControlEntry> entriesOf(const Reading& reading) const;
    int placeOf(const ControlEntry& entry) const;
    void insert(const ControlEntry& entry);
    void remove(int row);
    template <class Drop>
    void removeIf(Drop drop);
    QString title(int column) const override;
    QString titleTip(int column) const override;
    bool isNumber(int column) const override { return column == Denied; }
    QString cellText(int row, int column) const override;
    QString cellTip(int row, int column) const override;

    Kind m_kind;
    std::vector<std::unique_ptr<Row>> m_rows; // as they are shown
    std::map<Name, Row*> m_byName;
    quint64 m_scan = 0;
    Instant m_now{};
    std::function<const ratewarden::Policy*(const std::string&)> m_policyNamed = [](const std::string&) {
        return nullptr;
    };
    std::function<double(const std::string& token)> m_denied = [](const std::string&) {
        return -1.0;
    };
    std::function<bool(const Subject&)> m_known = [](const Subject&) {
        return true;
    };
};

} // namespace ratewarden::ui
