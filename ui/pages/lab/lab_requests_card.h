// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/lab/lab_bench.h"
#include "ui/widgets/card.h"

class QPushButton;

namespace ratewarden::ui {

class Moments;
class RequestHistogram;

/// All requests on the bench over time. An area that is marked is the time whose requests are counted.
class LabRequestsCard final : public Card {
    Q_OBJECT

public:
    LabRequestsCard(LabBench& bench, Moments* moments, QWidget* parent = nullptr);

    /// The part that something below shows closer.
    void markShown(const TimeRange& time);

private:
    QWidget* makeStretch();
    void takeChanged(LabBench::Inputs inputs);
    void countChosen();
    void showStretch();
    void showArea();

    LabBench& m_bench;
    QWidget* m_stretch = nullptr; ///< says what is counted, and ends that
    QPushButton* m_chip;
    PlainLabel* m_area; ///< what is in it
    RequestHistogram* m_histogram;
};

} // namespace ratewarden::ui
