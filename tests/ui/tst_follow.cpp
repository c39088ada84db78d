// SPDX-License-Identifier: GPL-3.0-or-later
// A client behind several tokens: joined by an operator, proposed where tokens rise and fall together, never
// assumed.
#include "core/limiter/decision_call.h"
#include "core/limiter/redis_token.h"
#include "core/tokens/reader.h"
#include "tests/support/files.h"
#include "tests/support/suites.h"
#include "tests/ui/contrast.h"
#include "tests/ui/window_test.h"
#include "ui/charts/live_window.h"
#include "ui/charts/window_legend.h"
#include "ui/dialogs/follow_dialog.h"
#include "ui/histories/alike.h"
#include "ui/pages/tokens/compare_page.h"

#include <QCheckBox>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QPlainTextEdit>
#include <QTemporaryDir>

#include <set>

using namespace ratewarden;
using namespace ratewarden::test;
using namespace ratewarden::ui;
using namespace ratewarden::ui::test;
using namespace std::chrono_literals;

class TestFollow : public WindowTest {
    Q_OBJECT

    std::unique_ptr<QTemporaryDir> m_folder;

    QString path() const { return m_folder->filePath("clients.json"); }
    std::set<std::string> compared()
    {
        std::set<std::string> tokens;
        for (const Subject& subject : m->window->comparePage().tokens())
            tokens.insert(subject.token);
        return tokens;
    }
    static Reading readingOf(const std::vector<Units>& requests, Instant now)
    {
        Reading reading;
        for (std::size_t i = 0; i < requests.size(); ++i)
            reading.counts.push_back(
                {now - std::int64_t(requests.size() - 1 - i) * countSpan, requests[i], 0});
        return reading;
    }

    // Both alike, in each ten seconds of some minutes.
    void riseAndFall(const std::vector<const char*>& tokens)
    {
        Policy counted{"counted", "sliding-log", parseRules("5/h")};
        counted.counters = true;
        announcePolicy(m->connection, counted);
        const Instant now = readTime(m->connection.call({"TIME"}).view());
        for (int i = 48; i > 0; --i)
            for (const char* const token : tokens)
                for (int times = i % 4; times >= 0; --times)
                    m->connection.call(decisionCommand(counted, RedisToken(token), 1, Mode::Acquire,
                                                       {.now = now - i * countSpan}));
    }
    bool isCounted(const std::string& token)
    {
        const TokenStore& tokens = m->window->session().tokens();
        return std::ranges::any_of(tokens.placesOf({token}), [&](int place) {
            const Reading* const reading = tokens.reading(place);
            return reading && int(reading->counts.size()) > leastActive;
        });
    }

private Q_SLOTS:
    void init()
    {
        m_folder = std::make_unique<QTemporaryDir>();
        qputenv("RATEWARDEN_CLIENTS", path().toLocal8Bit());
        m = std::make_unique<WindowFixture>();
    }
    void cleanup()
    {
        m.reset();
        qunsetenv("RATEWARDEN_CLIENTS");
    }

