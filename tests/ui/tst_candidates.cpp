// SPDX-License-Identifier: GPL-3.0-or-later
// What a candidate would deny is never shown as if it were denied.
#include "tests/support/suites.h"
#include "tests/ui/window_test.h"
#include "ui/charts/live_window.h"
#include "ui/models/control_table_model.h"
#include "ui/pages/keys/keys_page.h"
#include "ui/pages/policies/policies_page.h"
#include "ui/text/display_text.h"
#include "ui/widgets/plain_label.h"

using namespace ratewarden;
using namespace ratewarden::test;
using namespace ratewarden::ui;
using namespace ratewarden::ui::test;

class TestCandidates : public WindowTest {
    Q_OBJECT

private:
    PublishedPolicy m_published;

    /// Nobody is denied by the policy; its candidate would deny the abuser.
    void show()
    {
        m_published.policy = {"shop", "gcra", parseRules("1000/min")};
        m_published.policy.counters = true;
        m_published.candidate = CandidateRules{"gcra", parseRules("2/h")};
        publishPolicy(m->connection, m_published, {"test", "a candidate"});
        RedisRateLimiter enforced(m->connection, m_published.policy);
        RedisRateLimiter candidate(m->connection, candidatePolicy(m_published));
        for (int i = 0; i < 20; ++i) {
            enforced.acquire("abuser");
            candidate.acquire("abuser");
        }
        showWindow();
    }

private Q_SLOTS:
    void blocksCountWhatIsEnforced()
    {
        show();
        blockToken(m->connection, {"abuser", std::nullopt, "scrapes", "ops"});
        m->window->session().refresh();
        m->turnTo(MainWindow::Page::Blocks);
        auto* const blocks = m->window->findChild<QTableView*>("blocks");
        QVERIFY(blocks);
        QTRY_COMPARE(blocks->model()->rowCount(), 1);
        const TokenStore& tokens = m->window->session().tokens();
        QTRY_VERIFY(tokens.find(stateSubject("abuser", candidatePolicy(m_published))) >= 0);
        QTRY_VERIFY(tokens.find(stateSubject("abuser", m_published.policy)) >= 0);
        QTRY_COMPARE(blocks->model()->index(0, ControlTableModel::Denied).data().toString(), rateText(0));
    }

    void itsRowsAreHollow()
    {
        show();
        QTRY_VERIFY(m->page().model().rowCount() > 0);
        QTRY_COMPARE(m->page().model().countOf(TokenStatus::Limited), 0);
        Q_EMIT m->window->policiesPage().tokensWanted("shop~next");
        const TokenTableModel& model = m->page().model();
        QTRY_COMPARE(model.rowCount(), 1);
        const auto cell = [&](TokenTableModel::Column column, int role = Qt::DisplayRole) {
            return model.index(0, column).data(role);
        };
        QTRY_COMPARE(cell(TokenTableModel::State).toString(), "would deny");
        QCOMPARE(cell(TokenTableModel::State, TokenTableModel::VerdictsRole).toInt(),
                 int(Verdicts::Candidate));
        const QImage image = m->table()->viewport()->grab().toImage();
        for (int x = 0; x < image.width(); ++x)
            for (int y = 0; y < m->table()->rowHeight(0); ++y)
                QVERIFY2(image.pixelColor(x, y) != colors().limited, "it is red");
        m->table()->selectRow(0);
        QTRY_TEXT(sentence(), startsWith(QString::fromUtf8("□ Would deny the next request for ")));
        const auto labels = m->page().details().findChildren<PlainLabel*>();
        QVERIFY(std::ranges::any_of(labels, [](const PlainLabel* label) {
            const QString text = label->text().simplified(); // within a fact its spaces are no-break ones
            return text.startsWith("candidate of shop") && text.contains("would be denied");
        }));
        auto* const live = m->window->findChild<LiveWindow*>("liveWindow");
        QTRY_VERIFY(live->kindsShown().contains(WindowKind::WouldDeny));
        QVERIFY(!live->kindsShown().contains(WindowKind::Denied));
        QCOMPARE(live->deniedLabel(), "would deny");
        QVERIFY(!live->kindsShown().contains(WindowKind::NoRoom));
        QCOMPARE(m->page().model().countOf(TokenStatus::Limited), 0);
    }

    void itsKeysAreHollow()
    {
        show();
        m->turnTo(MainWindow::Page::Keys);
        KeysPage& page = m->window->keysPage();
        const std::string key = stateSubject("abuser", candidatePolicy(m_published))
                                    .format->keys(stateSubject("abuser", candidatePolicy(m_published)))
                                    .front();
        QTRY_COMPARE(m->window->session().keys().browser().state(), KeyBrowser::State::Complete);
        page.showKey(key);
        QTRY_VERIFY(page.list().rowOf(key) >= 0);
        const auto state = [&](int role) {
            return page.list().index(page.list().rowOf(key), KeyListModel::State).data(role);
        };
        QTRY_COMPARE(state(Qt::DisplayRole).toString(), "would deny");
        QCOMPARE(state(KeyListModel::VerdictsRole).toInt(), int(Verdicts::Candidate));
        auto* const list = m->window->findChild<QTableView*>("keyList");
        const QRect row = list->visualRect(page.list().index(page.list().rowOf(key), KeyListModel::State));
        const QImage image = list->viewport()->grab(row).toImage();
        for (int x = 0; x < image.width(); ++x)
            for (int y = 0; y < image.height(); ++y)
                QVERIFY2(image.pixelColor(x, y) != colors().limited, "it is red");
    }
};

RATEWARDEN_SUITE(TestCandidates)
#include "tst_candidates.moc"
