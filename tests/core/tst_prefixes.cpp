// SPDX-License-Identifier: GPL-3.0-or-later
// Limiters whose keys begin as their deployment wants it: said by somebody, published, or guessed.
#include "core/admin/change.h"
#include "core/admin/inspection.h"
#include "core/admin/policy_of.h"
#include "core/admin/token_walk.h"
#include "core/formats/describe/format_saving.h"
#include "core/formats/describe/prefix_file.h"
#include "core/formats/describe/user_formats.h"
#include "core/formats/foreign/prefixes.h"
#include "core/keys/key_scan.h"
#include "core/limiter/redis_rate_limiter.h"
#include "core/redis/connection.h"
#include "tests/support/files.h"
#include "tests/support/format_texts.h"
#include "tests/support/limiter_fixture.h"
#include "tests/support/printing.h"
#include "tests/support/rows.h"
#include "tests/support/suites.h"
#include "tests/support/users.h"

#include <QDateTime>
#include <QTemporaryDir>
#include <QTest>

#include <map>
#include <memory>
#include <set>
#include <thread>

using namespace ratewarden;
using namespace ratewarden::test;
using namespace std::chrono_literals;

namespace {

std::vector<PrefixUse> usesIn(const Catalogue& catalogue)
{
    std::vector<PrefixUse> uses;
    for (const auto& format : catalogue.all())
        if (format->prefix())
            uses.push_back(*format->prefix());
    return uses;
}

} // namespace

class TestPrefixes : public QObject, private LimiterFixture {
    Q_OBJECT

private:
    QTemporaryDir m_folder;

    void set(const std::string& key, const std::string& value, int seconds)
    {
        m_connection.call(Command{"SET", key, value, "EX"}.add(seconds));
    }

    std::vector<PrefixUse> m_uses; // that the walk before knew or learned

    std::set<std::string> tokens(std::shared_ptr<ServerPrefixes> prefixes = nullptr)
    {
        return tokensOf(m_connection, std::move(prefixes));
    }

    std::set<std::string> tokensOf(Server& server, std::shared_ptr<ServerPrefixes> prefixes = nullptr)
    {
        const PolicyBook book = policiesIfAllowed(server);
        TokenWalk walk(server, book, TokenWalk::Which::WithState, std::move(prefixes));
        std::set<std::string> all;
        while (!walk.isAtEnd())
            for (const Reading& reading : walk.readPage())
                all.insert(reading.subject.policy + " " + reading.subject.token);
        m_uses = usesIn(*walk.prefixes().catalogue());
        return all;
    }

    QString useOf(const std::string& prefix) const
    {
        for (const auto& uses : {m_uses, usesIn(*currentCatalogue())})
            for (const PrefixUse& use : uses)
                if (use.prefix == prefix)
                    return QString::fromStdString(use.format) + (use.isGuess() ? "?" : "");
        return {};
    }

    // "aab", "aac" …: words that begin keys.
    static std::string word(int number)
    {
        std::string text;
        for (int i = 0; i < 4; ++i, number /= 26)
            text += char('a' + number % 26);
        return text;
    }
    static SampleKey counter(const std::string& value)
    {
        SampleKey content;
        content.type = "string";
        content.pttl = 50'000;
        content.value = value;
        return content;
    }

    static QByteArray refusal(const std::string& text)
    {
        try {
            parsePrefixFile(text);
        } catch (const BadFormatFile& error) {
            return error.what();
        }
        return "read";
    }

private Q_SLOTS:
    void initTestCase() { qputenv("RATEWARDEN_FORMATS", m_folder.path().toUtf8()); }
    void init()
    {
        m_connection.call({"FLUSHALL"});
        for (const char* const file : {"prefixes.json", "mine.json", "twin-count.json", "twin-left.json"})
            QFile::remove(m_folder.filePath(file));
        reloadUserFormats();
        m_uses.clear();
    }

