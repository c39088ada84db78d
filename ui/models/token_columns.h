// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/tokens/token_ranking.h"

#include <QStringList>

#include <span>

namespace ratewarden::ui {

/// What a cell of the token table is made from.
struct TokenCell {
    TokenName name;
    const TokenRow& row;
    Instant now{}; ///< by the server's clock, for countdowns
};

/// One column of the token table: everything that the table knows of it.
struct TokenColumn {
    const char* title; ///< to be translated
    const char* tip;   ///< likewise
    TokenView::By by;  ///< what a click on its header sorts by
    bool isNumber;     ///< stands at the right
    int width;         ///< 0: shares what the others leave
    int fromWidth;     ///< how wide the table must be for this column to be there
    QString (*text)(const TokenCell& cell);
    /// What to show where the text does not fit, longest first; null: there is nothing shorter.
    QStringList (*shortTexts)(const TokenCell& cell);
    bool tipIsText; ///< a cell that is too narrow shows its whole text as its tooltip
};

/// In the order of TokenTableModel::Column.
std::span<const TokenColumn> tokenColumns();

QString columnTitle(const TokenColumn& column);
QString columnTip(const TokenColumn& column);

} // namespace ratewarden::ui
