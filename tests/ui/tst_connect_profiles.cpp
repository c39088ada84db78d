// SPDX-License-Identifier: GPL-3.0-or-later
// The profiles in the dialog that asks for a server: how they are chosen, edited, imported, and where their
// passwords come from.
#include "tests/support/files.h"
#include "tests/support/suites.h"
#include "tests/ui/fake_secrets.h"
#include "ui/dialogs/connect_dialog.h"
#include "ui/dialogs/import_dialog.h"
#include "ui/profiles/profile_secrets.h"
#include "ui/profiles/profile_store.h"
#include "ui/theme/theme.h"
#include "ui/widgets/question_bar.h"

#include <QApplication>
#include <QCheckBox>
#include <QClipboard>
#include <QComboBox>
#include <QLineEdit>
#include <QListWidget>
#include <QPlainTextEdit>
#include <QPointer>
#include <QPushButton>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

using namespace ratewarden;
using namespace ratewarden::ui;
using Status = SecretAnswer::Status;

class TestConnectProfiles : public QObject {
    Q_OBJECT

private:
    struct Fixture {
        QTemporaryDir folder;
        ratewarden::ui::test::FakeSecrets keychain;
        ProfileStore store{folder.filePath("profiles.json")};
        ProfileSecrets secrets{keychain};
    };
    std::unique_ptr<Fixture> m;
    QPointer<ConnectDialog> m_dialog;
    std::vector<ServerProfile> m_wanted;

    template <class Widget>
    Widget* find(const char* name) const
    {
        return m_dialog->findChild<Widget*>(name);
    }
    QLineEdit* field(const char* name) const { return find<QLineEdit>(name); }
    QPushButton* button(const char* name) const { return find<QPushButton>(name); }
    void click(const char* name) const { QTest::mouseClick(button(name), Qt::LeftButton); }
    void tick(const char* name) const
    {
        auto* const box = find<QCheckBox>(name);
        QTest::mouseClick(box, Qt::LeftButton, {}, QPoint(8, box->height() / 2));
    }
    void type(const char* name, const QString& text) const
    {
        field(name)->setFocus();
        field(name)->selectAll();
        QTest::keyClicks(field(name), text);
    }
    /// As with the arrow keys, from what is chosen.
    void pick(const char* name, int index) const
    {
        auto* const box = find<QComboBox>(name);
        box->setFocus();
        while (box->currentIndex() < index)
            QTest::keyClick(box, Qt::Key_Down);
        while (box->currentIndex() > index)
            QTest::keyClick(box, Qt::Key_Up);
    }
    QListWidget* list() const { return find<QListWidget>("profiles"); }
    QStringList listed() const
    {
        QStringList rows;
        for (int i = 0; i < list()->count(); ++i)
            rows << list()->item(i)->text();
        return rows;
    }
    void clickRow(int row) const
    {
        QTest::mouseClick(list()->viewport(), Qt::LeftButton, {},
                          list()->visualItemRect(list()->item(row)).center());
    }
    QuestionBar* question(const char* name) const { return find<QuestionBar>(name); }
    static void answer(QuestionBar* bar, const char* which)
    {
        QTest::mouseClick(bar->findChild<QPushButton*>(which), Qt::LeftButton);
    }

    static void paste(QWidget* field, const QString& text)
    {
        QGuiApplication::clipboard()->setText(text);
        QTest::keySequence(field, QKeySequence::Paste);
    }

    ServerProfile add(const QString& name, const char* address, bool remembers = false)
    {
        ServerProfile profile;
        profile.name = name;
        profile.remembersPassword = remembers;
        profile.endpoint = parseEndpoint(address);
        m->store.save(profile);
        return profile;
    }

    void open()
    {
        m_dialog = new ConnectDialog(m->store, m->secrets);
        connect(m_dialog, &ConnectDialog::serverWanted, this,
                [this](const ServerProfile& server) { m_wanted.push_back(server); });
        m_dialog->open();
        QVERIFY(QTest::qWaitForWindowActive(m_dialog, ratewarden::test::patienceMs));
    }

private Q_SLOTS:
    void initTestCase() { applyTheme(*qApp, Scheme::Light); }
    void init()
    {
        m = std::make_unique<Fixture>();
        m_wanted.clear();
    }
    void cleanup() { delete m_dialog; }

