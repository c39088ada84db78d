// SPDX-License-Identifier: GPL-3.0-or-later
// Tokens, policies and reasons that try to be more than text go through every page.
#include "core/formats/own/ratewarden_format.h"
#include "tests/support/acts.h"
#include "tests/support/suites.h"
#include "tests/ui/window_fixture.h"
#include "ui/charts/live_window.h"
#include "ui/pages/policies/policies_page.h"
#include "ui/pages/tokens/compare_page.h"
#include "ui/pages/tokens/control_page.h"
#include "ui/widgets/cell_text.h"
#include "ui/widgets/plain_label.h"

#include <QLabel>
#include <QLineEdit>
#include <QPainter>

using namespace ratewarden;
using namespace ratewarden::test;
using namespace ratewarden::ui;
using namespace ratewarden::ui::test;

class TestHostile : public QObject {
    Q_OBJECT

private:
    QTemporaryDir m_directory;
    std::string m_image; // HTML that shows a red picture, where HTML is shown

    static bool showsRed(QWidget* widget)
    {
        const QImage image = widget->grab().toImage().convertToFormat(QImage::Format_RGB32);
        for (int y = 0; y < image.height(); ++y)
            for (int x = 0; x < image.width(); ++x)
                if (image.pixel(x, y) == qRgb(255, 0, 0))
                    return true;
        return false;
    }

private Q_SLOTS:
    void initTestCase()
    {
        QImage red(40, 40, QImage::Format_RGB32);
        red.fill(Qt::red);
        const QString path = m_directory.filePath("red.png");
        QVERIFY(red.save(path));
        m_image = QStringLiteral("<img src='%1'>").arg(path).toStdString();
    }

    void theProbeWorks()
    {
        QWidget window;
        auto* const label =
            new QLabel(QString::fromStdString(m_image), &window); // PROBE: shows that HTML would show
        label->resize(60, 60);
        window.resize(80, 80);
        QVERIFY(showsRed(&window));
    }

    void aLongWordIsBrokenAndWidensNothing()
    {
        PlainLabel label(QString("a\nb ") + QString(300, 'W'));
        label.setWrapped();
        const QFontMetrics metrics = label.fontMetrics();
        const int lines = 1 + (metrics.horizontalAdvance(QString(300, 'W')) + 199) / 200; // at least
        QVERIFY2(label.heightForWidth(200) >= lines * metrics.lineSpacing(),
                 qPrintable(QString::number(label.heightForWidth(200))));
        QVERIFY(label.minimumSizeHint().width() < 200);
        label.setText("short");
        QCOMPARE(label.heightForWidth(200), metrics.lineSpacing());
        label.setText({});
        QCOMPARE(label.heightForWidth(200), metrics.lineSpacing());
    }

