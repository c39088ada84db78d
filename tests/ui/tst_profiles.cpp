// SPDX-License-Identifier: GPL-3.0-or-later
// The profiles' file, and what comes from other programs.
#include "tests/support/files.h"
#include "tests/support/suites.h"
#include "ui/profiles/profile_import.h"
#include "ui/profiles/profile_store.h"

#include <sys/stat.h>

#include <QFile>
#include <QFileInfo>
#include <QJsonArray>
#include <QJsonDocument>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

using namespace ratewarden;
using namespace ratewarden::ui;

namespace {

/// With single quotes for double ones; moc cannot read raw strings with "//" in them.
QByteArray json(const char* text)
{
    return QByteArray(text).replace('\'', '"');
}

} // namespace

class TestProfiles : public QObject {
    Q_OBJECT

private:
    std::unique_ptr<QTemporaryDir> m_folder;

    QString path() const { return m_folder->filePath("config/profiles.json"); }
    QByteArray written() const { return ratewarden::test::readFile(path()); }
    void write(const QByteArray& text) const
    {
        QVERIFY(QDir(m_folder->path()).mkpath("config"));
        QVERIFY(ratewarden::test::writeInto(path(), text));
    }
    static ServerProfile production()
    {
        ServerProfile profile;
        profile.name = "prod-eu";
        profile.color = ProfileColor::Vermilion;
        profile.environment = Environment::Production;
        profile.remembersPassword = true;
        profile.endpoint =
            parseEndpoint("rediss://ops:s3cret@cache.example.com:6380/2?cacert=/ca.pem&ssh=me@bastion");
        return profile;
    }
    QStringList names(const ProfileStore& store) const
    {
        QStringList all;
        for (const ServerProfile& profile : store.profiles())
            all << profile.name;
        return all;
    }

private Q_SLOTS:
    void init() { m_folder = std::make_unique<QTemporaryDir>(); }

    void whatIsSavedIsReadAgain()
    {
        ServerProfile profile = production();
        ServerProfile socket;
        socket.name = "local";
        socket.readOnly = true;
        socket.endpoint = parseEndpoint("unix:///run/my%20redis.sock?db=3");
        socket.endpoint.user = "bob";
        {
            ProfileStore store(path());
            QSignalSpy changes(&store, &ProfileStore::changed);
            QVERIFY2(store.save(profile), qPrintable(store.problem()));
            QVERIFY(store.save(socket));
            QCOMPARE(changes.size(), 2);
        }
        const ProfileStore store(path());
        QCOMPARE(store.problem(), QString());
        QCOMPARE(names(store), QStringList({"local", "prod-eu"})); // by name
        profile.endpoint.password.clear();
        QVERIFY(*store.find(profile.id) == profile);
        QVERIFY(*store.find(socket.id) == socket);
        QVERIFY(store.findAt(production().endpoint) != nullptr);
    }

    void theFileIsTheUsersAloneAndHoldsNoPassword()
    {
        ProfileStore store(path());
        ServerProfile profile = production();
        QVERIFY(store.save(profile));
        ServerProfile opened;
        opened.endpoint = parseEndpoint("redis://bob:s3cret@other");
        QVERIFY(store.noteOpened(opened));
        QVERIFY(written().contains("prod-eu"));
        QVERIFY(written().contains("redis://bob@other"));
        QVERIFY2(!written().contains("s3cret"), written().constData());
        const auto others = QFile::ReadGroup | QFile::WriteGroup | QFile::ReadOther | QFile::WriteOther;
        QVERIFY(!(QFileInfo(path()).permissions() & others));
        // Nor after somebody has opened it up.
        QVERIFY(QFile::setPermissions(path(), QFileInfo(path()).permissions() | QFile::ReadOther));
        QVERIFY(store.save(profile));
        QVERIFY(!(QFileInfo(path()).permissions() & others));
    }

    void aPasswordThatWasWrittenThereByHandGoes()
    {
        write(json("{'version':1,'profiles':[{'id':'a','name':'x','address':'redis://bob:s3cret@cache'}]}"));
        ProfileStore store(path());
        QCOMPARE(store.find("a")->endpoint, parseEndpoint("redis://bob@cache"));
        ServerProfile other = production();
        QVERIFY(store.save(other));
        QVERIFY2(!written().contains("s3cret"), written().constData());
    }

