// SPDX-License-Identifier: GPL-3.0-or-later
// The file of an investigation, and its web page: they have all of one moment, and nothing that is no one's
// business; files of before, and damaged ones.
#include "core/model/errors.h"
#include "tests/support/suites.h"
#include "tests/support/test_seed.h"
#include "tests/ui/investigation_test.h"
#include "ui/investigation_page.h"
#include "ui/pages/tokens/control_page.h"
#include "ui/state/alert_desk.h"
#include "ui/text/display_text.h"

#include <QRandomGenerator>

#include <set>

using namespace ratewarden;
using namespace ratewarden::test;
using namespace ratewarden::ui;
using namespace ratewarden::ui::test;
using namespace std::chrono_literals;

class TestInvestigationFile : public InvestigationTest {
    Q_OBJECT

private Q_SLOTS:
    void hashesHolders()
    {
        Investigation its;
        Reading reading;
        reading.subject = m->key("t");
        reading.inFlight = {{"worker-7:request", its.at, {}, "worker-7"}};
        its.rows.push_back({reading.subject, {}, reading});
        its.known = 1;
        hashTokens(its);
        const std::string hash = its.rows.front().subject.token;
        const QByteArray file = investigationFile(its);
        QVERIFY(file.contains("inFlight") && !file.contains("worker-7"));
        hashTokens(its); // by which people speak of it
        QCOMPARE(its.rows.front().subject.token, hash);
    }

    void changesAreKeptWithoutWhatNamesTheServer()
    {
        const Investigation its = readInvestigation(smallFile());
        QCOMPARE(its.audit->entries.size(), std::size_t(2));
        QCOMPARE(its.audit->unreadable, std::size_t(1));
        const AuditEntry& entry = its.audit->entries.front();
        QCOMPARE(entry.tokens, std::vector<std::string>{"abuser"});
        QCOMPARE(entry.reason, std::string("scraping by abuser"));
        QVERIFY(entry.result == AuditEntry::Result::Uncertain);
        QVERIFY(entry.host.empty() && entry.trouble.empty() && entry.commands.empty() && entry.begun.empty());
        QVERIFY(!smallFile().contains("internal"));
        QVERIFY(its.versions.at("api").front().policy);
        QVERIFY(!its.versions.at("api").back().policy);
        AuditList many;
        many.entries.assign(1001, changeOf("abuser"));
        QCOMPARE(recordedAudit(many).entries.size(), std::size_t(1000));
        QVERIFY(!recordedAudit(many).complete);
    }

    // Files of before have none of these.
    void opensFilesOfBefore()
    {
        QJsonObject file = QJsonDocument::fromJson(smallFile()).object();
        QJsonObject screen = file["screen"].toObject();
        for (const char* const part :
             {"filters", "windowTime", "usageTime", "comparedTime", "flowTime", "labTime", "labArea", "alert",
              "client", "alertTime", "alertArea", "sortings", "columns"}) {
            QVERIFY2(screen.contains(QLatin1String(part)), part);
            screen.remove(part);
        }
        file["screen"] = screen;
        QJsonArray alerts = file["alerts"].toArray();
        QJsonObject alert = alerts.first().toObject();
        QVERIFY(alert.contains("rounds"));
        alert.remove("rounds");
        alerts.replace(0, alert);
        file["alerts"] = alerts;
        for (const char* const part : {"audit", "versions", "keys", "watched", "findings"}) {
            QVERIFY2(file.contains(QLatin1String(part)), part);
            file.remove(QLatin1String(part));
        }
        QJsonArray rows = file["rows"].toArray();
        for (QJsonValueRef one : rows) {
            QJsonObject row = one.toObject();
            QJsonArray figures = row["row"].toArray();
            for (int i = 0; i < 3; ++i) // the requests in flight, what is reserved and leased
                figures.removeLast();
            row["row"] = figures;
            if (QJsonObject token = row["reading"].toObject(); !token.isEmpty()) {
                QVERIFY(token.contains("leased"));
                token.remove("leased");
                QVERIFY(token.contains("reserved"));
                token.remove("reserved");
                row["reading"] = token;
            }
            one = row;
        }
        file["rows"] = rows;
        const Investigation its = readInvestigation(QJsonDocument(file).toJson());
        QVERIFY(!its.audit && its.versions.empty() && !its.keys && !its.rows.empty());
        QVERIFY(!its.watched && !its.findings && !its.past && !its.screen.columns);
        QVERIFY(its.alerts.front().stands && its.alerts.front().rounds.empty());
        const auto column = [](const QJsonValue& written) {
            return readInvestigation(changedFile("screen/column", written)).screen.column;
        };
        QCOMPARE(column(7), "Denied"); // they had its number
        QCOMPARE(column(99), QString());
        QCOMPARE(column("Lately"), "Lately");
    }

