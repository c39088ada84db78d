// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/lab/comparison.h"

#include <QWidget>

#include <array>
#include <vector>

namespace ratewarden::ui {

class PlainLabel;

/// What rules of the lab do under three assumptions about what clients do after a denial: requests and how
/// many of them are denied. It changes the figures most, and no log tells which holds.
class LabRetries final : public QWidget {
    Q_OBJECT

public:
    explicit LabRetries(QWidget* parent = nullptr);

    struct Row {
        QString name; ///< of the rules
        RetryRange harshest;
        RetryRange kindest; ///< the same, but for times in whole seconds
    };
    /// Two rows at most; none: not computed yet, or there is nothing to say. `unknown` says why, instead of
    /// figures.
    void present(const std::vector<Row>& rows, const QString& unknown = {});
    /// "A|10,800 / 2,700|8,200 / 100|…", for each row.
    QStringList texts() const;

private:
    static constexpr int columns = 4;
    static constexpr int mostRows = 2;
    std::array<std::array<PlainLabel*, columns>, mostRows> m_cells{};
};

} // namespace ratewarden::ui
