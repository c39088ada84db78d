// SPDX-License-Identifier: GPL-3.0-or-later
// The window in another language than the sources': which one it is, its plurals, numbers and dates, and that
// longer words have their room, too.
#include "core/tokens/reader.h"
#include "tests/support/suites.h"
#include "tests/ui/fake_secrets.h"
#include "tests/ui/watched_alerts.h"
#include "tests/ui/window_test.h"
#include "ui/charts/live_window.h"
#include "ui/dialogs/alert_dialog.h"
#include "ui/dialogs/capture_dialog.h"
#include "ui/dialogs/chart_table_dialog.h"
#include "ui/dialogs/connect_dialog.h"
#include "ui/dialogs/difference_dialog.h"
#include "ui/dialogs/dismiss_dialog.h"
#include "ui/dialogs/follow_dialog.h"
#include "ui/dialogs/generate_dialog.h"
#include "ui/dialogs/import_dialog.h"
#include "ui/dialogs/level_dialog.h"
#include "ui/dialogs/live_trial_dialog.h"
#include "ui/dialogs/plugin_dialog.h"
#include "ui/dialogs/roll_back_dialog.h"
#include "ui/dialogs/server_dialog.h"
#include "ui/dialogs/server_switcher.h"
#include "ui/pages/keys/keys_page.h"
#include "ui/pages/lab/lab_page.h"
#include "ui/pages/lab/lab_source_card.h"
#include "ui/pages/overview/overview_page.h"
#include "ui/pages/tokens/compare_page.h"
#include "ui/pages/tokens/control_page.h"
#include "ui/profiles/profile_secrets.h"
#include "ui/profiles/profile_store.h"
#include "ui/state/alert_desk.h"
#include "ui/text/display_text.h"
#include "ui/text/translations.h"
#include "ui/widgets/sidebar.h"
#include "ui/window_memory.h"

#include <QAbstractItemView>
#include <QComboBox>
#include <QDialog>
#include <QHeaderView>
#include <QLabel>
#include <QMenuBar>
#include <QPaintEngine>
#include <QProcess>
#include <QScopeGuard>
#include <QScrollArea>
#include <QSettings>
#include <QTemporaryDir>

#include <tuple>

using namespace ratewarden;
using namespace ratewarden::test;
using namespace ratewarden::ui;
using namespace ratewarden::ui::test;
using namespace std::chrono_literals;

namespace {

/// Notes what is written, and draws nothing.
class TextNotes final : public QPaintEngine {
public:
    TextNotes() : QPaintEngine(AllFeatures) {}

    QStringList texts;

    bool begin(QPaintDevice*) override { return true; }
    bool end() override { return true; }
    void updateState(const QPaintEngineState&) override {}
    void drawPixmap(const QRectF&, const QPixmap&, const QRectF&) override {}
    void drawPath(const QPainterPath&) override {}
    using QPaintEngine::drawPolygon;
    void drawPolygon(const QPointF*, int, PolygonDrawMode) override {}
    void drawTextItem(const QPointF&, const QTextItem& item) override { texts << item.text(); }
    Type type() const override { return User; }
};

class NotePad final : public QPaintDevice {
public:
    explicit NotePad(QSize size) : m_size(size) {}

    TextNotes notes;

