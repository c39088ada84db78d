// SPDX-License-Identifier: GPL-3.0-or-later
// Requests in flight in the window: their slots, ours and those of other limiters, and freeing them.
#include "core/tokens/reader.h"
#include "tests/support/suites.h"
#include "tests/ui/readings.h"
#include "tests/ui/window_test.h"
#include "ui/charts/live_window.h"
#include "ui/charts/rule_bars.h"
#include "ui/charts/window_legend.h"
#include "ui/pages/tokens/compare_page.h"
#include "ui/pages/tokens/token_details.h"
#include "ui/widgets/paint_bars.h"
#include "ui/widgets/plain_label.h"

#include <QImage>
#include <QPainter>
#include <QPlainTextEdit>

#include <cmath>
#include <set>
#include <utility>

using namespace ratewarden;
using namespace ratewarden::test;
using namespace ratewarden::ui;
using namespace ratewarden::ui::test;
using namespace std::chrono_literals;

namespace {

const char* const ownSlots = "rw:{t}:api:slots";
const char* const liteSlots = "{team:search}:max_parallel_requests";

} // namespace

class TestSlotsWindow : public WindowTest {
    Q_OBJECT

private:
    Instant serverNow() { return readTime(m->connection.call({"TIME"}).view()); }
    // One of ours that lives for an hour, renewed or not.
    void take(Micros ago, const std::string& holder = {})
    {
        const auto at = (serverNow() - ago).time_since_epoch().count();
        m->connection.call(
            {"ZADD", ownSlots, "-" + std::to_string(at + Micros(1h).count()), std::to_string(at)});
        if (!holder.empty())
            m->connection.call({"ZADD", ownSlots,
                                QString::number(-double(at) / 0x1p53, 'g', 17).toStdString(),
                                std::to_string(at) + ":" + holder});
        m->connection.call({"PEXPIRE", ownSlots, "3600000"});
    }
    void takeOther(const char* name, Micros ago)
    {
        const double at = std::chrono::duration<double>((serverNow() - ago).time_since_epoch()).count();
        m->connection.call({"ZADD", liteSlots, QString::number(at, 'f', 3).toStdString(), name});
        m->connection.call({"PEXPIRE", liteSlots, "3600000"});
    }
    std::int64_t held(const char* key) { return m->connection.call({"ZCARD", key}).view().integer(); }

    LiveWindow* live() { return m->window->findChild<LiveWindow*>("liveWindow"); }
    void choose(const Subject& subject)
    {
        QTRY_VERIFY(m->page().model().rowOf(subject) >= 0);
        m->clickRow(subject);
        QTRY_VERIFY(m->page().details().reading() &&
                    m->page().details().reading()->reading.subject == subject);
    }
    /// A bar 8 pixels high, from the sixth row on.
    static QImage drawn(double share, double reserved = 0)
    {
        QImage image(300, 20, QImage::Format_RGB32);
        image.fill(Qt::white);
        QPainter painter(&image);
        paintBar(&painter, QRectF(0, 6, 300, 8), share, Qt::blue, Verdicts::Enforced, reserved);
        return image;
    }
    /// Where a bar is hatched, in pixels from its beginning: from the first column to the last of which the
    /// inner rows show the card behind the hatch. Its ends are round, and show nothing of it.
    static std::pair<int, int> hatchIn(const QImage& image, int top, int height)
    {
        std::pair<int, int> hatch{-1, -1};
        constexpr int end = 5;
        for (int x = end; x < image.width() - end; ++x)
            for (int y = top + 1; y < top + height - 1; ++y)
                if (image.pixelColor(x, y) == colors().card)
                    hatch = {hatch.first < 0 ? x : hatch.first, x};
        return hatch;
    }
    QStringList inFlight()
    {
        const ChartTable table = live()->asTable();
        QStringList lines;
        for (int row = 0; row < table.rowCount; ++row)
            if (table.cell(row, 2).startsWith("in flight"))
                lines << table.cell(row, 2) + "|" + table.cell(row, 3);
        return lines;
    }
    void freeThem(const char* key, const QString& figures, std::int64_t left)
    {
        const std::int64_t before = held(key);
        QTRY_VERIFY(m->button("freeSlots")->isVisible() && m->button("freeSlots")->isEnabled());
        RATEWARDEN_STEP(openBy("freeSlots"));
        typeReason(m->dialog(), "its worker is gone");
        auto* const age = m->dialog()->findChild<QLineEdit*>("age");
        const auto* const commands = m->dialog()->findChild<QPlainTextEdit*>();
        QCOMPARE(age->text(), "10min");
        QVERIFY_TEXT(commands->toPlainText(), contains(figures));
        QVERIFY_TEXT(commands->toPlainText(), contains(QString("ZREM ") + key));
        age->setText("soon");
        QVERIFY(!m->confirmButton()->isEnabled());
        age->setText("2h");
        QVERIFY_TEXT(commands->toPlainText(), contains("# Frees 0 of"));
        age->setText("10min");
        QCOMPARE(held(key), before); // nothing is done before it is confirmed
        confirmDialog();
        QTRY_COMPARE(held(key), left);
        QTRY_VERIFY(m->window->session().changes().canUndo());
        QTest::keyClick(m->window.get(), Qt::Key_Z, Qt::ControlModifier);
        QTRY_COMPARE(held(key), before);
    }

private Q_SLOTS:
    void init()
    {
        m = std::make_unique<WindowFixture>(WindowFixture::patient, "in-flight", "3 at once for 1h + 100/h");
    }

