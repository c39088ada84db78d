// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lab/traffic.h"
#include "core/model/errors.h"
#include "tests/support/suites.h"

#include <QTest>

using namespace ratewarden;
using namespace std::chrono_literals;

class TestTraffic : public QObject {
    Q_OBJECT

private:
    static void addShapes()
    {
        QTest::addColumn<TrafficShape>("shape");
        QTest::newRow("steady") << TrafficShape::Steady;
        QTest::newRow("random") << TrafficShape::Random;
        QTest::newRow("bursty") << TrafficShape::Bursty;
    }

private Q_SLOTS:
    void keepsItsMeanRate_data()
    {
        QTest::addColumn<TrafficShape>("shape");
        QTest::addColumn<double>("perSecond");
        for (const double perSecond : {0.2, 5.0, 200.0}) {
            QTest::addRow("steady %g", perSecond) << TrafficShape::Steady << perSecond;
            QTest::addRow("random %g", perSecond) << TrafficShape::Random << perSecond;
            QTest::addRow("bursty %g", perSecond) << TrafficShape::Bursty << perSecond;
        }
    }
    void keepsItsMeanRate()
    {
        QFETCH(TrafficShape, shape);
        QFETCH(double, perSecond);
        Traffic traffic(shape, perSecond, Instant{}, 1);
        Instant last{};
        for (int i = 0; i < 20'000; ++i) {
            const Instant next = traffic.next();
            QVERIFY(next >= last);
            last = next;
        }
        const double seconds = double(last.time_since_epoch().count()) / 1e6;
        const double rate = 20'000 / seconds;
        QVERIFY2(rate > 0.95 * perSecond && rate < 1.05 * perSecond, qPrintable(QString::number(rate)));
    }

    void isReproducible_data() { addShapes(); }
    void isReproducible()
    {
        QFETCH(TrafficShape, shape);
        Traffic one(shape, 5.0, Instant{}, 7);
        Traffic same(shape, 5.0, Instant{}, 7);
        Traffic other(shape, 5.0, Instant{}, 8);
        bool differs = false;
        for (int i = 0; i < 100; ++i) {
            const Instant next = one.next();
            QVERIFY(next == same.next());
            differs = differs || next != other.next();
        }
        QVERIFY(differs);
    }

    void refusesWhatIsNoTraffic()
    {
        QVERIFY_THROWS_EXCEPTION(InvalidArgument, Traffic(TrafficShape::Steady, 0, Instant{}, 1));
        QVERIFY_THROWS_EXCEPTION(InvalidArgument, Traffic(TrafficShape::Bursty, 1, Instant{}, 1, 0));
    }

    void burstsAreBursts()
    {
        Traffic traffic(TrafficShape::Bursty, 0.5, Instant{}, 3, 10);
        Instant first = traffic.next();
        for (int burst = 0; burst < 20; ++burst) {
            Instant last = first;
            for (int i = 1; i < 10; ++i)
                last = traffic.next();
            QVERIFY2(last - first < 2s, "the burst is spread out");
            first = traffic.next();
            QVERIFY2(first - last > 10s, "there is no pause behind the burst");
        }
    }
};

RATEWARDEN_SUITE(TestTraffic)
#include "tst_traffic.moc"