    void aProfileIsMade()
    {
        open();
        QVERIFY(field("address")->hasFocus());
        QVERIFY(!button("save")->isEnabled());
        type("profileName", "prod-eu");
        pick("environment", int(Environment::Production));
        QCOMPARE(find<QComboBox>("color")->currentIndex(), int(ProfileColor::Vermilion));
        QVERIFY(find<QCheckBox>("readOnly")->isChecked()); // production always starts so
        QVERIFY(!find<QCheckBox>("readOnly")->isEnabled());
        type("address", "rediss://ops@cache:6380");
        type("password", "s3cret");
        tick("remember");
        QCOMPARE(button("connect")->text(), "Save and connect");
        click("save");
        QCOMPARE(listed(), QStringList("prod-eu"));
        QCOMPARE(button("connect")->text(), "Connect");
        const ProfileStore written(m->folder.filePath("profiles.json"));
        QCOMPARE(written.profiles().size(), 1U);
        const ServerProfile& profile = written.profiles().front();
        QCOMPARE(profile.environment, Environment::Production);
        QCOMPARE(profile.color, ProfileColor::Vermilion);
        QCOMPARE(profile.endpoint, parseEndpoint("rediss://ops@cache:6380"));
        QCOMPARE(m->keychain.kept.value(profile.id), "s3cret");
        QVERIFY(m_wanted.empty());
        QTest::keyClick(field("address"), Qt::Key_Return);
        QCOMPARE(m_wanted.size(), 1U);
        QCOMPARE(m_wanted.front().id, profile.id);
        QCOMPARE(m_wanted.front().endpoint, parseEndpoint("rediss://ops:s3cret@cache:6380"));
    }

    void theLastOneIsChosen()
    {
        add("aaa", "redis://a");
        const ServerProfile last = add("mmm", "redis://m");
        m->store.noteOpened(last);
        open();
        QVERIFY(field("address")->hasFocus());
        QCOMPARE(list()->currentItem()->text(), "mmm");
        QTest::keyClick(m_dialog->focusWidget(), Qt::Key_Return);
        QCOMPARE(m_wanted.size(), 1U);
        QCOMPARE(m_wanted.front().id, last.id);
        QTest::keyClick(m_dialog->focusWidget(), Qt::Key_Up);
        QCOMPARE(field("address")->text(), "redis://a:6379");
        QTest::keyClick(m_dialog->focusWidget(), Qt::Key_Return);
        QCOMPARE(m_wanted.back().name, "aaa");
    }

    // Typed over the profile that is suggested, or while the list has the focus: nothing of it is left.
    void whatIsTypedIsOpened()
    {
        const ServerProfile last = add("mmm", "redis://bob@m");
        m->secrets.keep(last, "of bob");
        m->store.noteOpened(last);
        open();
        QTRY_COMPARE(field("password")->text(), "of bob");
        QTest::keyClicks(m_dialog->focusWidget(), "redis://other:7703");
        QCOMPARE(list()->currentItem(), nullptr);
        QCOMPARE(button("connect")->text(), "Connect"); // no profile is changed
        QTest::keyClick(m_dialog->focusWidget(), Qt::Key_Return);
        QCOMPARE(m_wanted.size(), 1U);
        QCOMPARE(m_wanted.front().endpoint, parseEndpoint("redis://other:7703"));
        QVERIFY(m_wanted.front().id.isEmpty() && m_wanted.front().name.isEmpty());

        clickRow(0);
        QVERIFY(list()->hasFocus());
        QTest::keyClick(list(), Qt::Key_R);
        QVERIFY(field("address")->hasFocus());
        QTest::keyClicks(m_dialog->focusWidget(), "edis://third");
        QCOMPARE(field("address")->text(), "redis://third");
        QTest::keyClick(m_dialog->focusWidget(), Qt::Key_Return);
        QCOMPARE(m_wanted.back().endpoint, parseEndpoint("redis://third"));
        QCOMPARE(m->store.profiles().size(), 1U);
        QCOMPARE(m->store.profiles().front().endpoint, last.endpoint);
    }

    void theNameOfAProfileOpensIt()
    {
        add("aaa", "redis://a");
        const ServerProfile shop = add("Shop-EU", "redis://shop");
        m->secrets.keep(shop, "s3cret");
        open();
        QTest::keyClicks(m_dialog->focusWidget(), "shop-eu");
        QTest::keyClick(m_dialog->focusWidget(), Qt::Key_Return);
        QCOMPARE(m_wanted.size(), 1U);
        QCOMPARE(m_wanted.front().id, shop.id);
        QCOMPARE(m->secrets.known(shop)->secret, "s3cret"); // it is still known
    }

