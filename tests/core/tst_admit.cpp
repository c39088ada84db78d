// SPDX-License-Identifier: GPL-3.0-or-later
// The lab's verdicts against TokenState::decide, request by request, over random histories of every
// algorithm. The seed is printed and can be set: RATEWARDEN_SEED=7 tst_admit
#include "core/algorithms/admission.h"
#include "core/model/errors.h"
#include "tests/support/algorithm_rows.h"
#include "tests/support/random_requests.h"
#include "tests/support/suites.h"
#include "tests/support/test_seed.h"

#include <QTest>

using namespace ratewarden;
using namespace ratewarden::test;
using namespace std::chrono_literals;

namespace {

/// What decide says of the same requests.
struct Expected {
    Admitted sums;
    std::vector<std::uint8_t> allowed;
    std::vector<Charge> charges;
};

class ExpectedClient {
public:
    explicit ExpectedClient(const Policy& policy) : m_policy(policy), m_state(validatedAlgorithm(policy)) {}

    /// The wait that the client is told; empty when it is told none.
    std::optional<Micros> send(Instant now, Units cost)
    {
        const Decision decision = m_state->decide(m_policy.rules, now, cost, Mode::Acquire);
        Admitted& sums = m_expected.sums;
        ++sums.requests;
        m_expected.allowed.push_back(decision.allowed() ? 1 : 0);
        if (decision.allowed()) {
            if (cost > 0)
                m_expected.charges.push_back({now, std::uint32_t(cost)});
            return std::nullopt;
        }
        ++sums.denied;
        if (decision.verdict == Verdict::NeverFits) {
            ++sums.neverFits;
            return std::nullopt;
        }
        sums.longestWait = std::max(sums.longestWait, *decision.retryAfter);
        if (now < m_retryAt)
            ++sums.repeats;
        else
            m_retryAt = now + *decision.retryAfter;
        return decision.retryAfter;
    }
    const Expected& expected() const { return m_expected; }

private:
    const Policy& m_policy;
    TokenStateOf m_state;
    Instant m_retryAt = Instant::min();
    Expected m_expected;
};

Expected expectedAsRecorded(const Policy& policy, const RandomRequests& requests)
{
    ExpectedClient client(policy);
    for (std::size_t i = 0; i < requests.times.size(); ++i)
        client.send(requests.times[i], requests.cost(i));
    return client.expected();
}

Expected expectedBackingOff(const Policy& policy, const RandomRequests& requests)
{
    ExpectedClient client(policy);
    std::optional<Instant> retryAt;
    Units retried = 0;
    const auto send = [&](Instant now, Units cost) {
        const std::optional<Micros> wait = client.send(now, cost);
        retryAt = wait ? std::optional(now + *wait) : std::nullopt;
        retried = cost;
    };
    for (std::size_t i = 0; i < requests.times.size(); ++i) {
        while (retryAt && *retryAt <= requests.times[i])
            send(*retryAt, retried);
        if (!retryAt)
            send(requests.times[i], requests.cost(i));
    }
    while (retryAt)
        send(*retryAt, retried);
    return client.expected();
}

bool same(const std::vector<Charge>& one, const std::vector<Charge>& other)
{
    return std::ranges::equal(
        one, other, [](const Charge& a, const Charge& b) { return a.at == b.at && a.cost == b.cost; });
}

} // namespace

class TestAdmit : public QObject {
    Q_OBJECT

private:
    quint32 m_seed = 0;

    static void compareSums(const Admitted& got, const Admitted& expected)
    {
        QCOMPARE(got.requests, expected.requests);
        QCOMPARE(got.denied, expected.denied);
        QCOMPARE(got.neverFits, expected.neverFits);
        QCOMPARE(got.repeats, expected.repeats);
        QCOMPARE(got.longestWait.count(), expected.longestWait.count());
    }

private Q_SLOTS:
    void initTestCase() { m_seed = testSeed(); }

    void equalsDecide_data() { addAlgorithms(); }
    void equalsDecide()
    {
        QFETCH(QString, algorithm);
        std::uint64_t denied = 0;
        std::uint64_t neverFits = 0;
        std::uint64_t repeats = 0;
        for (quint32 i = 0; i < 400; ++i) {
            RandomRequests requests(m_seed + i);
            const Policy policy = requests.policy(algorithmNamed(algorithm.toStdString()));
            const QByteArray where = QStringLiteral("seed %1: %2")
                                         .arg(m_seed + i)
                                         .arg(QString::fromStdString(notation(policy.rules)))
                                         .toUtf8();
            const auto admission = makeAdmission(policy);
            std::vector<std::uint8_t> allowed;
            std::vector<Charge> charges;
            for (int again = 0; again < 2; ++again) { // nothing of the first is left
                const Expected expected = expectedAsRecorded(policy, requests);
                compareSums(admission->admit(requests.requests(), Clients::AsRecorded, &allowed, &charges),
                            expected.sums);
                QVERIFY2(!QTest::currentTestFailed(), where);
                QVERIFY2(allowed == expected.allowed, where);
                QVERIFY2(same(charges, expected.charges), where);
                denied += expected.sums.denied;
                neverFits += expected.sums.neverFits;
                repeats += expected.sums.repeats;
            }
            compareSums(admission->admit(requests.requests(), Clients::AsRecorded),
                        expectedAsRecorded(policy, requests).sums);
            const Expected backingOff = expectedBackingOff(policy, requests);
            compareSums(admission->admit(requests.requests(), Clients::BackOff, nullptr, &charges),
                        backingOff.sums);
            QVERIFY2(!QTest::currentTestFailed(), where);
            QVERIFY2(same(charges, backingOff.charges), where);
        }
        QVERIFY(denied > 1000 && neverFits > 100 && repeats > 100);
    }

    void refusesWhatIsNoPolicy()
    {
        QVERIFY_THROWS_EXCEPTION(BadPolicy, makeAdmission({"p", "sliding-log", {}}));
        QVERIFY_THROWS_EXCEPTION(BadPolicy, makeAdmission({"p", "none", {{1, 1s}}}));
        QVERIFY_THROWS_EXCEPTION(BadPolicy, makeAdmission({"p", "fixed-window", {{1, 1s, 2}}}));
    }
};

RATEWARDEN_SUITE(TestAdmit)
#include "tst_admit.moc"