    void aLimitersNameAndACounterThatEndsWillDo()
    {
        set("login_ip:10.0.0.1", "2", 50);
        QCOMPARE(tokens(), std::set<std::string>{"login_ip:* 10.0.0.1"});
        QCOMPARE(useOf("login_ip"), QString("rate-limiter-flexible?"));
        const Inspection inspection = inspectKey(m_connection, "login_ip:10.0.0.1", parseRules("5/min"));
        QVERIFY(inspection.subject);
        QVERIFY2(inspection.confidence > 0.2 && inspection.confidence <= 0.6,
                 qPrintable(QString::number(inspection.confidence)));
        QVERIFY2(std::ranges::any_of(inspection.ties,
                                     [](const Format* tie) { return tie->name() == "rate-limit-redis"; }),
                 "the same key could be another's");
        const auto* const format = dynamic_cast<const CatalogueFormat*>(inspection.subject->format);
        QVERIFY(format && format->file().tier == Tier::Care);
        QCOMPARE(inspection.rules.at(0).used, 2.0);
    }

    void manyCountersOfClientsWillDoUnderAnyName()
    {
        for (int i = 0; i < 40; ++i)
            set("shop:user:" + std::to_string(i), std::to_string(1 + i % 5), 50);
        QCOMPARE(tokens().size(), 40U);
        QCOMPARE(useOf("shop"), QString("rate-limiter-flexible?"));
    }

    // Much else is called so, too: the tokens have to be clients.
    void anAmbiguousNameWantsManyClients()
    {
        set("failed:203.0.113.1", "2", 50);
        QCOMPARE(tokens().size(), 0U);
        for (int i = 2; i <= 12; ++i)
            set("failed:203.0.113." + std::to_string(i), "2", 50);
        QCOMPARE(tokens().size(), 12U);
        QCOMPARE(useOf("failed"), QString("rate-limiter-flexible?"));
    }

    // Also of a layout that is known, whose keys have more parts.
    void whatAnybodyCallsALimiterIsNoLayouts()
    {
        set("rate-limit:203.0.113.1", "2", 50);
        QCOMPARE(tokens().size(), 1U);
        QCOMPARE(useOf("rate-limit"), QString("rate-limiter-flexible?"));
    }

    // One counter that is met by each scan stays one.
    void aKeyCountsOnce()
    {
        set("mine:7", "3", 50);
        const auto prefixes = std::make_shared<ServerPrefixes>();
        for (int i = 0; i < 20; ++i)
            QCOMPARE(tokens(prefixes).size(), 0U);
    }

    // To read them takes longer than all else that a command does that meets no key of others.
    void formatsAreReadOnceAKeyOfOthersIsMet()
    {
        const auto isRead = [this] {
            const PolicyBook book = policiesIfAllowed(m_connection);
            TokenWalk walk(m_connection, book, TokenWalk::Which::WithState);
            std::size_t rows = 0;
            while (!walk.isAtEnd())
                rows += walk.readPage().size();
            return std::pair(walk.prefixes().lastCatalogue() != nullptr, rows);
        };
        RedisRateLimiter(m_connection, {"api", "gcra", parseRules("5/min")}).acquire("user:42");
        QVERIFY(isRead() == std::pair(false, std::size_t(1)));
        set("rl:203.0.113.1", "2", 50);
        QVERIFY(isRead() == std::pair(true, std::size_t(2)));
    }

    // What told of it may stand on the last page.
    void keysOfEarlierPagesAreListed()
    {
        for (int i = 0; i < 3000; ++i)
            set("zone" + std::to_string(i) + ":x", "text", 50);
        for (int i = 0; i < 12; ++i)
            set("gate:198.51.100." + std::to_string(i), "1", 50);
        QCOMPARE(tokens().size(), 12U);
    }

