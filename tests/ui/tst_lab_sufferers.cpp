// SPDX-License-Identifier: GPL-3.0-or-later
// The lab's list of tokens, whose filter goes through all of them in a thread: only what is asked for last is
// shown.
#include "tests/support/suites.h"
#include "tests/ui/model_texts.h"
#include "ui/pages/lab/lab_sufferer_rows.h"
#include "ui/pages/lab/lab_sufferers_card.h"
#include "ui/widgets/filter_line.h"

#include <QTableView>
#include <QTest>

using namespace ratewarden;
using namespace ratewarden::test;
using namespace ratewarden::ui;
using namespace ratewarden::ui::test;
using namespace std::chrono_literals;

namespace {

constexpr int tokensOfTraffic = 2000;

/// One request each of many tokens, "old:0000" and so on; the first one sends three at once.
SharedTraffic trafficNamed(const char* name)
{
    const Instant noon{1'795'262'400s};
    TraceBuilder builder;
    for (int i = 0; i < tokensOfTraffic; ++i)
        for (int k = 0; k < (i == 0 ? 3 : 1); ++k)
            builder.add(noon + i * 1ms,
                        QStringLiteral("%1:%2").arg(name).arg(i, 4, 10, QLatin1Char('0')).toStdString());
    return generatedTraffic(builder.take());
}

Policy limitedBy(const char* rules)
{
    return {"lab", "sliding-log", parseRules(rules)};
}

SuffererFilter suffererFilter(const char* words)
{
    return SuffererFilter(Filter(SuffererFilter::fields(), words));
}

} // namespace

class TestLabSufferers : public QObject {
    Q_OBJECT

    std::unique_ptr<LabBench> m_bench;
    std::unique_ptr<LabSufferersCard> m_card;

    FilterLine& filter() { return *m_card->findChild<FilterLine*>("labFilter"); }
    QStringList listed()
    {
        return column(*m_card->findChild<QTableView*>("sufferers")->model(), SuffererTableModel::Token);
    }

private Q_SLOTS:
    void init()
    {
        m_bench = std::make_unique<LabBench>();
        m_card = std::make_unique<LabSufferersCard>(*m_bench);
        m_bench->take(trafficNamed("old"), nullptr);
        m_bench->setRules(limitedBy("5/min"), {});
        QTRY_VERIFY(m_bench->isIdle());
    }
    void cleanup()
    {
        QTRY_VERIFY(m_bench->isIdle()); // what is answered goes to the card
        m_card.reset();
        m_bench.reset();
    }

    void cellsSayTheirHeading()
    {
        SuffererRow hurt;
        hurt.kind = SuffererKind::Hurt;
        hurt.name = "quiet:1";
        hurt.newlyDenied = 3;
        SuffererRow line;
        line.kind = SuffererKind::Nobody;
        SuffererTableModel model;
        model.put({hurt, line}, "B", 1min, true);
        const auto heard = [&](SuffererTableModel::Column column) {
            return model.index(0, column).data(Qt::AccessibleTextRole).toString();
        };
        QCOMPARE(heard(SuffererTableModel::Token), "quiet:1: ▲ hurt");
        QCOMPARE(heard(SuffererTableModel::NewlyDenied), "Newly: 3");
        QCOMPARE(heard(SuffererTableModel::DeniedThen), "Under B: …");
        QCOMPARE(model.index(0, SuffererTableModel::Token).data().toString(), "▲ quiet:1");
        QCOMPARE(model.index(1, SuffererTableModel::Token).data().toString(), "— nobody else —");
        QVERIFY(model.index(1, SuffererTableModel::NewlyDenied).data().toString().isEmpty());
    }

    void theWindowDoesNotGoThroughAllTokens()
    {
        const QStringList before = listed();
        filter().setText("old:0007");
        QCOMPARE(listed(), before);
        QTRY_COMPARE(listed(), QStringList{"old:0007"});
    }

    void onlyWhatWasTypedLastIsShown()
    {
        filter().setText("old:0007");
        filter().setText("old:0008");
        QTRY_VERIFY(m_bench->isIdle());
        QCOMPARE(listed(), QStringList{"old:0008"});
        filter().clear();
        const QStringList all = listed(); // at once: few are looked at
        QVERIFY(all.size() > 1);
        filter().setText("old:0007");
        filter().clear();
        QTRY_VERIFY(m_bench->isIdle());
        QCOMPARE(listed(), all);
    }

    void nothingOfOtherTrafficIsShown()
    {
        filter().setText("old:0007");
        m_bench->take(trafficNamed("new"), nullptr);
        QTRY_VERIFY(m_bench->isIdle());
        QVERIFY(!listed().isEmpty());
        for (const QString& token : listed())
            QVERIFY_TEXT(token, startsWith("new:"));
        filter().setText("new:0007");
        m_bench->clear();
        QVERIFY(!m_bench->runner().isBusy(LabRunner::Question::Sufferers));
    }

    void aNewTrialIsAskedAgain()
    {
        filter().setText("denied>0");
        m_bench->setRules(limitedBy("2/min"), {});
        QTRY_VERIFY(m_bench->isIdle());
        QCOMPARE(listed(), QStringList{"old:0000"});
        m_bench->setRules(limitedBy("5/min"), {});
        QTRY_VERIFY(m_bench->isIdle());
        QCOMPARE(listed(), QStringList());
    }

