// SPDX-License-Identifier: GPL-3.0-or-later
// The user's format files: what is loaded, what is refused and why, and that the one does not affect the
// other.
#include "core/formats/describe/user_formats.h"
#include "tests/support/files.h"
#include "tests/support/format_texts.h"
#include "tests/support/printing.h"
#include "tests/support/suites.h"

#include <sys/stat.h>

#include <QDir>
#include <QTemporaryDir>
#include <QTest>

using namespace ratewarden;
using namespace ratewarden::test;

class TestUserFormats : public QObject {
    Q_OBJECT

private:
    QTemporaryDir m_folder;

    std::filesystem::path folder() const { return m_folder.path().toStdString(); }
    QString path(const QString& name) const { return m_folder.filePath(name); }
    void write(const QString& name, const QByteArray& text) { QVERIFY(writeWhole(path(name), text)); }
    /// "name of its file: text of the refusal" of the only one.
    static QString refusal(const LoadedFormats& loaded)
    {
        return loaded.refused.size() == 1 ? QString::fromStdString(loaded.refused.front().text())
                                          : QString("%1 refused").arg(loaded.refused.size());
    }

private Q_SLOTS:
    void init()
    {
        QVERIFY(m_folder.isValid());
        for (const QString& name :
             QDir(m_folder.path())
                 .entryList(QDir::AllEntries | QDir::Hidden | QDir::System | QDir::NoDotAndDotDot))
            QVERIFY(QFile::remove(path(name)) || QDir(path(name)).removeRecursively());
        qputenv("RATEWARDEN_FORMATS", m_folder.path().toUtf8());
        reloadUserFormats();
    }

    void theFolderFollowsTheEnvironment()
    {
        QCOMPARE(userFormatsFolder(), folder());
        qunsetenv("RATEWARDEN_FORMATS");
        qputenv("XDG_DATA_HOME", "/data");
        QCOMPARE(userFormatsFolder(), std::filesystem::path("/data/ratewarden/formats"));
        qputenv("XDG_DATA_HOME", "not/absolute");
        qputenv("HOME", "/home/ann");
        QCOMPARE(userFormatsFolder(), std::filesystem::path("/home/ann/.local/share/ratewarden/formats"));
    }

    void noFolderIsNoFault()
    {
        const LoadedFormats loaded = loadFormats(folder() / "none" / "such");
        QVERIFY(loaded.formats.empty());
        QVERIFY(loaded.refused.empty());
    }

    void aWrongFileIsNamedAndAffectsNoOther()
    {
        write("a.json", counterFormat("mine", "mine"));
        write("b.json", counterFormat("broken", "broken", "strung"));
        write("c.json", counterFormat("third", "third"));
        const LoadedFormats loaded = loadFormats(folder());
        QCOMPARE(loaded.formats.size(), 2u);
        QCOMPARE(loaded.formats[0].format->file().name, std::string("mine"));
        QCOMPARE(loaded.formats[1].format->file().name, std::string("third"));
        QCOMPARE(refusal(loaded), "b.json:7, keys.main.type: \"strung\" is none of string, hash, list, set, "
                                  "zset, stream, any");
    }

    void whatIsNoFormatFileIsNotLookedAt()
    {
        write("notes.txt", "{");
        write(".hidden.json", "{");
        QVERIFY(QDir(m_folder.path()).mkdir("deeper"));
        write("deeper/inner.json", "{");
        const LoadedFormats loaded = loadFormats(folder());
        QVERIFY(loaded.formats.empty() && loaded.refused.empty());
    }

    void onlyPlainFilesAreRead()
    {
        write("real.txt", counterFormat("mine", "mine"));
        QVERIFY(QFile::link(path("real.txt"), path("link.json")));
        QCOMPARE(refusal(loadFormats(folder())),
                 "link.json: symbolic links are not followed: put the file itself here");
        QVERIFY(QFile::remove(path("link.json")));
        QVERIFY(QFile::link("/dev/zero", path("zero.json")));
        QVERIFY(refusal(loadFormats(folder())).startsWith("zero.json: symbolic links"));
        QVERIFY(QFile::remove(path("zero.json")));
        QCOMPARE(mkfifo(path("pipe.json").toUtf8().constData(), 0600), 0); // that nobody writes to
        QCOMPARE(refusal(loadFormats(folder())), "pipe.json: it is not a plain file");
        QVERIFY(QFile::remove(path("pipe.json")));
        QVERIFY(QDir(m_folder.path()).mkdir("folder.json"));
        QCOMPARE(refusal(loadFormats(folder())), "folder.json: it is not a plain file");
    }

