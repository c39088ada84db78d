// SPDX-License-Identifier: GPL-3.0-or-later
// Values that Bucket4j's own classes wrote and judged (tests/core/bucket4j_values.txt) are read as they judge
// them, and what a plan writes is what they were seen to obey.
#include "core/formats/describe/sample_check.h"
#include "core/formats/files/bucket4j_value.h"
#include "core/model/errors.h"
#include "tests/support/suites.h"

#include <QTest>

using namespace ratewarden;
using namespace ratewarden::test;
using namespace std::chrono_literals;

namespace {

// A line of the file: a value, the moment, and what com.bucket4j's RemoteBucketState says of it then: tokens
// left in each bandwidth, nanoseconds until one can be taken, and until all are full. A line that begins with
// "block" has the value before, the moment, the duration, the value that was written, and how long it
// refuses.
QList<QByteArrayList> linesOf(bool blocks)
{
    QList<QByteArrayList> lines;
    for (const QByteArray& text : sourceFile("tests/core/bucket4j_values.txt").trimmed().split('\n')) {
        QByteArrayList line = text.split(' ');
        if (line.front().startsWith('#') || (line.front() == "block") != blocks)
            continue;
        if (blocks)
            line.pop_front();
        lines.push_back(line);
    }
    return lines;
}

const CatalogueFormat& format()
{
    return *builtInCatalogue().find("bucket4j");
}

ForeignState stateOf(const std::string& value, Nanos now, std::int64_t pttl = -1)
{
    FormatSample sample;
    sample.keys.push_back({"user:42", {"string", pttl, value, {}, {}, {}, {}}});
    sample.at = now;
    return readSample(format(), sample);
}

std::string bytesOf(const QByteArray& hex)
{
    return QByteArray::fromHex(hex).toStdString();
}

std::string written(const std::string& before, const ForeignState& state, const ShapeIntent& intent)
{
    const ShapePlan plan = planShape(format().file(), state.decoded.state, {}, intent);
    return plan.writes.empty() ? before : writeBucket4j(before, plan.writes.front().parts).value_or("");
}

} // namespace

