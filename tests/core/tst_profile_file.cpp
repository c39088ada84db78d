// SPDX-License-Identifier: GPL-3.0-or-later
// The file of connection profiles, as the terminal reads it, and its entries, as the window does, too.
#include "core/admin/profile_file.h"
#include "core/model/errors.h"
#include "tests/support/files.h"
#include "tests/support/suites.h"

#include <sys/stat.h>

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

using namespace ratewarden;

namespace {

/// With ' for ".
QByteArray doubleQuoted(QByteArray text)
{
    return text.replace('\'', '"');
}

} // namespace

class TestProfileFile : public QObject {
    Q_OBJECT

private:
    QTemporaryDir m_folder;

    QString path() const { return m_folder.filePath("profiles.json"); }
    void write(const QByteArray& text) const { QVERIFY(test::writeInto(path(), text)); }
    std::vector<StoredProfile> read() const { return readStoredProfiles(path().toStdString()); }
    /// What it says instead of reading the file.
    QString complaint() const
    {
        try {
            static_cast<void>(read());
            return {};
        } catch (const InvalidArgument& error) {
            return error.what();
        }
    }

private Q_SLOTS:
    void init() { QFile::remove(path()); }

    void anEntrySaysWhatItHas()
    {
        const StoredProfile full = storedProfile(
            doubleQuoted("{'id':'7','name':'prod','color':'teal','environment':'production','readOnly':false,"
                         "'remembersPassword':true,'address':'redis://bob:secret@cache:6380/"
                         "1','user':'ops','later':[1]}")
                .toStdString());
        QCOMPARE(full.id, std::string("7"));
        QCOMPARE(full.title(), std::string("prod"));
        QCOMPARE(full.color, std::string("teal"));
        QVERIFY(full.environment == Environment::Production);
        QVERIFY(!full.readOnly && full.startsReadOnly());
        QVERIFY(full.remembersPassword);
        QCOMPARE(full.endpoint.host, std::string("cache"));
        QCOMPARE(full.endpoint.user, std::string("ops"));
        QCOMPARE(full.endpoint.password, std::string());

        const StoredProfile brief = storedProfile(
            doubleQuoted("{'address':'redis://cache','name':7,'readOnly':'yes'}").toStdString());
        QCOMPARE(brief.title(), brief.endpoint.text());
        QVERIFY(brief.environment == Environment::None);
        QVERIFY(!brief.startsReadOnly() && !brief.remembersPassword);
        for (const QByteArray& wrong :
             {doubleQuoted("{'name':'x'}"), doubleQuoted("{'address':'teleport:x'}"), doubleQuoted("[]"),
              doubleQuoted("7"), doubleQuoted("{"), doubleQuoted("")})
            QVERIFY_THROWS_EXCEPTION(InvalidArgument, storedProfile(wrong.toStdString()));
    }

    void environmentsAreGuarded_data()
    {
        QTest::addColumn<QByteArray>("environment");
        QTest::addColumn<bool>("readOnly");
        QTest::addColumn<bool>("startsReadOnly");
        QTest::newRow("none") << QByteArray("") << false << false;
        QTest::newRow("development") << QByteArray("development") << false << false;
        QTest::newRow("staging") << QByteArray("staging") << false << false;
        QTest::newRow("production") << QByteArray("production") << false << true;
        QTest::newRow("another") << QByteArray("moon") << true << true; // as delicate as production
        QTest::newRow("in capitals") << QByteArray("Staging") << true << true;
    }
    void environmentsAreGuarded()
    {
        QFETCH(QByteArray, environment);
        const QByteArray entry =
            doubleQuoted("{'address':'redis://c','environment':'HERE'}").replace("HERE", environment);
        const StoredProfile profile = storedProfile(entry.toStdString());
        QTEST(profile.readOnly, "readOnly");
        QTEST(profile.startsReadOnly(), "startsReadOnly");
    }

    void readsThoseThatCanBeRead()
    {
        QVERIFY(read().empty()); // there is no file
        write(doubleQuoted("{'version':9,'profiles':[{'name':'b','address':'redis://"
                           "b'},7,{'name':'n','address':'teleport:'},"
                           "{'name':'a','address':'redis://a'}]}"));
        const std::vector<StoredProfile> profiles = read();
        QCOMPARE(profiles.size(), 2U);
        QCOMPARE(profiles[0].name, std::string("a"));
        QCOMPARE(profiles[1].name, std::string("b"));
    }

    void refusesWhatIsNoFileOfProfiles()
    {
        for (const QByteArray& text : {doubleQuoted(""), doubleQuoted("{"), doubleQuoted("[]"),
                                       doubleQuoted("{'profiles':7}"), doubleQuoted("{'profiles':[]} x")}) {
            write(text);
            QVERIFY_TEXT(complaint(), endsWith("profiles.json cannot be read"));
        }
        const QByteArray text = doubleQuoted("{'profiles':[]}");
        write(text.leftJustified(qsizetype(largestProfileFile), ' '));
        QCOMPARE(complaint(), QString());
        write(text.leftJustified(qsizetype(largestProfileFile) + 1, ' '));
        QVERIFY_TEXT(complaint(), endsWith("profiles.json cannot be read: it is too large"));
        QFile::remove(path());
        QCOMPARE(mkfifo(QFile::encodeName(path()).constData(), 0600), 0);
        QVERIFY_TEXT(complaint(), endsWith("it is no regular file"));
    }
};

RATEWARDEN_SUITE(TestProfileFile)
#include "tst_profile_file.moc"
