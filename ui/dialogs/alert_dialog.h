// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/watch/alert.h"
#include "ui/charts/alert_chart.h"
#include "ui/link/newest_answer.h"
#include "ui/state/session.h"

#include <QDialog>
#include <QPointer>
#include <QTimer>

#include <optional>

class QComboBox;
class QLineEdit;
class QPushButton;

namespace ratewarden::ui {

class FilterLine;
class PlainLabel;

/// Edits an alert, or makes up a new one: what is measured of which tokens, when it fires and recovers. Says
/// what it would have done on what the history has, before it is saved. It stays until that is done.
class AlertDialog final : public QDialog {
    Q_OBJECT

public:
    /// `alert`: the one that is edited; empty: a new one.
    AlertDialog(Session& session, std::optional<Alert> alert, QWidget* parent);

    /// What became of the alert that was confirmed. Empty: it is in the file, and the dialog ends; else why
    /// not, and it may be confirmed again.
    void finish(const QString& problem);
    /// It was not even tried: it may be confirmed again.
    void resume();

Q_SIGNALS:
    /// To be answered by finish() or resume().
    void confirmed(const ratewarden::Alert& alert);

private:
    QWidget* makeFields();
    void fill(const Alert& alert);
    void connectFields();
    void offerValues();
    void read();
    void readBound(Alert& alert);
    void check(const Alert& alert);
    void fail(const QString& problem);
    void test();

    QPointer<Session> m_session;
    const std::optional<Alert> m_before;
    std::optional<Alert> m_entered; ///< empty: something is wrong
    QString m_wrong;                ///< the first fault
    bool m_isConfirmed = false;     ///< and is being saved
    QWidget* m_fields = nullptr;
    QLineEdit* m_name;
    QComboBox* m_measure;
    FilterLine* m_filter;
    QComboBox* m_side; ///< above or below
    QLineEdit* m_at;
    QLineEdit* m_back;
    QLineEdit* m_wait;
    QComboBox* m_severity;
    PlainLabel* m_problem;
    AlertChart* m_chart;
    PlainLabel* m_tested;
    QPushButton* m_save;
    QTimer m_settles;
    NewestAnswer m_inventory;
    NewestAnswer m_testing; // last: what they run is stopped first
};

} // namespace ratewarden::ui
