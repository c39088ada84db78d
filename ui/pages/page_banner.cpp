// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/page_banner.h"

#include "ui/pages/page_frame.h"
#include "ui/text/display_text.h"
#include "ui/text/nodes_text.h"

#include <algorithm>

namespace ratewarden::ui {

PageBanner::PageBanner(Link& link, QWidget* parent) : Banner(parent), m_link(link)
{
    m_countdown.setInterval(countdownInterval);
    connect(&m_countdown, &QTimer::timeout, this, &PageBanner::update);
    connect(&m_link, &Link::stateChanged, this, &PageBanner::update);
    update();
}

void PageBanner::setProblem(const QString& problem)
{
    m_problem = problem;
    update();
}

// Of several servers, those that cannot be seen.
QString PageBanner::partText() const
{
    if (m_link.isClusterNode())
        return tr("This is one node of a cluster: only the tokens on this node are shown.");
    const bool isPartDown = std::ranges::any_of(
        m_link.nodes(), [](const NodeState& node) { return node.isPrimary && node.problem; });
    return isPartDown ? nodesSentence(m_link.nodes()) : QString();
}

void PageBanner::update()
{
    if (m_link.state() == Link::State::NeedsPassword) {
        m_countdown.stop();
        setText(
            tr("The server requires a valid user and password. Open it again with them (Ctrl+O). It says: "
               "%1.")
                .arg(m_link.lostReason()));
        return;
    }
    if (m_link.state() != Link::State::Lost) {
        m_countdown.stop();
        setText(m_problem.isEmpty() ? partText() : m_problem);
        return;
    }
    const QString known =
        m_knownAt == Instant{} ? QString() : tr(" Data shown is from %1.").arg(momentText(m_knownAt));
    const auto retryIn = m_link.nextRetryIn();
    const QString next = retryIn.count() > 0 ? tr(" Trying again in %1.").arg(countdownText(retryIn))
                                             : tr(" Trying again now.");
    setText(tr("Redis is unreachable: %1.").arg(m_link.lostReason()) + known + next);
    m_countdown.start();
}

} // namespace ratewarden::ui
