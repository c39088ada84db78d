// SPDX-License-Identifier: GPL-3.0-or-later
// Of several rules without room, the one with the longest wait is named with that wait, wherever one looks.
#include "tests/support/suites.h"
#include "tests/ui/readings.h"
#include "ui/charts/rule_bars.h"
#include "ui/models/token_table_model.h"
#include "ui/pages/tokens/token_sentence.h"
#include "ui/text/display_text.h"
#include "ui/tokens/token_store.h"

#include <QTest>

using namespace ratewarden;
using namespace ratewarden::ui;
using namespace ratewarden::ui::test;
using namespace std::chrono_literals;

class TestWaits : public QObject {
    Q_OBJECT

private:
    /// 1/s is full for 0.4 s, 20/min for 1.9 s.
    static Reading held()
    {
        Reading one = reading("held", 100);
        one.subject = stateSubject("held", "api", algorithmNamed("sliding-log"));
        one.policy = Policy{"api", "sliding-log", parseRules("1/s + 20/min")};
        Decision decision;
        decision.now = someMoment;
        decision.verdict = Verdict::DeniedByRule;
        decision.usage.push_back({{1, 1s}, 1, 400ms});
        decision.usage.push_back({{20, 1min}, 20, 59s});
        decision.rule = 1;
        decision.retryAfter = 1900ms;
        one.decision = decision;
        return one;
    }

private Q_SLOTS:
    void tableSentenceAndRulesAgree()
    {
        const Reading token = held();
        TokenBook book;
        TokenTableModel model(book);
        book.put({token});
        QCOMPARE(model.index(0, TokenTableModel::TightestRule).data().toString(), "20 of 20/min");
        QCOMPARE(model.index(0, TokenTableModel::Next).data().toString(), "in 1.9 s");
        QVERIFY_TEXT(sentenceFor(token, 0s).text, endsWith("Next request in 1.9 s, held back by 20/min"));

        auto detail = std::make_shared<TokenDetail>();
        detail->reading = token;
        detail->hasLog = true;
        for (int i = 0; i < 20; ++i)
            detail->log.entries.push_back({someMoment - 58'100ms + i * 3s, 1});
        detail->log.entries.back().at = someMoment - 600ms;
        RuleBars bars;
        bars.present(detail, someMoment);
        const ChartTable table = bars.asTable();
        QStringList lines;
        for (int row = 0; row < table.rowCount; ++row) {
            QStringList cells;
            for (int column = 0; column < table.headings.size(); ++column)
                cells << table.cell(row, column);
            lines << cells.join('|');
        }
        QCOMPARE(lines.value(0), "1/s|1|1|100.0|next frees in 0.4 s|no");
        QCOMPARE(lines.value(1), "20/min|20|20|100.0|next request in 1.9 s|yes");
    }

    // Where there is little room, what frees under another rule never reads as a wait.
    void aShortTextIsNoOtherWait()
    {
        RuleBars bars;
        auto detail = std::make_shared<TokenDetail>();
        detail->reading = held();
        bars.present(detail, someMoment);
        for (const QString& text : bars.freesTexts(0))
            QVERIFY2(text.startsWith("free") || text.isEmpty(),
                     qPrintable(text)); // rather none than a cut one
        for (const QString& text : bars.freesTexts(1))
            QVERIFY_TEXT(text, contains("in 1.9 s"));
    }
};

RATEWARDEN_SUITE(TestWaits)
#include "tst_waits.moc"
