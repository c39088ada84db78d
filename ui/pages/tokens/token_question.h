// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/subject.h"
#include "core/model/time.h"
#include "ui/models/token_table_model.h"

#include <optional>
#include <string>
#include <utility>

namespace ratewarden::ui {

/// Which tokens another page wants to be seen on the Tokens page, and how.
struct TokenQuestion {
    std::optional<TokenStatus> state{};                   ///< empty: any
    std::optional<std::string> policy{};                  ///< empty: all
    QString filter{};                                     ///< as it is typed
    std::optional<TokenTableModel::Column> by{};          ///< sorted by that, the most first
    std::optional<Subject> token{};                       ///< this one in detail; empty: the first one
    std::optional<std::pair<Instant, Instant>> stretch{}; ///< its time, from when to when
};

} // namespace ratewarden::ui