    void keysAreKeptWithWhatIsKnownOfThem()
    {
        const Investigation its = readInvestigation(changedFile("keys/color", "of a later version"));
        const Investigation::Keys& keys = *its.keys;
        QCOMPARE(keys.rows.size(), std::size_t(2));
        QCOMPARE(keys.rows[0].name, "log");
        QCOMPARE(keys.rows[0].format, nullptr);
        QCOMPARE(keys.rows[0].expires, FoundKeyFacts::never);
        QCOMPARE(keys.rows[1].format, m->key("abuser").format);
        QCOMPARE(keys.rows[1].memory, 512.0);
        QCOMPARE(keys.usages.at(0).used, std::optional<Units>(5));
        const KeyDetail& chosen = *keys.chosen;
        QCOMPARE(chosen.facts.kind(), KeyType::Stream);
        QCOMPARE(chosen.page.elements.at(0).fields.at(0).second.bytes, "abuser");
        QCOMPARE((*chosen.groups).at(0).consumers.at(0).name, "one");
        QVERIFY(!chosen.meanings.empty()); // found out again: the time in its id
        QVERIFY(chosen.token && chosen.subject == m->key("abuser"));
        QCOMPARE(keys.token->detail->reading.subject, m->key("abuser"));
        // The audit trail, which names machines, is none of the values that are kept.
        KeyDetail own = chosen;
        own.facts.key = auditKey;
        QVERIFY(recordedKey(own).page.elements.empty() && !recordedKey(own).groups);
        QVERIFY(recordedKey(own).page.problem);
    }

    // The window ends; what was confirmed is finished first.
    void aPageThatIsBeingDrawnOutlivesItsWindow()
    {
        showMuch();
        confirm("before it was closed");
        QTRY_COMPARE(fileDialogs().size(), 1);
        chooseFile(fileDialogs().first(), "closed.html");
        m->window.reset();
        const QByteArray page = contentOf("closed.html");
        QVERIFY(page.contains("before it was closed") && page.contains("<svg"));
        QVERIFY(page.endsWith("</html>\n"));
    }

    void whatIsSavedTwiceIsWholeTwice_data() { hasNoAddressPasswordOrProfile_data(); }
    void whatIsSavedTwiceIsWholeTwice()
    {
        QFETCH(QString, name);
        showMuch();
        QSignalSpy done(m->window->findChild<WindowInvestigation*>(), &WindowInvestigation::done);
        const auto noteIn = [&](const QString& file) {
            const QByteArray content = contentOf(file);
            if (name.endsWith(".html") ? !content.endsWith("</html>\n")
                                       : readInvestigation(content).rows.empty())
                return QByteArray("it is not whole");
            const qsizetype at = content.indexOf("note number ");
            return at < 0 ? QByteArray("it has none") : content.mid(at, 13);
        };
        confirm("note number 1");
        confirm("note number 2"); // before the other one was made
        QTRY_COMPARE(fileDialogs().size(), 2);
        const QList<QFileDialog*> both = fileDialogs();
        chooseFile(both.first(), "a-" + name);
        chooseFile(both.last(), "b-" + name);
        QTRY_COMPARE(done.size(), 2);
        QCOMPARE((std::set<QByteArray>{noteIn("a-" + name), noteIn("b-" + name)}),
                 (std::set<QByteArray>{"note number 1", "note number 2"}));
        // In one file the last one stays.
        for (const char* const note : {"note number 3", "note number 4"}) {
            confirm(note);
            QTRY_COMPARE(fileDialogs().size(), 1);
            chooseFile(fileDialogs().first(), "c-" + name);
        }
        QTRY_COMPARE(done.size(), 4);
        QCOMPARE(noteIn("c-" + name), "note number 4");
    }

