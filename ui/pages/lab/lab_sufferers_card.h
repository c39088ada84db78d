// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/sufferer_table_model.h"
#include "ui/widgets/card.h"

#include <array>

class QPushButton;

namespace ratewarden::ui {

class NumberTile;
class RowTable;

/// Which rows of the lab's tokens are shown.
enum class LabFilter {
    All,
    NewlyDenied,
    Freed,
    Unchanged,
    Denied,
    Innocent ///< denied, and not marked to be stopped
};

/// For whom a candidate changes something in the lab, worst first: sums, each of which opens its tokens, and
/// the tokens. The selected token's time line is shown; Space marks it as one to stop, or takes the mark
/// away.
class LabSufferersCard final : public Card {
    Q_OBJECT

public:
    explicit LabSufferersCard(QWidget* parent = nullptr);

    /// A sum over the requests.
    struct Sum {
        LabFilter filter = LabFilter::All;
        QString number;
        QString toolTip;
    };
    struct View {
        std::vector<SuffererTableModel::Row> rows;
        QString window;    ///< whose peaks they are, "per minute"
        QString candidate; ///< its name
        bool hasEnforced = false;
        LabFilter filter = LabFilter::All;
        std::vector<Sum> sums;
        QString emptyText;            ///< why there are no rows
        QAction* emptyStep = nullptr; ///< what leads on from there; see EmptyState
    };
    void present(View view);
    const SuffererTableModel& model() const { return m_model; }
    /// Selects the token's row, if it has one.
    void choose(TokenId token);

Q_SIGNALS:
    void chosen(ratewarden::TokenId token);
    void markWanted(ratewarden::TokenId token, bool marked);
    void filterWanted(ratewarden::ui::LabFilter filter);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    const SuffererTableModel::Row* chosenRow() const;
    void makeTiles();
    void showTiles(const View& view);
    void toggleMark();
    void setColumns();
    void updateMark();

    SuffererTableModel m_model;
    RowTable* m_table;
    QPushButton* m_mark;
    PlainLabel* m_title;
    PlainLabel* m_peaks;
    std::array<NumberTile*, 4> m_tiles{}; // newly denied, freed, unchanged, denied
    LabFilter m_filter = LabFilter::All;
    bool m_hasEnforced = false;
    bool m_presenting = false; // the selection is not the operator's
};

} // namespace ratewarden::ui
