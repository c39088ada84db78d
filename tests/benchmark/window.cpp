// SPDX-License-Identifier: GPL-3.0-or-later
// How the window fares with very many tokens: when the first rows are there and when all are, beside a bare
// pipelined client that asks for the same; how long its thread is ever held up; what a row takes of memory;
// and what moving charts take of the processor. A program, not a test. Run it with QT_QPA_PLATFORM=offscreen;
// the number of tokens may be given.
#include "app/demo/private_redis.h"
#include "core/admin/policy_of.h"
#include "core/formats/ratewarden_format.h"
#include "core/formats/reading.h"
#include "core/limiter/redis_rate_limiter.h"
#include "core/policies/policy_store.h"
#include "core/redis/connection.h"
#include "ui/charts/live_window.h"
#include "ui/main_window.h"
#include "ui/models/token_store.h"
#include "ui/pages/compare_page.h"
#include "ui/pages/tokens_page.h"
#include "ui/theme/theme.h"

#include <fmt/format.h>
#include <malloc.h>

#include <QApplication>
#include <QElapsedTimer>
#include <QHeaderView>
#include <QLineEdit>
#include <QTableView>
#include <QTimer>

#include <ctime>
#include <random>

using namespace ratewarden;
using namespace ratewarden::ui;
using namespace std::chrono_literals;

namespace {

/// Beats in the GUI thread, and remembers the longest pause between two beats.
class Heartbeat final : public QObject {
public:
    Heartbeat()
    {
        connect(&m_timer, &QTimer::timeout, this, [this] {
            m_longest = std::max(m_longest, m_since.nsecsElapsed());
            m_since.start();
        });
        m_timer.setTimerType(Qt::PreciseTimer);
        m_timer.start(5ms);
        m_since.start();
    }

    /// Milliseconds since this was last asked for.
    double longest()
    {
        const qint64 longest = std::max(m_longest, m_since.nsecsElapsed());
        m_longest = 0;
        m_since.start();
        return double(longest) / 1e6;
    }

private:
    QTimer m_timer;
    QElapsedTimer m_since;
    qint64 m_longest = 0;
};

void fill(Connection& connection, const Policy& policy, int tokens)
{
    announcePolicy(connection, policy);
    std::mt19937 random(1);
    RedisRateLimiter limiter(connection, policy, Detail::Verdict);
    constexpr int batch = 1000;
    for (int first = 0; first < tokens; first += batch) {
        std::vector<std::string> names;
        std::vector<TokenRequest> requests;
        for (int i = first; i < first + batch; ++i)
            names.push_back(fmt::format("user:{:07}", i));
        for (const std::string& name : names)
            requests.push_back({name, std::uniform_int_distribution<Units>(1, 100)(random)});
        limiter.acquireMany(requests);
    }
}

/// Seconds for a client that does nothing but ask and decode.
double bareClient(Connection& connection)
{
    QElapsedTimer time;
    time.start();
    const PolicyBook policies = readPolicies(connection);
    std::string cursor = "0";
    do {
        const ScanPage page = scanSubjects(connection, cursor);
        readSubjects(connection, page.subjects, policyOf(policies));
        cursor = page.cursor;
    } while (cursor != "0");
    return double(time.nsecsElapsed()) / 1e9;
}

template <class Done>
double secondsUntil(Done done)
{
    QElapsedTimer time;
    time.start();
    while (!done())
        QCoreApplication::processEvents(QEventLoop::WaitForMoreEvents);
    return double(time.nsecsElapsed()) / 1e9;
}

std::size_t allocated()
{
    const struct mallinfo2 info = mallinfo2();
    return info.uordblks + info.hblkhd;
}

/// Bytes that a row takes in the table, index and name included.
double bytesPerRow(int rows)
{
    const Policy policy{"api", "gcra", parseRules("100/s + 200/min + 2000/h + 8000/day")};
    Reading reading;
    reading.policy = policy;
    reading.decision.emplace();
    for (const Rule& rule : policy.rules)
        reading.decision->usage.push_back({rule, 7, 1s});
    const std::size_t before = allocated();
    TokenStore store;
    for (int i = 0; i < rows; ++i) {
        reading.subject = stateSubject(fmt::format("user:{:07}", i), "api", algorithmNamed("gcra"));
        store.put(reading, TokenStore::Source::Scan);
    }
    return double(allocated() - before) / rows;
}

void watch(std::chrono::milliseconds time)
{
    QElapsedTimer passed;
    passed.start();
    secondsUntil([&] { return passed.elapsed() > time.count(); });
}

/// The share of a core that eight live windows of four rules take, each drawn `frames` times a second.
double compareLoad(MainWindow& window, Connection& connection, double& frames)
{
    const Policy policy{"compared", "sliding-log", parseRules("20/s + 200/min + 2000/h + 8000/day")};
    announcePolicy(connection, policy);
    RedisRateLimiter limiter(connection, policy, Detail::Verdict);
    std::vector<Subject> keys;
    for (int i = 0; i < 8; ++i) {
        keys.push_back(stateSubject(fmt::format("compared:{}", i), policy));
        for (int k = 0; k < 150; ++k)
            limiter.acquire(keys.back().token);
    }
    window.resize(1280, 2000); // so that all of them are in sight
    window.comparePage().open(keys);
    window.showPage(MainWindow::Page::Compare);
    watch(2s);
    struct Paints : QObject {
        int count = 0;
        bool eventFilter(QObject* object, QEvent* event) override
        {
            count += event->type() == QEvent::Paint && qobject_cast<LiveWindow*>(object) ? 1 : 0;
            return false;
        }
    } paints;
    qApp->installEventFilter(&paints);
    constexpr auto time = 5s;
    const std::clock_t before = std::clock();
    watch(time);
    const double load = double(std::clock() - before) / CLOCKS_PER_SEC / double(time.count());
    frames = double(paints.count) / 8 / double(time.count());
    return load;
}

void rest()
{
    watch(400ms);
}

} // namespace