    void whatIsNoLimiterIsNotListed_data()
    {
        addColumns<QString, QString, int>({"key", "value", "seconds"});
        addRow("visits", "visits:203.0.113.%1", "%1", 3600);
        addRow("visits without end", "homepage:203.0.113.%1", "1%1", 0);
        addRow("page views", "pageviews:user:%1", "%1", 86400);
        addRow("hits of the api", "api:hits:%1", "%1", 86400);
        addRow("requests that are counted", "request_count:user:%1", "%1", 3600);
        addRow("unread messages", "unread:user:%1", "%1", 86400);
        addRow("counters of one window", "limit:10.0.0.%1:29920494", "%1", 60);
        addRow("another layout's name", "plugin-limit-count:u%1.7.counter", "%1", 60);
        addRow("a layout's name of another version", "plugin-limit-count203.0.113.%1route42", "%1", 60);
        addRow("behind a prefix of the connection", "shop:plugin-limit-count203.0.113.%1route42", "%1", 60);
        addRow("a layout's beginning", "limit_req:/apisix/routes/1:42:203.0.113.%1excess", "%1", 60);
        addRow("rates of exchange", "rate:EURUSD-%1", "%1", 3600);
        addRow("slow queries", "slow:query:%1", "%1", 3600);
        addRow("a disk's quota", "quota:disk:user%1", "%1", 3600);
        addRow("payments that failed", "failed:payment:%1", "%1", 3600);
        addRow("the same the other way round", "payment:failed:%1", "%1", 3600);
        addRow("views of the api", "api:views:%1", "%1", 86400);
        addRow("sessions", "session:%1", "{\"user\":%1}", 1800);
        addRow("numbers of sessions", "userSession:%1", "%1", 1800);
        addRow("caches", "cache:user:%1", "4%1", 300);
        addRow("a cache of an API", "api:cache:user:%1", "4%1", 300);
        addRow("large numbers", "basket:user:%1", "48231%1", 300);
        addRow("no client", "color:pale-%1-red", "%1", 300);
        addRow("locks", "lock:order:%1", "1", 30);
        addRow("beyond a window", "paid:user:%1", "1", 40 * 86400);
    }

    void whatIsNoLimiterIsNotListed()
    {
        QFETCH(QString, key);
        QFETCH(QString, value);
        QFETCH(int, seconds);
        for (int i = 1; i <= 30; ++i) {
            const std::string name = key.arg(i).toStdString();
            const std::string content = (value.contains('%') ? value.arg(i) : value).toStdString();
            if (seconds > 0)
                set(name, content, seconds);
            else
                m_connection.call({"SET", name, content});
        }
        QCOMPARE(tokens(), std::set<std::string>());
        QCOMPARE(m_uses.size(), 0U);
    }

    // Nothing but such a format writes values like these.
    void structuresTellThemselves()
    {
        const auto minute = std::chrono::duration_cast<std::chrono::minutes>(
            std::chrono::system_clock::now().time_since_epoch());
        const std::string key = "storefront:user7:" + std::to_string(minute.count());
        m_connection.call({"HSET", key, "a1B2c3D4e5F6g7H8", "1"});
        m_connection.call({"PEXPIRE", key, "60000"});
        QCOMPARE(tokens(), std::set<std::string>{"storefront:*:<min> user7"});
        QVERIFY2(useOf("storefront").startsWith("upstash"), qPrintable(useOf("storefront")));
    }

    void aPublishedPolicyTellsEverybody()
    {
        set("tenant:a", "7", 50);
        QCOMPARE(tokens(), std::set<std::string>());
        announcePolicy(m_connection, {"tenant:*", "fixed-window", parseRules("5/min"), false, false,
                                      "rate-limiter-flexible"});
        QCOMPARE(tokens(), std::set<std::string>{"tenant:* a"});
        QCOMPARE(useOf("tenant"), QString("rate-limiter-flexible"));
        const Inspection inspection = inspectKey(m_connection, "tenant:a", {});
        QVERIFY(inspection.state == SubjectState::Limited);
    }

    // Not of the keys of another server, and not for longer than it is published.
    void aPolicyTellsOfItsOwnServer()
    {
        TestServer server;
        Connection other(server.endpoint(), unhurried);
        for (Connection* const one : {&m_connection, &other})
            one->call({"SET", "tenant:a", "7", "EX", "50"});
        announcePolicy(m_connection, {"tenant:*", "fixed-window", parseRules("5/min"), false, false,
                                      "rate-limiter-flexible"});
        QCOMPARE(tokens(), std::set<std::string>{"tenant:* a"});
        QCOMPARE(tokensOf(other), std::set<std::string>());
        QVERIFY(!inspectKey(other, "tenant:a", {}).subject);

        ServerPrefixes prefixes(policiesIfAllowed(m_connection).policies);
        QCOMPARE(usesIn(*prefixes.catalogue()).size(), 1U);
        prefixes.setPolicies({});
        QCOMPARE(usesIn(*prefixes.catalogue()).size(), 0U);
        QVERIFY(prefixes.catalogue() == currentCatalogue());
    }

