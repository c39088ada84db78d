// SPDX-License-Identifier: GPL-3.0-or-later
// labels: long
// Random filters, sorts, clicks, keys, and tokens that come and go, on the page of tokens: whatever happens,
// the details are of the selected row, that row is in view, and a dialog is about the rows that were selected
// when it was asked for.
#include "core/limiter/keyspace.h"
#include "tests/support/suites.h"
#include "tests/support/test_seed.h"
#include "tests/ui/window_test.h"
#include "ui/pages/tokens/token_question.h"
#include "ui/text/display_text.h"
#include "ui/widgets/plain_label.h"

#include <QElapsedTimer>
#include <QHeaderView>
#include <QPlainTextEdit>
#include <QRegularExpression>
#include <QSignalSpy>

#include <deque>
#include <random>
#include <set>

using namespace ratewarden;
using namespace ratewarden::test;
using namespace ratewarden::ui;
using namespace ratewarden::ui::test;

namespace {

constexpr const char* stepsVariable = "RATEWARDEN_FUZZ_STEPS";

int stepsToDo()
{
    const int steps = qEnvironmentVariableIntValue(stepsVariable);
    return steps > 0 ? steps : isSanitized ? 500 : 1500;
}

} // namespace

class TestSelectionFuzz : public WindowTest {
    Q_OBJECT

    std::mt19937 m_random;
    std::deque<QString> m_steps; // the last ones
    std::unique_ptr<RedisRateLimiter> m_logins;
    std::set<std::string> m_blocked; // on the server
    bool m_wantsNone = false;        // all were deselected by hand
    std::optional<Subject> m_left;   // shown since others were selected or went: wherever its row is
    QString m_leftUnder;             // the filter then
    int m_dialogs = 0;

    int below(int end) { return int(m_random() % unsigned(end)); }
    template <class Values>
    const auto& anyOf(const Values& values)
    {
        return *std::next(std::begin(values), below(int(std::size(values))));
    }
    std::string anyToken() { return (below(3) > 0 ? "user:" : "ip:") + std::to_string(below(12)); }

    const TokenTableModel& model() { return m->page().model(); }
    QAction* action(const char* name) { return m->window->findChild<QAction*>(name); }
    QLineEdit* filter() { return m->page().findChild<QLineEdit*>("filter"); }
    PlainLabel* label(const char* name) { return m->page().findChild<PlainLabel*>(name); }
    std::vector<int> selectedRows()
    {
        std::vector<int> rows;
        for (const QModelIndex& index : m->table()->selectionModel()->selectedRows())
            rows.push_back(index.row());
        return rows;
    }

    bool isSelected(const Subject& subject)
    {
        const int row = model().rowOf(subject);
        return row >= 0 && m->table()->selectionModel()->isRowSelected(row);
    }

    template <class Is>
    bool await(Is is)
    {
        return QTest::qWaitFor(is, patienceMs);
    }

    void wait(int milliseconds)
    {
        QElapsedTimer timer;
        timer.start();
        do {
            QCoreApplication::processEvents(QEventLoop::AllEvents, milliseconds);
        } while (!timer.hasExpired(milliseconds));
    }

    /// What is not as it has to be; empty: nothing.
    QString fault()
    {
        if (model().rearranging())
            return {};
        const std::vector<int> rows = selectedRows();
        const std::optional<Subject>& chosen = m->page().details().chosen();
        if (rows.empty()) {
            for (const char* const name : {"block", "unblock", "reset", "charge", "override", "copy"})
                if (action(name)->isEnabled())
                    return QStringLiteral("nothing is selected, and %1 is enabled").arg(name);
            if (chosen && label("unlisted")->isHidden())
                return "nothing is selected, and " + shown(chosen->token) + " is shown as if it were";
            return {};
        }
        m_wantsNone = false;
        if (!label("unlisted")->isHidden())
            return "a row is selected, and it is said not to be listed";
        const int row = chosen ? model().rowOf(*chosen) : -1;
        if (std::ranges::find(rows, row) == rows.end())
            return "the token that is shown is not selected";
        const QString title = rows.size() == 1 ? shown(chosen->token) : tokensText(Units(rows.size()));
        if (label("chosenToken")->text() != title)
            return QStringLiteral("the title is %1, not %2").arg(label("chosenToken")->text(), title);
        return {};
    }

