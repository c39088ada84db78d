// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/foreign/catalogue.h"
#include "core/formats/own/ratewarden_format.h"
#include "tests/support/suites.h"
#include "tests/ui/model_texts.h"
#include "tests/ui/readings.h"
#include "ui/models/control_table_model.h"

#include <QAbstractItemModelTester>
#include <QItemSelectionModel>
#include <QSignalSpy>
#include <QTest>

using namespace ratewarden;
using namespace ratewarden::ui;
using namespace ratewarden::ui::test;
using namespace std::chrono_literals;

class TestControlModel : public QObject {
    Q_OBJECT

private:
    /// What is read of a control key.
    static Reading control(const std::string& token, std::optional<Micros> age,
                           std::optional<Micros> lasts = {})
    {
        Reading reading;
        reading.subject = controlSubject(token);
        reading.at = someMoment;
        if (age) {
            reading.block = someBlock(token);
            reading.block->since = someMoment - *age;
            if (lasts)
                reading.block->until = someMoment + *lasts;
        }
        reading.gone = !age;
        return reading;
    }
    QStringList tokens() const { return column(*m_model, ControlTableModel::Token); }

    std::unique_ptr<ControlTableModel> m_model;
    std::unique_ptr<QAbstractItemModelTester> m_tester;

private Q_SLOTS:
    void init()
    {
        m_model = std::make_unique<ControlTableModel>(ControlTableModel::Kind::Blocks);
        m_tester = std::make_unique<QAbstractItemModelTester>(
            m_model.get(), QAbstractItemModelTester::FailureReportingMode::Fatal);
        m_model->setNow(someMoment);
    }
    void cleanup()
    {
        m_tester.reset();
        m_model.reset();
    }

    void theNewestIsOnTop()
    {
        QSignalSpy counts(m_model.get(), &ControlTableModel::countChanged);
        m_model->put({control("old", 3h), control("new", 1min), control("middle", 2h, 90s),
                      control("free", {}), reading("window", 100)});
        QCOMPARE(tokens(), (QStringList{"new", "middle", "old"}));
        QCOMPARE(column(*m_model, ControlTableModel::Ends), (QStringList{"never", "in 1 min 30 s", "never"}));
        QCOMPARE(column(*m_model, ControlTableModel::Reason), (QStringList{"abuse", "abuse", "abuse"}));
        QCOMPARE(counts.size(), 1);
    }

    // What the numbers of an override mean its policy says, whose state may not be there.
    void anOverrideIsReadAsItsPolicyTakesIt()
    {
        ControlTableModel model(ControlTableModel::Kind::Overrides);
        const Policy work{"work", "in-flight", parseRules("5 at once")};
        model.setPolicyNamed([&](const std::string& name) { return name == work.name ? &work : nullptr; });
        Reading both = control("t", {});
        for (const char* const policy : {"work", "gone"}) {
            Override one;
            one.token = "t";
            one.policy = policy;
            one.rules = {{3, 30s, 3}};
            both.overrides.push_back(one);
        }
        model.put({both});
        QStringList rules = column(model, ControlTableModel::Rules);
        rules.sort();
        QCOMPARE(rules, (QStringList{"3 at once for 30s", "3/30s burst 3"}));
    }

    // Blocks of other limiters' tokens stand beside ours; what their layouts do not keep is empty, and says
    // so.
    void foreignBlocksStandBesideOurs()
    {
        Reading foreign;
        const CatalogueFormat* const format = builtInCatalogue().find("domaintools-list");
        QVERIFY(format);
        foreign.subject = {"a", "ratelimiter:*:log", format};
        foreign.at = someMoment;
        foreign.block = Block{"a", "", "", {}, someMoment + 90s};
        const Reading lifted = [&] {
            Reading one = foreign;
            one.block.reset();
            return one;
        }();
        m_model->put({control("a", 3h), foreign});
        QCOMPARE(tokens(), (QStringList{"a", "a"}));
        QCOMPARE(column(*m_model, ControlTableModel::Format),
                 (QStringList{"ratewarden", "domaintools-list"}));
        QCOMPARE(column(*m_model, ControlTableModel::Policy),
                 (QStringList{"every policy", "ratelimiter:*:log"}));
        QCOMPARE(column(*m_model, ControlTableModel::Ends), (QStringList{"never", "in 1 min 30 s"}));
        for (const auto empty :
             {ControlTableModel::Reason, ControlTableModel::By, ControlTableModel::Since}) {
            const QModelIndex cell = m_model->index(1, empty);
            QCOMPARE(cell.data().toString(), QString());
            QVERIFY(cell.data(Qt::ToolTipRole).toString().contains("domaintools-list"));
        }
        QVERIFY(m_model->at(1).subject() == foreign.subject);
        QVERIFY(m_model->at(0).subject() == controlSubject("a"));

        // A scan for new keys reads no token that is known again: it stays.
        m_model->dropUnseen();
        m_model->put({control("a", 3h)});
        m_model->dropUnseen();
        QCOMPARE(tokens(), (QStringList{"a", "a"}));
        m_model->put({control("a", {})});
        QCOMPARE(column(*m_model, ControlTableModel::Format), QStringList{"domaintools-list"});
        m_model->put({lifted});
        QCOMPARE(tokens(), QStringList());
        m_model->put({foreign});
        m_model->setKnown([](const Subject&) { return false; });
        m_model->dropUnseen();
        QCOMPARE(tokens(), QStringList());

        // Another format was chosen for such keys: that is no matter of the next scan.
        m_model->put({control("a", 3h), foreign});
        m_model->retire({format});
        QCOMPARE(column(*m_model, ControlTableModel::Format), QStringList{"ratewarden"});

        ControlTableModel overrides(ControlTableModel::Kind::Overrides);
        overrides.put({foreign});
        QCOMPARE(overrides.rowCount(), 0);
    }