    void whatANewerVersionWroteStays()
    {
        write(json("{'version':1,'theme':'x','profiles':["
                   "{'id':'a','name':'cache','address':'redis://cache','pinned':[1,2]},"
                   "{'id':'b','name':'future','address':'redis+quantum://cache'}]}"));
        ProfileStore store(path());
        QCOMPARE(names(store), QStringList("cache"));
        QVERIFY_TEXT(store.problem(), contains("future"));
        ServerProfile changed = *store.find("a");
        changed.name = "renamed";
        QVERIFY(store.save(changed));
        const QJsonObject root = QJsonDocument::fromJson(written()).object();
        QCOMPARE(root["theme"].toString(), "x");
        QCOMPARE(root["profiles"].toArray().size(), 2);
        QCOMPARE(root["profiles"][0]["name"].toString(), "renamed");
        QCOMPARE(root["profiles"][0]["pinned"].toArray(), QJsonArray({1, 2}));
        QCOMPARE(root["profiles"][1]["address"].toString(), "redis+quantum://cache");
    }

    void aFileOfANewerVersionIsNotTouched()
    {
        const QByteArray text =
            json("{'version':2,'profiles':[{'id':'a','name':'x','address':'redis://c'}]}");
        write(text);
        ProfileStore store(path());
        QCOMPARE(names(store), QStringList("x"));
        QVERIFY(store.problem().contains("newer"));
        ServerProfile profile = production();
        QVERIFY(!store.save(profile));
        QCOMPARE(written(), text);
        QVERIFY(store.find(profile.id)); // while the program runs
    }

