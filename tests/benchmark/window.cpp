// SPDX-License-Identifier: GPL-3.0-or-later
// How the window fares with very many tokens: when the first rows are there and when all are, beside a bare
// pipelined client that asks for the same; how long its thread is ever held up; what a row takes of memory;
// and what moving charts take of the processor. A program, not a test. Run it with QT_QPA_PLATFORM=offscreen;
// the number of tokens may be given, and after it "load" to measure only what an untouched window costs, or
// "keys" for the page of keys on a server with so many keys in one level and a sorted set of five times as
// many, or "watch" and the program ratewarden-ctl for what its watcher costs the server.
#include "app/demo/private_redis.h"
#include "core/admin/policy_of.h"
#include "core/formats/own/ratewarden_format.h"
#include "core/formats/reading.h"
#include "core/limiter/redis_rate_limiter.h"
#include "core/policies/policy_store.h"
#include "core/redis/connection.h"
#include "core/redis/server_info.h"
#include "core/tokens/reader.h"
#include "ui/charts/live_window.h"
#include "ui/freed_memory.h"
#include "ui/main_window.h"
#include "ui/pages/keys/keys_page.h"
#include "ui/pages/tokens/compare_page.h"
#include "ui/pages/tokens/tokens_page.h"
#include "ui/theme/theme.h"
#include "ui/tokens/token_store.h"
#include "ui/widgets/filter_line.h"

#include <fmt/format.h>
#include <malloc.h>

#include <QApplication>
#include <QElapsedTimer>
#include <QFile>
#include <QHeaderView>
#include <QKeyEvent>
#include <QLineEdit>
#include <QProcess>
#include <QProcessEnvironment>
#include <QTableView>
#include <QTemporaryDir>
#include <QTimer>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <iterator>
#include <numeric>
#include <random>
#include <vector>

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
        m_timer.start(1ms); // a pause counts as up to that much longer than it is
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
    ScanCursor cursor;
    do {
        const ScanPage page = scanSubjects(connection, cursor);
        readSubjects(connection, page.subjects, policyOf(policies));
    } while (!cursor.isAtEnd());
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

/// What the server and this process spend, in parts of one core.
struct Load {
    double server = 0;
    double window = 0;
    double commands = 0; ///< a second
};

Load loadOver(std::chrono::milliseconds time, Connection& connection)
{
    const auto account = [&] {
        return readServerInfo(connection);
    };
    const ServerInfo before = account();
    const std::clock_t clock = std::clock();
    QElapsedTimer passed;
    passed.start();
    watch(time);
    const double seconds = double(passed.nsecsElapsed()) / 1e9;
    const double own = double(std::clock() - clock) / CLOCKS_PER_SEC;
    const ServerInfo after = account();
    return {double((*after.usedCpu - *before.usedCpu).count()) / 1e6 / seconds, own / seconds,
            double(*after.commandsProcessed - *before.commandsProcessed) / seconds};
}

/// Untouched, at each interval, beside what the server spends for a connection that asks for nothing.
void printLoads(MainWindow& window, Connection& connection, const Load& nothing)
{
    Session& session = window.session();
    fmt::print("\n| untouched | server, % of a core | window, % of a core | commands/s | says |\n"
               "|---|---|---|---|---|\n| no window | {:.2f} | | {:.0f} | |\n",
               nothing.server * 100, nothing.commands);
    const auto print = [&](const char* name) {
        const Load load = loadOver(40s, connection);
        fmt::print("| {} | {:.2f} | {:.2f} | {:.0f} | {:.2f} % |\n", name, load.server * 100,
                   load.window * 100, load.commands, session.load().share().value_or(0) * 100);
        std::fflush(stdout);
    };
    for (const std::chrono::milliseconds interval : {1000ms, 5000ms}) {
        session.setInterval(interval);
        print(interval == 1000ms ? "every 1 s" : "every 5 s");
    }
    session.setInterval(1000ms);
    session.setPaused(true);
    print("paused");
    session.setPaused(false);
}

/// Rounds of ten seconds, with all that a file of alerts may ask for. The first round is not measured.
int measureWatcher(const QString& program, const Endpoint& endpoint, Connection& connection)
{
    const Load nothing = loadOver(20s, connection);
    const QTemporaryDir folder;
    QFile file(folder.filePath("alerts.json"));
    if (!file.open(QFile::WriteOnly))
        return 1;
    file.write(QString(R"({"schema": 1, "every": "10s", "findings": true, "history": {"file": "%1"}, "alerts":
                       [{"name": "denied", "filter": "policy:api", "measure": "denied/s", "above": 5},
                        {"name": "memory", "measure": "memory used", "above": 90}]})")
                   .arg(folder.filePath("history"))
                   .toUtf8());
    file.close();
    QProcess watcher;
    watcher.setProcessChannelMode(QProcess::ForwardedErrorChannel);
    watcher.setStandardOutputFile(QProcess::nullDevice());
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert("RATEWARDEN_REDIS", QString::fromStdString(endpoint.text()));
    watcher.setProcessEnvironment(environment);
    watcher.start(program, {"watch", file.fileName()});
    if (!watcher.waitForStarted())
        return 1;
    watch(8s);
    const Load load = loadOver(60s, connection);
    const bool isRunning = watcher.state() == QProcess::Running;
    watcher.terminate();
    watcher.waitForFinished();
    fmt::print("| | server, % of a core | commands/s |\n|---|---|---|\n| nobody | {:.2f} | {:.0f} |\n"
               "| a watcher, every 10 s | {:.2f} | {:.0f} |\n",
               nothing.server * 100, nothing.commands, load.server * 100, load.commands);
    return isRunning ? 0 : 1;
}

