// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/lab/candidate.h"
#include "core/lab/log_reader.h"
#include "ui/widgets/card.h"

#include <vector>

namespace ratewarden::ui {

/// What the lab's figures rest on, and what cannot be known from it.
class LabBoundsCard final : public Card {
    Q_OBJECT

public:
    explicit LabBoundsCard(QWidget* parent = nullptr);

    void present(const TrafficSummary& summary, const std::vector<Candidate>& candidates);

private:
    PlainLabel* m_bounds;
    PlainLabel* m_unknowns;
};

} // namespace ratewarden::ui