    void comparesWhatTheOperatorHasJoined_data()
    {
        QTest::addColumn<bool>("takesProposal");
        QTest::newRow("nothing is assumed") << false;
        QTest::newRow("the proposal is taken") << true;
    }
    void comparesWhatTheOperatorHasJoined()
    {
        QFETCH(bool, takesProposal);
        Policy hashing{"keys", "gcra", parseRules("10/min"), true};
        announcePolicy(m->connection, hashing);
        RedisRateLimiter ofKeys(m->connection, hashing);
        ofKeys.acquire("key-abc");
        for (const char* const token : {"user:42", "203.0.113.9", "user:other"})
            m->limiter.acquire(token);
        riseAndFall({"user:42", "user:other"});
        showWindow();
        QTRY_COMPARE(m->page().model().rowCount(), 6);
        m->clickRow("user:42");
        QTRY_VERIFY(isCounted("user:42") && isCounted("user:other"));
        QTRY_VERIFY(isOffered(Qt::Key_Return, Qt::ControlModifier | Qt::ShiftModifier));
        QTest::keyClick(m->window.get(), Qt::Key_Return, Qt::ControlModifier | Qt::ShiftModifier);
        auto* const dialog = m->window->findChild<FollowDialog*>();
        QVERIFY(dialog);
        const auto proposed = dialog->findChildren<QCheckBox*>("proposedToken");
        QCOMPARE(proposed.size(), 1);
        QVERIFY_TEXT(proposed.front()->text(), startsWith("user:other"));
        QVERIFY(!proposed.front()->isChecked());
        if (takesProposal)
            QTest::mouseClick(proposed.front(), Qt::LeftButton, {}, {8, proposed.front()->height() / 2});
        QCOMPARE(proposed.front()->isChecked(), takesProposal);
        QTest::keyClicks(dialog->findChild<QLineEdit*>("clientName"), "Acme");
        QVERIFY(contrastInTheDark(dialog->findChild<QLineEdit*>("clientName")) > 4.5);
        auto* const others = dialog->findChild<QPlainTextEdit*>("otherTokens");
        QTest::keyClicks(others, "203.0.113.9");
        QTest::keyClick(others, Qt::Key_Return);
        QTest::keyClicks(others, " key-abc ");
        m->click(dialog->findChild<QPushButton*>("followClient"));
        QTRY_COMPARE(m->window->page(), MainWindow::Page::Compare);
        std::set<std::string> all{"user:42", "203.0.113.9", hashedToken("key-abc")};
        if (takesProposal)
            all.insert("user:other");
        QCOMPARE(compared(), all);

        // From then on from any of them, in another window, too.
        for (const Subject& subject : m->window->comparePage().tokens())
            if (subject.token == "user:42")
                m->window->comparePage().close(subject);
        QVERIFY(compared() != all);
        m->window->showPage(MainWindow::Page::Tokens);
        m->clickRow("203.0.113.9");
        QTRY_VERIFY(!m->window->findChild<FollowDialog*>());
        m->window->findChild<QAction*>("follow")->trigger();
        QVERIFY(!m->window->findChild<FollowDialog*>());
        QTRY_COMPARE(compared(), all);
        const ClientMap clients(path());
        QCOMPARE(clients.clientOf(hashedToken("key-abc"))->name, "Acme");
        QCOMPARE(clients.clientOf("user:other") != nullptr, takesProposal);
    }

    // A counter of another limiter, a log of ours, and a token that is hashed.
    void tokensOfThreeFormatsShareOneTime()
    {
        m->connection.call({"SET", "rl:203.0.113.9", "12", "PX", "600000"});
        const auto address = recogniseOnServer(m->connection, "rl:203.0.113.9")->subject;
        QCOMPARE(address.format->name(), std::string_view("rate-limit-redis"));
        announcePolicy(m->connection, address.format->policyFor(address, parseRules("60/min")));
        const Policy hashing{"keys", "gcra", parseRules("10/min"), true};
        announcePolicy(m->connection, hashing);
        RedisRateLimiter ofKeys(m->connection, hashing);
        ofKeys.acquire("key-abc");
        const Subject apiKey = stateSubject(hashedToken("key-abc"), hashing);
        m->limiter.acquire("user:42");
        QCOMPARE(ClientMap(path()).join({"Acme", {"user:42", "203.0.113.9", "key-abc"}}), QString());
        showWindow();
        const std::vector<Subject> all{m->key("user:42"), address, apiKey};
        for (const Subject& subject : all)
            QTRY_VERIFY(m->page().model().rowOf(subject) >= 0);
        m->clickRow(address);
        QTRY_VERIFY(m->window->findChild<QAction*>("follow")->isEnabled());
        m->window->findChild<QAction*>("follow")->trigger();
        ComparePage& page = m->window->comparePage();
        QTRY_VERIFY(page.isVisible());
        const std::vector<Subject> shown = page.tokens();
        QCOMPARE(shown.size(), all.size());
        for (const Subject& subject : all)
            QVERIFY2(std::ranges::find(shown, subject) != shown.end(), subject.token.c_str());
        const auto charts = page.findChildren<LiveWindow*>();
        QCOMPARE(charts.size(), 3);
        const auto drawsRequests = [](const LiveWindow& chart) {
            const WindowKinds kinds = chart.kindsShown();
            const QString charged = kindName(WindowKind::Charged);
            const ChartTable table = chart.asTable();
            for (int row = 0; row < table.rowCount; ++row)
                if (const QString what = table.cell(row, 2);
                    (what == charged || what == kindName(WindowKind::Used)) && table.cell(row, 4) != "0")
                    return kinds.contains(what == charged ? WindowKind::Charged : WindowKind::Used);
            return false;
        };
        page.time().setArea(TimeRange{page.time().end() - 30s, page.time().end() - 10s});
        for (const LiveWindow* const chart : charts) {
            QCOMPARE(&chart->time(), &page.time()); // with its zoom and its area
            QTRY_VERIFY2(drawsRequests(*chart), qPrintable(chart->accessibleDescription()));
        }
    }

