// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/reading.h"

#include <QAbstractTableModel>

#include <functional>
#include <map>
#include <memory>
#include <optional>

namespace ratewarden::ui {

/// What an operator has set for a token by hand: a block, or an override under a policy.
struct ControlEntry {
    std::string token;
    std::string policy;      ///< of a block empty: it holds under every one
    std::vector<Rule> rules; ///< of a block none
    std::string reason;
    std::string by;
    Instant since{};
    std::optional<Instant> until; ///< empty: for good

    friend bool operator==(const ControlEntry&, const ControlEntry&) = default;
};

/// The blocks, or the overrides, among what is read of the tokens, the newest first. Rows keep their identity
/// through every refresh, so that selection and scrolling survive it.
class ControlTableModel final : public QAbstractTableModel {
    Q_OBJECT

public:
    enum class Kind { Blocks, Overrides };
    enum Column { Token, Policy, Rules, Reason, By, Since, Ends, Denied, ColumnCount };
    Q_ENUM(Column)

    enum Role {
        SortRole = Qt::UserRole ///< what a column is sorted by: a number where there is one
    };

    explicit ControlTableModel(Kind kind, QObject* parent = nullptr)
        : QAbstractTableModel(parent), m_kind(kind)
    {
    }

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

    /// Takes what readings of control keys say; others are passed over.
    void put(const std::vector<Reading>& readings);
    /// A scan has gone through all keys: drops the rows that none has put since this was last called.
    void dropUnseen();
    const ControlEntry& at(int row) const { return m_rows[std::size_t(row)]->entry; }

    /// The server's clock, for the countdowns; call again as it goes on.
    void setNow(Instant now);
    /// How many requests of a token are denied a second; below zero: it is not known.
    void setDeniedRate(std::function<double(const std::string& token)> denied)
    {
        m_denied = std::move(denied);
    }

Q_SIGNALS:
    void countChanged();

private:
    struct Row {
        ControlEntry entry;
        quint64 scan = 0; ///< the scan that found it last
    };
    using Name = std::pair<std::string, std::string>; ///< token and policy

    std::vector<ControlEntry> entriesOf(const Reading& reading) const;
    int placeOf(const ControlEntry& entry) const;
    void insert(const ControlEntry& entry);
    void remove(int row);
    template <class Drop>
    void removeIf(Drop drop);
    QString text(const ControlEntry& entry, Column column) const;

    Kind m_kind;
    std::vector<std::unique_ptr<Row>> m_rows; // as they are shown
    std::map<Name, Row*> m_byName;
    quint64 m_scan = 0;
    Instant m_now{};
    std::function<double(const std::string& token)> m_denied = [](const std::string&) {
        return -1.0;
    };
};

} // namespace ratewarden::ui