class TestBucket4j : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void valuesAreReadAsItsOwnClassesJudgeThem()
    {
        const auto lines = linesOf(false);
        QVERIFY(lines.size() >= 100);
        for (const QByteArrayList& line : lines) {
            const ForeignState state = stateOf(bytesOf(line[0]), Nanos(line[1].toLongLong()));
            QCOMPARE(englishText(state.decoded.mismatch), std::string());
            const QByteArrayList left = line[2].split(',');
            QCOMPARE(qsizetype(state.reading.rules.size()), left.size());
            Nanos full{};
            for (qsizetype i = 0; i < left.size(); ++i) {
                const ShapeUsage& usage = state.reading.rules[std::size_t(i)];
                QVERIFY2(usage.remaining && usage.resetsIn, line[0]);
                QVERIFY2(*usage.remaining == left[i].toDouble(), line[0]);
                full = std::max(full, *usage.resetsIn);
            }
            // Its own arithmetic drops what is below a nanosecond for each token, ours what a double cannot
            // hold.
            QVERIFY2(state.reading.retryIn &&
                         std::chrono::abs(*state.reading.retryIn - Nanos(line[3].toLongLong())) < 1us,
                     line[0]);
            QVERIFY2(std::chrono::abs(full - Nanos(line[4].toLongLong())) < 1us, line[0]);
        }
    }

    void aBlockIsWhatItsOwnClassesObeyed()
    {
        const auto lines = linesOf(true);
        int compared = 0;
        for (const QByteArrayList& line : lines) {
            const std::string before = bytesOf(line[0]);
            const Nanos now(line[1].toLongLong());
            const Nanos duration(line[2].toLongLong());
            QVERIFY2(std::chrono::abs(duration - Nanos(line[4].toLongLong())) < 1us, line[0]);
            const std::string after = written(before, stateOf(before, now), BlockFor{duration, ""});
            const ForeignState blocked = stateOf(after, now);
            const ShapeReading was = stateOf(before, now).reading;
            if (was.state == SubjectState::Limited && *was.retryIn > duration) { // it is not cut
                QVERIFY2(*blocked.reading.retryIn > *was.retryIn - 1us, line[0]);
                continue;
            }
            ++compared;
            QCOMPARE(QByteArray::fromStdString(after).toHex(), line[3]);
            QCOMPARE(nameOf(blocked.reading.state), nameOf(SubjectState::Limited));
            QVERIFY(std::chrono::abs(*blocked.reading.retryIn - duration) < 1us);
        }
        QVERIFY(compared > 10);
    }

    void aChargeTakesFromEveryBandwidthAndARefundPutsItBack()
    {
        for (const QByteArrayList& line : linesOf(false)) {
            const std::string before = bytesOf(line[0]);
            const Nanos now(line[1].toLongLong());
            const ForeignState state = stateOf(before, now);
            const std::string after = written(before, state, ChargeUnits{1});
            const ForeignState charged = stateOf(after, now);
            const ForeignState refunded = stateOf(written(after, charged, ChargeUnits{-1}), now);
            for (std::size_t i = 0; i < state.reading.rules.size(); ++i) {
                const double used = *state.reading.rules[i].used;
                QCOMPARE(*charged.reading.rules[i].used, used + 1);
                QCOMPARE(*refunded.reading.rules[i].used, used);
            }
        }
    }

    // Those of its parts are those of the whole.
    void whatABlockCannotPromiseIsSaid()
    {
        const QByteArrayList line = linesOf(true).front();
        const ForeignState state = stateOf(bytesOf(line[0]), Nanos(line[1].toLongLong()));
        const ShapePlan plan = planShape(format().file(), state.decoded.state, {}, BlockFor{1h, ""});
        QVERIFY(std::ranges::find(plan.cautions, Caution::QuotaRefillsAfter) != plan.cautions.end());
    }

    void aKeyWithoutExpiryKeepsNone()
    {
        const QByteArrayList line = linesOf(true).front();
        const Nanos now(line[1].toLongLong());
        const auto writeOf = [&](std::int64_t pttl) {
            const ForeignState state = stateOf(bytesOf(line[0]), now, pttl);
            return planShape(format().file(), state.decoded.state, {}, BlockFor{1h, ""}).writes.front();
        };
        QVERIFY(writeOf(-1).keepExpiry);
        QVERIFY(writeOf(7'200'000).keepExpiry);
        QVERIFY(!writeOf(60'000).keepExpiry); // or it would be a full bucket again after a minute
        QVERIFY(*writeOf(60'000).expiresIn >= 1h);
    }

    void nothingIsWrittenWhereNothingWas()
    {
        FoundState absent;
        absent.now = Nanos(1'795'229'733s);
        for (const ShapeIntent& intent : {ShapeIntent(BlockFor{1h, ""}), ShapeIntent(ChargeUnits{1})})
            QVERIFY_THROWS_EXCEPTION(InvalidArgument, planShape(format().file(), absent, {}, intent));
        QVERIFY(planShape(format().file(), absent, {}, Reset{}).writes.empty());
    }

    void otherBytesAreNotRead()
    {
        const std::string value = bytesOf(linesOf(false).front()[0]);
        QVERIFY(readBucket4j(value));
        for (std::size_t size = 0; size < value.size(); ++size)
            QVERIFY(!readBucket4j(std::string_view(value).substr(0, size)));
        QVERIFY(!readBucket4j(value + '\0'));
        std::string many = value;
        many[8] = '\x7f'; // bandwidths
        QVERIFY(!readBucket4j(many));
        QVERIFY(!writeBucket4j(value, {}));
    }
};

RATEWARDEN_SUITE(TestBucket4j)
#include "tst_bucket4j.moc"
