// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/charts/alert_chart.h"
#include "ui/models/alert_table_model.h"
#include "ui/state/session.h"

#include <QPointer>
#include <QWidget>

#include <map>
#include <optional>
#include <string>

class QAction;
class QCheckBox;
class QMenu;
class QPushButton;
class QStackedLayout;

namespace ratewarden::ui {

class AlertDialog;
class Card;
class LinkButton;
class PlainLabel;
class QuestionBar;
class RowTable;

/// The alerts of a file that a watcher runs: how each stands, and what it measured, with its bound to be
/// dragged; it says what the alert would have done before it is saved. Alerts are added, edited, silenced and
/// deleted. Without a file it is a line with buttons that open or begin one. What the window keeps itself is
/// switched on and off here.
class AlertsPanel final : public QWidget {
    Q_OBJECT

public:
    explicit AlertsPanel(Session& session, QWidget* parent = nullptr);

    /// Of what the alert measured.
    TimeLine& time() { return m_chart->time(); }

Q_SIGNALS:
    /// What is different about the denials of the time that is marked?
    void differenceWanted(const ratewarden::TimeRange& area);
    /// The tokens that the alert's filter takes.
    void tokensWanted(const QString& filter);

protected:
    void showEvent(QShowEvent* event) override;

private:
    /// Another bound of an alert, until the file has it.
    struct Tried {
        std::string alert;
        AlertBound from; ///< what the file said when it was dragged away, or was saved
        AlertBound to;
        std::optional<BackTestedAlert> tested; ///< what was computed last of it
    };

    /// A save that is not done.
    struct Writing {
        std::string chooses;             ///< which alert is chosen then; empty: the one that is
        std::optional<AlertBound> bound; ///< that was tried
        QPointer<AlertDialog> dialog;    ///< that waits for it; may be null
    };

    QWidget* makeList();
    QWidget* makeChart();
    QWidget* makeDragged();
    QMenu* makeMenu();
    void connectActions();
    void openFile();
    void edit(bool isNew);
    void add(const Alert& alert, AlertDialog* dialog);
    void silence();
    void tellAgain();
    void remove();
    void write(const std::optional<Alert>& from, const std::optional<Alert>& to,
               AlertDialog* dialog = nullptr);
    void update();
    void updateChart();
    void updateProblem();
    void choose();
    void tryBound(double at);
    void testTried();
    Alert withTried(const Alert& alert) const;
    void save();
    void takeSaved(const QString& problem, int number);
    void discard();
    const AlertRow* chosen() const;
    std::optional<TimeRange> timeInQuestion() const;
    QString historyText() const;

    Session& m_session;
    AlertDesk* m_desk;
    AlertTableModel m_model;
    std::optional<Tried> m_tried;
    std::map<int, Writing> m_writing; // by the desk's numbers
    QString m_saveProblem;            // why saves came to nothing; until it is tried again or discarded
    Card* m_listCard = nullptr;
    Card* m_chartCard = nullptr;
    QStackedLayout* m_dragged = nullptr; // the hint, or the buttons for a bound that is not saved
    PlainLabel* m_path;
    PlainLabel* m_problem;
    PlainLabel* m_history;
    PlainLabel* m_told;
    QCheckBox* m_keep;
    LinkButton* m_open;
    LinkButton* m_new;
    QuestionBar* m_delete;
    RowTable* m_table;
    AlertChart* m_chart;
    PlainLabel* m_sentence;
    QPushButton* m_save;
    QPushButton* m_discard;
    QPushButton* m_difference;
    QPushButton* m_tokens;
    QPushButton* m_change;
    QAction* m_edit;
    QAction* m_silence;
    QAction* m_tellAgain;
    QAction* m_remove;
    NewestAnswer m_testing; // last: what it runs is stopped first
};

} // namespace ratewarden::ui