    void anEndlessFileIsNotRead()
    {
        QFile file(path("huge.json"));
        QVERIFY(file.open(QIODevice::WriteOnly));
        QVERIFY(file.resize(qint64(100) << 30)); // sparse
        QCOMPARE(refusal(loadFormats(folder())), "huge.json: it is larger than 1048576 bytes");
    }

    void onlySoManyFilesAreRead()
    {
        const QByteArray text = counterFormat("mine", "mine");
        for (std::size_t i = 0; i < maxUserFormats + 1; ++i)
            QVERIFY(writeInto(path(QString("f%1.json").arg(i, 5, 10, QChar('0'))), text));
        const LoadedFormats loaded = loadFormats(folder());
        QCOMPARE(loaded.formats.size(), 1u);
        QCOMPARE(loaded.refused.size(), maxUserFormats);
        QCOMPARE(loaded.refused.front().text(),
                 std::string("f00001.json:2, format: f00000.json describes the format mine already"));
        QCOMPARE(loaded.refused.back().text(),
                 std::string("f02000.json: it is one too many: 2000 files at most are read, in the order of "
                             "their names"));
    }

    void aUsersFileReplacesABuiltInOne()
    {
        const std::string name = "rate-limit-redis";
        write("own.json", counterFormat("rate-limit-redis", "api"));
        write("other.json", counterFormat("mine", "mine"));
        const LoadedFormats loaded = loadFormats(folder());
        QCOMPARE(loaded.formats.size(), 2u);
        QVERIFY(!loaded.formats[0].replacesBuiltIn);
        QVERIFY(loaded.formats[1].replacesBuiltIn);
        const auto catalogue = catalogueWith(loaded);
        QCOMPARE(catalogue->formats().size(), builtInCatalogue().formats().size() + 1);
        QCOMPARE(catalogue->find(name), loaded.formats[1].format.get());
        const auto holds = [&](const char* key) {
            return std::ranges::any_of(catalogue->candidates(key), [&](const Catalogue::Candidate& one) {
                return one.format->name() == name;
            });
        };
        QVERIFY(holds("api:7"));
        QVERIFY(!holds("rl:7"));
    }

    void aReloadPutsThemIntoForce()
    {
        const auto recognised = [](const char* key) {
            SampleKey content;
            content.type = "string";
            content.pttl = 1000;
            content.value = "3";
            const auto found = currentCatalogue()->recognise(key, content, Nanos(1795229520000000000));
            return found ? found->format : nullptr;
        };
        QVERIFY(!recognised("mine:7"));
        write("mine.json", counterFormat("mine", "mine"));
        write("second.json", counterFormat("second", "second"));
        const auto loaded = reloadUserFormats();
        QCOMPARE(userFormats(), loaded);
        const CatalogueFormat* const mine = recognised("mine:7");
        QVERIFY(mine);
        const auto before = currentCatalogue();
        reloadUserFormats();
        QCOMPARE(currentCatalogue(), before); // as nothing was changed

        // A file that was changed is another format; the others stay the same objects.
        write("second.json", counterFormat("second", "deuxieme"));
        reloadUserFormats();
        QVERIFY(currentCatalogue() != before);
        QCOMPARE(recognised("mine:7"), mine);
        QVERIFY(!recognised("second:7"));
        QVERIFY(recognised("deuxieme:7"));
        QCOMPARE(currentCatalogue()->find("redis-cell"), builtInCatalogue().find("redis-cell"));

        // What a file said before it was broken stays in use, and is the same when it is right again.
        write("mine.json", "{\n  \"format\": }");
        const QString said = refusal(*reloadUserFormats());
        QVERIFY2(said.startsWith("mine.json:2: ") && said.endsWith(" (what it said before stays in use)"),
                 qPrintable(said));
        QCOMPARE(recognised("mine:7"), mine);
        write("mine.json", counterFormat("mine", "mine"));
        QVERIFY(reloadUserFormats()->refused.empty());
        QCOMPARE(recognised("mine:7"), mine);

        // A format that is not in force any more still serves those who hold a subject of it.
        QVERIFY(QFile::remove(path("mine.json")));
        reloadUserFormats();
        QVERIFY(!recognised("mine:7"));
        QCOMPARE(mine->title(), std::string_view("Counters of mine"));
    }
};

RATEWARDEN_SUITE(TestUserFormats)
#include "tst_user_formats.moc"