    void slotsHaveARowEach()
    {
        m->limiter.acquire("t");
        m->limiter.acquire("t");
        showWindow();
        const Subject subject = m->key("t");
        QTRY_COMPARE(m->cell(subject, TokenTableModel::TightestRule), "2 of 3 at once for 1h");
        choose(subject);
        QTRY_COMPARE(inFlight().size(), 2);
        QVERIFY_TEXT(inFlight().front(), endsWith("|3 at once for 1h"));
        QTRY_VERIFY(live()->kindsShown().contains(WindowKind::InFlight));
        QVERIFY(!live()->kindsShown().contains(WindowKind::HeldLong));
        QVERIFY_TEXT(live()->valuesAt(live()->time().now()), contains("in flight since"));
        const int height = live()->sizeHint().height();
        take(12min);
        QTRY_VERIFY(live()->kindsShown().contains(WindowKind::HeldLong));
        QVERIFY_TEXT(live()->valuesAt(live()->time().now()), contains("▲ 12 min"));
        QCOMPARE(live()->sizeHint().height(), height);
        QTRY_TEXT(sentence(), contains("when one in flight ends, in "));
        QTRY_VERIFY(m->cell(subject, TokenTableModel::Next).startsWith("≤ "));
        m->connection.call({"DEL", ownSlots});
        QTRY_COMPARE(inFlight(), QStringList());
        QCOMPARE(live()->sizeHint().height(), height);
        // Of a busy one the slots that keep their rows are the oldest.
        for (int i = 0; i < 40; ++i)
            take(i * 1s);
        QTRY_COMPARE(inFlight().size(), 40);
        QVERIFY(live()->sizeHint().height() > height && live()->sizeHint().height() < height + 100);
        QVERIFY(!live()->grab().isNull());
    }

    // Where its limits are not known the row is hatched.
    void itsTextHasAGround()
    {
        take(4s);
        showWindow();
        choose(m->key("t"));
        QTRY_COMPARE(inFlight().size(), 1);
        const QImage image = live()->grab().toImage();
        std::set<QRgb> beside; // of the text, at its end, which the bar follows
        for (int y = 0; y < image.height(); ++y)
            for (int x = image.width() / 2; x < image.width(); ++x)
                if (image.pixelColor(x, y) == colors().used) {
                    beside.insert(image.pixel(x - 3, y));
                    break;
                }
        QVERIFY2(beside.contains(colors().card.rgb()), "the text is on what is behind it");
    }

    void oursShowTheirHolders()
    {
        m->limiter.acquire(TokenRequest{.token = "t", .holder = "web-1:4711"});
        showWindow();
        choose(m->key("t"));
        QTRY_COMPARE(inFlight(), QStringList{"in flight: web-1:4711|3 at once for 1h"});
        QVERIFY_TEXT(live()->valuesAt(live()->time().now()), contains(" · web-1:4711"));
        take(43min, "<b>cron</b>");
        QTRY_COMPARE(inFlight(), (QStringList{"in flight: web-1:4711|3 at once for 1h",
                                              "in flight: <b>cron</b>|3 at once for 1h"}));
        QVERIFY_TEXT(live()->valuesAt(live()->time().now()), contains("▲ 43 min · <b>cron</b>"));
    }

    void theOverviewCountsThem()
    {
        take(43min);
        take(4s);
        m->window->showPage(MainWindow::Page::Overview);
        showWindow();
        m->window->session().refresh();
        QTRY_TEXT(m->window->findChild<PlainLabel*>("overviewAbout")->text(), contains(" · 2 in flight"));
    }

