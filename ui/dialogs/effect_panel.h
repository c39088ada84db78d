// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/admin/policy_effect.h"

#include <QWidget>

class QPushButton;

namespace ratewarden::ui {

class AffectedTokens;
class PlainLabel;

/// What other rules would do to the tokens there are, as far as they have been looked at. The search can be
/// stopped and taken up anew; searching is its owner's business.
class EffectPanel final : public QWidget {
    Q_OBJECT

public:
    explicit EffectPanel(QWidget* parent = nullptr);

    /// Nothing is looked for.
    void clear();
    /// Found so far, of `total` tokens; of which not all are known yet unless `all`.
    void put(const PolicyEffect& effect, Units total, bool all);
    /// The rest cannot be looked at.
    void fail(const QString& message);
    /// The most that a token is known to have used of that rule; empty while not all have been looked at.
    std::optional<Units> mostUsed(std::size_t rule) const;

Q_SIGNALS:
    void stopped();
    void searchWanted();
    void tokenWanted(const std::string& token);

private:
    enum class Search { None, Running, Stopped, Complete };

    void update();
    QString summary() const;
    void stopOrLookAgain();

    Search m_search = Search::None;
    QString m_problem;
    PolicyEffect m_found; // so far
    Units m_total = 0;
    bool m_allKnown = true; // of the tokens to look at
    PlainLabel* m_summary;
    AffectedTokens* m_tokens;
    QWidget* m_surface; // of the tokens
    QPushButton* m_stop;
};

} // namespace ratewarden::ui
