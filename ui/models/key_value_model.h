// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/keys/key_meaning.h"
#include "core/keys/key_value.h"
#include "ui/models/cell_model.h"

#include <QStringList>

#include <string>
#include <vector>

namespace ratewarden::ui {

/// A page of a key's value: the bytes, the same as text, and what they mean, side by side. A longer string is
/// cut into rows of sixteen bytes, or of eight.
class KeyValueModel final : public CellModel {
    Q_OBJECT

public:
    enum Column {
        Name,  ///< a field, the id of an entry, an index, an offset
        Bytes, ///< in hexadecimal
        Text,
        Score, ///< of a sorted set
        Means,
        ColumnCount
    };
    Q_ENUM(Column)
    static constexpr int MarkedRole = Qt::UserRole; ///< bool: the row is what was asked about

    using CellModel::CellModel;

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override
    {
        return parent.isValid() ? 0 : ColumnCount;
    }
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;

    void put(ValuePage page, std::vector<Meaning> meanings);
    void clear();
    /// There is little room for a longer string.
    void setNarrow(bool narrow);
    bool isNarrow() const { return m_lineLength < 16; }
    std::size_t lineLength() const { return m_lineLength; }
    /// Whether values of the type have something to say there.
    bool has(Column column) const;
    /// The exact bytes of a row, to be copied.
    std::string bytesAt(int row) const;

    /// What parts of the page mean, each once, in its order: "newest entry".
    QStringList meanings() const;
    /// The row of the first part that means that; -1: none.
    int rowOf(const QString& meaning) const;
    /// Marks what means that; empty: nothing.
    void mark(const QString& meaning);
    const QString& marked() const { return m_mark; }

private:
    static constexpr std::size_t oneLine = 32; // bytes of a string that is not cut

    bool isDump() const;
    std::string_view lineAt(int row) const;
    std::size_t rowOf(const Meaning& meaning) const;
    std::vector<Meaning> meaningsAt(int row) const;
    QString title(int column) const override;
    QString cellText(int row, int column) const override;

    ValuePage m_page;
    std::vector<Meaning> m_meanings;
    QString m_mark;
    std::size_t m_lineLength = 16; // bytes of a string in a row
};

} // namespace ratewarden::ui
