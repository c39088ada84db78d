// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/document_faults.h"
#include "tests/support/suites.h"
#include "tests/ui/model_texts.h"
#include "ui/models/policy_table_model.h"

#include <QAbstractItemModelTester>
#include <QItemSelectionModel>
#include <QSignalSpy>
#include <QTest>

using namespace ratewarden;
using namespace ratewarden::ui;
using namespace ratewarden::ui::test;

class TestPolicyModel : public QObject {
    Q_OBJECT

private:
    static void add(PolicyBook& book, const std::string& name, const char* rules, std::int64_t version = 1)
    {
        PublishedPolicy policy;
        policy.policy = {name, "gcra", parseRules(rules)};
        policy.version = version;
        book.published[name] = policy;
    }

private Q_SLOTS:
    void rowsComeChangeAndGo()
    {
        PolicyTableModel model;
        const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::Fatal);
        QItemSelectionModel selection(&model);
        PolicyBook book;
        add(book, "b", "1/s");
        add(book, "d", "2/s");
        model.put(book);
        QCOMPARE(column(model, PolicyTableModel::Name), (QStringList{"b", "d"}));
        selection.select(model.index(1, 0), QItemSelectionModel::Select | QItemSelectionModel::Rows);

        add(book, "a", "3/s");
        add(book, "c", "4/s");
        add(book, "d", "5/s + 9/min", 2);
        book.broken["e"] = {Fault::PolicyUnreadable, "e", Problem(Fault::KeyMissing, "rules")};
        model.put(book);
        QCOMPARE(column(model, PolicyTableModel::Name), (QStringList{"a", "b", "c", "d", "e"}));
        QCOMPARE(column(model, PolicyTableModel::Version), (QStringList{"1", "1", "1", "2", ""}));
        QCOMPARE(model.index(3, PolicyTableModel::Rules).data().toString(), "5/s + 9/min");
        QCOMPARE(selection.selectedRows().value(0).data().toString(), "d"); // the same one as before
        QVERIFY(!model.at(4).policy);
        QVERIFY(model.index(4, 0)
                    .data(Qt::ToolTipRole)
                    .toString()
                    .contains("cannot be read: “rules” is missing"));

        QSignalSpy changed(&model, &QAbstractItemModel::layoutChanged);
        model.put(book); // nothing new
        QCOMPARE(changed.size(), 0);
        book.published.erase("b");
        book.broken.clear();
        add(book, "e", "1/s"); // is mended
        model.put(book);
        QCOMPARE(column(model, PolicyTableModel::Name), (QStringList{"a", "c", "d", "e"}));
        QVERIFY(model.at(3).policy);
        QCOMPARE(selection.selectedRows().value(0).data().toString(), "d");
        model.put({});
        QCOMPARE(model.rowCount(), 0);
    }

    // Ratewarden enforces nothing where another program decides.
    void limitsOfAnotherProgramHaveNoMode()
    {
        PolicyTableModel model;
        PolicyBook book;
        add(book, "api", "1/s");
        add(book, "login", "5/min");
        book.published["login"].policy.format = "rate-limit-redis";
        model.put(book);
        QCOMPARE(column(model, PolicyTableModel::Mode),
                 (QStringList{"enforced", "keys of rate-limit-redis"}));
    }
};

RATEWARDEN_SUITE(TestPolicyModel)
#include "tst_policy_model.moc"
