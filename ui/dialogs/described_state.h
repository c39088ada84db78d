// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/describe/format_proposal.h"
#include "ui/text/freshness.h"

#include <QWidget>

#include <span>

class QGridLayout;

namespace ratewarden::ui {

class Card;
class PlainLabel;

/// What the format that is being entered makes of the key, as it was read last; and what the key itself
/// holds.
class DescribedState final : public QWidget {
    Q_OBJECT

public:
    explicit DescribedState(QWidget* parent = nullptr);

    /// What the key holds, as bytes.
    void showKey(const KeyLooks& looks);
    void showReading(const LookReading& reading, Nanos at);
    /// The format is not whole, or does not read the key.
    void showNothing();
    /// `counting`: it goes on.
    /// They could not be counted; a sentence.
    void showNoMatches(const QString& problem);
    /// How old what it says now is, read at `at`.
    void setAge(Freshness freshness, Instant at);
    void showMatches(const MatchCount& count, bool counting);
    void showReasons(std::span<const FoundReason> reasons);

private:
    PlainLabel* addLine(QGridLayout* grid, const QString& title, const char* name);

    PlainLabel* m_token;
    PlainLabel* m_used;
    PlainLabel* m_frees;
    PlainLabel* m_newest;
    PlainLabel* m_window;
    PlainLabel* m_state;
    Card* m_means = nullptr;
    PlainLabel* m_matches;
    PlainLabel* m_value;
    PlainLabel* m_expiry;
    PlainLabel* m_reasons;
};

} // namespace ratewarden::ui
