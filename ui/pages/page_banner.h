// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/link/link.h"
#include "ui/widgets/banner.h"

namespace ratewarden::ui {

/// What is wrong on a page: that Redis is unreachable, why, and when the link tries again, or that it wants a
/// password; while it is there, the page's own problem; and without one, that it is a node of a cluster.
class PageBanner final : public Banner {
    Q_OBJECT

public:
    explicit PageBanner(Link& link, QWidget* parent = nullptr);

    /// A sentence; empty when nothing is wrong.
    void setProblem(const QString& problem);
    /// When what is shown was read; it is said while Redis is unreachable.
    void setKnownAt(Instant moment) { m_knownAt = moment; }
    Instant knownAt() const { return m_knownAt; }

private:
    QString partText() const;
    void update();

    Link& m_link;
    QString m_problem;
    Instant m_knownAt{};
    QTimer m_countdown;
};

} // namespace ratewarden::ui