    QPaintEngine* paintEngine() const override { return const_cast<TextNotes*>(&notes); }

protected:
    int metric(PaintDeviceMetric metric) const override
    {
        switch (metric) {
        case PdmWidth:
            return m_size.width();
        case PdmHeight:
            return m_size.height();
        case PdmDevicePixelRatio:
            return 1;
        case PdmDevicePixelRatioScaled:
            return int(devicePixelRatioFScale());
        case PdmDepth:
            return 32;
        default:
            return 96; // pixels in an inch
        }
    }

private:
    QSize m_size;
};

/// Whole texts that may have an ellipsis of their own: "Block…".
QStringList wholeTexts(const QWidget& root)
{
    QStringList all;
    const auto add = [&all](QString text) {
        if (text.contains(QChar(0x2026)))
            all << text.remove('&');
    };
    for (const QAbstractButton* const button : root.findChildren<QAbstractButton*>())
        add(button->text());
    for (const QLineEdit* const edit : root.findChildren<QLineEdit*>())
        add(edit->placeholderText());
    for (const QLabel* const label : root.findChildren<QLabel*>())
        add(label->text());
    return all;
}

/// Of a key or a file: these are cut in their middle.
bool isName(const QString& text)
{
    return text.startsWith("rw:{") || text.startsWith('/');
}

/// What is written in cells below the window, which are the operator's data and shortened as their columns
/// are.
QStringList textsOfCells(const QWidget& root)
{
    QStringList all;
    for (auto* const table : root.findChildren<QAbstractItemView*>())
        if (table->isVisible() && !qobject_cast<QHeaderView*>(table)) {
            NotePad pad(table->viewport()->size());
            table->viewport()->render(&pad);
            all += pad.notes.texts;
        }
    return all;
}

/// What is cut in this window, or would be if there were more of it.
QStringList cutTexts(QWidget& root, const QWidget* keys = nullptr)
{
    QStringList cut;
    const QStringList whole = wholeTexts(root) + (keys ? textsOfCells(*keys) : QStringList());
    NotePad pad(root.size());
    root.render(&pad);
    for (const QScrollArea* const area : root.findChildren<QScrollArea*>())
        if (area->isVisible() && area->widget())
            area->widget()->render(&pad); // also what is scrolled out of sight
    for (const QString& text : pad.notes.texts)
        if (text.contains(QChar(0x2026)) && !isName(text) &&
            std::ranges::none_of(whole, [&](const QString& one) { return one.contains(text); }))
            cut << text;
    for (const QAbstractButton* const button : root.findChildren<QAbstractButton*>())
        if (button->isVisible() && !button->text().isEmpty() && !qobject_cast<Sidebar*>(button->parent()) &&
            button->width() < qMin(button->sizeHint().width(), button->maximumWidth()))
            cut << "button " + button->text();
    for (const QComboBox* const box : root.findChildren<QComboBox*>())
        if (box->isVisible() && box->width() < box->minimumSizeHint().width())
            cut << "choice " + box->currentText();
    for (const QLabel* const label : root.findChildren<QLabel*>())
        if (label->isVisible() && label->wordWrap() &&
            label->height() < label->heightForWidth(label->width()))
            cut << "lines " + label->text();
        else if (label->isVisible() && !label->wordWrap() && !isName(label->text()) &&
                 label->fontMetrics().horizontalAdvance(label->text()) > label->contentsRect().width())
            cut << "label " + label->text();
    for (const QLineEdit* const edit : root.findChildren<QLineEdit*>())
        if (edit->isVisible() && edit->text().isEmpty() &&
            edit->fontMetrics().horizontalAdvance(edit->placeholderText()) > edit->width() - 12)
            cut << "placeholder " + edit->placeholderText();
    for (const QScrollArea* const area : root.findChildren<QScrollArea*>())
        if (area->isVisible() && area->widget() && area->widget()->width() > area->viewport()->width())
            cut << "what is wider than its place: " + area->objectName();
    return cut;
}

} // namespace

class TestLanguages : public WindowTest {
    Q_OBJECT

private:
    using Page = MainWindow::Page;

    QTemporaryDir m_folder;