    void foreignTextStaysInItsCell_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QSize>("room");
        QTest::newRow("marks, any number of which stand on one letter")
            << "A" + QString(5000, QChar(0x0301)) << QSize(160, 24);
        QTest::newRow("marks in a short text") << "A" + QString(200, QChar(0x0301)) << QSize(160, 24);
        QTest::newRow("from the right to the left")
            << QStringLiteral("\u05E9\u05DC\u05D5\u05DD") << QSize(160, 24);
        QTest::newRow("in both directions")
            << QStringLiteral("\u05E9\u05DC\u05D5\u05DD user:42") << QSize(160, 24);
        QTest::newRow("in a font larger than the cell") << "user:42" << QSize(160, 6);
        QTest::newRow("less room than an ellipsis takes") << "user:42" << QSize(3, 24);
    }
    void foreignTextStaysInItsCell()
    {
        QFETCH(QString, text);
        QFETCH(QSize, room);
        QImage image(200, 400, QImage::Format_RGB32);
        const QRect cell({20, 180}, room);
        image.fill(Qt::white);
        QPainter painter(&image);
        drawCellText(&painter, cell, text, painter.font(), Qt::black, Qt::AlignVCenter | Qt::AlignLeft);
        QVERIFY(!painter.hasClipping()); // only that text is cut
        int inside = 0;
        int outside = 0;
        for (int y = 0; y < image.height(); ++y)
            for (int x = 0; x < image.width(); ++x)
                if (image.pixel(x, y) != qRgb(255, 255, 255))
                    ++(cell.contains(x, y) ? inside : outside);
        QCOMPARE(outside, 0);
        QVERIFY(inside > 0 || room.width() < 10);
    }

    void nothingIsMoreThanText()
    {
        WindowFixture m;
        m.policy.name = m_image;
        announcePolicy(m.connection, m.policy);
        RedisRateLimiter limiter(m.connection, m.policy);
        const std::vector<std::string> tokens{m_image,
                                              "user:<b>42</b>",
                                              "<script>alert(1)</script>",
                                              "%1 %2 %n %L1",
                                              "a&b&&c",
                                              std::string("nul\0nul", 7),
                                              "\xff\xfe\xc3(",
                                              "\xe2\x80\xaegnp.exe",
                                              "line\nbreak\ttab",
                                              std::string(10'000, 'W'),
                                              std::string(1'000'000, 'M')};
        for (const std::string& token : tokens) {
            limiter.acquire(token);
            blockToken(m.connection, {token, std::nullopt, m_image + token.substr(0, 100), m_image});
            overrideToken(m.connection, {token, m.policy.name, parseRules("5/h"), std::nullopt,
                                         m_image + token.substr(0, 100), m_image});
        }
        m.window->show();
        QVERIFY(QTest::qWaitForWindowActive(m.window.get(), patienceMs));
        QTRY_COMPARE(m.page().model().rowCount(), int(tokens.size()));
        for (const std::string& token : tokens) {
            const Subject key = stateSubject(token, m.policy);
            QVERIFY(m.page().choose(key));
            QTRY_VERIFY(m.page().details().reading() && m.page().details().reading()->reading.subject == key);
            QTRY_VERIFY(m.page().details().sentence().contains("Blocked for good"));
            QVERIFY2(!showsRed(m.window.get()), "the window shows HTML");
            QVERIFY2(m.window->width() == 1280, "the token has widened the window");

            m.click(m.button("unblock"));
            QTRY_VERIFY(m.dialog() && m.dialog()->isVisible());
            QVERIFY2(!showsRed(m.dialog()), "the dialog shows HTML");
            QVERIFY(m.dialog()->width() < 1280);
            QTest::keyClick(m.dialog(), Qt::Key_Escape);
            QTRY_VERIFY(!m.dialog());

            for (int column = 0; column < TokenTableModel::ColumnCount; ++column) {
                const QString toolTip = m.page()
                                            .model()
                                            .index(m.page().model().rowOf(key), column)
                                            .data(Qt::ToolTipRole)
                                            .toString();
                QVERIFY2(!toolTip.contains("<img"), "a tooltip shows HTML");
            }
        }

        m.window->comparePage().open(m.page().firstTokens(8));
        m.window->showPage(MainWindow::Page::Compare);
        for (const LiveWindow* live : m.window->comparePage().findChildren<LiveWindow*>())
            QTRY_VERIFY(live->requestsShown() > 0);
        QVERIFY2(!showsRed(m.window.get()), "the page of compared tokens shows HTML");
        QVERIFY(m.window->width() == 1280);

        m.window->showPage(MainWindow::Page::Blocks);
        const ControlTableModel& blocks = m.window->blocksPage().model();
        QTRY_COMPARE(blocks.rowCount(), int(tokens.size()));
        QVERIFY2(!showsRed(m.window.get()), "the page of blocks shows HTML");
        QVERIFY(m.window->width() == 1280);
        for (int row = 0; row < blocks.rowCount(); ++row)
            for (int column = 0; column < ControlTableModel::ColumnCount; ++column)
                QVERIFY2(!blocks.index(row, column).data(Qt::ToolTipRole).toString().contains("<img"),
                         "a tooltip shows HTML");
        m.window->showPage(MainWindow::Page::Overrides);
        const ControlTableModel& overrides = m.window->overridesPage().model();
        QTRY_COMPARE(overrides.rowCount(), int(tokens.size()));
        QVERIFY2(!showsRed(m.window.get()), "the page of overrides shows HTML");
        QVERIFY(m.window->width() == 1280);
        for (int row = 0; row < overrides.rowCount(); ++row)
            for (int column = 0; column < ControlTableModel::ColumnCount; ++column)
                QVERIFY2(!overrides.index(row, column).data(Qt::ToolTipRole).toString().contains("<img"),
                         "a tooltip shows HTML");
        m.window->showPage(MainWindow::Page::Blocks);

        // All of them in one dialog.
        auto* const table = m.window->findChild<QTableView*>("blocks");
        table->selectAll();
        m.click(m.button("unblockChosen"));
        QTRY_VERIFY(m.window->blocksPage().actions().dialog());
        ActDialog* const dialog = m.window->blocksPage().actions().dialog();
        QTRY_VERIFY(dialog->isVisible());
        QVERIFY2(!showsRed(dialog), "the dialog shows HTML");
        QVERIFY2(dialog->width() < 1280, "a token has widened the dialog");
        QTest::keyClicks(dialog->findChild<QLineEdit*>("typedNumber"), QString::number(tokens.size()));
        m.click(dialog->findChild<QPushButton*>("confirm"));
        QTRY_COMPARE(blocks.rowCount(), 0);
        for (const std::string& token : tokens)
            QVERIFY(!findBlock(m.connection, token));
    }

    void policiesAreTextToo()
    {
        WindowFixture m;
        const std::vector<std::string> names{
            m_image, "%1 %2", "a&b", "\xff\xfe", "\xe2\x80\xaegnp", "x\ny", std::string(200, 'W')};
        for (const std::string& name : names) {
            PublishedPolicy policy;
            policy.policy = {name, "gcra", parseRules("5/min")};
            policy.description = m_image;
            policy.ruleNames = {m_image};
            if (name.find('\xff') != std::string::npos) // JSON holds no such bytes, but a name may
                policy.description.clear();
            QVERIFY(publishPolicy(m.connection, policy, {m_image, m_image}).published);
        }
        m.connection.call({"HSET", "rw:policies", m_image + "broken", m_image});
        m.window->show();
        QVERIFY(QTest::qWaitForWindowActive(m.window.get(), patienceMs));
        m.window->showPage(MainWindow::Page::Policies);
        PoliciesPage& page = m.window->policiesPage();
        for (const std::string& name : names) {
            QTRY_VERIFY(page.choose(name));
            QTRY_VERIFY(!page.history().isEmpty() && page.history().first().contains("img"));
            QVERIFY2(!showsRed(m.window.get()), "the page shows HTML");
            QVERIFY2(m.window->width() == 1280, "a policy has widened the window");
            QTRY_VERIFY(m.button("editPolicy")->isEnabled());
            m.click(m.button("editPolicy"));
            QTRY_VERIFY(page.dialog() && page.dialog()->isVisible());
            QVERIFY2(!showsRed(page.dialog()), "the dialog shows HTML");
            QVERIFY(page.dialog()->width() < 1280);
            QTest::keyClick(page.dialog(), Qt::Key_Escape);
            QTRY_VERIFY(!page.dialog());
        }
        QVERIFY(page.choose(m_image + "broken"));
        QVERIFY2(!showsRed(m.window.get()), "the page shows HTML");
        for (int row = 0; row < page.model().rowCount(); ++row)
            for (int column = 0; column < PolicyTableModel::ColumnCount; ++column)
                QVERIFY2(!page.model().index(row, column).data(Qt::ToolTipRole).toString().contains("<img"),
                         "a tooltip shows HTML");
    }

    void unblockingTakesTheExactBytes()
    {
        WindowFixture m;
        const std::string token("\xff\0%}{\n", 6);
        m.limiter.acquire(token);
        blockToken(m.connection, {token, std::nullopt, "r", "b"});
        m.window->show();
        QVERIFY(QTest::qWaitForWindowActive(m.window.get(), patienceMs));
        QTRY_VERIFY(m.page().choose(m.key(token)));
        QTRY_VERIFY(m.button("unblock")->isVisible() && m.button("unblock")->isEnabled());
        m.click(m.button("unblock"));
        QTRY_VERIFY(m.dialog() && m.dialog()->isVisible());
        m.click(m.confirmButton());
        QTRY_VERIFY(!findBlock(m.connection, token));
    }
};

RATEWARDEN_SUITE(TestHostile)
#include "tst_hostile.moc"
