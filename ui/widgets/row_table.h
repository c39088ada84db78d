// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QTableView>

#include <vector>

namespace ratewarden::ui {

class PlainLabel;

/// A table of whole rows with hairlines between them, and a sentence in the middle when it is empty.
class RowTable final : public QTableView {
    Q_OBJECT

public:
    /// `rowPadding` is the height of a row beyond that of its text.
    explicit RowTable(int rowPadding, QWidget* parent = nullptr);

    struct ColumnLayout {
        int width;           ///< 0: shares what the others leave; else at least that of its heading
        int fromList = 0;    ///< how wide the table must be for this column to be there
        bool hidden = false; ///< it is not, however wide
    };
    /// One for each of the model's columns, which must be set.
    void setColumns(std::vector<ColumnLayout> columns);
    /// Empty: there are rows, or nothing is to be said.
    void setEmptyText(const QString& text);
    /// The rows in sight, from the first to the last; none: { 0, -1 }.
    std::pair<int, int> visibleRows() const;

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    void showColumns();

    std::vector<ColumnLayout> m_columns;
    PlainLabel* m_emptyText;
};

} // namespace ratewarden::ui