    void selectionSurvivesRefreshes()
    {
        m_model->put({control("a", 3h), control("b", 2h), control("c", 1h)});
        QItemSelectionModel selection(m_model.get());
        selection.select(m_model->index(1, 0), QItemSelectionModel::Select | QItemSelectionModel::Rows);
        m_model->put({control("d", 1min), control("a", 3h), control("b", 2h), control("c", {})});
        QCOMPARE(tokens(), (QStringList{"d", "b", "a"}));
        QCOMPARE(selection.selectedRows().size(), 1);
        QCOMPARE(selection.selectedRows().first().data().toString(), "b");
    }

    void aNewBlockOfTheSameTokenMovesUp()
    {
        m_model->put({control("a", 3h), control("b", 2h)});
        m_model->put({control("a", 1min)});
        QCOMPARE(tokens(), (QStringList{"a", "b"}));
        Reading changed = control("b", 2h);
        changed.block->reason = "another";
        m_model->put({changed});
        QCOMPARE(m_model->index(1, ControlTableModel::Reason).data().toString(), "another");
    }

    void whatAScanDoesNotFindGoes()
    {
        m_model->put({control("a", 3h), control("b", 2h)});
        m_model->dropUnseen();
        QCOMPARE(tokens().size(), 2);
        m_model->put({control("b", 2h)});
        m_model->dropUnseen();
        QCOMPARE(tokens(), QStringList{"b"});
        m_model->dropUnseen();
        QVERIFY(tokens().isEmpty());
    }

    void endsWithTheClock()
    {
        m_model->put({control("a", 3h, 10s), control("b", 2h)});
        m_model->setNow(someMoment + 4s);
        QCOMPARE(m_model->index(1, ControlTableModel::Ends).data().toString(), "in 6.0 s");
        m_model->setNow(someMoment + 10s);
        QCOMPARE(tokens(), QStringList{"b"});
    }

    void overridesOfSeveralPolicies()
    {
        ControlTableModel model(ControlTableModel::Kind::Overrides);
        const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::Fatal);
        model.setNow(someMoment);
        Reading one = control("a", 3h);
        one.overrides = {{"a", "api", parseRules("1/s + 20/min"), "pays", "ops", someMoment - 2h, {}},
                         {"a", "search", parseRules("5/s"), "pays", "ops", someMoment - 1h, {}}};
        Reading other = control("aa", {});
        other.overrides = {{"aa", "api", parseRules("3/s"), "asked", "ops", someMoment, someMoment + 10s}};
        model.put({one, other});
        QCOMPARE(column(model, ControlTableModel::Token), (QStringList{"aa", "a", "a"}));
        QCOMPARE(column(model, ControlTableModel::Policy), (QStringList{"api", "search", "api"}));
        QCOMPARE(column(model, ControlTableModel::Rules), (QStringList{"3/s", "5/s", "1/s + 20/min"}));
        one.overrides.erase(one.overrides.begin()); // lifted
        one.overrides[0].reason = "pays more";
        model.put({one});
        QCOMPARE(column(model, ControlTableModel::Policy), (QStringList{"api", "search"}));
        QCOMPARE(column(model, ControlTableModel::Reason), (QStringList{"asked", "pays more"}));
        model.setNow(someMoment + 10s);
        QCOMPARE(column(model, ControlTableModel::Token), QStringList{"a"});
    }

    void tenThousandRows()
    {
        ControlTableModel model(ControlTableModel::Kind::Blocks); // the tester looks at all rows each time
        std::vector<Reading> readings;
        readings.reserve(10'000);
        for (int i = 0; i < 10'000; ++i)
            readings.push_back(control("token " + std::to_string(i), i * 7919 % 10'000 * 1s));
        for (int scan = 0; scan < 3; ++scan) {
            model.put(readings);
            model.dropUnseen();
        }
        QCOMPARE(model.rowCount(), 10'000);
        for (int row = 1; row < model.rowCount(); ++row)
            QVERIFY(model.at(row - 1).since > model.at(row).since);
    }

    void whatCannotBeReadStays()
    {
        m_model->put({control("a", 3h)});
        Reading broken = control("a", {});
        broken.problem = Problem(RefusedReason::MissingRight, "HGETALL", "redis://here", "NOPERM");
        m_model->put({broken});
        QCOMPARE(tokens(), QStringList{"a"});
    }
};

RATEWARDEN_SUITE(TestControlModel)
#include "tst_control_model.moc"