    void aDamagedFileIsSetAside_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::newRow("cut off") << (json("{'version':1,'profiles':[{'id"));
        QTest::newRow("empty") << QByteArray();
        QTest::newRow("something else") << (json("['redis://cache']"));
        QTest::newRow("no list") << (json("{'profiles':7}"));
    }
    void aDamagedFileIsSetAside()
    {
        QFETCH(QByteArray, text);
        write(text);
        ProfileStore store(path());
        QVERIFY(store.profiles().empty());
        const QStringList kept = QDir(m_folder->filePath("config")).entryList({"profiles.json.damaged-*"});
        QCOMPARE(kept.size(), 1);
        QVERIFY_TEXT(store.problem(), contains(kept.first()));
        QCOMPARE(ratewarden::test::readFile(m_folder->filePath("config/" + kept.first())), text);
        ServerProfile profile = production();
        QVERIFY(store.save(profile));
        QCOMPARE(names(ProfileStore(path())), QStringList("prod-eu"));
    }

    // Two programs that are open at once do not take each other's profiles away.
    void anotherProgramsChangesStay()
    {
        ProfileStore mine(path());
        ProfileStore theirs(path());
        ServerProfile first = production();
        QVERIFY(mine.save(first));
        ServerProfile second;
        second.name = "staging";
        second.endpoint.host = "s";
        QVERIFY(theirs.save(second));
        ServerProfile third = second;
        third.id.clear();
        third.name = "third";
        QVERIFY(mine.save(third));
        QCOMPARE(names(mine), QStringList({"prod-eu", "staging", "third"}));
        QVERIFY(theirs.remove(first.id));
        QCOMPARE(names(ProfileStore(path())), QStringList({"staging", "third"}));
    }

    void whatCannotBeWrittenIsSaid()
    {
        QFile file(m_folder->filePath("config")); // a file where the folder should be
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.close();
        ProfileStore store(path());
        ServerProfile profile = production();
        QVERIFY(!store.save(profile));
        QVERIFY(!store.problem().isEmpty());
        QVERIFY(store.find(profile.id));
    }

    void aFileThatIsNoneIsNotWaitedFor()
    {
        QVERIFY(QDir(m_folder->path()).mkpath("config"));
        QCOMPARE(mkfifo(QFile::encodeName(path()).constData(), 0600), 0);
        ProfileStore store(path());
        QVERIFY_TEXT(store.problem(), endsWith("it is not a regular file"));
        ServerProfile profile = production();
        QVERIFY(!store.save(profile));
        QVERIFY(!QFileInfo(path()).isFile());
    }

    void recentAddresses()
    {
        ProfileStore store(path());
        for (const char* host : {"a", "b", "c", "b"}) {
            ServerProfile opened;
            opened.endpoint.host = host;
            QVERIFY(store.noteOpened(opened));
        }
        QCOMPARE(store.recent(), QStringList({"redis://b:6379", "redis://c:6379", "redis://a:6379"}));
        QCOMPARE(store.last(), "redis://b:6379");
        ServerProfile profile = production();
        QVERIFY(store.save(profile));
        QVERIFY(store.noteOpened(profile));
        QCOMPARE(store.recent().size(), 3);
        QCOMPARE(ProfileStore(path()).last(), profile.id);
        QVERIFY(store.remove(profile.id));
        QCOMPARE(store.last(), QString());
    }

    void productionStartsReadOnly()
    {
        ServerProfile profile;
        QVERIFY(!startsReadOnly(profile));
        profile.environment = Environment::Staging;
        QVERIFY(!startsReadOnly(profile));
        profile.readOnly = true;
        QVERIFY(startsReadOnly(profile));
        QVERIFY(startsReadOnly(production()));
        write(json("{'version':1,'profiles':[{'id':'a','address':'redis://c','environment':'live'}]}"));
        QVERIFY(startsReadOnly(*ProfileStore(path()).find("a"))); // whatever that is
    }

    void linesAreImported_data()
    {
        QTest::addColumn<QString>("line");
        QTest::addColumn<QString>("address"); // with the password; empty: refused
        const auto row = [](const char* line, const char* address) {
            QTest::addRow("%s", line) << line << address;
        };
        row("redis://cache", "redis://cache");
        row("  rediss://bob:p%40ss@cache:6380/2 ", "rediss://bob:p%40ss@cache:6380/2");
        row("REDIS_URL=redis://:s3@cache", "redis://:s3@cache");
        row("export REDIS_URL='redis://:s3@cache'", "redis://:s3@cache");
        row("redis-cli", "redis://127.0.0.1");
        row("$ redis-cli -h cache -p 6380 -n 2", "redis://cache:6380/2");
        row("/usr/bin/redis-cli -h cache -a 'p@ss word' --user bob", "redis://bob:p%40ss%20word@cache");
        row("redis-cli -h cache --tls --cacert /my\\ ca.pem --sni name --cert \"/c.pem\" --key /k.pem",
            "rediss://cache?cacert=/my%20ca.pem&cert=/c.pem&key=/k.pem&sni=name");
        row("redis-cli --cacert /ca.pem --tls -h cache", "rediss://cache?cacert=/ca.pem");
        row("redis-cli -u rediss://bob@cache:6380 -a s3", "rediss://bob:s3@cache:6380");
        row("redis-cli -a s3 -u redis://cache --tls", "rediss://:s3@cache");
        row("REDISCLI_AUTH=s3 redis-cli -h cache", "redis://:s3@cache");
        row("redis-cli -s /run/redis.sock -n 1", "unix:///run/redis.sock?db=1");
        row("redis-cli -h cache --raw GET -h", "redis://cache"); // what follows is not for redis-cli
        row("redis-cli -h cache -p 70000", "");
        row("redis-cli -h cache -n main", "");
        row("mysql://s3cret@cache", "");
        row("redis://:s3cret word@cache", "");
    }
    void linesAreImported()
    {
        QFETCH(QString, line);
        QFETCH(QString, address);
        const ProfileImport import = importProfiles(("# mine\n\n" + line + "\n").toUtf8());
        if (address.isEmpty()) {
            QVERIFY(import.profiles.empty());
            QCOMPARE(import.refused.size(), 1);
            QVERIFY2(!import.refused.first().contains("s3cret"), qPrintable(import.refused.first()));
            return;
        }
        QVERIFY2(import.refused.isEmpty(), qPrintable(import.refused.join('\n')));
        QCOMPARE(import.profiles.size(), 1U);
        Endpoint endpoint = import.profiles.front().profile.endpoint;
        QVERIFY(endpoint.password.empty());
        endpoint.password = import.profiles.front().password.toStdString();
        QCOMPARE(endpoint, parseEndpoint(address.toStdString()));
        QVERIFY(!import.profiles.front().profile.name.isEmpty());
        QVERIFY(import.profiles.front().leftOut.isEmpty());
    }

    void severalLinesAreImported()
    {
        const ProfileImport import = importProfiles("\nredis://a\r\nredis-cli -h b \\\n  -p 7000\n"
                                                    "nonsense\nredis-cli -h c --tls --insecure\n");
        QCOMPARE(import.profiles.size(), 3U);
        QCOMPARE(import.profiles[1].profile.endpoint.port, 7000);
        QCOMPARE(import.profiles[2].leftOut.size(), 1);
        QCOMPARE(import.refused.size(), 1);
        QVERIFY_TEXT(import.refused.first(), startsWith("line 5: "));
    }

    // With every field that RedisInsight 2 and 3 export.
    void redisInsightsExportIsImported()
    {
        const ProfileImport import = importProfiles(json(
            "["
            "{'id':'8d2a','host':'cache.example.com','port':6380,'name':'Checkout','db':2,'username':'ops',"
            "'password':'s3cret','connectionType':'STANDALONE','nameFromProvider':null,'provider':'RE_CLOUD',"
            "'lastConnection':'2026-08-01T10:00:00.000Z','sentinelMaster':null,'modules':[{'name':'search'}],"
            "'tls':true,'tlsServername':'redis.internal','verifyServerCert':true,"
            "'caCert':{'id':'1','name':'ours','certificate':'-----BEGIN CERTIFICATE-----\\nMIIB'},"
            "'clientCert':{'id':'2','name':'me','certificate':'-----BEGIN CERTIFICATE-----\\nMIIC',"
            "'key':'-----BEGIN PRIVATE KEY-----\\nsEcReTkEy'},"
            "'ssh':true,'sshOptions':{'host':'bastion','port':2222,'username':'me','password':null,"
            "'privateKey':'-----BEGIN OPENSSH','passphrase':'pAsSpHrAsE'},"
            "'compressor':'NONE','environment':'production'},"
            "{'host':'127.0.0.1','port':'6379','name':'','username':'default','password':null,'tls':false,"
            "'ssh':false,'sshOptions':null},"
            "{'host':'c1','port':7000,'name':'sharded','connectionType':'CLUSTER','tls':true,"
            "'verifyServerCert':false,'caCert':'/etc/ssl/ours.pem'},"
            "{'name':'nothing'},"
            "{'host':'x','port':99999,'name':'bad port'}]"));
        QCOMPARE(import.profiles.size(), 3U);
        const ImportedProfile& first = import.profiles[0];
        QCOMPARE(first.profile.name, "Checkout");
        QCOMPARE(first.profile.environment, Environment::Production);
        QCOMPARE(first.profile.endpoint,
                 parseEndpoint("rediss://ops@cache.example.com:6380/2?sni=redis.internal"
                               "&ssh=ssh%3A%2F%2Fme%40bastion%3A2222"));
        QCOMPARE(first.password, "s3cret");
        QCOMPARE(first.leftOut.size(), 3); // CA, client certificate, key of ssh
        const ImportedProfile& second = import.profiles[1];
        QCOMPARE(second.profile.endpoint, parseEndpoint("redis://127.0.0.1:6379"));
        QCOMPARE(second.profile.name, "127.0.0.1");
        QVERIFY(second.leftOut.isEmpty());
        const ImportedProfile& third = import.profiles[2];
        QCOMPARE(third.profile.endpoint.host, std::string("c1"));
        QCOMPARE(third.profile.endpoint.tls->caFile, std::string("/etc/ssl/ours.pem"));
        QVERIFY2(third.leftOut.join(' ').contains("not verified"), qPrintable(third.leftOut.join('\n')));
        QCOMPARE(import.refused.size(), 2);
        QVERIFY(import.refused[0].startsWith("nothing: "));
        QVERIFY(import.refused[1].startsWith("bad port: "));
        // What is shown of it tells no secret.
        QStringList said = import.refused;
        for (const ImportedProfile& each : import.profiles) {
            said << each.leftOut << each.profile.title()
                 << QString::fromStdString(each.profile.endpoint.url());
        }
        for (const char* secret : {"s3cret", "sEcReTkEy", "pAsSpHrAsE", "BEGIN"})
            QVERIFY2(!said.join('\n').contains(secret), secret);
    }

    void anythingElseIsRefused_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::newRow("cut off") << (json("[{'host':'a'"));
        QTest::newRow("an empty list") << QByteArray("[]");
        QTest::newRow("numbers") << QByteArray("[1, 2]");
        QTest::newRow("other objects") << (json("[{'host':{'a':1},'port':[]}]"));
        QTest::newRow("bytes") << QByteArray("\xff\xfe\x00[", 4);
        QTest::newRow("deep") << QByteArray(5000, '[');
    }
    void anythingElseIsRefused()
    {
        QFETCH(QByteArray, text);
        const ProfileImport import = importProfiles(text);
        QVERIFY(import.profiles.empty());
        QVERIFY(!import.refused.isEmpty());
    }

    void wordsAreThoseOfAShell()
    {
        const QString line = "a  'b c' \"d\\\"e\\n\" f\\ g '' x'y'\"z\"";
        const QStringList words{"a", "b c", "d\"e\\n", "f g", "", "xyz"};
        QCOMPARE(shellWords(line), words);
        QCOMPARE(shellWords("ends\\"), QStringList("ends\\"));
        QCOMPARE(shellWords("'open quote"), QStringList("open quote"));
    }
};

RATEWARDEN_SUITE(TestProfiles)
#include "tst_profiles.moc"