    /// What must be so once the rows are ranked and laid out.
    QString unsettled()
    {
        const std::optional<Subject>& chosen = m->page().details().chosen();
        if (model().rearranging() || model().rowCount() == 0)
            return {};
        if (selectedRows().empty())
            return chosen || m_wantsNone ? QString() : "there are rows, and none is selected";
        if (m_left && !isSelected(*m_left)) // where it went, another of those that are selected is shown
            m_left = model().rowOf(*m_left) < 0 && filter()->text() == m_leftUnder ? chosen : std::nullopt;
        const int row = chosen ? model().rowOf(*chosen) : -1;
        const QRect place = m->table()->visualRect(model().index(row, 0));
        if (!m->table()->viewport()->rect().contains(place.center()) && m_left != chosen)
            return QStringLiteral(
                       "row %1 of %2, which is shown, is out of view: %3 to %4, current %5, %6 selected")
                .arg(row)
                .arg(model().rowCount())
                .arg(m->table()->rowAt(0))
                .arg(m->table()->rowAt(m->table()->viewport()->height() - 1))
                .arg(m->table()->currentIndex().row())
                .arg(selectedRows().size());
        return {};
    }

    void clickRow(Qt::KeyboardModifiers modifiers)
    {
        if (model().rowCount() == 0)
            return;
        const int last = m->table()->rowAt(m->table()->viewport()->height() - 40);
        const int row = std::max(0, m->table()->rowAt(0)) + below(last < 0 ? model().rowCount() : last + 1);
        const QPoint at =
            m->table()->visualRect(model().index(std::min(row, model().rowCount() - 1), 0)).center();
        if (!m->table()->viewport()->rect().contains(at))
            return;
        QTest::mouseClick(m->table()->viewport(), Qt::LeftButton, modifiers, at);
        m_wantsNone = selectedRows().empty();
        m_left = modifiers == Qt::ControlModifier ? m->page().details().chosen() : std::nullopt;
        m_leftUnder = filter()->text();
    }

    /// The current row is shown then, also after another was scrolled to.
    void selectAll()
    {
        const bool isOneCurrent = m->table()->currentIndex().isValid();
        QTest::keyClick(m->table(), Qt::Key_A, Qt::ControlModifier);
        if (isOneCurrent)
            m_left = m->page().details().chosen();
        m_leftUnder = filter()->text();
    }

    void sortByAny()
    {
        QHeaderView* const header = m->table()->horizontalHeader();
        const int section = below(header->count());
        if (header->isSectionHidden(section))
            return;
        const int middle = header->sectionViewportPosition(section) + header->sectionSize(section) / 2;
        QTest::mouseClick(header->viewport(), Qt::LeftButton, {}, {middle, header->height() / 2});
        m_wantsNone = false;
    }

    void vanish()
    {
        const std::string token = anyToken();
        for (const Policy* const policy : {&std::as_const(m->policy), &m_logins->policy()})
            m->connection.call(
                {"UNLINK", stateKey(RedisToken(token), policy->name, algorithmNamed(policy->algorithm))});
    }

    void toggleBlock()
    {
        const std::string token = anyToken();
        if (m_blocked.erase(token) > 0) {
            unblockToken(m->connection, token);
        } else {
            blockToken(m->connection, {token, std::nullopt, "a colleague", "ops"});
            m_blocked.insert(token);
        }
    }

    /// Presses the key of an action; what the dialog is about must be what is selected now.
    QString act()
    {
        struct Act {
            const char* name;
            Qt::Key key;
            Qt::KeyboardModifiers modifiers;
        };
        static constexpr std::array acts{
            Act{"block", Qt::Key_B, Qt::ControlModifier}, Act{"unblock", Qt::Key_U, Qt::ControlModifier},
            Act{"reset", Qt::Key_Delete, Qt::NoModifier}, Act{"charge", Qt::Key_D, Qt::ControlModifier},
            Act{"override", Qt::Key_L, Qt::ControlModifier}};
        const Act& its = anyOf(acts);
        const QString name = its.name;
        std::multiset<std::string> tokens;
        for (const int row : selectedRows()) {
            const Subject subject = model().keyAt(row);
            const bool isBlocked = model().at(row).state == TokenStatus::Blocked;
            if (name == "block" ? !isBlocked : name == "unblock" ? isBlocked : subject.format->hasState())
                tokens.insert(subject.token);
        }
        if (name == "block" || name == "unblock") { // of a token, under whatever policies
            const std::set<std::string> once(tokens.begin(), tokens.end());
            tokens = std::multiset<std::string>(once.begin(), once.end());
        }
        m_steps.back() = QStringLiteral("%1 of %2").arg(name).arg(tokens.size());
        if (!m->window->session().live())
            return {};
        const bool isOffered = action(its.name)->isEnabled() && action(its.name)->isVisible();
        if (isOffered == tokens.empty())
            return QStringLiteral("%1 of %2 is offered: %3").arg(name).arg(tokens.size()).arg(isOffered);
        QSignalSpy failed(&m->page().actions(), &TokenActions::failed);
        QTest::keyClick(m->window.get(), its.key, its.modifiers);
        if (tokens.empty()) {
            wait(1);
            return m->dialog() ? "a dialog without a selection" : QString();
        }
        if (!await([&] { return (m->dialog() && m->dialog()->isVisible()) || !failed.isEmpty(); }))
            return "no dialog";
        if (!m->dialog())
            return QString(); // it is said why: the tokens are gone
        const QString problem = look(tokens, name);
        closeDialog();
        return problem;
    }

