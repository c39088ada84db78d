// SPDX-License-Identifier: GPL-3.0-or-later
// labels: engine
// Changes of plain keys: expiry, name, deletion; previewed, applied, undone.
#include "core/admin/change.h"
#include "core/model/errors.h"
#include "core/redis/guard.h"
#include "tests/support/limiter_fixture.h"
#include "tests/support/printing.h"
#include "tests/support/suites.h"
#include "tests/support/users.h"
#include "tests/support/watched_server.h"

#include <fmt/format.h>

#include <QTest>

using namespace ratewarden;
using namespace ratewarden::test;

class TestKeyChanges : public QObject, private LimiterFixture {
    Q_OBJECT

private:
    template <class What>
    static Change changeOf(std::vector<std::string> keys, What what)
    {
        return {KeyIntent{std::move(keys), what}, {}, {}, "ops", "tested"};
    }
    template <class What>
    ChangeOutcome applied(std::vector<std::string> keys, What what)
    {
        return apply(m_connection, changeOf(std::move(keys), what));
    }
    template <class What>
    Preview previewed(std::vector<std::string> keys, What what)
    {
        Change change = changeOf(std::move(keys), what);
        readStates(m_connection, change);
        return preview(change);
    }
    std::int64_t pttl(const std::string& key) { return m_connection.call({"PTTL", key}).view().integer(); }
    std::string get(const std::string& key)
    {
        const Reply reply = m_connection.call({"GET", key});
        return reply.view().isNil() ? "(nil)" : std::string(reply.view().string());
    }
    /// As if the key had been to expire in 1970.
    static void makeFormerExpiryPast(ChangeOutcome& outcome)
    {
        std::string& former = outcome.undoable.at(0).before.former; // milliseconds, a colon, and more
        former.replace(0, former.find(':'), "1000");
    }
    static QByteArray textOf(const Preview& preview)
    {
        QByteArray text;
        for (const Command& command : preview.first)
            text += QByteArray::fromStdString(command.text()) + "\n";
        return text;
    }

private Q_SLOTS:
    void cleanup() { m_connection.call({"FLUSHALL"}); }