/// What reading every token once costs the server: the time in its commands by its own account, and all of
/// its CPU with that of the network; microseconds per token.
void printReadingCost(Connection& connection, const Policy& policy)
{
    constexpr std::size_t page = 1000;
    std::vector<Subject> subjects;
    ScanCursor cursor;
    do {
        ScanPage found = scanSubjects(connection, cursor);
        std::ranges::move(found.subjects, std::back_inserter(subjects));
    } while (!cursor.isAtEnd());
    const auto commandTime = [&] {
        const Reply reply = connection.call({"INFO", "commandstats"});
        double sum = 0;
        for (const auto& [name, stat] : parseInfo(reply.view().string())) // "calls=3,usec=12,…"
            if (name != "cmdstat_info")
                sum += std::strtod(stat.data() + stat.find("usec=") + 5, nullptr);
        return sum;
    };
    const double inCommands = commandTime();
    const Micros cpu = *readServerInfo(connection).usedCpu;
    for (std::size_t from = 0; from < subjects.size(); from += page)
        readSubjects(connection, std::span(subjects).subspan(from, std::min(page, subjects.size() - from)),
                     [&](const Subject&) { return &policy; });
    const auto each = double(subjects.size());
    fmt::print("reading a token: {:.2f} microseconds in the server's commands, {:.2f} of its CPU in all\n",
               (commandTime() - inCommands) / each,
               double((*readServerInfo(connection).usedCpu - cpu).count()) / each);
}

void rest()
{
    watch(400ms);
}

/// From a key stroke to the rows, with the offers that follow it.
void printFiltering(MainWindow& window, Heartbeat& heartbeat)
{
    auto* const filter = window.findChild<FilterLine*>("filter");
    const TokenTableModel& model = window.tokensPage().model();
    fmt::print(
        "\n| filtering by | rows | first rows after, ms | all after, ms | the window's thread was held up, "
        "ms |\n|---|---|---|---|---|\n");
    for (const char* const text : {"u", "user:00", "user:0012", "limited", "-limited used>1% ip:10.0.0.0/8",
                                   "(near or left<10) -user:*7", "nobody", ""}) {
        filter->setText(*text == '\0' ? QStringLiteral("nobody") : QString::fromLatin1(text).chopped(1));
        rest();
        secondsUntil([&] { return !model.rearranging(); });
        heartbeat.longest();
        QElapsedTimer time;
        double first = 0;
        const auto noteFirst = [&] {
            first = first > 0 ? first : double(time.nsecsElapsed()) / 1e6;
        };
        QObject rows;
        QObject::connect(&model, &TokenTableModel::begun, &rows, noteFirst);
        QObject::connect(&model, &TokenTableModel::ranked, &rows, [&] {
            if (!model.rearranging())
                noteFirst();
        });
        time.start();
        if (*text != '\0') {
            QKeyEvent press(QEvent::KeyPress, 0, {},
                            QString(QLatin1Char(*std::prev(text + std::strlen(text)))));
            QCoreApplication::sendEvent(filter, &press);
        } else {
            filter->clear();
        }
        secondsUntil([&] { return !model.rearranging(); });
        const double ms = double(time.nsecsElapsed()) / 1e6;
        rest();
        fmt::print("| {} | {} | {:.0f} | {:.0f} | {:.0f} |\n", text, model.rowCount(), first, ms,
                   heartbeat.longest());
    }
}

void fillKeys(Connection& connection, int keys)
{
    constexpr int batch = 100'000; // a script that runs for longer would hold others up
    const auto run = [&](const char* script, int first) {
        connection.call({"EVAL", script, "0", std::to_string(first), std::to_string(first + batch - 1)});
    };
    for (int first = 0; first < keys; first += batch)
        run("for i = ARGV[1], ARGV[2] do redis.call('SET', 'user:' .. string.format('%07d', i), i) end",
            first);
    for (int first = 0; first < 5 * keys; first += batch)
        run("for i = ARGV[1], ARGV[2] do redis.call('ZADD', 'large', i, 'm' .. i) end", first);
    connection.call({"SET", "rlflx:user:1", "1", "PX", "600000"});
}