    QString look(const std::multiset<std::string>& tokens, const QString& name)
    {
        ++m_dialogs;
        ActDialog* const dialog = m->dialog();
        const QString whose = tokens.size() == 1 ? shown(*tokens.begin()) : tokensText(Units(tokens.size()));
        if (dialog->findChild<PlainLabel*>("whose")->text() != whose)
            return "the dialog is about " + dialog->findChild<PlainLabel*>("whose")->text() + ", not " +
                   whose;
        if (auto* const reason = dialog->findChild<QLineEdit*>("reason"))
            reason->setText("fuzz");
        if (auto* const number = dialog->findChild<QLineEdit*>("typedNumber"))
            number->setText(QString::number(tokens.size()));
        const QString commands = dialog->findChild<QPlainTextEdit*>()->toPlainText();
        std::set<std::string> named;
        static const QRegularExpression tag("\\{([^}]*)\\}");
        for (auto match = tag.globalMatch(commands); match.hasNext();)
            named.insert(match.next().captured(1).toStdString());
        constexpr std::size_t allShown = 16;
        const std::set<std::string> meant(tokens.begin(), tokens.end());
        const bool isRight = tokens.size() <= allShown ? named == meant : std::ranges::includes(meant, named);
        if (!isRight)
            return "the commands are about others than the selected: " + commands;
        if (below(4) > 0 || (name != "block" && name != "unblock"))
            return {};
        QPushButton* const confirm = m->confirmButton();
        if (!confirm->isEnabled())
            return {}; // some of them were blocked meanwhile
        m->click(confirm);
        if (!await([&] { return !m->dialog(); }))
            return "the change was not made";
        for (const std::string& token : meant)
            name == "block" ? void(m_blocked.insert(token)) : void(m_blocked.erase(token));
        for (int i = 0; i < 24; ++i) {
            const std::string token = (i < 12 ? "user:" : "ip:") + std::to_string(i % 12);
            if (findBlock(m->connection, token).has_value() != m_blocked.contains(token))
                return QString::fromStdString(token) + " was changed, or was not";
        }
        return {};
    }

    void closeDialog()
    {
        if (m->dialog())
            QTest::keyClick(m->dialog(), Qt::Key_Escape);
        await([&] { return !m->dialog(); });
        activateWindow();
    }

    void listKey()
    {
        static constexpr std::array keys{Qt::Key_Down, Qt::Key_Down, Qt::Key_Down,     Qt::Key_Up,
                                         Qt::Key_Up,   Qt::Key_Home, Qt::Key_PageDown, Qt::Key_End};
        const Qt::Key key = anyOf(keys);
        const Qt::KeyboardModifiers modifiers = below(6) == 0 ? Qt::ShiftModifier : Qt::NoModifier;
        m_steps.back() = "list key " + QKeySequence(int(modifiers) | key).toString();
        QTest::keyClick(m->table(), key, modifiers);
    }

    void filterByAny()
    {
        static const QStringList texts{"",     "",        "user:",      "user:1",        "user:7",
                                       "ip:1", "ip:3",    "login",      "zzz",           "active",
                                       "near", "limited", "ok or idle", "user:1 limited"};
        const QString text = anyOf(texts);
        m_steps.back() = "filter " + text;
        m_wantsNone &= text == filter()->text();
        filter()->setText(text);
    }

    void filterByPolicy()
    {
        static const std::vector<QString> policies{"", "policy:api", "policy:login"};
        const QString& policy = anyOf(policies);
        m_wantsNone &= policy == filter()->text();
        filter()->setText(policy);
    }

    void askForSome()
    {
        TokenQuestion question;
        if (below(2) == 0)
            question.token = m->key(anyToken());
        else
            question.state = TokenStatus(below(3));
        m_wantsNone = false;
        m->page().ask(question, "elsewhere");
    }