    // Otherwise some of its tokens would find no room.
    void aClientTakesThePlaceOfWhatIsCompared()
    {
        const std::vector<std::string> ofClient{"user:42", "203.0.113.9", "key-abc"};
        std::vector<Subject> others;
        for (int i = 0; i < 6; ++i) {
            const std::string token = "user:" + std::to_string(i);
            m->limiter.acquire(token);
            others.push_back(m->key(token));
        }
        for (const std::string& token : ofClient)
            m->limiter.acquire(token);
        QCOMPARE(ClientMap(path()).join({"Acme", ofClient}), QString());
        showWindow();
        QTRY_COMPARE(m->page().model().rowCount(), 9);
        ComparePage& page = m->window->comparePage();
        page.open(others);
        auto* const name = page.findChild<PlainLabel*>("comparedClient");
        m->clickRow("user:42");
        QTRY_VERIFY(m->window->findChild<QAction*>("follow")->isEnabled());
        m->window->findChild<QAction*>("follow")->trigger();
        QTRY_VERIFY(page.isVisible());
        QCOMPARE(compared(), std::set<std::string>(ofClient.begin(), ofClient.end()));
        QVERIFY(bannerText(page).isEmpty());
        QVERIFY(name->isVisible() && name->text() == "· Acme");
        QVERIFY(contrastInTheDark(name) > 4.5);
        page.close(m->key("key-abc")); // the others are the client's all the same
        QVERIFY(name->isVisible());
        page.open({others.front()});
        QVERIFY(!name->isVisible());
    }