    // Any thread reads what the window goes on to change.
    void recordsTheRowsOfAMoment()
    {
        showMuch();
        const TokenStore& store = m->window->session().tokens();
        const std::size_t count = store.count();
        const int banned = store.find(m->key("user:banned"));
        QVERIFY(banned >= 0 && store.reading(banned) && store.reading(banned)->block);
        RowsToRecord rows{store.snapshot(), store.kept(), {banned}, {banned}, {m->key("team:7")}};
        unblockToken(m->connection, "user:banned");
        turnPause(); // goes on
        m->window->session().refresh();
        QTRY_VERIFY(!store.reading(banned) || !store.reading(banned)->block);
        Investigation its;
        rows.record(rows.places(true), its);
        QCOMPARE(its.rows.front().subject, m->key("user:banned"));
        QVERIFY(its.rows.front().reading && its.rows.front().reading->block);
        QVERIFY(its.rows.front().row.state == TokenStatus::Blocked);
        QCOMPARE(its.screen.marked, std::vector<Subject>{m->key("user:banned")});
        QVERIFY(
            std::ranges::any_of(its.rows, [&](const auto& row) { return row.subject == m->key("team:7"); }));
        QVERIFY(std::ranges::none_of(its.rows,
                                     [&](const auto& row) { return row.subject == m->key("user:good"); }));
        QCOMPARE(rows.places(false).size(), count);
    }

    // What is collected in a pause is of another time than what is shown.
    void recordsWhatStandsStill()
    {
        showMuch();
        const Subject abuser = m->key("user:abuser");
        const Session& session = m->window->session();
        const Instant last = session.histories().find(abuser)->samples().back().at;
        QTRY_VERIFY(session.histories().find(abuser)->samples().back().at > last + 1s);
        const Investigation recorded = readInvestigation(saveAs("paused.ratewarden"));
        const auto token = std::ranges::find_if(recorded.tokens, [&](const Investigation::Token& one) {
            return one.detail->reading.subject == abuser;
        });
        QVERIFY(token != recorded.tokens.end());
        QVERIFY(token->detail->reading.at < last + 1s); // it may have been on its way when the pause began
        QVERIFY(token->history->samples().back().at <= recorded.at);
    }

    // Any thread may read it.
    void aCopyOfAHistoryStandsStill()
    {
        showMuch();
        turnPause(); // goes on
        HistoryBook& book = m->window->session().histories();
        const Subject abuser = m->key("user:abuser");
        const auto copy = book.copyAt(abuser, Instant::max());
        const std::deque<UsageSample> before = copy->samples();
        const std::size_t published = copy->published()->size();
        QTRY_VERIFY(book.find(abuser)->samples().back().at > before.back().at);
        std::map<std::string, Policy, std::less<>> policies{{"api", m->policy}};
        policies.at("api").rules.front().limit += 1;
        book.notePolicies(policies, m->window->link().serverNow(), 1s);
        QCOMPARE(copy->samples().size(), before.size());
        QCOMPARE(copy->samples().back().at, before.back().at);
        QCOMPARE(copy->published()->size(), published);
    }

    void hasNoAddressPasswordOrProfile_data()
    {
        QTest::addColumn<QString>("name");
        QTest::newRow("investigation") << "four.ratewarden";
        QTest::newRow("page") << "four.html";
    }
    void hasNoAddressPasswordOrProfile()
    {
        QFETCH(QString, name);
        m->connection.call({"ACL", "SETUSER", "watcher", "on", ">s3cret-word", "~*", "&*", "+@all"});
        m->open(
            {endpointFor("watcher", "s3cret-word"), "prod-eu-profile", "production", WindowFixture::quick()});
        // A key that cannot be read is a problem that names the server.
        m->connection.call(
            {"SET", stateKey(RedisToken("user:broken"), "api", algorithmNamed("sliding-log-zset")), "x"});
        showMuchOf(4);
        QVERIFY(m->window->session()
                    .tokens()
                    .reading(m->window->session().tokens().find(m->key("user:broken")))
                    ->problem);
        turnPause(); // goes on: what is marked and chosen is read
        m->clickRow("user:broken");
        QTest::keyClick(m->table(), Qt::Key_Space);
        QTRY_VERIFY(m->window->session().shownDetail(m->key("user:broken")));
        const QByteArray file = saveAs(name);
        QVERIFY(file.contains("user:abuser") && file.contains("user:broken"));
        QVERIFY(file.contains("could not be read from the server"));
        const std::string address = m->server.endpoint().socketPath;
        QVERIFY(!address.empty());
        for (const std::string& secret : {std::string("s3cret-word"), std::string("watcher"), address,
                                          std::string("prod-eu-profile"), std::string("production")})
            QVERIFY2(!file.contains(QByteArray::fromStdString(secret)), secret.c_str());
    }