    void aRefusedPasswordIsForgotten()
    {
        const ServerProfile shop = add("shop", "redis://shop", true);
        m->keychain.kept.insert(shop.id, "wr0ng");
        m->secrets.refuse(shop, "wr0ng");
        open();
        clickRow(0);
        QTRY_VERIFY(!m_dialog->problem().isEmpty()); // it asks for another one
        QCOMPARE(field("password")->text(), QString());
        type("password", "right");
        click("connect");
        QCOMPARE(m->keychain.kept.value(shop.id), "right");
    }

    void anAddressWithoutANameIsKeptNowhere()
    {
        open();
        type("address", "redis://:s3cret@cache");
        QTest::keyClick(field("address"), Qt::Key_Return);
        QCOMPARE(m_wanted.size(), 1U);
        QCOMPARE(m_wanted.front().endpoint, parseEndpoint("redis://:s3cret@cache"));
        QVERIFY(m_wanted.front().id.isEmpty());
        QVERIFY(m->store.profiles().empty());
        QVERIFY(m->keychain.kept.isEmpty());
    }

    void recentAddressesAreOffered()
    {
        ServerProfile other;
        other.endpoint = parseEndpoint("rediss://bob@cache");
        m->store.noteOpened(other);
        m->store.noteOpened(add("prod", "redis://prod"));
        open();
        QCOMPARE(listed(), QStringList({"prod", "Opened without a profile", "rediss://bob@cache:6379"}));
        clickRow(2);
        QCOMPARE(field("address")->text(), "rediss://cache:6379");
        QCOMPARE(field("user")->text(), "bob");
        QCOMPARE(field("profileName")->text(), QString());
        click("deleteProfile"); // nothing is lost by it
        QCOMPARE(listed(), QStringList("prod"));
        QVERIFY(m->store.recent().isEmpty());
    }

    void changesAreNotLostByAClick()
    {
        add("aaa", "redis://a");
        add("bbb", "redis://b");
        open();
        clickRow(0);
        type("user", "bob");
        clickRow(1);
        QVERIFY(question("discardQuestion")->isVisible());
        QCOMPARE(field("user")->text(), "bob");
        QCOMPARE(list()->currentItem()->text(), "aaa");
        answer(question("discardQuestion"), "no");
        QCOMPARE(field("user")->text(), "bob");
        clickRow(1);
        answer(question("discardQuestion"), "yes");
        QCOMPARE(field("address")->text(), "redis://b:6379");
        QCOMPARE(list()->currentItem()->text(), "bbb");
        QCOMPARE(m->store.profiles().front().endpoint.user, std::string());
    }

    void aProfileIsDuplicatedAndDeleted()
    {
        const ServerProfile original = add("aaa", "redis://bob@a", true);
        m->keychain.kept.insert(original.id, "s3cret");
        open();
        clickRow(0);
        click("duplicateProfile");
        QVERIFY(field("profileName")->hasFocus());
        QCOMPARE(field("password")->text(), QString());
        QTest::keyClicks(field("profileName"), "copy");
        click("save");
        QCOMPARE(listed(), QStringList({"aaa", "copy"}));
        QVERIFY(m->store.profiles()[0].id != m->store.profiles()[1].id);
        clickRow(0);
        click("deleteProfile");
        QCOMPARE(m->store.profiles().size(), 2U); // asked first
        answer(question("deleteQuestion"), "yes");
        QCOMPARE(listed(), QStringList("copy"));
        QVERIFY(m->keychain.kept.isEmpty());
    }

    void thePasswordComesFromTheKeychain()
    {
        m->keychain.kept.insert(add("prod", "redis://bob@prod", true).id, "s3cret");
        open();
        QCOMPARE(m->keychain.reads, 0); // nobody has chosen it
        clickRow(0);
        QTRY_COMPARE(field("password")->text(), "s3cret");
        QVERIFY(field("password")->displayText() != "s3cret");
        click("connect");
        QCOMPARE(m_wanted.back().endpoint, parseEndpoint("redis://bob:s3cret@prod"));
    }

