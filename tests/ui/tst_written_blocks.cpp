// SPDX-License-Identifier: GPL-3.0-or-later
// Blocks of other limiters' tokens that only the change tells of: which readings end them.
#include "core/formats/foreign/catalogue.h"
#include "tests/support/suites.h"
#include "ui/tokens/written_blocks.h"

#include <QTest>

using namespace ratewarden;
using namespace ratewarden::ui;
using namespace std::chrono_literals;

class TestWrittenBlocks : public QObject {
    Q_OBJECT

private:
    const Instant m_begin{Micros(1'795'000'000'000'000)};
    Subject m_subject;

    ChangeOutcome made(const Intent& intent, Instant at) const
    {
        ChangeOutcome outcome;
        outcome.change.intent = intent;
        outcome.change.subjects = {m_subject};
        outcome.change.reason = "scraping";
        outcome.at = at;
        outcome.undoable.push_back({0, {}});
        return outcome;
    }

    /// Whether the window shows a block on this reading.
    bool isBlocked(WrittenBlocks& blocks, Instant at, Verdict verdict) const
    {
        Reading reading;
        reading.subject = m_subject;
        reading.at = at;
        reading.decision = Decision{};
        reading.decision->verdict = verdict;
        const auto readings = std::make_shared<const std::vector<Reading>>(std::vector{reading});
        return blocks.complete(readings)->front().block.has_value();
    }

private Q_SLOTS:
    void initTestCase()
    {
        const Format* const format = currentCatalogue()->find("rate-limit-redis");
        QVERIFY(format);
        m_subject = {"203.0.113.9", "rl:*", format};
    }

    void whatIsServedIsNotBlocked()
    {
        WrittenBlocks blocks;
        QVERIFY(!isBlocked(blocks, m_begin, Verdict::DeniedByRule)); // by its limit
        blocks.note(made(BlockIntent{1h, {}, {}}, m_begin));
        QVERIFY(!isBlocked(blocks, m_begin - 1us, Verdict::Allowed)); // of before it
        QVERIFY(isBlocked(blocks, m_begin + 1s, Verdict::DeniedByRule));
        QVERIFY(!isBlocked(blocks, m_begin + 2s, Verdict::Allowed));
        QVERIFY(!isBlocked(blocks, m_begin + 3s, Verdict::DeniedByRule)); // has reached its limit since
    }

    // A reading tells of a change before its own answer does.
    void whatLiftsABlockMayBeReadFirst_data()
    {
        QTest::addColumn<int>("servedAfter");
        QTest::addColumn<bool>("comesBack");
        QTest::newRow("before the change: it was over") << 5 << false;
        QTest::newRow("because of the change") << 11 << true;
    }
    void whatLiftsABlockMayBeReadFirst()
    {
        QFETCH(int, servedAfter);
        QFETCH(bool, comesBack);
        WrittenBlocks blocks;
        blocks.note(made(BlockIntent{1h, {}, {}}, m_begin));
        QVERIFY(!isBlocked(blocks, m_begin + std::chrono::seconds(servedAfter), Verdict::Allowed));
        const ChangeOutcome lifted = made(UnblockIntent{}, m_begin + 10s);
        blocks.note(lifted);
        Undoing undoing;
        undoing.results.push_back({0, Undone::AsItWas});
        blocks.noteUndone(lifted, undoing, m_begin + 20s);
        QCOMPARE(isBlocked(blocks, m_begin + 21s, Verdict::DeniedByRule), comesBack);
    }

    // On a busy machine they arrive in any order.
    void whatWasReadWhileItWasLiftedEndsNothing()
    {
        WrittenBlocks blocks;
        blocks.note(made(BlockIntent{1h, {}, {}}, m_begin));
        const ChangeOutcome lifted = made(UnblockIntent{}, m_begin + 10s);
        blocks.note(lifted);
        QVERIFY(!isBlocked(blocks, m_begin + 11s, Verdict::Allowed));
        Undoing undoing;
        undoing.results.push_back({0, Undone::AsItWas});
        blocks.noteUndone(lifted, undoing, m_begin + 20s);
        QVERIFY(!isBlocked(blocks, m_begin + 19s, Verdict::Allowed));
        QVERIFY(isBlocked(blocks, m_begin + 21s, Verdict::DeniedByRule));
        QVERIFY(!isBlocked(blocks, m_begin + 22s, Verdict::Allowed));
        QVERIFY(!isBlocked(blocks, m_begin + 23s, Verdict::DeniedByRule));
    }
};

RATEWARDEN_SUITE(TestWrittenBlocks)
#include "tst_written_blocks.moc"
