// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/lab/trace.h"
#include "core/model/units.h"
#include "ui/models/column_model.h"

#include <optional>

namespace ratewarden::ui {

/// A token, or a line between tokens.
struct SuffererRow {
    enum class Kind {
        Stopped, ///< marked, and denied
        Passes,  ///< marked, and not denied
        Hurt,    ///< not marked, and denied
        Denied,  ///< the same while none is marked
        Freed,   ///< not denied, and was by the enforced rules
        Same,    ///< decided as by the enforced rules
        Nobody,  ///< a line that says that nobody else is
        Line,    ///< the same line while that is not so, or not known
        Closest  ///< not denied, with one of the highest peaks
    };

    Kind kind = Kind::Closest;
    TokenId token = 0;
    QString name; ///< safe to show
    Units peak = 0;
    std::optional<Units> deniedNow;
    std::optional<Units> deniedThen; ///< empty: being computed
    std::optional<Units> newlyDenied;
    std::optional<Units> freed;
    std::optional<Units> unchanged; ///< requests

    bool isLine() const { return kind == Kind::Nobody || kind == Kind::Line; }
    friend bool operator==(const SuffererRow&, const SuffererRow&) = default;
};

using SuffererKind = SuffererRow::Kind;

/// For whom a candidate of the lab changes something, or whom it denies, worst first; then who comes closest.
class SuffererTableModel final : public ColumnModel<SuffererRow> {
    Q_OBJECT

public:
    enum Column { Token, Peak, DeniedNow, NewlyDenied, Freed, Unchanged, DeniedThen, Sign, ColumnCount };
    Q_ENUM(Column)
    static constexpr int KindRole = Qt::UserRole;

    using Row = SuffererRow;

    explicit SuffererTableModel(QObject* parent = nullptr);

    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;
    Qt::ItemFlags flags(const QModelIndex& index) const override;

    /// `candidate` is the name of who denies, `window` that of the peaks. `signsInFront`: the sign stands
    /// before the token's name, for where there is no room for its column.
    void put(std::vector<Row> rows, const QString& candidate, Micros window, bool signsInFront);
    /// -1: none.
    int rowOf(TokenId token) const;

private:
    QString m_candidate;
    Micros m_window{};
    bool m_signsInFront = false;
};

} // namespace ratewarden::ui