    void oursAreFreed()
    {
        take(43min, "web-1:4711");
        take(12min);
        take(4s, "web-2");
        showWindow();
        choose(m->key("t"));
        freeThem(ownSlots, "# Frees 2 of 3 slots, the oldest held for 43 min.", 2);
        QTRY_VERIFY(inFlight().contains("in flight: web-1:4711|3 at once for 1h")); // its holder is back, too
    }

    void thoseOfOthersAreFreedLikewise()
    {
        takeOther("dead0001", 43min);
        takeOther("live0001", 4s);
        const Subject subject = recogniseOnServer(m->connection, liteSlots)->subject;
        announcePolicy(m->connection, subject.format->policyFor(subject, parseRules("5/h")));
        showWindow();
        QTRY_COMPARE(m->cell(subject, TokenTableModel::TightestRule), "2 of 5 at once for 1h");
        choose(subject);
        QTRY_COMPARE(inFlight(), (QStringList{"in flight: live0001|5 at once for 1h",
                                              "in flight: dead0001|5 at once for 1h"}));
        QVERIFY(live()->kindsShown().contains(WindowKind::HeldLong));
        QVERIFY(live()->kindsShown().contains(WindowKind::InFlight));
        QVERIFY_TEXT(live()->valuesAt(live()->time().now()), contains("ends in 17 min"));
        freeThem(liteSlots, "# Frees 1 of 2 slots, the oldest held for 43 min.", 1);

        ComparePage& page = m->window->comparePage();
        m->window->showPage(MainWindow::Page::Compare);
        page.open({subject});
        QTRY_VERIFY(page.findChild<LiveWindow*>() &&
                    page.findChild<LiveWindow*>()->kindsShown().contains(WindowKind::HeldLong));
        QTRY_TEXT(page.findChild<PlainLabel*>("usage")->text(), endsWith("5 at once for 1h: 2/5"));
    }

    void theyStayWhereNothingMayBeChanged()
    {
        take(43min);
        showWindow();
        m->window->session().guard().raise(GuardLevel::ReadOnly);
        choose(m->key("t"));
        QTRY_VERIFY(m->button("freeSlots")->isVisible());
        QTRY_VERIFY(!m->button("freeSlots")->isEnabled());
        QCOMPARE(held(ownSlots), 1);
    }

    void aTokenWithoutSlotsOffersNothing()
    {
        m = std::make_unique<WindowFixture>();
        m->limiter.acquire("t");
        showWindow();
        choose(m->key("t"));
        QTRY_VERIFY(m->button("reset")->isEnabled());
        QVERIFY(!m->button("freeSlots")->isVisible());
    }

    // Bottleneck counts a job that was taken out for good.
    void slotsThatHaveToStayAreNotOffered()
    {
        const char* const jobs = "b_mail_job_expirations";
        const auto end = std::chrono::ceil<std::chrono::milliseconds>(serverNow().time_since_epoch() + 30min);
        m->connection.call({"ZADD", jobs, std::to_string(end.count()), "job-1"});
        m->connection.call({"PEXPIRE", jobs, "3600000"});
        takeOther("live0001", 4s);
        showWindow();
        choose(recogniseOnServer(m->connection, liteSlots)->subject);
        QTRY_VERIFY(m->button("freeSlots")->isVisible());
        const Subject subject = recogniseOnServer(m->connection, jobs)->subject;
        QCOMPARE(std::string(subject.format->name()), std::string("bottleneck-jobs"));
        choose(subject);
        QTRY_VERIFY(!m->button("freeSlots")->isVisible());
    }

    void leasedUnitsAreTold()
    {
        auto detail = std::make_shared<TokenDetail>();
        detail->reading = reading("t", 64);
        RuleBars bars;
        bars.present(detail, someMoment);
        QCOMPARE(usedTexts(detail->reading, 0), (QStringList{"64/100", "64/100"}));
        detail->reading.leased = 23;
        QCOMPARE(usedTexts(detail->reading, 0).front(), "of 100: 41 spent, up to 23 held by leases");
        QCOMPARE(usageText(detail->reading), "100/min: of 100: 41 spent, up to 23 held by leases");
        QCOMPARE(bars.asTable().headings.last(), "Held by leases (units, at most)");
        QCOMPARE(bars.asTable().cell(0, 6), "23");
    }