    void aPasswordIsForgottenWhenItIsNotToBeRemembered()
    {
        const ServerProfile profile = add("prod", "redis://bob@prod", true);
        m->keychain.kept.insert(profile.id, "s3cret");
        open();
        clickRow(0);
        QTRY_COMPARE(field("password")->text(), "s3cret");
        tick("remember");
        click("save");
        QTRY_VERIFY(m->keychain.kept.isEmpty());
        QVERIFY(!m->store.find(profile.id)->remembersPassword);
    }

    // Whoever connects at once waits for the keychain, but not for ever.
    void aSlowKeychainIsWaitedForAWhile()
    {
        m->keychain.kept.insert(add("prod", "redis://prod", true).id, "s3cret");
        m->keychain.hangs = true;
        m->keychain.setPatience(std::chrono::milliseconds(150));
        open();
        clickRow(0);
        click("connect");
        QVERIFY(m_wanted.empty());
        QVERIFY_TEXT(m_dialog->problem(), contains("keychain"));
        QTRY_TEXT(m_dialog->problem(), contains("does not answer"));
        QVERIFY(field("password")->hasFocus());
        QTest::keyClicks(field("password"), "typed");
        QTest::keyClick(field("password"), Qt::Key_Return);
        QCOMPARE(m_wanted.size(), 1U);
        QCOMPARE(m_wanted.back().endpoint.password, std::string("typed"));
        m->keychain.wakeUp(); // what was typed stays
        QCoreApplication::sendPostedEvents();
        QCOMPARE(field("password")->text(), "typed");
        QCOMPARE(m_wanted.size(), 1U);
    }

    void theKeychainAnswersWhileOneWaits()
    {
        m->keychain.kept.insert(add("prod", "redis://prod", true).id, "s3cret");
        m->keychain.hangs = true;
        open();
        clickRow(0);
        click("connect");
        QVERIFY(m_wanted.empty());
        m->keychain.wakeUp();
        QTRY_COMPARE(m_wanted.size(), 1U);
        QCOMPARE(m_wanted.back().endpoint.password, std::string("s3cret"));
    }

    // What the keychain says of one profile is not taken for another's.
    void aLateAnswerIsNotAnothersPassword()
    {
        m->keychain.kept.insert(add("aaa", "redis://a", true).id, "of a");
        add("bbb", "redis://b", true);
        m->keychain.hangs = true;
        open();
        clickRow(0);
        clickRow(1);
        m->keychain.wakeUp();
        QTRY_VERIFY(!m_dialog->problem().isEmpty()); // it has none for b
        QCOMPARE(field("password")->text(), QString());
    }

    void aKeychainThatDoesNotWorkIsSaid_data()
    {
        QTest::addColumn<Status>("status");
        QTest::addColumn<QString>("why");
        QTest::newRow("locked") << Status::Locked << "locked";
        QTest::newRow("absent") << Status::Absent << "no keychain";
        QTest::newRow("failed") << Status::Failed << "failed";
    }
    void aKeychainThatDoesNotWorkIsSaid()
    {
        QFETCH(Status, status);
        QFETCH(QString, why);
        add("prod", "redis://prod", true);
        m->keychain.trouble = status;
        open();
        clickRow(0);
        QTRY_TEXT(m_dialog->problem(), contains(why));
        QVERIFY(field("password")->hasFocus());
        QTest::keyClicks(field("password"), "s3cret");
        click("save");
        QTRY_TEXT(m_dialog->problem(), contains("only until the program ends"));
        // And so it is: it is there without the keychain.
        click("newProfile");
        QCOMPARE(field("password")->text(), QString());
        clickRow(0);
        QTRY_COMPARE(field("password")->text(), "s3cret");
        QVERIFY(m->keychain.kept.isEmpty());
    }

    void aDamagedFileIsSaid()
    {
        ProfileStore store(ratewarden::test::fileIn(m->folder, "damaged.json", "{"));
        m_dialog = new ConnectDialog(store, m->secrets);
        QVERIFY_TEXT(m_dialog->problem(), contains("damaged"));
        delete m_dialog;
    }