    QMenu* languageMenu()
    {
        for (QMenu* const menu : m->window->menuBar()->findChildren<QMenu*>())
            for (const QAction* const action : menu->actions())
                if (action->text() == "Deutsch")
                    return menu;
        return nullptr;
    }
    void chooseLanguage(const QString& name)
    {
        QMenu* const menu = languageMenu();
        QVERIFY(menu);
        menu->popup(m->window->pos());
        QTRY_VERIFY(menu->isVisible());
        for (QAction* const action : menu->actions())
            if (action->text() == name)
                return chooseFromMenu(menu, action);
        QFAIL(qPrintable(name));
    }
    QString pageName()
    {
        const auto* const item = m->window->sidebar().findChild<QAbstractButton*>("page0");
        return item->text();
    }
    /// The window in that language, on a server with tokens.
    void open(const QString& language, const std::string& algorithm = "sliding-log-zset",
              const char* rules = "5/min + 100/h")
    {
        languageSwitch().begin(language);
        m = std::make_unique<WindowFixture>(WindowFixture::patient, algorithm, rules);
        for (int i = 0; i < 8; ++i)
            m->limiter.acquire("abuser");
        m->limiter.acquire("good");
        showWindow();
        QCOMPARE(m->window->size(), QSize(1280, 800));
        QTRY_VERIFY(m->window->session().everScanned());
        QTRY_COMPARE(m->page().model().rowCount(), 2);
    }
    /// Notes what is cut, once all is read: of what is still being read nothing is known, and a new text gets
    /// its room with the next event.
    static void look(QWidget& at, const QString& name, QStringList& faults, const QWidget* keys = nullptr)
    {
        constexpr int untilRead = patienceMs / 4;
        std::ignore = QTest::qWaitFor([&] { return cutTexts(at, keys).isEmpty(); }, untilRead);
        for (const QString& cut : cutTexts(at, keys))
            faults << name + ": " + cut;
    }
    /// What is there at times, on the Tokens page.
    void lookAtMarksAreaAndPause(QStringList& faults)
    {
        m->window->showPage(Page::Tokens);
        m->clickRow("abuser");
        QTest::keyClick(m->table(), Qt::Key_Space);
        auto* const live = m->page().findChild<LiveWindow*>("liveWindow");
        QTRY_VERIFY(live->requestsShown() > 0);
        live->time().setArea(TimeRange{live->time().begin(), live->time().end()});
        for (const char* const name : {"markBar", "areaSentence"})
            QTRY_VERIFY2(m->page().findChild<QWidget*>(name)->isVisible(), name);
        look(*m->window, "marks and area", faults);
        QTest::keyClick(m->window.get(), Qt::Key_P, Qt::ControlModifier);
        PlainLabel* pause = nullptr; // the ages of the other cards may give way
        QTRY_VERIFY(pause = m->page().details().findChild<PlainLabel*>("age"));
        QTRY_VERIFY(pause->text().contains("00:"));
        const auto isWhole = [pause] {
            return pause->width() >= pause->fontMetrics().horizontalAdvance(pause->text());
        };
        if (!QTest::qWaitFor(isWhole, patienceMs))
            faults << "pause: " + pause->text();
    }
    /// What stands on pages only with a file of alerts, a candidate, a chosen key.
    void showMore()
    {
        PublishedPolicy published;
        published.policy = m->policy;
        published.version = 1;
        published.candidate = CandidateRules{"gcra", parseRules("10/min")};
        QVERIFY(publishPolicy(m->connection, published, {"m.okafor", "a trial"}).published);
        m->connection.call({"SET", "rl:203.0.113.9", "12", "PX", "600000"});
        const Subject address = recogniseOnServer(m->connection, "rl:203.0.113.9")->subject;
        announcePolicy(m->connection, address.format->policyFor(address, parseRules("60/min")));
        Session& session = m->window->session();
        session.refresh();
        QTRY_VERIFY(session.policies()->policies.contains("api~next"));
        session.alerts().open(writeWatchedAlerts(m_folder, 100));
        QTRY_VERIFY(session.alerts().rounds() && session.alerts().tested().size() == 2);
        m->window->showPage(Page::Keys);
        QTRY_COMPARE(session.keys().browser().state(), KeyBrowser::State::Complete);
        m->window->keysPage().showKey("rl:203.0.113.9");
        QTRY_VERIFY(m->window->keysPage().details().detail());
    }
    /// The lab with a log of which a line was rejected, and how it was read.
    void lookAtLog(QStringList& faults)
    {
        QFile log(m_folder.filePath("log.jsonl"));
        QVERIFY(log.open(QFile::WriteOnly));
        for (int i = 0; i < 30; ++i)
            log.write("{\"ts\":" + QByteArray::number(1795229576 + i) +
                      ",\"remote_ip\":\"10.0.0.1\",\"user\":\"u" + QByteArray::number(i % 5) +
                      "\",\"bytes\":" + QByteArray::number(10 + i) + "}\n");
        log.write("what is no request\n");
        log.close();
        LabPage& lab = m->window->labPage();
        m->window->showPage(Page::Lab);
        lab.desk().openFile(log.fileName());
        auto* const details = lab.findChild<QPushButton*>("labDetails");
        QTRY_VERIFY(details->isVisible() && lab.isIdle());
        details->setChecked(true);
        look(*lab.findChild<LabSourceCard*>(), "log", faults);
    }
    QDialog* openedDialog()
    {
        for (QDialog* const dialog : m->window->findChildren<QDialog*>())
            if (dialog->isVisible())
                return dialog;
        return nullptr;
    }
    /// As when the program starts.
    void startWith(const QString& settingsFile, const std::function<void()>& use)
    {
        m.reset();
        languageSwitch().begin({});
        QSettings settings(settingsFile, QSettings::IniFormat);
        rememberChoices(settings);
        m = std::make_unique<WindowFixture>();
        showWindow();
        use();
        settings.sync();
    }

private Q_SLOTS:
    void init() {} // each makes the window that it wants
    void cleanup()
    {
        m.reset();
        languageSwitch().begin({});
    }