    void keepsAFileThatIsWrong_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::newRow("no name") << QByteArray(R"({"clients": [{}]})");
        QTest::newRow("a number") << QByteArray(R"({"clients": [{"name": "Acme", "tokens": [4711, "a"]}]})");
        QTest::newRow("no list") << QByteArray(R"({"clients": [{"name": "Acme", "tokens": "a"}]})");
    }
    void keepsAFileThatIsWrong()
    {
        QFETCH(QByteArray, text);
        QVERIFY(writeInto(path(), text));
        ClientMap clients(path());
        QVERIFY_TEXT(clients.problem(), contains("name"));
        QVERIFY(!clients.join({"Acme", {"user:42"}}).isEmpty());
        QCOMPARE(readFile(path()), text);
    }

    void aTokenIsOneClients()
    {
        ClientMap clients(path());
        QCOMPARE(clients.join({"Acme", {"user:42", "a"}}), QString());
        QCOMPARE(clients.join({"Other", {"a", "b"}}), QString());
        const ClientMap again(path());
        QCOMPARE(again.clientOf("a")->name, "Other");
        QCOMPARE(again.clientOf("user:42")->name, "Acme");
        // Hashed it is the same one.
        QCOMPARE(clients.join({"Third", {hashedToken("user:42")}}), QString());
        QCOMPARE(clients.clientOf(hashedToken("user:42"))->name, "Third");
        QCOMPARE(clients.join({"Acme", {"user:42"}}), QString());
        QCOMPARE(clients.clientOf(hashedToken("user:42"))->name, "Acme");
    }

    void colleaguesCanStillReadTheFile()
    {
        QCOMPARE(ClientMap(path()).join({"Acme", {"a"}}), QString());
        const QFile::Permissions own = QFile::ReadOwner | QFile::WriteOwner;
        const QFile::Permissions all = own | QFile::ReadGroup | QFile::WriteGroup | QFile::ReadOther;
        const QFile::Permissions user = QFile::ReadUser | QFile::WriteUser; // whoever asks
        QCOMPARE(QFile::permissions(path()) & ~user, own);
        QVERIFY(QFile::setPermissions(path(), all));
        QCOMPARE(ClientMap(path()).join({"Acme", {"b"}}), QString());
        QCOMPARE(QFile::permissions(path()) & ~user, all);
    }

    void aClientOfThatNameKeepsItsOthers()
    {
        QCOMPARE(ClientMap(path()).join({"Acme", {"user:42", "key-abc"}}), QString());
        for (const char* const token : {"user:42", "203.0.113.9"})
            m->limiter.acquire(token);
        showWindow();
        QTRY_COMPARE(m->page().model().rowCount(), 2);
        m->clickRow("203.0.113.9");
        QTRY_VERIFY(m->window->findChild<QAction*>("follow")->isEnabled());
        m->window->findChild<QAction*>("follow")->trigger();
        auto* const dialog = m->window->findChild<FollowDialog*>();
        QVERIFY(dialog);
        dialog->findChild<QLineEdit*>("clientName")->setText("Acme");
        m->click(dialog->findChild<QPushButton*>("followClient"));
        QTRY_COMPARE(compared(), (std::set<std::string>{"user:42", "203.0.113.9"}));
        const ClientMap again(path());
        QCOMPARE(again.clientOf("203.0.113.9")->tokens,
                 (std::vector<std::string>{"user:42", "key-abc", "203.0.113.9"}));
    }

    void anyBytesComeBack()
    {
        const std::vector<std::string> tokens{"\xff\xfe%41", "100%41",        "%",
                                              "caf\xc3\xa9", "\xef\xbb\xbfx", std::string("a\0b", 3)};
        QCOMPARE(ClientMap(path()).join({"Acme", tokens}), QString());
        const ClientMap again(path());
        for (const std::string& token : tokens)
            QVERIFY2(again.clientOf(token), token.c_str());
        QCOMPARE(again.clientOf("%")->tokens, tokens);
        const QByteArray text = readFile(path());
        QVERIFY2(text.contains("\"%FF%FE%2541\"") && text.contains("\"caf\xc3\xa9\""), text.constData());
    }

    void whatElseTheFileSaysStays()
    {
        QVERIFY(writeInto(path(),
                          R"({"note": "ours", "clients": [{"name": "Lost", "tokens": ["c"], "since": 2019},
            {"name": "Acme", "tokens": ["a"], "ticket": 7}, {"name": "Other", "tokens": ["b"], "team": "x"}]})"));
        ClientMap clients(path());
        QCOMPARE(clients.join({"Acme", {"c"}}), QString());
        QCOMPARE(clients.join({"New", {"d"}}), QString());
        QVERIFY(ClientMap(path()).problem().isEmpty());
        const QJsonObject whole = QJsonDocument::fromJson(readFile(path())).object();
        QCOMPARE(whole["note"].toString(), "ours");
        const QJsonArray all{QJsonObject{{"name", "Lost"}, {"tokens", QJsonArray{}}, {"since", 2019}},
                             QJsonObject{{"name", "Acme"}, {"tokens", QJsonArray{"a", "c"}}, {"ticket", 7}},
                             QJsonObject{{"name", "Other"}, {"tokens", QJsonArray{"b"}}, {"team", "x"}},
                             QJsonObject{{"name", "New"}, {"tokens", QJsonArray{"d"}}}};
        QCOMPARE(whole["clients"].toArray(), all);
    }

    void findsWhatRisesAndFallsTogether()
    {
        const Instant now{1'800'000'000s};
        std::vector<Units> wave;
        std::vector<Units> twice;
        std::vector<Units> against;
        for (int i = 0; i < 60; ++i) {
            wave.push_back(i % 7 * 3);
            twice.push_back(i % 7 * 6 + i % 2);
            against.push_back(30 - i % 7 * 3);
        }
        const auto activity = [&](const std::vector<Units>& requests) {
            const Reading reading = readingOf(requests, now);
            return activityOf(&reading, nullptr, now);
        };
        QVERIFY(*likeness(activity(wave), activity(twice)) > alikeFrom);
        QVERIFY(*likeness(activity(wave), activity(against)) < -alikeFrom);
        QVERIFY(!likeness(activity(wave), activity(std::vector<Units>(60, 5)))); // always the same
        std::vector<Units> once(60);
        once[59] = 1;
        QVERIFY(!likeness(activity(once), activity(once))); // one request alike is no likeness
        // Without counts the rise of usage tells.
        UsageHistory history;
        Units used = 0;
        for (int i = 0; i < 60; ++i) {
            Reading reading;
            reading.at = now - (59 - i) * countSpan;
            reading.policy = Policy{"p", "gcra", parseRules("1000/h")};
            Decision decision;
            decision.usage.push_back({reading.policy->rules.front(), used += wave[std::size_t(i)], {}});
            reading.decision = decision;
            history.add(reading, countSpan);
        }
        QVERIFY(*likeness(activity(wave), activityOf(nullptr, &history, now)) > alikeFrom);
    }
};

RATEWARDEN_SUITE(TestFollow)
#include "tst_follow.moc"