    void aClickWithAltFiltersByAFigure()
    {
        m_bench->setRules(limitedBy("2/min"), {});
        QTRY_VERIFY(m_bench->isIdle());
        m_card->resize(1200, 600); // with all columns
        m_card->show();
        QVERIFY(QTest::qWaitForWindowActive(m_card.get(), patienceMs));
        auto* const table = m_card->findChild<QTableView*>("sufferers");
        const auto click = [&](SuffererTableModel::Column which, Qt::KeyboardModifiers modifiers) {
            filter().clear();
            table->setColumnHidden(which, false);
            const QModelIndex cell = table->model()->index(0, which);
            table->scrollTo(cell);
            QTest::mouseClick(table->viewport(), Qt::LeftButton, modifiers, table->visualRect(cell).center());
            return filter().text();
        };
        QCOMPARE(listed().first(), "old:0000");
        QCOMPARE(click(SuffererTableModel::DeniedThen, Qt::AltModifier), "denied>0 ");
        QTRY_COMPARE(listed(), QStringList{"old:0000"});
        QCOMPARE(click(SuffererTableModel::Peak, Qt::AltModifier), "peak>2 ");
        QTRY_COMPARE(listed(), QStringList{"old:0000"});
        QCOMPARE(click(SuffererTableModel::NewlyDenied, Qt::AltModifier), "newly-denied>0 ");
        QCOMPARE(click(SuffererTableModel::Sign, Qt::AltModifier), "denied>0 ");
        QCOMPARE(click(SuffererTableModel::Freed, Qt::AltModifier), ""); // none
        QCOMPARE(click(SuffererTableModel::Peak, Qt::AltModifier | Qt::ShiftModifier), "-peak>2 ");
        QTRY_VERIFY(m_bench->isIdle());
        QVERIFY(!listed().contains("old:0000"));
        m_bench->mark(0, true);
        QTRY_VERIFY(m_bench->isIdle());
        QCOMPARE(click(SuffererTableModel::Sign, Qt::AltModifier), "marked ");
        QTRY_COMPARE(listed(), QStringList{"old:0000"});
    }

    // Those that are worst off are offered by name, each as the one that it is.
    void theWorstTokensAreOffered()
    {
        m_bench->setRules(limitedBy("2/min"), {});
        QTRY_VERIFY(m_bench->isIdle());
        m_card->show();
        QVERIFY(QTest::qWaitForWindowActive(m_card.get(), patienceMs));
        filter().setFocus();
        QTest::keyClicks(&filter(), "token:old:0000"); // but that one is whole
        QTest::keyClick(&filter(), Qt::Key_Backspace);
        QTRY_COMPARE(filter().offered().contains("token:old:0000"), true);
        QTest::keyClick(&filter(), Qt::Key_Tab);
        QCOMPARE(filter().text(), "token:old:0000 ");
        QTRY_VERIFY(m_bench->isIdle());
        QCOMPARE(listed(), QStringList{"old:0000"});
    }

    void theListIsEnteredBeforeItsRowsAreThere()
    {
        m_card->show();
        QVERIFY(QTest::qWaitForWindowActive(m_card.get(), patienceMs));
        filter().setFocus();
        filter().setText("old:0007");
        QTest::keyClick(&filter(), Qt::Key_Down);
        QTRY_VERIFY(m_bench->token() && m_bench->nameOf(*m_bench->token()) == "old:0007");
        QVERIFY(m_card->findChild<QTableView*>("sufferers")->selectionModel()->hasSelection());
    }

    void rowsAreFoundInParts()
    {
        const SuffererFilter filter = suffererFilter("token:*7");
        LabSuffererRows whole(*m_bench, 1min);
        QVERIFY(whole.find(filter, 24h, {}));
        QCOMPARE(whole.rows().size(), std::size_t(tokensOfTraffic / 10));
        LabSuffererRows parts(*m_bench, 1min);
        LabSuffererRows stopped(*m_bench, 1min);
        m_bench->clear(); // they share what they need
        int calls = 1;
        while (!parts.find(filter, 0ns, {}))
            ++calls;
        QVERIFY(calls > 2);
        QVERIFY(parts.rows() == whole.rows());
        std::stop_source stop;
        stop.request_stop();
        QVERIFY(!stopped.find(filter, 24h, stop.get_token()));
        QVERIFY(stopped.rows().size() < whole.rows().size());
    }

    void asManyAreFoundAsAreListed()
    {
        LabSuffererRows rows(*m_bench, 1min);
        QVERIFY(rows.find(suffererFilter("token:*"), 24h, {}));
        QCOMPARE(rows.rows().size(), mostDiffering + 8);
        QCOMPARE(rows.inventory({}).flags.at("unchanged"), tokensOfTraffic);
        QCOMPARE(rows.inventory({}).flags.at("marked"), 0);
    }
};

RATEWARDEN_SUITE(TestLabSufferers)
#include "tst_lab_sufferers.moc"