    void profilesAreImported()
    {
        add("known", "redis://known");
        open();
        click("importProfiles");
        QTRY_VERIFY(m_dialog->findChild<ImportDialog*>());
        const QPointer<ImportDialog> import = m_dialog->findChild<ImportDialog*>();
        QVERIFY(QTest::qWaitForWindowActive(import, ratewarden::test::patienceMs));
        auto* const text = import->findChild<QPlainTextEdit*>("importText");
        auto* const keep = import->findChild<QCheckBox*>("importPasswords");
        auto* const take = import->findChild<QPushButton*>("import");
        QTRY_VERIFY(text->hasFocus());
        QVERIFY(!take->isEnabled());
        paste(text, "redis-cli -h one -a s3cret --tls --insecure\nredis://known\nnonsense\nredis://two");
        QCOMPARE(take->text(), "Import 2 profiles");
        QCOMPARE(keep->text(), "Store 1 password in the keychain");
        QVERIFY(keep->isVisible());
        const QString preview = import->preview();
        for (const char* part : {"✓ one", "--insecure", "known is among your profiles", "✗ line 3", "✓ two"})
            QVERIFY2(preview.contains(QString::fromUtf8(part)), part);
        QVERIFY2(!preview.contains("s3cret"), "the password can be read");
        QVERIFY(m->store.profiles().size() == 1);
        QTest::mouseClick(take, Qt::LeftButton);
        QTRY_VERIFY(!import);
        QCOMPARE(listed(), QStringList({"known", "one", "two"}));
        QCOMPARE(list()->currentItem()->text(), "one");
        QTRY_COMPARE(m->keychain.kept.values(), QStringList("s3cret"));
        QVERIFY(!ratewarden::test::readFile(m->folder.filePath("profiles.json")).contains("s3cret"));
    }

    void passwordsAreStoredOnlyIfOneWants()
    {
        open();
        click("importProfiles");
        QTRY_VERIFY(m_dialog->findChild<ImportDialog*>());
        const QPointer<ImportDialog> import = m_dialog->findChild<ImportDialog*>();
        import->openFile(ratewarden::test::fileIn(
            m->folder, "export.json", R"([{"host":"one","port":6379,"name":"One","password":"s3cret"}])"));
        QVERIFY_TEXT(import->preview(), contains("One"));
        QCOMPARE(import->findChild<QPlainTextEdit*>("importText")->toPlainText(), QString());
        auto* const keep = import->findChild<QCheckBox*>("importPasswords");
        QTest::mouseClick(keep, Qt::LeftButton, {}, QPoint(8, keep->height() / 2));
        QTest::mouseClick(import->findChild<QPushButton*>("import"), Qt::LeftButton);
        QTRY_VERIFY(!import);
        QTRY_COMPARE(field("password")->text(), "s3cret"); // while the program runs
        QVERIFY(m->keychain.kept.isEmpty());
        QVERIFY(!m->store.profiles().front().remembersPassword);
    }

    void pictures()
    {
        if (!qEnvironmentVariableIsSet("CONNECT_PICTURE"))
            QSKIP("only where CONNECT_PICTURE names a folder");
        const QDir folder(qEnvironmentVariable("CONNECT_PICTURE"));
        ServerProfile prod = add("prod-eu", "rediss://ops@cache-eu.example.com:6380", true);
        prod.color = ProfileColor::Vermilion;
        prod.environment = Environment::Production;
        m->store.save(prod);
        ServerProfile staging = add("staging", "redis://10.0.0.5?ssh=me@bastion");
        staging.color = ProfileColor::Amber;
        staging.environment = Environment::Staging;
        m->store.save(staging);
        add("local", "unix:///run/redis/redis.sock");
        ServerProfile other;
        other.endpoint = parseEndpoint("rediss://bob@cache");
        m->store.noteOpened(other);
        m->store.noteOpened(prod);
        for (const Scheme scheme : {Scheme::Light, Scheme::Dark}) {
            const QString name = scheme == Scheme::Light ? "light" : "dark";
            applyTheme(*qApp, scheme);
            open();
            QTRY_VERIFY(!m_dialog->problem().isEmpty());
            QCoreApplication::processEvents();
            QVERIFY(m_dialog->grab().save(folder.filePath("connect-" + name + ".png")));
            click("importProfiles");
            auto* const import = m_dialog->findChild<ImportDialog*>();
            QVERIFY(QTest::qWaitForWindowActive(import, ratewarden::test::patienceMs));
            paste(import->findChild<QPlainTextEdit*>("importText"),
                  "redis-cli -h one -a s3cret --tls --insecure\nnonsense\nredis://two");
            QVERIFY(import->grab().save(folder.filePath("import-" + name + ".png")));
            delete m_dialog;
        }
        applyTheme(*qApp, Scheme::Light);
    }
};

RATEWARDEN_SUITE(TestConnectProfiles)
#include "tst_connect_profiles.moc"
