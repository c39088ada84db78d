// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/rule.h"
#include "core/model/time.h"

#include <QDialog>

#include <functional>
#include <optional>

class QButtonGroup;
class QDateTimeEdit;
class QLineEdit;
class QPlainTextEdit;
class QPushButton;
class QSpinBox;
class QVBoxLayout;

namespace ratewarden::ui {

class Banner;

/// Shows a change to Redis before it is made: on what, which commands; asks what has to be asked; and stays
/// open, with what was typed, when it fails. The change itself is its owner's business: confirmed() asks for
/// it once, and the owner answers with succeed() or fail(). Closed before the answer, it does not take the
/// change back.
class ActDialog final : public QDialog {
    Q_OBJECT

public:
    struct Form {
        QString title;       ///< "Block a token"
        QString token;       ///< as shown; empty: it is asked for
        QString explanation; ///< what it does
        QString verb;        ///< of the button: "Block"
        bool dangerous = false;
        bool asksForBlock = false;    ///< how long, and why
        QString reason;               ///< that stands there at first
        bool forGood = false;         ///< at first
        std::optional<Instant> until; ///< likewise; else the usual time
        bool asksForRules = false;    ///< which rules
        QString rules;                ///< that stand there at first
        bool asksForUnits = false;    ///< how many
    };
    /// What the user has entered.
    struct Entered {
        QString token;                  ///< when it was asked for
        std::optional<Micros> duration; ///< empty: for good
        QString reason;
        QString rules;
        Units units = 1;
    };

    /// `preview` gives the commands for what is entered so far; an InvalidArgument that it throws is shown in
    /// their place. `clock` is the server's, by which a moment that is chosen becomes a duration.
    ActDialog(Form form, std::function<QString(const Entered&)> preview, std::function<Instant()> clock,
              QWidget* parent);

    Entered entered() const;
    QString problem() const; ///< what it was told by fail(); empty: nothing
    void fail(const QString& message);
    void succeed();

Q_SIGNALS:
    void confirmed(const ratewarden::ui::ActDialog::Entered& entered);

private:
    void addTokenField(QVBoxLayout* layout);
    void addBlockFields(QVBoxLayout* layout);
    void addUnitsField(QVBoxLayout* layout);
    void addRulesField(QVBoxLayout* layout);
    bool untilAMoment() const;
    void updatePreview();
    void confirm();
    void setWaiting(bool waiting);

    Form m_form;
    std::function<QString(const Entered&)> m_preview;
    std::function<Instant()> m_clock;
    Banner* m_banner;
    QLineEdit* m_token = nullptr; // null: it was given
    QButtonGroup* m_durations = nullptr;
    QDateTimeEdit* m_until = nullptr;
    QLineEdit* m_reason = nullptr;
    QSpinBox* m_units = nullptr;
    QLineEdit* m_rules = nullptr;
    QPlainTextEdit* m_commands;
    QPushButton* m_verb;
    QPushButton* m_cancel;
};

} // namespace ratewarden::ui