    void formsNumbersAndDates()
    {
        const QDateTime day(QDate(2026, 12, 1), QTime(9, 5));
        const auto texts = [&day] {
            return QStringList{
                tokensText(1),      tokensText(60'791), waitText(3'200ms), waitText(48h),
                waitText(26h),      rateText(41.8),     bytesText(1),      ruleText(Rule{2000, 1h}),
                numberText(12'345), dayText(day)};
        };
        QCOMPARE(texts(), (QStringList{"1 token", "60,791 tokens", "3.2 s", "2 days", "1 day 2 h", "41.8",
                                       "1 byte", "2,000/h", "12,345", "1 Dec"}));
        languageSwitch().begin("de");
        QCOMPARE(texts(), (QStringList{"1 Token", "60.791 Tokens", "3,2 s", "2 d", "1 d 2 h", "41,8",
                                       "1 Byte", "2.000/h", "12.345", "1. Dez."}));
        languageSwitch().begin("xx"); // of which there is no file
        QCOMPARE(languageSwitch().choice(), QString());
        QCOMPARE(texts().first(), "1 token");
    }

    // No French sentences: no French numbers and dates among English ones.
    void numbersAreOfTheSameLanguageAsTexts()
    {
        const QLocale before;
        const auto restore = qScopeGuard([&before] { QLocale::setDefault(before); });
        QLocale::setDefault(QLocale("fr_FR"));
        {
            LanguageSwitch other(nullptr);
            other.begin({});
            QCOMPARE(tokensText(2), "2 tokens");
            QCOMPARE(QLocale().language(), QLocale::English);
            QCOMPARE(dayText(QDateTime(QDate(2026, 12, 1), QTime(9, 5))), "1 Dec");
        }
        QLocale::setDefault(QLocale("de_CH"));
        LanguageSwitch other(nullptr);
        other.begin({});
        QCOMPARE(tokensText(2), "2 Tokens");
        QCOMPARE(QLocale(), QLocale("de_CH")); // as the system writes them
    }

    void theLanguageFollowsTheSystem()
    {
        if (qEnvironmentVariable("LANGUAGE") == "de") {
            QCOMPARE(tokensText(2), "2 Tokens");
            QCOMPARE(QKeySequence("Ctrl+Shift+Del").toString(QKeySequence::NativeText), "Strg+Umschalt+Entf");
            return;
        }
        QCOMPARE(tokensText(2), "2 tokens");
        QProcess other;
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        environment.insert("LANGUAGE", "de");
        other.setProcessEnvironment(environment);
        other.start(QCoreApplication::applicationFilePath(),
                    {"tst_languages", "theLanguageFollowsTheSystem"});
        QVERIFY(other.waitForFinished(patienceMs));
        QVERIFY2(other.exitCode() == 0, other.readAllStandardOutput().constData());
    }

    void aLanguageIsChosen()
    {
        QTemporaryDir folder;
        const QString file = folder.filePath("ratewarden.ini");
        startWith(file, [&] {
            QCOMPARE(pageName(), "Overview");
            chooseLanguage("Deutsch");
            QCOMPARE(languageSwitch().choice(), "de");
            QCOMPARE(tokensText(2), "2 tokens"); // until the next start
        });
        startWith(file, [&] {
            QCOMPARE(pageName(), QStringLiteral("Übersicht"));
            chooseLanguage("English");
        });
        startWith(file, [&] {
            QCOMPARE(pageName(), "Overview");
            QCOMPARE(languageSwitch().choice(), "en");
            chooseLanguage("As the system");
        });
        startWith(file, [&] { QCOMPARE(languageSwitch().choice(), QString()); });
        QVERIFY(!QSettings(file, QSettings::IniFormat).contains("language"));
    }

    void nothingIsCut_data()
    {
        QTest::addColumn<QString>("language");
        QTest::addColumn<QSize>("size");
        QTest::addColumn<bool>("isDark");
        for (const QString& code : languages()) {
            for (const QSize& size : {QSize(1280, 800), QSize(1100, 700), QSize(1920, 1200)})
                QTest::addRow("%s %d", qPrintable(code), size.width()) << code << size << false;
            QTest::addRow("%s dark", qPrintable(code)) << code << QSize(1280, 800) << true;
        }
    }
    void nothingIsCut()
    {
        QFETCH(QString, language);
        QFETCH(QSize, size);
        QFETCH(bool, isDark);
        RATEWARDEN_STEP(open(language));
        if (isDark)
            applyTheme(*qApp, Scheme::Dark);
        m->window->resize(size);
        QTRY_COMPARE(m->window->size(), size);
        m->limiter.acquire("third");
        blockToken(m->connection, {"third", 1h, "a bot", "ops"});
        act(m->connection, overrideOf({"third", "api", parseRules("9/min"), 1h, "a trial", "ops"}));
        m->window->session().refresh();
        for (ControlPage* const page : {&m->window->blocksPage(), &m->window->overridesPage()})
            QTRY_COMPARE(page->findChild<QTableView*>()->model()->rowCount(), 1);
        m->window->labPage().desk().openExample(2); // with a token to stop
        QTRY_VERIFY(m->window->labPage().traffic() && m->window->labPage().isIdle());
        m->window->comparePage().openClient("Acme", {m->key("abuser"), m->key("good")});
        RATEWARDEN_STEP(showMore());
        QStringList faults;
        for (int page = 0; page <= int(Page::Audit); ++page) {
            m->window->showPage(Page(page));
            if (Page(page) == Page::Tokens)
                m->clickRow("abuser");
            if (Page(page) == Page::Keys)
                QVERIFY(m->window->keysPage().details().detail());
            look(*m->window, QString::number(page), faults,
                 Page(page) == Page::Keys ? &m->window->keysPage() : nullptr);
        }
        RATEWARDEN_STEP(lookAtLog(faults));
        RATEWARDEN_STEP(lookAtMarksAreaAndPause(faults));
        const auto& pages = m->window->sidebar().findChildren<QAbstractButton*>();
        for (const QAbstractButton* const item : pages) { // beside a count, as the chosen one
            QFont font = item->font();
            font.setWeight(QFont::DemiBold);
            if (QFontMetrics(font).horizontalAdvance(item->text() + " 999") > item->width() - 38)
                faults << "sidebar: " + item->text();
        }
        faults.removeDuplicates();
        QVERIFY2(faults.isEmpty(), qPrintable('\n' + faults.join('\n')));
    }

    void noDialogIsCut_data()
    {
        QTest::addColumn<QString>("language");
        QTest::addColumn<Page>("page");
        QTest::addColumn<QString>("name"); // of the action that opens it
        for (const QString& code : languages())
            for (const auto& [page, name] : {std::pair(Page::Tokens, "block"),
                                             {Page::Tokens, "unblock"},
                                             {Page::Tokens, "reset"},
                                             {Page::Tokens, "charge"},
                                             {Page::Tokens, "giveBack"},
                                             {Page::Tokens, "override"},
                                             {Page::Tokens, "freeSlots"},
                                             {Page::Tokens, "explainDenial"},
                                             {Page::Tokens, "describeKey"},
                                             {Page::Tokens, "chosenFormats"},
                                             {Page::Tokens, "saveInvestigation"},
                                             {Page::Policies, "newPolicy"},
                                             {Page::Policies, "editPolicy"},
                                             {Page::Policies, "removePolicy"},
                                             {Page::Blocks, "blockTyped"},
                                             {Page::Tokens, "showKeys"},
                                             {Page::Keys, "showKeys"},
                                             {Page::Lab, "showKeys"}})
                QTest::addRow("%s %d %s", qPrintable(code), int(page), name) << code << page << QString(name);
    }
    void noDialogIsCut()
    {
        QFETCH(QString, language);
        QFETCH(Page, page);
        QFETCH(QString, name);
        if (name == "freeSlots")
            RATEWARDEN_STEP(open(language, "in-flight", "5 at once for 1h"));
        else
            RATEWARDEN_STEP(open(language));
        if (name == "unblock")
            blockToken(m->connection, {"abuser", 1h, "scraping", "m.okafor"});
        m->clickRow("abuser");
        m->window->showPage(page);
        auto* const action = m->window->widgetOf(page)->findChild<QAction*>(name);
        QAction* const opens = action ? action : m->window->findChild<QAction*>(name);
        QTRY_VERIFY(opens->isEnabled());
        opens->trigger();
        QDialog* dialog = nullptr;
        QTRY_VERIFY(dialog = openedDialog());
        QStringList faults;
        look(*dialog, name, faults);
        QVERIFY2(faults.isEmpty(), qPrintable('\n' + faults.join('\n')));
    }

    // Those that only some servers have, or that are opened in many steps: as they are made there.
    void noOtherDialogIsCut_data()
    {
        QTest::addColumn<QString>("language");
        for (const QString& code : languages())
            QTest::addRow("%s", qPrintable(code)) << code;
    }
    void noOtherDialogIsCut()
    {
        QFETCH(QString, language);
        RATEWARDEN_STEP(open(language));
        MainWindow* const over = m->window.get();
        Session& session = over->session();
        over->labPage().desk().openExample(0);
        QTRY_VERIFY(over->labPage().traffic() && over->labPage().isIdle());
        m->clickRow("abuser");
        QTRY_VERIFY(m->page().details().reading());
        auto* const live = over->findChild<LiveWindow*>("liveWindow");
        const auto clock = [&session] {
            return session.link().serverNow();
        };
        FakeSecrets keychain;
        ProfileSecrets secrets{keychain};
        ProfileStore profiles{QString()};
        PublishedPolicy now;
        now.policy = m->policy;
        PublishedPolicy then = now;
        then.policy.rules = parseRules("9/min");
        const PolicyVersion version{1, clock(), "m.okafor", "a trial", policyDocument(then), then};
        const std::vector<std::pair<const char*, std::function<QDialog*()>>> dialogs{
            {"connect",
             [] {
                 return new ConnectDialog("redis://127.0.0.1:6379");
             }},
            {"import",
             [&] {
                 return new ImportDialog(profiles, secrets, over);
             }},
            {"switcher",
             [&] {
                 return new ServerSwitcher(
                     {{"a", {"shop", "production", ProfileColor::Blue}, "redis.internal:6379"}}, over);
             }},
            {"unlock",
             [&] {
                 return new LevelDialog("shop", "redis.internal:6379", GuardLevel::ReadOnly,
                                        GuardLevel::Review, over);
             }},
            {"level",
             [&] {
                 return new LevelDialog("shop", "redis.internal:6379", GuardLevel::TypeName, GuardLevel::Free,
                                        over);
             }},
            {"server",
             [&] {
                 return new ServerDialog(session, over->overviewPage().feed(), over);
             }},
            {"follow",
             [&] {
                 return new FollowDialog("abuser", {{"203.0.113.9", 0.97}}, over);
             }},
            {"plugin",
             [&] {
                 return new PluginDialog("whois", {"whois", "203.0.113.9"}, over);
             }},
            {"alert",
             [&] {
                 return new AlertDialog(session, std::nullopt, over);
             }},
            {"dismiss",
             [&] {
                 return new DismissDialog(DismissDialog::ofFinding("rl:*"), clock, over);
             }},
            {"silence",
             [&] {
                 return new DismissDialog(DismissDialog::ofAlert("many"), clock, over);
             }},
            {"roll back",
             [&] {
                 return new RollBackDialog(now, version, over);
             }},
            {"difference",
             [&] {
                 auto* const dialog = new DifferenceDialog(session, over);
                 dialog->compare({clock() - 2min, clock() - 1min});
                 return dialog;
             }},
            {"chart table",
             [&] {
                 return new ChartTableDialog(live);
             }},
            {"generate",
             [&] {
                 return new GenerateDialog(TrafficPlan(), over);
             }},
            {"capture",
             [&] {
                 return new CaptureDialog({{"api", "api"}}, over);
             }},
            {"live trial", [&] {
                 return new LiveTrialDialog(session, over->labPage().traffic(), {"A", m->policy}, over);
             }}};
        QStringList faults;
        for (const auto& [name, make] : dialogs) {
            const std::unique_ptr<QDialog> dialog(make());
            dialog->show();
            look(*dialog, name, faults);
        }
        QVERIFY2(faults.isEmpty(), qPrintable('\n' + faults.join('\n')));
    }
};

RATEWARDEN_SUITE(TestLanguages)
#include "tst_languages.moc"
