// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/cell_model.h"
#include "ui/widgets/card.h"
#include "ui/widgets/plain_label.h"

#include <vector>

namespace ratewarden::ui {

class RowDelegate;
class RowTable;

/// A row of one of the overview's lists.
struct OverviewRow {
    enum class Ink { Text, Muted, Limited, Blocked };

    QString name;      ///< what the row is of, as shown() gives it
    QString note{};    ///< a second line, below the name
    QString about{};   ///< in the middle
    QString value{};   ///< at the end
    double share = -1; ///< of the row's width that a bar fills; below zero: there is none
    Ink aboutInk = Ink::Muted;
    Ink valueInk = Ink::Text;
    bool monospace = true; ///< the name is a token's
    QString toolTip{};     ///< empty: what the row says
    QString id{};          ///< whose row it is, from one reading to the next; empty: its name tells

    const QString& identity() const { return id.isEmpty() ? name : id; }

    friend bool operator==(const OverviewRow&, const OverviewRow&) = default;
};

class OverviewRows final : public CellModel {
    Q_OBJECT

public:
    enum Column { Name, About, Value, ColumnCount };

    /// `headings`: of the columns, for those who hear the table.
    explicit OverviewRows(QStringList headings, QObject* parent = nullptr);

    int rowCount(const QModelIndex& parent = {}) const override
    {
        return parent.isValid() ? 0 : int(m_rows.size());
    }
    int columnCount(const QModelIndex& parent = {}) const override
    {
        return parent.isValid() ? 0 : ColumnCount;
    }

    void put(std::vector<OverviewRow> rows);
    const OverviewRow& at(int row) const { return m_rows[std::size_t(row)]; }
    QString idOf(int row) const { return at(row).identity(); }

private:
    QString title(int column) const override { return m_headings.value(column); }
    bool isNumber(int column) const override { return column != Name; }
    QString cellText(int row, int column) const override;
    QString cellTip(int row, int column) const override;
    QString cellSpoken(int row, int column) const override;

    QStringList m_headings;
    std::vector<OverviewRow> m_rows;
};

/// A card with a few rows, each of which leads on, by a click or by Return. While the pointer is among them
/// each stays where it is, with its newest figures.
class OverviewList final : public Card {
    Q_OBJECT

public:
    struct Layout {
        static constexpr int half = -1;
        /// Width of the middle column, of which it gives to longer names what its texts do not take; 0: there
        /// is none; half: as wide as the name's.
        int about = 0;
        int value = 70;
        bool notes = false; ///< rows have a second line
        int rows = 5;       ///< that there is room for
    };

    OverviewList(const QString& title, const char* name, const QStringList& headings, const Layout& layout,
                 QWidget* parent = nullptr);

    /// Something about all rows, beside the title.
    void setAbout(const QString& text) { m_about->setText(text); }
    void present(std::vector<OverviewRow> rows, const QString& emptyText);
    /// Greys what is not current.
    void setFaded(bool faded);
    /// How many rows there is room for.
    int room() const;
    const OverviewRows& rows() const { return *m_rows; }
    RowTable* table() const { return m_table; }

Q_SIGNALS:
    /// The row's place among those that were presented last.
    void opened(int place);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void follow(const QString& id, bool isSelected);
    void open(int row);
    void arrange(std::vector<OverviewRow> rows);
    void hold(std::vector<OverviewRow>& rows);
    void fitColumns();
    void setColumns(int about);

    Layout m_layout;
    int m_aboutWidth = -1; // as it is laid out
    OverviewRows* m_rows;
    RowTable* m_table;
    RowDelegate* m_delegate;
    PlainLabel* m_about;
    std::vector<OverviewRow> m_presented; // in their own order
    std::vector<int> m_places;            // of the shown rows among those; -1: not any more
};

} // namespace ratewarden::ui
