// SPDX-License-Identifier: GPL-3.0-or-later
// The user's format files, changed while the window is open.
#include "tests/support/files.h"
#include "tests/support/format_texts.h"
#include "tests/support/suites.h"
#include "tests/ui/window_test.h"
#include "ui/widgets/banner.h"
#include "ui/widgets/plain_label.h"

#include <QDateTime>
#include <QTemporaryDir>

using namespace ratewarden;
using namespace ratewarden::test;
using namespace ratewarden::ui;
using namespace ratewarden::ui::test;
using namespace std::chrono_literals;

class TestFormatFiles : public WindowTest {
    Q_OBJECT

private:
    std::unique_ptr<QTemporaryDir> m_data;

    QString path(const QString& name) const { return m_data->filePath("ratewarden/formats/" + name); }
    /// "token group format" of every row, in order.
    QStringList rows()
    {
        QStringList all;
        const TokenTableModel& model = m->page().model();
        for (int row = 0; row < model.rowCount(); ++row)
            all << model.index(row, TokenTableModel::Token).data().toString() + ' ' +
                       model.index(row, TokenTableModel::Policy).data().toString() + ' ' +
                       model.index(row, TokenTableModel::Format).data().toString();
        all.sort();
        return all;
    }
    void open()
    {
        m = std::make_unique<WindowFixture>();
        m->connection.call({"SET", "mine:7", "3", "PX", "600000"});
        m->connection.call({"SET", "yours:8", "4", "PX", "600000"});
        m->connection.call({"SET", "rl:9", "5", "PX", "600000"});
        m->window->session().formatFiles().setSettling(20ms);
        m->window->show();
        m->window->session().refresh();
        QTRY_VERIFY(m->window->session().formatFiles().loaded());
        QTRY_COMPARE(rows(), QStringList{"9 rl:* rate-limit-redis"});
    }

private Q_SLOTS:
    void init()
    {
        m_data = std::make_unique<QTemporaryDir>();
        qputenv("XDG_DATA_HOME", m_data->path().toUtf8());
        open();
    }
    void cleanup()
    {
        m.reset();
        m_data.reset();
        reloadUserFormats();
    }

    void aNewFolderWithAFileIsNoticed()
    {
        QVERIFY(QDir(m_data->path()).mkpath("ratewarden/formats"));
        QVERIFY(writeWhole(path("mine.json"), counterFormat("mine", "mine")));
        QTRY_COMPARE(rows(), (QStringList{"7 mine:* mine", "9 rl:* rate-limit-redis"}));
        QTRY_VERIFY(m->window->statusText().contains("Format files loaded: 1"));
        QVERIFY(m->window->formatProblem().isEmpty());
    }

    void rowsFollowTheFile()
    {
        QVERIFY(QDir(m_data->path()).mkpath("ratewarden/formats"));
        QVERIFY(writeWhole(path("mine.json"), counterFormat("mine", "mine")));
        QTRY_COMPARE(rows().size(), 2);
        // In place, and as editors do it that put a new file in the old one's place.
        QVERIFY(writeInto(path("mine.json"), counterFormat("mine", "yours")));
        QTRY_COMPARE(rows(), (QStringList{"8 yours:* mine", "9 rl:* rate-limit-redis"}));
        QVERIFY(writeWhole(path("mine.json"), counterFormat("other", "mine")));
        QTRY_COMPARE(rows(), (QStringList{"7 mine:* other", "9 rl:* rate-limit-redis"}));
        QVERIFY(QFile::remove(path("mine.json")));
        QTRY_COMPARE(rows(), QStringList{"9 rl:* rate-limit-redis"});
    }

    void aBrokenFileIsNamedAndNothingElseChanges()
    {
        QVERIFY(QDir(m_data->path()).mkpath("ratewarden/formats"));
        QVERIFY(writeWhole(path("mine.json"), counterFormat("mine", "mine")));
        QVERIFY(writeWhole(path("yours.json"), counterFormat("yours", "yours")));
        const QStringList all{"7 mine:* mine", "8 yours:* yours", "9 rl:* rate-limit-redis"};
        QTRY_COMPARE(rows(), all);
        auto* const banner = m->window->findChild<Banner*>("formatBanner");
        QVERIFY(!banner->isVisible());

        QVERIFY(writeInto(path("mine.json"), counterFormat("mine", "mine", "strung")));
        QTRY_VERIFY(banner->isVisible());
        QVERIFY_TEXT(banner->text(), startsWith("Format files loaded: 2. Refused: 1.\n"
                                                "mine.json:7, keys.main.type: “strung” is none of"));
        QVERIFY(banner->text().endsWith("(what it said before stays in use)"));
        QCOMPARE(rows(), all);

        // On every page.
        m->window->showPage(MainWindow::Page::Policies);
        QVERIFY(banner->isVisible());
        m->window->showPage(MainWindow::Page::Tokens);

        QVERIFY(writeInto(path("mine.json"), counterFormat("mine", "mine")));
        QTRY_VERIFY(!banner->isVisible());
        QCOMPARE(rows(), all);
    }

    // The details name both that a key may be of.
    void aTieIsShownAsATie()
    {
        const Subject cell{"a:cell", "*", currentCatalogue()->find("redis-cell")};
        const qint64 ends = QDateTime::currentMSecsSinceEpoch() + 60'000;
        m->connection.call({"SET", "a:cell", std::to_string(ends) + "000000", "PXAT", std::to_string(ends)});
        m->window->session().refresh();
        QTRY_VERIFY(m->page().choose(cell));
        const auto says = [this](const QString& text) {
            return std::ranges::any_of(m->page().details().findChildren<PlainLabel*>(),
                                       [&](const PlainLabel* label) { return label->text().contains(text); });
        };
        QTRY_VERIFY(says(
            "or " + QString::fromStdString(std::string(currentCatalogue()->find("throttled-go")->title()))));
    }

    void theChosenTokenIsSeenByItsFilesNewWords()
    {
        QVERIFY(QDir(m_data->path()).mkpath("ratewarden/formats"));
        QVERIFY(writeWhole(path("mine.json"), counterFormat("mine", "mine")));
        QTRY_COMPARE(rows().size(), 2);
        const Format* const before = currentCatalogue()->find("mine");
        QVERIFY(m->page().choose({"7", "mine:*", before}));
        QTRY_VERIFY(m->page().details().reading());
        QVERIFY(writeWhole(path("mine.json"), counterFormat("mine", "mine") + "\n"));
        QTRY_VERIFY(currentCatalogue()->find("mine") != before);
        QTRY_VERIFY(m->page().details().reading() && m->page().details().reading()->reading.subject.format ==
                                                         currentCatalogue()->find("mine"));
        QCOMPARE(chosenToken(), "7");
    }
};

RATEWARDEN_SUITE(TestFormatFiles)
#include "tst_format_files.moc"
