// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/request_counts.h"
#include "core/limiter/decision_call.h"
#include "tests/ui/window_test.h"
#include "ui/pages/overview/overview_flow_card.h"
#include "ui/pages/overview/overview_page.h"
#include "ui/pages/overview/overview_tile.h"
#include "ui/widgets/plain_label.h"

#include <QTimer>

#include <memory>

namespace ratewarden::ui::test {

/// A test of the overview on a server of its own, and what it looks at there.
class OverviewTest : public WindowTest {
protected:
    OverviewPage& page() { return m->window->overviewPage(); }
    OverviewTile* tile(const char* name) { return m->window->findChild<OverviewTile*>(name); }
    QTableView* list(const char* name) { return m->window->findChild<QTableView*>(name); }
    RequestFlowChart* chart() { return m->window->findChild<RequestFlowChart*>("requestFlow"); }

    /// The rows of a list: "abuser|api|3.2/s".
    QStringList rows(const char* name) { return rowTexts(*list(name)->model()); }
    QStringList tokens() { return column(m->page().model(), TokenTableModel::Token); }

    Policy counting(const char* name, const char* rules)
    {
        Policy policy{name, "sliding-log", parseRules(rules)};
        policy.counters = true;
        announcePolicy(m->connection, policy);
        return policy;
    }
    void request(const Policy& policy, const char* token, int times, Instant now)
    {
        for (int i = 0; i < times; ++i)
            m->connection.call(decisionCommand(policy, RedisToken(token), 1, Mode::Acquire, {.now = now}));
    }
    /// A client that goes on asking as long as this is kept: what was requested once counts for 10 to 20 s.
    std::unique_ptr<QTimer> keepAsking(const Policy& policy, const char* token)
    {
        auto timer = std::make_unique<QTimer>();
        timer->callOnTimeout([this, policy, token] { request(policy, token, 1, serverNow()); });
        timer->start(std::chrono::milliseconds(500));
        return timer;
    }
    Instant serverNow() { return readTime(m->connection.call({"TIME"}).view()); }

    void open()
    {
        m->window->showPage(MainWindow::Page::Overview);
        showWindow();
        m->window->session().refresh();
        QTRY_VERIFY(page().feed().complete());
    }
    void openRow(const char* name, int row)
    {
        const QModelIndex index = list(name)->model()->index(row, 0);
        clickOn(list(name), index);
    }
    void escape() { QTest::keyClick(m->window.get(), Qt::Key_Escape); }
};

} // namespace ratewarden::ui::test