    void hashesTokens_data() { hasNoAddressPasswordOrProfile_data(); }
    void hashesTokens()
    {
        QFETCH(QString, name);
        showMuch();
        const QByteArray file = saveAs(name, true, "user:1 and user:10 began it, not user:abuser");
        for (const char* const token :
             {"abuser", "banned", "good", "team", "scraping", "user:1", "began it", "deploy 1.4"})
            QVERIFY2(!file.contains(token), token);
        if (name.endsWith(".html"))
            return;
        const Investigation its = readInvestigation(file);
        // Three under the filter, the block of one of them, and the marked one.
        QCOMPARE(its.rows.size(), std::size_t(5));
        QVERIFY(its.isHashed && its.screen.filter.isEmpty());
        QVERIFY(std::ranges::any_of(its.rows, [&](const Investigation::Row& row) {
            return row.subject == its.screen.chosen; // the same token is the same hash
        }));
        const Investigation again = readInvestigation(saveAs("again.ratewarden", true));
        QVERIFY(again.screen.chosen->token != its.screen.chosen->token); // in another file another one
        const auto other = windowOf(file);
        QTRY_COMPARE(other->tokensPage().model().rowCount(), 4);
        QTRY_VERIFY(other->tokensPage().details().reading());
        QVERIFY(other->notice().contains("tokens are hashed"));
        auto* const follow = other->findChild<QAction*>("follow"); // no list of clients has such a token
        QTRY_VERIFY2(!follow->isEnabled() && follow->toolTip().contains("are hashed"),
                     qPrintable(follow->toolTip()));
        QCOMPARE(other->blocksPage().findChild<QTableView*>()->model()->rowCount(), 1);
    }

    void keepsFindingsAsTheyWere()
    {
        const Investigation its = readInvestigation(smallFile());
        const auto& all = its.findings->all;
        QVERIFY(all == someFindings(its.at, m->key("abuser").format).all);
        Investigation hidden = its;
        hashTokens(hidden);
        const QByteArray file = investigationFile(hidden);
        QVERIFY(!file.contains("abuser") && file.contains("allkeys-lru"));
        QCOMPARE(hidden.findings->all[1].samples.front(), hidden.lab->tokens.front()); // the same hash
        const auto window = windowOf(smallFile());
        QCOMPARE(window->session().alerts().rounds()->size(), its.alerts.front().rounds.size());
        QCOMPARE(window->watchPage().model().rowCount(), 2); // one is dismissed
    }

    void isAPageForEverybody()
    {
        showMuch();
        const QByteArray page = saveAs("five.html", false, "<script>alert(1)</script>");
        QVERIFY(page.contains("<svg") && page.contains("class='rule'") && page.contains("user:abuser"));
        QVERIFY(page.contains("5/min") && page.contains("deploy 1.4"));
        QVERIFY(page.contains("&lt;script&gt;") && !page.contains("<script"));
        for (const char* const outside : {"http://", "https://", "url(", "<link", "<img", "@import"})
            QVERIFY2(!page.contains(outside), outside);
    }

    void itsPageShowsWhatIsBlockedAndMarked()
    {
        Investigation its = readInvestigation(smallFile());
        Reading alone;
        alone.subject = controlSubject("alone"); // without a state
        alone.at = its.at;
        Block& block = alone.block.emplace();
        block.token = "alone";
        block.reason = "floods";
        block.since = its.at - 1min;
        TokenRow row;
        row.state = TokenStatus::Blocked;
        its.rows.push_back({alone.subject, row, alone});
        const auto sections = [&] {
            QStringList all;
            for (const Investigation::Token& token : its.tokens)
                all << investigationSection(token, its.screen);
            return all;
        };
        QString page = QString::fromUtf8(investigationPage(its, sections()));
        const auto section = [&page](const QString& heading) {
            const qsizetype at = page.indexOf("<h2>" + heading + "</h2>");
            return at < 0 ? QString() : page.mid(at, page.indexOf("</section>", at) - at);
        };
        QCOMPARE(section("Tokens").count("alone</td>"), 1);
        QCOMPARE(section("Tokens").count("good</td>"), 1); // with its block
        for (const char* const text : {"alone", "floods", "good", "scraping", "m.okafor"})
            QVERIFY2(section("Blocks").contains(text), text);
        for (const char* const text : {"abuser", "3/min", "a trial"})
            QVERIFY2(section("Overrides").contains(text), text);
        for (const auto& area : {its.screen.area, its.screen.comparedArea})
            QVERIFY_TEXT(section("abuser"), contains(stretchText(*area)));
        QVERIFY_TEXT(section("t"), contains(stretchText(*its.screen.comparedArea))); // which is not chosen
        QVERIFY(!section("t").contains(stretchText(*its.screen.area)));
        const QString flow = section("Requests per second");
        for (const QString& text :
             {QString("<svg"), QString("api"), QString("70 denied"), stretchText(*its.screen.stretch)})
            QVERIFY2(flow.contains(text), qPrintable(text));
        its.totals = {};
        page = QString::fromUtf8(investigationPage(its, sections()));
        QVERIFY(section("Requests per second").isEmpty() && !section("abuser").isEmpty());
    }