    void reservedUnitsAreTold()
    {
        auto detail = std::make_shared<TokenDetail>();
        detail->reading = reading("t", 53);
        detail->reading.reserved = {12};
        RuleBars bars;
        bars.present(detail, someMoment);
        QCOMPARE(usedTexts(detail->reading, 0).front(), "of 100: 41 spent, 12 reserved");
        QCOMPARE(unspentShare(detail->reading, 0), 0.12);
        QCOMPARE(bars.asTable().headings.last(), "Reserved (units)");
        QCOMPARE(bars.asTable().cell(0, 6), "12");
        detail->reading.leased = 23; // of what is not reserved
        QCOMPARE(usedTexts(detail->reading, 0).front(),
                 "of 100: 18 spent, 12 reserved, up to 23 held by leases");
        QCOMPARE(unspentShare(detail->reading, 0), 0.35);
    }

    void reservedUnitsAreSeenUntilTheyAreSettled()
    {
        m = std::make_unique<WindowFixture>(WindowFixture::patient, "sliding-log", "100/h");
        m->limiter.acquire("t", 41);
        Reservation reservation = m->limiter.reserve("t", 12);
        showWindow();
        const Subject subject = m->key("t");
        choose(subject);
        const auto tip = [&] {
            const TokenTableModel& model = m->page().model();
            return model.index(model.rowOf(subject), TokenTableModel::TightestRule)
                .data(Qt::ToolTipRole)
                .toString();
        };
        QTRY_TEXT(tip(), contains(">of 100: 41 spent, 12 reserved<"));
        auto* const bars = m->page().details().findChild<RuleBars*>();
        const auto hatch = [bars] {
            return hatchIn(bars->grab().toImage(), bars->fontMetrics().height() + 6, 6);
        };
        QTRY_COMPARE(bars->asTable().headings.last(), "Reserved (units)");
        QCOMPARE(bars->asTable().cell(0, 6), "12");
        QVERIFY(std::abs(hatch().first - 0.41 * bars->width()) <= 3);
        QVERIFY(std::abs(hatch().second - 0.53 * bars->width()) <= 3);
        m->window->showPage(MainWindow::Page::Overview);
        const auto* const about = m->window->findChild<PlainLabel*>("overviewAbout");
        QTRY_TEXT(about->text(), contains(" · 12 units reserved"));
        m->window->showPage(MainWindow::Page::Compare);
        ComparePage& page = m->window->comparePage();
        page.open({subject});
        const auto usage = [&page] {
            const auto* const label = page.findChild<PlainLabel*>("usage");
            return label ? label->text() : QString();
        };
        QTRY_COMPARE(usage(), "100/h: of 100: 41 spent, 12 reserved");

        reservation.settle(12); // which leaves what is used as it is
        QTRY_COMPARE(usage(), "100/h: 53/100");
        m->window->showPage(MainWindow::Page::Tokens);
        QTRY_VERIFY(!tip().contains("reserved"));
        QTRY_COMPARE(hatch().first, -1);
        m->window->showPage(MainWindow::Page::Overview);
        QTRY_VERIFY(!about->text().contains("reserved"));
    }

    // A line stands where the limit is.
    void moreThanTheLimitIsSeen()
    {
        const QColor line = colors().text;
        QCOMPARE(drawn(1.5).pixelColor(199, 5), line); // above the bar, two thirds along
        QCOMPARE(drawn(1.5).pixelColor(290, 10), QColor(Qt::blue));
        QCOMPARE(drawn(1).pixelColor(199, 5), QColor(Qt::white));
        QCOMPARE(drawn(9).pixelColor(149, 5), line);
    }

    // From what is spent to what is used: a quarter of the bar and a half, and beyond the limit's line. The
    // columns at its ends are drawn through.
    void whatIsReservedIsHatched()
    {
        const auto hatch = [](double share, double reserved) {
            return hatchIn(drawn(share, reserved), 6, 8);
        };
        QCOMPARE(hatch(0.5, 0), std::pair(-1, -1));
        QCOMPARE(hatch(0.5, 0.25), std::pair(76, 148));
        QCOMPARE(drawn(0.5, 0.25).pixelColor(70, 10), QColor(Qt::blue)); // what is spent
        QCOMPARE(drawn(0.5, 0.25).pixelColor(160, 10), colors().track);
        QCOMPARE(hatch(1.5, 0.25).first, 251);
    }
};

RATEWARDEN_SUITE(TestSlotsWindow)
#include "tst_slots_window.moc"
