// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/histories/usage_history.h"
#include "ui/keys/key_reader.h"
#include "ui/models/key_value_model.h"
#include "ui/text/freshness.h"
#include "ui/widgets/pill.h"

#include <QWidget>

class QAction;
class QBoxLayout;
class QLayout;
class QPushButton;

namespace ratewarden::ui {

class Card;
class EmptyState;
class InkDelegate;
class PlainLabel;
class RowTable;
class RuleLegend;
class UsageChart;

/// Everything about the chosen key: what its limiter means by it, its bytes beside their meaning, page by
/// page, and what can be done.
class KeyDetails final : public QWidget {
    Q_OBJECT

public:
    struct Actions {
        QAction* block;
        QAction* unblock;
        QAction* reset;
        QAction* describe;
        QList<QAction*> more; ///< in a menu
    };

    KeyDetails(Link& link, const HistoryBook& histories, const Actions& actions, QWidget* parent = nullptr);

    /// What is said, and the step that is offered, while nothing is chosen.
    void setNothing(const QString& text, QAction* step = nullptr);
    /// Empty: nothing is chosen.
    void choose(const std::optional<std::string>& key);
    void present(const SharedKeyDetail& detail);
    SharedKeyDetail detail() const { return m_detail; }
    const KeyValueModel& value() const { return m_value; }
    /// Of what its token has used; there is none of other keys.
    bool hasChart() const;
    QString sentence() const { return m_sentence->isHidden() ? QString() : m_sentence->text(); }
    /// Moves the countdowns on.
    void tick();
    /// Greys what is not current.
    void setFreshness(Freshness freshness);

Q_SIGNALS:
    /// Another page of the value.
    void pageWanted(const ratewarden::ValueQuery& query);

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    QWidget* makeHead(const Actions& actions);
    QWidget* makeContent(const Actions& actions);
    void makeMeaning(const Actions& actions);
    void makeBytes();
    void makePager();
    QLayout* makeRest();
    void makeUsage();
    void showMeaning();
    void showBytes();
    void showMarks();
    void showPages();
    void showGroups();
    void showUsage();
    void showArea();
    void updateSentence();
    void updateAges();
    bool isNarrowDump() const;
    void turn(const ValuePlace& from);
    void older();
    void newer();
    void newest();

    Link& m_link;
    const HistoryBook& m_histories;
    std::shared_ptr<const UsageHistory> m_history; // of the token that is shown
    std::optional<std::string> m_key;
    SharedKeyDetail m_detail;
    KeyValueModel m_value;
    std::vector<ValuePlace> m_before; // the pages before the one that is shown
    ValuePlace m_from;
    Freshness m_freshness = Freshness::Live;

    EmptyState* m_nothing; // while nothing is chosen
    QWidget* m_content = nullptr;
    QBoxLayout* m_names = nullptr; // the name, and the buttons beside or below it
    PlainLabel* m_name = nullptr;
    Pill* m_sentence = nullptr;
    Card* m_meaning = nullptr;
    PlainLabel* m_format = nullptr;
    QList<PlainLabel*> m_factNames;
    QList<PlainLabel*> m_facts;
    Card* m_bytes = nullptr;
    PlainLabel* m_about = nullptr;
    QWidget* m_marks = nullptr;
    QBoxLayout* m_markRow = nullptr;
    RowTable* m_table = nullptr;
    InkDelegate* m_rows = nullptr;
    PlainLabel* m_valueProblem = nullptr;
    QWidget* m_pager = nullptr;
    PlainLabel* m_pageText = nullptr;
    QPushButton* m_newest = nullptr;
    QPushButton* m_newer = nullptr;
    QPushButton* m_older = nullptr;
    PlainLabel* m_expiry = nullptr;
    PlainLabel* m_siblings = nullptr;
    PlainLabel* m_siblingsName = nullptr;
    PlainLabel* m_groups = nullptr;
    PlainLabel* m_groupsName = nullptr;
    Card* m_used = nullptr;
    RuleLegend* m_legend = nullptr;
    UsageChart* m_usage = nullptr;
    PlainLabel* m_area = nullptr; // what is in the area that is marked in it
};

} // namespace ratewarden::ui