    void refusesWhatIsDamaged_data()
    {
        QTest::addColumn<QByteArray>("file");
        QTest::addColumn<QString>("why");
        QTest::newRow("empty") << QByteArray() << "not an investigation";
        QTest::newRow("cut off") << smallFile().chopped(20) << "not an investigation";
        QTest::newRow("of another program") << QByteArray("{\"version\": 1}") << "not an investigation";
        QTest::newRow("deep") << QByteArray(100'000, '[') << "not an investigation";
        const auto add = [](const char* name, const char* path, const QJsonValue& value, const char* why) {
            QTest::newRow(name) << changedFile(path, value) << why;
        };
        const char* const unlike = "does not match";
        add("newer", "ratewardenInvestigation", 2, "schema 2");
        add("without time", "at", QJsonValue::Undefined, "\"at\"");
        add("time as text", "at", "now", "whole number");
        add("far time", "at", 1e300, "whole number");
        add("time that overflows", "at", Q_INT64_C(9223372036854775807), "too large");
        add("fewer than its rows", "known", 0, unlike);
        add("long note", "note", QString(1001, 'x'), unlike);
        add("long by", "by", QString(1001, 'x'), unlike);
        QJsonArray tokens;
        for (int i = 0; i < 11; ++i)
            tokens.append(
                QJsonObject{{"token", QJsonObject{{"token", "t"}, {"policy", "api"}}}, {"requests", 1}});
        add("many names of ten seconds", "totals/0/mostDenied", QJsonArray{QJsonArray{0, tokens}},
            "mostDenied");
        add("rows as text", "rows", "many", "list");
        add("unknown state", "rows/0/row/12", "furious", unlike);
        add("rule without a window", "rows/0/row/4", QJsonArray{5, 0, 0, false}, unlike);
        add("limit below zero", "rows/0/row/4", QJsonArray{-5, 1, 0, false}, "below 0");
        add("in flight below zero", "rows/0/row/15", -3, "below 0");
        add("reserved in a row below zero", "rows/0/row/16", -3, "below 0");
        add("leased in a row below zero", "rows/0/row/17", -3, "below 0");
        add("leased below zero", "tokens/0/detail/reading/leased", -3, "below 0");
        add("reserved below zero", "tokens/0/detail/reading/reserved", QJsonArray{-3}, "below 0");
        add("rule that is not there", "tokens/0/detail/reading/decision/rule", 7, unlike);
        add("decision without rules", "tokens/0/detail/reading/decision/usage", QJsonArray(), unlike);
        add("keys as text", "keys", "many", "object");
        add("fewer keys than rows", "keys/known", 1, unlike);
        add("key of no type", "keys/rows/0/1", "furious", unlike);
        add("key that ends before all time", "keys/rows/0/5", -3, "below 0");
        add("alert that fires without a time", "alerts/0/stands/firings", QJsonArray(), unlike);
        add("alert on what is no filter", "alerts/0/alert/filter", "used>", "");
        add("round before the one before", "alerts/0/rounds/1/0", 7, unlike);
        add("round below zero", "alerts/0/rounds/1/1", -7, unlike);
        add("history that ends before it begins", "watched/last", 7, unlike);
        add("finding of no kind", "findings/all/0/kind", "furious", unlike);
        add("finding on the server without it", "findings/all/0/server", QJsonValue(), unlike);
        add("finding on the server of another kind", "findings/all/1/server",
            QJsonDocument::fromJson(smallFile())["findings"]["all"][0]["server"], unlike);
        add("request of nobody", "lab/requests/1/1", 7, unlike);
        add("candidate that is not there", "lab/chosen", 3, unlike);
        add("more denied than requests", "lab/results/0/trial/denied", 9, unlike);
        add("key without facts", "keys/chosen/facts", QJsonValue::Undefined, "\"facts\"");
    }
    void refusesWhatIsDamaged()
    {
        QFETCH(QByteArray, file);
        QFETCH(QString, why);
        try {
            readInvestigation(file);
            QFAIL("it was read");
        } catch (const InvalidArgument& error) {
            QVERIFY2(QString::fromStdString(error.what()).contains(why), error.what());
        }
        readInvestigation(smallFile()); // which is what was changed
    }

    void saysOfWhichDayItIs()
    {
        Investigation its = readInvestigation(smallFile());
        QVERIFY(windowOf(investigationFile(its))->notice().startsWith("Recorded at " + momentText(its.at)));
        its.at -= 48h;
        const QString day = QDateTime::fromMSecsSinceEpoch(its.at.time_since_epoch() / 1ms)
                                .toString(QStringLiteral("yyyy-MM-dd "));
        const QString notice = windowOf(investigationFile(its))->notice();
        QVERIFY_TEXT(notice, startsWith("Recorded at " + day));
    }

    void namesAFewUnknownFormats()
    {
        QJsonObject file = QJsonDocument::fromJson(smallFile()).object();
        QJsonArray rows = file["rows"].toArray();
        QJsonObject row = rows.at(0).toObject();
        row["reading"] = QJsonValue();
        for (int i = 0; i < 50; ++i) {
            row["subject"] = QJsonArray{"t", "api", QStringLiteral("its\n%1").arg(i)};
            rows.append(row);
        }
        file["rows"] = rows;
        const Investigation its = readInvestigation(QJsonDocument(file).toJson());
        QCOMPARE(its.unknown.size(), 21);
        QCOMPARE(its.unknown.front(), "its\\x0a0");
        QCOMPARE(its.unknown.back(), "…");
    }

    void keepsNoMarksWithoutRows()
    {
        Investigation its = readInvestigation(smallFile());
        its.rows.resize(1);
        its.screen.marked = {m->key("abuser"), m->key("who")};
        QCOMPARE(readInvestigation(investigationFile(its)).screen.marked,
                 std::vector<Subject>{m->key("abuser")});
        // Nor keys that there is no room for.
        const std::string half(largestInvestigation / 2 + 1, 'x');
        its.keys->rows = {{.name = "a" + half}, {.name = "b" + half}};
        QCOMPARE(readInvestigation(investigationFile(its)).keys->rows.size(), std::size_t(1));
        its.keys.reset();
        its.note = QString(int(largestInvestigation), 'x');
        QVERIFY_THROWS_EXCEPTION(InvalidArgument, investigationFile(its));
    }

    // Whatever is in it: it is refused, or shown.
    void survivesWhateverIsChanged()
    {
        QRandomGenerator random(testSeed());
        Investigation all = readInvestigation(smallFile());
        all.past = somePast(all.at);
        const QByteArray whole = investigationFile(all);
        int opened = 0;
        for (int round = 0; round < 300; ++round) {
            QByteArray file = whole;
            for (int change = 1 + int(random.bounded(3)); change > 0; --change) {
                const auto at = qsizetype(random.bounded(quint32(file.size())));
                const char* const pieces[] = {
                    "9007199254740992", "-1", "null", "[]", "0", "\"x\"", "1e9", ","};
                if (random.bounded(2) == 0)
                    file[at] = whole[qsizetype(random.bounded(quint32(whole.size())))];
                else
                    file.replace(at, qsizetype(random.bounded(12)), pieces[random.bounded(8)]);
            }
            try {
                readInvestigation(file);
            } catch (const InvalidArgument&) {
                continue;
            }
            if (++opened > 12) // a window takes a while
                continue;
            const auto window = windowOf(file);
            for (const auto page :
                 {MainWindow::Page::Tokens, MainWindow::Page::Overview, MainWindow::Page::Compare,
                  MainWindow::Page::Policies, MainWindow::Page::Keys, MainWindow::Page::Watch}) {
                window->showPage(page);
                window->grab();
                QCoreApplication::processEvents();
            }
            const Investigation its = readInvestigation(file);
            QStringList sections;
            for (const Investigation::Token& token : its.tokens)
                sections << investigationSection(token, its.screen);
            investigationPage(its, sections);
        }
    }
};

RATEWARDEN_SUITE(TestInvestigationFile)
#include "tst_investigation_file.moc"