    void aGuessIsOfItsOwnServer()
    {
        ServerPrefixes one;
        ServerPrefixes other;
        one.guess("login_ip:10.0.0.1", counter("2"), {});
        QCOMPARE(usesIn(*one.catalogue()).size(), 1U);
        QCOMPARE(usesIn(*other.catalogue()).size(), 0U);
        QCOMPARE(usesIn(*currentCatalogue()).size(), 0U);
    }

    // A flood of names keeps no limiter out, for however long it goes on.
    void aFloodOfNamesKeepsNobodyOut()
    {
        ServerPrefixes prefixes;
        for (int i = 0; i < 40'000; ++i)
            prefixes.guess(word(i) + ":x", counter("1"), {});
        QVERIFY(prefixes.wantsGuess("gate:198.51.100.1"));
        for (int i = 0; i < 3; ++i)
            prefixes.guess("gate:198.51.100." + std::to_string(i), counter("1"), {});
        QCOMPARE(usesIn(*prefixes.catalogue()).size(), 1U);
        // Nor do guesses: the oldest give way.
        for (int i = 0; i < 700; ++i)
            prefixes.guess(word(i) + ":limit:7", counter("1"), {});
        QCOMPARE(usesIn(*prefixes.catalogue()).size(), 500U);
        QVERIFY(prefixes.catalogue()->recognise(word(699) + ":limit:7", counter("1"), {}));
    }

    // What a user may not read counts once, though it is met twice.
    void whatIsUnreadCountsOnce()
    {
        for (int i = 0; i < 3000; ++i)
            set("zone" + std::to_string(i) + ":x", "text", 50);
        for (int i = 0; i < 20; ++i)
            for (int j = 0; j < 3; ++j)
                set(word(i) + ":198.51.100." + std::to_string(j), "1", 50);
        set("rl:203.0.113.9", "1", 50);
        std::string rights = "+@all ~zone* ~rw:*";
        for (int i = 0; i < 20; ++i)
            rights += " ~" + word(i) + ":*";
        Connection connection(userWith(rights, m_server), unhurried);
        const PolicyBook book;
        TokenWalk walk(connection, book, TokenWalk::Which::WithState);
        std::size_t found = 0;
        while (!walk.isAtEnd())
            found += walk.readPage().size();
        QCOMPARE(found, 60U);
        QCOMPARE(walk.unread(), 1U);
    }

    void prefixesEndAsTheirLimitersHaveIt()
    {
        savePrefix("door-", "rate-limit-redis");
        savePrefix("gate/", "rate-limit-redis");
        savePrefix("shop:", "fastapi-limiter");
        savePrefix("go", "fastify-rate-limit");
        savePrefix("mine:", "ulule-limiter");
        savePrefix("vk:", "valkeylimiter");
        QVERIFY(reloadUserFormats()->refused.empty());
        for (const char* const key : {"door-a", "gate/a", "shop:a:login:1:2", "goa", "mine:a", "vk:{a}"})
            set(key, "1", 50);
        const double end = double(QDateTime::currentMSecsSinceEpoch()) + 50'000;
        set("vk:{a}:ex", QString::number(end, 'f', 0).toStdString(), 50);
        QCOMPARE(tokens(), (std::set<std::string>{"door-* a", "gate/* a", "go* a", "mine:* a",
                                                  "shop:*:login:1:2 a", "vk:{*} a"}));
    }

    // Of plain counters what was said counts; other layouts behind the same prefix say themselves what they
    // are.
    void whatIsSaidOfAPrefixIsSaidOfItsCounters()
    {
        set("limiter:a", "1", 50);
        set("limiter:{a:default}:hits", "1", 50);
        QCOMPARE(tokens(), (std::set<std::string>{"limiter:* a", "limiter:{*:default}:hits a"}));
        savePrefix("limiter:", "rate-limiter-flexible");
        QVERIFY(reloadUserFormats()->refused.empty());
        QCOMPARE(tokens(), (std::set<std::string>{"limiter:* a", "limiter:{*:default}:hits a"}));
        for (const auto& [key, format] : {std::pair{"limiter:a", "rate-limiter-flexible"},
                                          std::pair{"limiter:{a:default}:hits", "nest-throttler"}})
            QCOMPARE(std::string(inspectKey(m_connection, key, {}).subject->format->name()),
                     std::string(format));
    }

    // One option gives the prefix of what rack-attack counts, and of whom it bans.
    void aPrefixIsSaidOfAllThatAnOptionGivesItTo()
    {
        const auto minute = std::to_string(QDateTime::currentSecsSinceEpoch() / 60);
        set("app:" + minute + ":login:a", "2", 50);
        set("app:fail2ban:ban:login-a", "1", 50);
        const std::set<std::string> both{"app:<min>:login:* a", "app:fail2ban:ban:* login-a"};
        for (const char* const format : {"rack-attack", "rack-attack-ban"}) {
            savePrefix("app:", format);
            QVERIFY(reloadUserFormats()->refused.empty());
            QCOMPARE(tokens(), both);
        }
        // Names that cannot be told apart are those of the layout that was said.
        savePrefix("up:", "upstash-sliding-window");
        QVERIFY(reloadUserFormats()->refused.empty());
        for (const PrefixUse& use : usesIn(*currentCatalogue()))
            QVERIFY(use.prefix != "up" || use.format == "upstash-sliding-window" ||
                    use.format == "upstash-token-bucket");
    }

    // That a user's own format usually begins as another program's says nothing of what else begins so.
    void aPrefixOfAnOwnFormatIsNoOtherPrograms()
    {
        const QByteArray text = counterFormat("mine", "rl")
                                    .replace("rl:{token}", "{prefix=rl:}{token}:x")
                                    .replace("\"rl:7\"", "\"rl:7:x\"");
        QVERIFY(writeWhole(m_folder.filePath("mine.json"), text));
        QVERIFY(reloadUserFormats()->refused.empty());
        for (const char* const format : {"rate-limit-redis", "mine"}) {
            savePrefix("app:", format);
            QVERIFY(reloadUserFormats()->refused.empty());
            QVERIFY(usesIn(*currentCatalogue()) == (std::vector<PrefixUse>{{format, "app:"}}));
        }
        set("app:a:x", "2", 50);
        set("app:users:5", "2", 50);
        QCOMPARE(tokens(), std::set<std::string>{"app:*:x a"});
    }

    void aPrefixMayEndInOtherThanAColon()
    {
        for (int i = 0; i < 12; ++i)
            set("ratelimit_user_" + std::to_string(i), "3", 50);
        QCOMPARE(tokens().size(), 12U);
        QCOMPARE(useOf("ratelimit_"), QString("rate-limit-redis?"));
    }

    // In a program that has scanned nothing.
    void oneKeyIsKnownByThoseBesideIt()
    {
        for (int i = 0; i < 8; ++i)
            set("shop:user:" + std::to_string(i), "1", 50);
        const Inspection inspection = inspectKey(m_connection, "shop:user:3", {});
        QVERIFY(inspection.subject && inspection.isGuess);
        QCOMPARE(inspection.subject->policy, std::string("shop:*"));
        m_connection.call({"DEL", "shop:user:7"});
        QVERIFY(!inspectKey(m_connection, "shop:user:3", {}).subject);
    }

    void aGroupTellsThePrefixOfItsKeys()
    {
        const auto prefix = [](const char* format, const char* group) {
            const CatalogueFormat* const found = formatOfGroup(*currentCatalogue(), format, group);
            return !found            ? QString("none")
                   : found->prefix() ? QString::fromStdString(found->prefix()->prefix)
                                     : QString();
        };
        QCOMPARE(prefix("rate-limiter-flexible", "tenant:*"), QString("tenant"));
        QCOMPARE(prefix("rate-limit-redis", "tenant-*"), QString("tenant-"));
        QCOMPARE(prefix("rate-limit-redis", "rl:*"), QString());
        QCOMPARE(prefix("bullmq-limiter", "jobs:*:limiter"), QString("jobs"));
        QCOMPARE(prefix("fastapi-limiter", "shop:*:login:1:2"), QString("shop"));
        QCOMPARE(prefix("rate-limiter-flexible", "tenant"), QString("none"));
        QCOMPARE(prefix("rate-limit-redis", "tenant"), QString("none"));
        QCOMPARE(prefix("bullmq-limiter", "jobs:*"), QString("none"));
        QCOMPARE(prefix("traefik-rate-limit", "x:*"), QString("none"));
        QCOMPARE(prefix("nothing-such", "x:*"), QString("none"));
    }

    void aFormatThatIsSaidTakesAnyPrefix()
    {
        set("tenant:a", "7", 50);
        QVERIFY(!recogniseOnServer(m_connection, "tenant:a"));
        const auto found = recogniseOnServer(m_connection, "tenant:a", {}, "rate-limiter-flexible");
        QVERIFY(found && !found->isGuess);
        QCOMPARE(found->subject.policy, std::string("tenant:*"));
        QCOMPARE(found->subject.token, std::string("a"));
        QVERIFY(!recogniseOnServer(m_connection, "tenant:a", {}, "upstash-fixed-window"));
    }

    void theUsersFileTells()
    {
        set("door:a", "7", 50);
        set("auth:10.0.0.1", "7", 50);
        savePrefix("door:", "rate-limiter-flexible");
        savePrefix("auth:", "none");
        QVERIFY(reloadUserFormats()->refused.empty());
        QCOMPARE(tokens(), std::set<std::string>{"door:* a"});
        QCOMPARE(useOf("door"), QString("rate-limiter-flexible"));
        savePrefix("door:", "none");
        reloadUserFormats();
        QCOMPARE(tokens(), std::set<std::string>());
    }

    // Of two that were said the longer one counts, also where its key is of no window.
    void theMostPreciseIsSaid()
    {
        savePrefix("shop:", "rate-limiter-flexible");
        savePrefix("shop:up:", "upstash-fixed-window");
        reloadUserFormats();
        set("shop:a", "3", 50);
        set("shop:up:b:7", "3", 50); // no window of these years
        QCOMPARE(tokens(), std::set<std::string>{"shop:* a"});
    }

    // Where prefixes end in letters, what begins as the longer one says may be the shorter one's.
    void theLongestThatReadsTheKeyIsMeant()
    {
        const CatalogueFormat& hammer = *builtInCatalogue().find("hammer-redis"); // whose keys name the token
        std::vector<std::shared_ptr<const CatalogueFormat>> said;
        for (const char* const prefix : {"l", "ld"})
            said.push_back(
                std::make_shared<const CatalogueFormat>(hammer, PrefixUse{"hammer-redis", prefix}));
        const Catalogue catalogue(builtInCatalogue(), said);
        const FormatSample& sample = hammer.file().samples.front();
        const auto tokenOf = [&](const std::vector<std::pair<std::string, std::string>>& named) {
            SampleKey content = sample.keys.front().second;
            content.fields.insert(content.fields.end(), named.begin(), named.end());
            const auto found = catalogue.recognise("ldaubi:29920494", content, sample.at);
            return found ? QString::fromStdString(found->subject.token) : QString("none");
        };
        QCOMPARE(tokenOf({{"id", "daubi"}}), QString("daubi")); // the longer one does not read it
        QCOMPARE(tokenOf({{"id", "aubi"}}), QString("aubi"));
        QCOMPARE(tokenOf({{"id", "ubi"}}), QString("none"));
        QCOMPARE(tokenOf({}), QString("aubi")); // both do
    }

    // As when two terminals say something at once.
    void nothingThatIsSaidIsLost()
    {
        constexpr int each = 20;
        const auto say = [](int from) {
            for (int i = from; i < from + each; ++i)
                savePrefix(word(i) + ":", "rate-limiter-flexible");
        };
        std::thread other(say, each);
        say(0);
        other.join();
        reloadUserFormats();
        QCOMPARE(usesIn(*currentCatalogue()).size(), std::size_t(2 * each));
    }

    void whatIsSaidReplacesWhatWasGuessed()
    {
        set("signin:10.0.0.1", "2", 50);
        tokens();
        QCOMPARE(useOf("signin"), QString("rate-limiter-flexible?"));
        savePrefix("signin:", "rate-limit-redis");
        reloadUserFormats();
        QCOMPARE(useOf("signin:"), QString("rate-limit-redis"));
        const Inspection inspection = inspectKey(m_connection, "signin:10.0.0.1", {});
        QCOMPARE(inspection.subject->format->name(), std::string_view("rate-limit-redis"));
        QVERIFY(inspection.ties.empty());
        savePrefix("signin:", "none");
        reloadUserFormats();
        QCOMPARE(tokens(), std::set<std::string>());
    }

    void aGuessIsForgottenWhenItIsRefused()
    {
        set("attempts:10.0.0.1", "2", 50);
        QCOMPARE(tokens().size(), 1U);
        savePrefix("attempts:", "none");
        reloadUserFormats();
        QCOMPARE(tokens().size(), 0U);
        QCOMPARE(useOf("attempts"), QString());
    }

    void theKeysPageCountsThem()
    {
        for (int i = 0; i < 30; ++i)
            set("throttle:user:" + std::to_string(i), "3", 50);
        KeyScan scan;
        std::map<std::string, int> formats;
        while (!scan.complete())
            for (const FoundKeyFacts& key : scan.step(m_connection).keys)
                ++formats[key.format ? std::string(key.format->name()) : "none"];
        QCOMPARE(formats, (std::map<std::string, int>{{"rate-limiter-flexible", 30}}));
    }

    // Nothing in such keys tells their formats apart.
    void aTieIsWhatWasSaid()
    {
        for (const char* const what : {"count", "left"})
            QVERIFY(writeWhole(m_folder.filePath(QString("twin-%1.json").arg(what)), twinFormat(what)));
        reloadUserFormats();
        set("twin:a", "3", 50);
        set("app:twin:a", "3", 50);
        const auto ties = [&](const char* key) {
            return inspectKey(m_connection, key, {}).ties.size();
        };
        const auto mayMeanTheOpposite = [&] {
            const Subject subject = recogniseOnServer(m_connection, "twin:a")->subject;
            Change change{BlockIntent{Micros(60s), {}, {}}, {subject}, {}, "ops", "tested"};
            change.policies[subject.policy] = subject.format->policyFor(subject, parseRules("5/min"));
            readStates(m_connection, change);
            return preview(change).cautions.contains(Caution::MayMeanTheOpposite);
        };
        QCOMPARE(ties("twin:a"), 1U);
        QVERIFY(mayMeanTheOpposite());
        for (const char* const format : {"twin-left", "twin-count"}) {
            savePrefix("twin:", format);
            QVERIFY(reloadUserFormats()->refused.empty());
            QCOMPARE(std::string(inspectKey(m_connection, "twin:a", {}).subject->format->name()),
                     std::string(format));
            QCOMPARE(ties("twin:a"), 0U);
            QCOMPARE(ties("app:twin:a"), 1U);
            QVERIFY(!mayMeanTheOpposite());
            QCOMPARE(currentCatalogue()->formatSaid("twin:a").beginning, std::string_view("twin:"));
            QVERIFY(currentCatalogue()->formatSaid("app:twin:a").format.empty());
            QVERIFY(savedPrefixes().formats == (std::map<std::string, std::string>{{"twin:", format}}));
        }
        QVERIFY_THROWS_EXCEPTION(InvalidArgument, savePrefix("shop:", "twin-left"));
        forgetPrefix("twin:");
        reloadUserFormats();
        QCOMPARE(ties("twin:a"), 1U);
        QVERIFY(mayMeanTheOpposite());
        QVERIFY(currentCatalogue()->formatSaid("twin:a").format.empty());
        QVERIFY(savedPrefixes().formats.empty());
        QVERIFY_THROWS_EXCEPTION(InvalidArgument, forgetPrefix("twin:"));
    }

    void aFileThatIsWrongIsRefused()
    {
        QVERIFY2(refusal("{\n\"a:\": \"nothing-such\"}").contains("line 2") &&
                     refusal("{\n\"a:\": \"nothing-such\"}").contains("there is no format \"nothing-such\""),
                 refusal("{\n\"a:\": \"nothing-such\"}").constData());
        QVERIFY2(refusal(R"({"a": "rate-limiter-flexible"})").contains("say \"a:\""),
                 refusal(R"({"a": "rate-limiter-flexible"})").constData());
        QVERIFY(refusal(R"({"rw:": "rate-limiter-flexible"})").contains("Ratewarden's own"));
        QVERIFY(refusal(R"({"a:": "traefik-rate-limit"})").contains("no prefix that can be chosen"));
        savePrefix("kept:", "rate-limiter-flexible");
        reloadUserFormats();
        writeUserFile(userFormatPath("prefixes"), "{");
        QCOMPARE(reloadUserFormats()->refused.size(), 1U);
        QCOMPARE(useOf("kept"), QString("rate-limiter-flexible"));
        QVERIFY_THROWS_EXCEPTION(InvalidArgument, savePrefix("more:", "rate-limiter-flexible"));
    }
};

RATEWARDEN_SUITE(TestPrefixes)
#include "tst_prefixes.moc"
