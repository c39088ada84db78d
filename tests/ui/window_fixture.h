// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/own/ratewarden_format.h"
#include "core/limiter/redis_rate_limiter.h"
#include "core/policies/policy_store.h"
#include "core/redis/connection.h"
#include "tests/support/test_server.h"
#include "tests/ui/session_fixture.h"
#include "ui/main_window.h"
#include "ui/pages/page_banner.h"
#include "ui/pages/tokens/token_actions.h"
#include "ui/pages/tokens/tokens_page.h"
#include "ui/pages/undo_button.h"
#include "ui/theme/theme.h"

#include <QApplication>
#include <QPushButton>
#include <QTableView>
#include <QTest>

namespace ratewarden::ui::test {

inline void clickOn(QAbstractItemView* view, const QModelIndex& index, Qt::KeyboardModifiers held = {})
{
    QTest::mouseClick(view->viewport(), Qt::LeftButton, held, view->visualRect(index).center());
}

/// What is wrong, as the page says it above all else; empty: nothing is.
inline QString bannerText(const QWidget& page)
{
    return page.findChild<PageBanner*>()->text();
}

/// The window on a server of its own, with a policy announced, and a client that asks for decisions as a
/// service would. Everything happens faster than for people.
struct WindowFixture {
    ratewarden::test::TestServer server;
    Connection connection{server.endpoint(), ratewarden::test::unhurried};
    Policy policy;
    RedisRateLimiter limiter;
    std::unique_ptr<MainWindow> window;

    static constexpr Timeouts patient = patientTimeouts;
    /// For a server that is going to stall; on a loaded machine any other may seem to, with these.
    static constexpr Timeouts impatient{std::chrono::seconds(1), std::chrono::seconds(1)};

    explicit WindowFixture(Timeouts timeouts = patient, const std::string& algorithm = "sliding-log-zset",
                           const char* rules = "5/min + 100/h")
        : policy{"api", algorithm, parseRules(rules)}, limiter(connection, policy)
    {
        applyTheme(*qApp, Scheme::Light);
        announcePolicy(connection, policy);
        open({server.endpoint(), "test", "", quick(timeouts)});
    }

    static LinkTimes quick(Timeouts timeouts = patient) { return quickTimes(timeouts); }

    /// Another window in place of the one that there is.
    void open(const MainWindow::Setup& profile)
    {
        window = std::make_unique<MainWindow>(profile);
        window->session().setInterval(std::chrono::milliseconds(30));
        window->session().setShortestRound(std::chrono::milliseconds(300));
        window->resize(1280, 800);
        window->showPage(MainWindow::Page::Tokens); // what most tests look at
    }
    void open(const Endpoint& endpoint) { open({endpoint, "test", "", quick()}); }

    TokensPage& page() { return window->tokensPage(); }
    Subject key(const std::string& token) const { return stateSubject(token, policy); }
    QTableView* table() { return window->findChild<QTableView*>("tokens"); }
    QPushButton* button(const char* name) { return window->findChild<QPushButton*>(name); }

    /// The text of a token's cell; empty while there is no such row.
    QString cell(const std::string& token, TokenTableModel::Column column)
    {
        return cell(key(token), column);
    }
    QString cell(const Subject& subject, TokenTableModel::Column column)
    {
        const int row = page().model().rowOf(subject);
        return row < 0 ? QString() : page().model().index(row, column).data().toString();
    }

    void clickRow(const std::string& token) { clickRow(key(token)); }
    void clickRow(const Subject& subject)
    {
        const QModelIndex index = page().model().index(page().model().rowOf(subject), TokenTableModel::Token);
        table()->scrollTo(index);
        clickOn(table(), index);
    }

    static Qt::Key keyOf(MainWindow::Page page) { return Qt::Key(Qt::Key_0 + (int(page) + 1) % 10); }
    /// By its key, as the sidebar counts the pages.
    void turnTo(MainWindow::Page to) const { QTest::keyClick(window.get(), keyOf(to), Qt::AltModifier); }

    static void click(QWidget* widget) { QTest::mouseClick(widget, Qt::LeftButton); }

    ActDialog* dialog()
    {
        ActDialog* const asks = window->undoButton().dialog();
        return asks ? asks : page().actions().dialog();
    }
    QPushButton* confirmButton() { return dialog()->findChild<QPushButton*>("confirm"); }
};

/// Notes from now on whether the window holds the server for unreachable, even for a moment.
class LossWatch {
public:
    explicit LossWatch(MainWindow& window)
    {
        QObject::connect(&window.link(), &Link::stateChanged, &m_context,
                         [this, &link = window.link()] { m_lost = m_lost || link.isUnreachable(); });
    }
    bool lost() const { return m_lost; }

private:
    QObject m_context;
    bool m_lost = false;
};

} // namespace ratewarden::ui::test
