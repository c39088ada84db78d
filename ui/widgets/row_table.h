// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QHash>
#include <QStringList>
#include <QTableView>

#include <optional>
#include <vector>

namespace ratewarden::ui {

class EmptyState;

/// A table of whole rows with hairlines between them; when it is empty, it says why. Its current row stays in
/// view when the table becomes smaller, and a tooltip goes when another row comes under the pointer. The
/// focus alone makes no row the current one: keys act on what is selected, which is one row unless told
/// otherwise. A right click on its header
/// chooses the columns, the edges of the header their widths; the first one always stays.
class RowTable final : public QTableView {
    Q_OBJECT

public:
    /// `rowPadding` is the height of a row beyond that of its text.
    explicit RowTable(int rowPadding, QWidget* parent = nullptr);
    RowTable(int rowPadding, const QString& accessibleName, QAbstractItemModel* model);

    struct ColumnLayout {
        int width;           ///< 0: shares what the others leave; else at least that of its heading
        int fromList = 0;    ///< how wide the table must be for this column to be there
        bool hidden = false; ///< it is not, however wide
    };
    /// One for each of the model's columns, which must be set.
    void setColumns(std::vector<ColumnLayout> columns);
    void setModel(QAbstractItemModel* model) override;
    /// What the operator has made of the columns, to be kept: "shown width column" for each that was changed,
    /// with "-" for what was not. Empty: nothing was.
    QStringList columnChoices() const;
    /// What a column is called in what is kept: as in the enum Column of the model, or else by its heading,
    /// so that others may come in between.
    QString columnName(int column) const { return m_names.value(column); }
    /// -1: none is called so.
    int columnNamed(const QString& name) const { return int(m_names.indexOf(name)); }
    /// Without it there never are any to be kept: for columns that are called by what a server holds.
    void setKeepsColumns(bool keeps) { m_keepsColumns = keeps; }
    /// Those of columns that are not there are kept until they are. Entries that make no sense, as from a
    /// damaged file, are passed over.
    void setColumnChoices(const QStringList& choices);
    /// As they are laid out.
    void resetColumns();
    /// Whether there is something to choose.
    bool hasColumnsToChoose() const;
    /// Opens the menu under the header that a right click there opens.
    void chooseColumns();
    /// Why there are no rows, and the step that leads on: see EmptyState. Empty: there are rows, or nothing
    /// is to be said.
    void setEmptyText(const QString& text, QAction* step = nullptr, const QString& brief = {});
    const EmptyState& empty() const { return *m_empty; }
    /// The rows in sight, from the first to the last; none: { 0, -1 }.
    std::pair<int, int> visibleRows() const;
    /// Of the header and all rows.
    int wholeHeight() const;
    /// As many rows as are to be seen at least, unless the window is too small even for that; 0: any number.
    void setFewestRows(int rows);
    QSize minimumSizeHint() const override;

protected:
    bool viewportEvent(QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    void currentChanged(const QModelIndex& current, const QModelIndex& previous) override;

private:
    struct Choice {
        std::optional<bool> shown;
        std::optional<int> width;
    };
    void layOut();
    void hideOtherToolTip();
    void showColumns();
    void noteWidth(int column, int before, int width);
    void popUpColumns(const QPoint& at);
    QString nameOf(int column) const;
    Choice choiceOf(int column) const;

    std::vector<ColumnLayout> m_columns;
    QStringList m_names;              // of the columns
    QHash<QString, Choice> m_choices; // of the operator, by the column's name
    bool m_keepsColumns = true;
    QPoint m_pointed;         // where a tooltip was asked for
    bool m_layingOut = false; // a width that changes now is not the operator's
    EmptyState* m_empty;
    int m_fewestRows = 0;
};

} // namespace ratewarden::ui
