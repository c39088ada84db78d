// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/lab/sufferer_filter.h"
#include "ui/lab/lab_bench.h"
#include "ui/models/sufferer_table_model.h"
#include "ui/widgets/card.h"
#include "ui/widgets/filter_line.h"

#include <array>

class QPushButton;

namespace ratewarden::ui {

class LabSuffererRows;
class NumberTile;
class RowTable;

/// For whom a candidate changes something in the lab, worst first: sums, each of which opens its tokens, and
/// the tokens, which can be filtered. The selected token's time line is shown; Space marks it as one to stop,
/// or takes the mark away.
class LabSufferersCard final : public Card {
    Q_OBJECT

public:
    explicit LabSufferersCard(LabBench& bench, QWidget* parent = nullptr);

    // In words of SuffererFilter:
    static constexpr const char* deniedTokens = "denied>0";
    static constexpr const char* hurtTokens = "denied>0 -marked";

    FilterLine& filterLine() { return *m_filter; }
    RowTable& table() { return *m_table; }
    void setFilter(const QString& words) { m_filter->setText(words); }
    /// The window whose peaks are shown.
    void setWindow(Micros window);
    /// Makes the first token the one whose time line is shown.
    QAction* showFirstToken() const { return m_showFirst; }

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    const SuffererTableModel::Row* chosenRow() const;
    QString termOf(const SuffererTableModel::Row& row, int column) const;
    void makeTiles();
    void present();
    void lookFor(const std::shared_ptr<LabSuffererRows>& rows, const SuffererFilter& filter,
                 std::chrono::milliseconds time);
    void showRows(const LabSuffererRows& rows);
    void showTiles();
    void showEmptyText();
    void choose(TokenId token);
    void toggleMark();
    void setColumns();
    void updateMark();

    LabBench& m_bench;
    SuffererTableModel m_model;
    RowTable* m_table;
    QPushButton* m_mark;
    PlainLabel* m_title;
    FilterLine* m_filter;
    QAction* m_showFirst;
    QAction* m_showAll;
    QAction* m_countAll;
    std::array<NumberTile*, 4> m_tiles{}; // newly denied, freed, unchanged, denied
    Micros m_window = std::chrono::minutes(1);
    bool m_hasEnforced = false; // of what is shown
    bool m_presenting = false;  // the selection is not the operator's
    bool m_entersLater = false; // the operator has gone into the list before its rows are there
};

} // namespace ratewarden::ui