int main(int argc, char** argv)
{
    QApplication application(argc, argv);
    applyTheme(application, Scheme::Light);
    const int tokens = argc > 1 ? QString::fromLocal8Bit(argv[1]).toInt() : 100'000;
    PrivateRedis server;
    if (const QString problem = server.start(); !problem.isEmpty()) {
        fmt::print(stderr, "{}\n", problem.toStdString());
        return 1;
    }
    Connection connection(server.endpoint());
    fill(connection, {"api", "gcra", parseRules("100/s + 200/min + 2000/h + 8000/day")}, tokens);
    const double bare = bareClient(connection);

    Heartbeat heartbeat;
    MainWindow window({server.endpoint(), "benchmark", "", {}});
    window.show();
    TokensPage& page = window.tokensPage();
    heartbeat.longest();
    const double first = secondsUntil([&] { return page.model().rowCount() > 0; });
    const double all = first + secondsUntil([&] { return page.feed().progress().completedAt != Instant{}; });
    fmt::print(
        "{} tokens: first rows after {:.2f} s; all after {:.2f} s, {:.2f} × a bare client ({:.2f} s)\n\n",
        page.model().rowCount(), first, all, all / bare, bare);
    fmt::print("| the window's thread was held up | ms |\n|---|---|\n");
    fmt::print("| while scanning | {:.0f} |\n", heartbeat.longest());
    auto* const table = window.findChild<QTableView*>("tokens");
    for (int column = 0; column < TokenTableModel::ColumnCount; ++column) {
        rest();
        heartbeat.longest();
        table->sortByColumn(column, Qt::AscendingOrder);
        rest();
        fmt::print("| sorting by {} | {:.0f} |\n",
                   page.model().headerData(column, Qt::Horizontal).toString().toStdString(),
                   heartbeat.longest());
    }
    auto* const filter = window.findChild<QLineEdit*>("filter");
    for (const char* const text : {"u", "user:00", "user:0012", ""}) {
        heartbeat.longest();
        filter->setText(text);
        rest();
        fmt::print("| filtering by \"{}\" ({} rows) | {:.0f} |\n", text, page.model().rowCount(),
                   heartbeat.longest());
    }
    rest();
    heartbeat.longest();
    watch(5s);
    fmt::print("| watching for 5 s | {:.0f} |\n", heartbeat.longest());
    fmt::print("\na row takes {:.0f} bytes\n", bytesPerRow(tokens));
    double frames = 0;
    const double load = compareLoad(window, connection, frames);
    fmt::print("eight live windows of four rules, {:.0f} frames a second: {:.0f} % of a core\n", frames,
               load * 100);
    return 0;
}