    void click() { clickRow({}); }
    void clickWithCtrl() { clickRow(Qt::ControlModifier); }
    void clickWithShift() { clickRow(Qt::ShiftModifier); }
    void pressF5() { QTest::keyClick(m->window.get(), Qt::Key_F5); }
    void pressR() { QTest::keyClick(m->table(), Qt::Key_R); }
    void pressEscape() { QTest::keyClick(m->window.get(), Qt::Key_Escape); }
    void focusFilter() { filter()->setFocus(); }
    void focusList() { m->table()->setFocus(); }
    void request() { m->limiter.acquire(anyToken(), 1 + below(5)); }
    void login() { m_logins->acquire(anyToken()); }

    QString step()
    {
        using Fuzz = TestSelectionFuzz;
        struct Kind {
            int weight;
            const char* name;
            void (Fuzz::*run)();
        };
        static constexpr std::array kinds{
            Kind{19, "filter", &Fuzz::filterByAny},
            Kind{4, "policy", &Fuzz::filterByPolicy},
            Kind{7, "sort", &Fuzz::sortByAny},
            Kind{3, "F5", &Fuzz::pressF5},
            Kind{16, "click", &Fuzz::click},
            Kind{5, "Ctrl+click", &Fuzz::clickWithCtrl},
            Kind{3, "Shift+click", &Fuzz::clickWithShift},
            Kind{2, "Ctrl+A", &Fuzz::selectAll},
            Kind{16, "key", &Fuzz::listKey},
            Kind{5, "vanish", &Fuzz::vanish},
            Kind{6, "request", &Fuzz::request},
            Kind{3, "login", &Fuzz::login},
            Kind{2, "block", &Fuzz::toggleBlock},
            Kind{2, "focus the filter", &Fuzz::focusFilter},
            Kind{2, "focus the list", &Fuzz::focusList},
            Kind{1, "R", &Fuzz::pressR},
            Kind{1, "Esc", &Fuzz::pressEscape},
            Kind{2, "ask", &Fuzz::askForSome},
        };
        constexpr int actWeight = 10;
        int sum = actWeight;
        for (const Kind& kind : kinds)
            sum += kind.weight;
        int drawn = below(sum);
        m_steps.push_back({});
        if (m_steps.size() > 25)
            m_steps.pop_front();
        for (const Kind& kind : kinds) {
            if (drawn < kind.weight) {
                m_steps.back() = kind.name;
                const std::optional<Subject> before = m->page().details().chosen();
                (this->*kind.run)();
                if (const auto& now = m->page().details().chosen(); now != before && now != m_left)
                    m_left.reset(); // the step has shown another
                return {};
            }
            drawn -= kind.weight;
        }
        return act();
    }

private Q_SLOTS:
    void init()
    {
        m = std::make_unique<WindowFixture>();
        const Policy logins{"login", "gcra", parseRules("3/min")};
        announcePolicy(m->connection, logins);
        m_logins = std::make_unique<RedisRateLimiter>(m->connection, logins);
    }
    void cleanup()
    {
        m_logins.reset();
        m.reset();
    }

    void everyDialogIsAboutWhatIsSelected()
    {
        m_random.seed(testSeed());
        for (int i = 0; i < 24; ++i)
            m->limiter.acquire((i < 12 ? "user:" : "ip:") + std::to_string(i % 12), 1 + i % 5);
        for (int i = 0; i < 6; ++i)
            m_logins->acquire("user:" + std::to_string(i));
        showWindow();
        QTRY_COMPARE(model().rowCount(), 30);
        QTRY_VERIFY(!selectedRows().empty());
        const int steps = stepsToDo();
        for (int i = 0; i < steps; ++i) {
            QString problem = step();
            wait(below(8) == 0 ? 8 : 0);
            if (problem.isEmpty())
                problem = fault();
            if (problem.isEmpty() && !QTest::qWaitFor([this] { return unsettled().isEmpty(); }, patienceMs))
                problem = unsettled();
            if (!problem.isEmpty())
                QFAIL(qPrintable(QStringLiteral("step %1: %2\nafter: %3")
                                     .arg(i)
                                     .arg(problem, QStringList(m_steps.begin(), m_steps.end()).join(" | "))));
        }
        qInfo("%d steps, %d dialogs", steps, m_dialogs);
        QVERIFY(m_dialogs > steps / 100);
    }
};

// It may take longer than Qt Test gives a function.
static const Suite suiteOfSelectionFuzz(__FILE__, [](int argc, char** argv) {
    qputenv("QTEST_FUNCTION_TIMEOUT", "86400000");
    TestSelectionFuzz suite;
    return QTest::qExec(&suite, argc, argv);
});
#include "tst_selection_fuzz.moc"