    void changesWhenAKeyExpires()
    {
        m_connection.call({"SET", "k", "v", "PX", "60000"});
        const std::int64_t at = nowMillis() + 500'000;
        const Preview seen = previewed({"k"}, ExpireKeys{at});
        QCOMPARE(seen.keys, std::size_t(1));
        QCOMPARE(textOf(seen), QByteArray::fromStdString(fmt::format("PEXPIREAT k {}\n", at)));
        ChangeOutcome outcome = applied({"k"}, ExpireKeys{at});
        QVERIFY2(!outcome.trouble, englishText(outcome.trouble.first).c_str());
        QCOMPARE(outcome.changed, std::size_t(1));
        QVERIFY(std::abs(pttl("k") - (at - nowMillis())) < 100'000);
        QVERIFY(textOf(previewUndo(outcome, false)).startsWith("PEXPIREAT k "));
        const Undoing undone = undo(m_connection, outcome);
        QCOMPARE(undone.count(Undone::AsItWas), std::size_t(1));
        QVERIFY(pttl("k") > 0 && pttl("k") <= 60'000);
        QVERIFY(!outcome.canUndo());
        QCOMPARE(get("k"), std::string("v"));
    }

    void lettingItNeverExpireIsUndone()
    {
        m_connection.call({"SET", "k", "v", "PX", "60000"});
        QCOMPARE(textOf(previewed({"k"}, ExpireKeys{})), QByteArray("PERSIST k\n"));
        ChangeOutcome outcome = applied({"k"}, ExpireKeys{});
        QCOMPARE(pttl("k"), std::int64_t(-1));
        undo(m_connection, outcome);
        QVERIFY(pttl("k") > 0 && pttl("k") <= 60'000);

        // And the other way round.
        m_connection.call({"PERSIST", "k"});
        ChangeOutcome expires = applied({"k"}, ExpireKeys{nowMillis() + 60'000});
        QVERIFY(pttl("k") > 0);
        QCOMPARE(textOf(previewUndo(expires, false)), QByteArray("PERSIST k\n"));
        undo(m_connection, expires);
        QCOMPARE(pttl("k"), std::int64_t(-1));

        const ChangeOutcome nothing = applied({"k"}, ExpireKeys{});
        QCOMPARE(nothing.made, std::size_t(1));
        QCOMPARE(nothing.changed, std::size_t(0));
        QVERIFY(!nothing.canUndo());
    }

    // The key that was to expire lives for ever now: to say that nothing needs undoing would be wrong.
    void aFormerExpiryThatHasPassedIsSaid()
    {
        m_connection.call({"SET", "k", "v", "PX", "60000"});
        ChangeOutcome outcome = applied({"k"}, ExpireKeys{});
        makeFormerExpiryPast(outcome);
        const Undoing undone = undo(m_connection, outcome);
        QCOMPARE(undone.count(Undone::Failed), std::size_t(1));
        QVERIFY(undone.trouble && outcome.canUndo());
        QCOMPARE(pttl("k"), std::int64_t(-1));
        QCOMPARE(get("k"), std::string("v"));
    }

    void anExpiryThatCameSinceStays()
    {
        m_connection.call({"SET", "k", "v", "PX", "60000"});
        ChangeOutcome outcome = applied({"k"}, ExpireKeys{nowMillis() + 500'000});
        m_connection.call({"PEXPIRE", "k", "900000"});
        QCOMPARE(undo(m_connection, outcome).count(Undone::CameSince), std::size_t(1));
        QVERIFY(pttl("k") > 800'000);
        QVERIFY(outcome.canUndo());
        QCOMPARE(undo(m_connection, outcome, true).count(Undone::AsItWas), std::size_t(1));
        QVERIFY(pttl("k") <= 60'000);
    }

    void aMomentThatIsPastIsRefused()
    {
        m_connection.call({"SET", "k", "v"});
        const ChangeOutcome outcome = applied({"k"}, ExpireKeys{nowMillis() - 1000});
        QVERIFY(outcome.trouble);
        QCOMPARE(outcome.made, std::size_t(0));
        QCOMPARE(get("k"), std::string("v"));
        QCOMPARE(pttl("k"), std::int64_t(-1));
    }

    void renamesAKey()
    {
        m_connection.call({"SET", "k", "v", "PX", "60000"});
        const std::string to("a\0b", 3);
        const Preview seen = previewed({"k"}, RenameKey{to});
        QCOMPARE(seen.keys, std::size_t(2));
        QVERIFY(textOf(seen).startsWith("RENAMENX k "));
        ChangeOutcome outcome = applied({"k"}, RenameKey{to});
        QVERIFY2(!outcome.trouble, englishText(outcome.trouble.first).c_str());
        QCOMPARE(get(to), std::string("v"));
        QVERIFY(pttl(to) > 0);
        QCOMPARE(get("k"), std::string("(nil)"));
        QCOMPARE(undo(m_connection, outcome).count(Undone::AsItWas), std::size_t(1));
        QCOMPARE(get("k"), std::string("v"));
        QCOMPARE(get(to), std::string("(nil)"));
    }

    void renamingOverwritesNothing()
    {
        m_connection.call({"SET", "k", "v"});
        m_connection.call({"SET", "other", "o"});
        const ChangeOutcome outcome = applied({"k"}, RenameKey{"other"});
        QVERIFY(outcome.trouble);
        QVERIFY(!outcome.canUndo());
        QCOMPARE(outcome.changed, std::size_t(0));
        QCOMPARE(get("k"), std::string("v"));
        QCOMPARE(get("other"), std::string("o"));
    }

    void undoOfARenameOverwritesNothing()
    {
        m_connection.call({"SET", "k", "v"});
        ChangeOutcome outcome = applied({"k"}, RenameKey{"other"});
        m_connection.call({"SET", "k", "new"});
        QCOMPARE(undo(m_connection, outcome).count(Undone::CameSince), std::size_t(1));
        QCOMPARE(get("k"), std::string("new"));
        QCOMPARE(undo(m_connection, outcome, true).count(Undone::AsItWas), std::size_t(1));
        QCOMPARE(get("k"), std::string("v"));

        ChangeOutcome ended = applied({"k"}, RenameKey{"other"});
        m_connection.call({"DEL", "other"});
        const Undoing undone = undo(m_connection, ended);
        QCOMPARE(undone.count(Undone::Expired), std::size_t(1));
        QVERIFY(!undone.trouble && !ended.canUndo());
    }

    void whatBecameAnotherStaysAsItIs_data()
    {
        QTest::addColumn<int>("what");
        QTest::newRow("renamed") << 0;
        QTest::newRow("expires") << 1;
        QTest::newRow("never expires") << 2;
    }

    // Somebody else's key may have the same name, and the same expiry or none.
    void whatBecameAnotherStaysAsItIs()
    {
        QFETCH(int, what);
        m_connection.call({"SET", "k", "ours", "PX", "100000"});
        const std::int64_t at = nowMillis() + 500'000;
        const std::string key = what == 0 ? "b" : "k";
        ChangeOutcome outcome = what == 0   ? applied({"k"}, RenameKey{key})
                                : what == 1 ? applied({"k"}, ExpireKeys{at})
                                            : applied({"k"}, ExpireKeys{});
        QVERIFY2(!outcome.trouble, englishText(outcome.trouble.first).c_str());
        m_connection.call({"DEL", key});
        m_connection.call({"SET", key, "theirs"});
        if (what == 1)
            m_connection.call(Command{"PEXPIREAT", key}.add(at));
        QCOMPARE(undo(m_connection, outcome).count(Undone::CameSince), std::size_t(1));
        QCOMPARE(get(key), std::string("theirs"));
        QCOMPARE(pttl(key) > 400'000, what == 1);
        QCOMPARE(m_connection.call({"DBSIZE"}).view().integer(), std::int64_t(1));
        QVERIFY(outcome.canUndo());
        QCOMPARE(undo(m_connection, outcome, true).count(Undone::AsItWas), std::size_t(1));
        QCOMPARE(get("k"), std::string("theirs"));
    }

    // Its value is not compared, as that would take the server too long.
    void undoOfALargeKeyIsAskedFor()
    {
        m_connection.call({"SETRANGE", "huge", std::to_string(KeyStanding::maxKept), "x"});
        ChangeOutcome expires = applied({"huge"}, ExpireKeys{nowMillis() + 500'000});
        QCOMPARE(expires.changed, std::size_t(1));
        QCOMPARE(foreseeUndo(m_connection, expires).count(Undone::NotKnown), std::size_t(1));
        QCOMPARE(undo(m_connection, expires).count(Undone::NotKnown), std::size_t(1));
        QVERIFY(pttl("huge") > 0);
        QCOMPARE(undo(m_connection, expires, true).count(Undone::AsItWas), std::size_t(1));
        QCOMPARE(pttl("huge"), std::int64_t(-1));
        ChangeOutcome renamed = applied({"huge"}, RenameKey{"other"});
        QCOMPARE(renamed.changed, std::size_t(1));
        QCOMPARE(undo(m_connection, renamed).count(Undone::NotKnown), std::size_t(1));
        QCOMPARE(undo(m_connection, renamed, true).count(Undone::AsItWas), std::size_t(1));
        QCOMPARE(m_connection.call({"EXISTS", "huge"}).view().integer(), std::int64_t(1));
    }

    void aDryRunFetchesNoLargeValue_data()
    {
        QTest::addColumn<int>("what");
        QTest::addColumn<int>("result");
        QTest::newRow("deleted") << 0 << int(Undone::CameSince);
        QTest::newRow("expires") << 1 << int(Undone::NotKnown);
        QTest::newRow("renamed") << 2 << int(Undone::NotKnown);
    }

    // What somebody has put there since may be of any size: a dry run asks for its size, or whether it is
    // there.
    void aDryRunFetchesNoLargeValue()
    {
        QFETCH(int, what);
        QFETCH(int, result);
        m_connection.call({"SET", "k", "v"});
        const ChangeOutcome outcome = what == 0   ? applied({"k"}, DeleteKeys{})
                                      : what == 1 ? applied({"k"}, ExpireKeys{nowMillis() + 500'000})
                                                  : applied({"k"}, RenameKey{"other"});
        WatchedServer watched(m_connection);
        QCOMPARE(int(foreseeUndo(watched, outcome).results.at(0).result), int(Undone::AsItWas));
        QCOMPARE(watched.sent["DUMP"], what == 0 ? 0 : 1);
        watched.sent.clear();
        m_connection.call(
            {"SETRANGE", what == 2 ? "other" : "k", std::to_string(KeyStanding::maxKept), "theirs"});
        QCOMPARE(int(foreseeUndo(watched, outcome).results.at(0).result), result);
        QCOMPARE(watched.sent["DUMP"], 0);
    }

    void deletesAndBringsBack_data()
    {
        QTest::addColumn<bool>("expires");
        QTest::newRow("that expires") << true;
        QTest::newRow("that does not") << false;
    }

    void deletesAndBringsBack()
    {
        QFETCH(bool, expires);
        m_connection.call({"ZADD", "z", "1", "a", "2", "b"});
        if (expires)
            m_connection.call({"PEXPIRE", "z", "60000"});
        const std::string before(m_connection.call({"DUMP", "z"}).view().string());
        const Preview seen = previewed({"z"}, DeleteKeys{});
        QCOMPARE(textOf(seen), QByteArray("UNLINK z\n"));
        QCOMPARE(seen.forGood, std::size_t(0));
        ChangeOutcome outcome = applied({"z"}, DeleteKeys{});
        QVERIFY2(!outcome.trouble, englishText(outcome.trouble.first).c_str());
        QCOMPARE(m_connection.call({"EXISTS", "z"}).view().integer(), std::int64_t(0));
        QVERIFY(textOf(previewUndo(outcome, false)).startsWith("RESTORE z "));
        QCOMPARE(undo(m_connection, outcome).count(Undone::AsItWas), std::size_t(1));
        QCOMPARE(std::string(m_connection.call({"DUMP", "z"}).view().string()), before);
        QCOMPARE(pttl("z") > 0, expires);
        QVERIFY(pttl("z") <= 60'000);
    }

    void aKeyThatCameSinceIsNotOverwritten()
    {
        m_connection.call({"SET", "k", "old"});
        ChangeOutcome outcome = applied({"k"}, DeleteKeys{});
        m_connection.call({"SET", "k", "new"});
        QCOMPARE(undo(m_connection, outcome).count(Undone::CameSince), std::size_t(1));
        QCOMPARE(get("k"), std::string("new"));
        QCOMPARE(undo(m_connection, outcome, true).count(Undone::AsItWas), std::size_t(1));
        QCOMPARE(get("k"), std::string("old"));
    }

    void aValueThatIsTooLargeIsDeletedForGoodOnly()
    {
        m_connection.call({"SETRANGE", "huge", std::to_string(KeyStanding::maxKept), "x"});
        m_connection.call({"SET", "small", "v"});
        const Preview seen = previewed({"huge", "small"}, DeleteKeys{});
        QCOMPARE(seen.forGood, std::size_t(1));
        QVERIFY_THROWS_EXCEPTION(InvalidArgument, applied({"huge", "small"}, DeleteKeys{}));
        QCOMPARE(get("small"), std::string("v"));
        QCOMPARE(m_connection.call({"EXISTS", "huge"}).view().integer(), std::int64_t(1));
        ChangeOutcome outcome = applied({"huge", "small"}, DeleteKeys{true});
        QCOMPARE(outcome.changed, std::size_t(2));
        QCOMPARE(outcome.undoable.size(), std::size_t(1));
        undo(m_connection, outcome);
        QCOMPARE(get("small"), std::string("v"));
        QCOMPARE(m_connection.call({"EXISTS", "huge"}).view().integer(), std::int64_t(0));
    }

    void aSizeThatMayNotBeAskedCountsAsTooLarge()
    {
        m_connection.call({"SET", "k", "v"});
        Connection connection(userWith("~* +@all -memory", m_server), unhurried);
        QVERIFY_THROWS_EXCEPTION(InvalidArgument, apply(connection, changeOf({"k"}, DeleteKeys{})));
        QCOMPARE(get("k"), std::string("v"));
    }

    void whatWouldHaveExpiredStaysGone()
    {
        m_connection.call({"SET", "k", "v", "PX", "60000"});
        ChangeOutcome outcome = applied({"k"}, DeleteKeys{});
        makeFormerExpiryPast(outcome);
        QCOMPARE(undo(m_connection, outcome).count(Undone::Expired), std::size_t(1));
        QCOMPARE(get("k"), std::string("(nil)"));
        QVERIFY(!outcome.canUndo());
    }

    void deletesMany()
    {
        std::vector<std::string> keys;
        for (int i = 0; i < 350; ++i) {
            keys.push_back(fmt::format("k{}", i));
            m_connection.call({"SET", keys.back(), keys.back()});
        }
        ChangeOutcome outcome = applied(keys, DeleteKeys{});
        QCOMPARE(outcome.asked, std::size_t(350));
        QCOMPARE(outcome.changed, std::size_t(350));
        QCOMPARE(m_connection.call({"DBSIZE"}).view().integer(), std::int64_t(0));
        QCOMPARE(undo(m_connection, outcome).count(Undone::AsItWas), std::size_t(350));
        for (const std::string& key : keys)
            QCOMPARE(get(key), key);
    }

    void keysThatAreGone()
    {
        QCOMPARE(previewed({"none"}, DeleteKeys{}).missing, std::size_t(1));
        const ChangeOutcome deleted = applied({"none"}, DeleteKeys{});
        QVERIFY(!deleted.trouble && deleted.changed == 0 && !deleted.canUndo());
        const ChangeOutcome expired = applied({"none"}, ExpireKeys{});
        QVERIFY(expired.trouble && expired.made == 0);
        const ChangeOutcome renamed = applied({"none"}, RenameKey{"other"});
        QVERIFY(renamed.trouble && renamed.made == 0);
    }

    void refusesWhatIsInvalid()
    {
        QVERIFY_THROWS_EXCEPTION(InvalidArgument, applied({}, DeleteKeys{}));
        QVERIFY_THROWS_EXCEPTION(InvalidArgument, applied({"a", "a"}, DeleteKeys{}));
        QVERIFY_THROWS_EXCEPTION(InvalidArgument, applied({"a", "b"}, RenameKey{"c"}));
        QVERIFY_THROWS_EXCEPTION(InvalidArgument, applied({"a"}, RenameKey{""}));
        QVERIFY_THROWS_EXCEPTION(InvalidArgument, applied({"a"}, RenameKey{"a"}));
        QVERIFY_THROWS_EXCEPTION(InvalidArgument, applied({"a"}, ExpireKeys{0}));
        QVERIFY_THROWS_EXCEPTION(InvalidArgument, preview(changeOf({"a"}, DeleteKeys{}))); // nothing was read
    }

    void readOnlyHolds()
    {
        m_connection.call({"SET", "k", "v"});
        Guard readOnly(m_connection);
        QVERIFY_THROWS_EXCEPTION(Refused, apply(readOnly, changeOf({"k"}, DeleteKeys{})));
        QVERIFY_THROWS_EXCEPTION(Refused, apply(readOnly, changeOf({"k"}, DeleteKeys{true})));
        QVERIFY_THROWS_EXCEPTION(Refused, apply(readOnly, changeOf({"k"}, RenameKey{"o"})));
        QVERIFY_THROWS_EXCEPTION(Refused, apply(readOnly, changeOf({"k"}, ExpireKeys{nowMillis() + 1000})));
        QCOMPARE(get("k"), std::string("v"));
    }
};

RATEWARDEN_SUITE(TestKeyChanges)
#include "tst_key_changes.moc"