void measureKeys(const Endpoint& endpoint, int keys)
{
    MainWindow window({endpoint, "benchmark", "", {}});
    window.show();
    KeysPage& page = window.keysPage();
    const auto complete = [&] {
        return window.session().keys().browser().state() == KeyBrowser::State::Complete;
    };
    secondsUntil([&] { return window.session().everScanned(); });
    Heartbeat heartbeat;
    window.showPage(MainWindow::Page::Keys);
    const double first = secondsUntil([&] { return page.tree().rowCount() > 0; });
    const double all = first + secondsUntil(complete);
    fmt::print("{} keys: first rows after {:.2f} s, all after {:.2f} s\n\n", keys, first, all);
    fmt::print("| the window's thread was held up | ms | until it was there, s |\n|---|---|---|\n");
    const auto tell = [&](const char* what, auto act, auto done) {
        rest();
        heartbeat.longest();
        act();
        const double seconds = secondsUntil(done);
        fmt::print("| {} | {:.0f} | {:.3f} |\n", what, heartbeat.longest(), seconds);
    };
    fmt::print("| while scanning | {:.0f} | {:.2f} |\n", heartbeat.longest(), all);
    auto* const list = window.findChild<QTableView*>("keyList");
    const auto firstKey = [&] {
        const KeyRow* const row = page.list().rowCount() >= keys ? page.list().at(0) : nullptr;
        return row && row->name.starts_with("user:");
    };
    tell(
        "opening the level of all", [&] { page.showKey("user:0000000"); }, firstKey);
    tell(
        "its end", [&] { list->scrollToBottom(); },
        [&] { return page.list().at(page.list().rowCount() - 1) != nullptr; });
    auto* const filter = window.findChild<QLineEdit*>("keyFilter");
    tell(
        "filtering by \"999\"", [&] { filter->setText("999"); },
        [&] { return page.list().rowCount() > 0 && page.list().rowCount() < keys / 10; });
    tell(
        "no filter", [&] { filter->clear(); }, firstKey);
    bool isRead = false;
    QObject rows;
    QObject::connect(&window.session().keys().browser(), &KeyBrowser::listRead, &rows,
                     [&isRead] { isRead = true; });
    for (const char* const text : {"u", "user:00", "user:0012", "type:string 7"}) {
        filter->setText(QString::fromLatin1(text).chopped(1));
        tell(
            fmt::format("the last key stroke of \"{}\"", text).c_str(),
            [&] {
                isRead = false;
                filter->setText(QString::fromLatin1(text));
            },
            [&] { return isRead; });
    }
    filter->clear();
    tell(
        "the sorted set", [&] { page.showKey("large"); },
        [&] { return page.details().value().rowCount() == 100; });
}

} // namespace

int main(int argc, char** argv)
{
    keepFreedMemory(); // as the program does
    QApplication application(argc, argv);
    applyTheme(application, Scheme::Light);
    const int tokens = argc > 1 ? QString::fromLocal8Bit(argv[1]).toInt() : 100'000;
    PrivateRedis server;
    if (const QString problem = server.start(); !problem.isEmpty()) {
        fmt::print(stderr, "{}\n", problem.toStdString());
        return 1;
    }
    Connection connection(server.endpoint());
    if (argc > 2 && std::string_view(argv[2]) == "keys") {
        fillKeys(connection, tokens);
        measureKeys(server.endpoint(), tokens);
        return 0;
    }
    fill(connection, {"api", "gcra", parseRules("100/s + 200/min + 2000/h + 8000/day")}, tokens);
    if (argc > 3 && std::string_view(argv[2]) == "watch")
        return measureWatcher(QString::fromLocal8Bit(argv[3]), server.endpoint(), connection);
    const double bare = bareClient(connection);
    printReadingCost(connection, {"api", "gcra", parseRules("100/s + 200/min + 2000/h + 8000/day")});
    Heartbeat heartbeat;
    const Load nothing = loadOver(5s, connection);

    MainWindow window({server.endpoint(), "benchmark", "", {}});
    window.showPage(MainWindow::Page::Tokens);
    window.show();
    TokensPage& page = window.tokensPage();
    heartbeat.longest();
    const double first = secondsUntil([&] { return page.model().rowCount() > 0; });
    const double all =
        first + secondsUntil([&] { return window.session().progress().completedAt != Instant{}; });
    fmt::print(
        "{} tokens: first rows after {:.2f} s; all after {:.2f} s, {:.2f} × a bare client ({:.2f} s)\n\n",
        page.model().rowCount(), first, all, all / bare, bare);
    if (argc > 2) {
        printLoads(window, connection, nothing);
        return 0;
    }
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
    printFiltering(window, heartbeat);
    std::vector<int> places(std::size_t(window.session().tokens().size()));
    std::iota(places.begin(), places.end(), 0);
    window.session().book().mark(places);
    fmt::print("\nwith {} tokens marked, which every filter keeps:\n", places.size());
    printFiltering(window, heartbeat);
    window.session().book().clearMarks();
    rest();
    heartbeat.longest();
    watch(5s);
    fmt::print("| watching for 5 s | {:.0f} |\n", heartbeat.longest());
    fmt::print("\na row takes {:.0f} bytes\n", bytesPerRow(tokens));
    printLoads(window, connection, nothing);
    double frames = 0;
    const double load = compareLoad(window, connection, frames);
    fmt::print("eight live windows of four rules, {:.0f} frames a second: {:.0f} % of a core\n", frames,
               load * 100);
    return 0;
}
