// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/admin/breakdown.h"
#include "ui/dialogs/guarded_dialog.h"
#include "ui/text/end_time.h"

#include <functional>
#include <optional>

class QBoxLayout;
class QComboBox;
class QLineEdit;
class QPlainTextEdit;
class QPushButton;
class QSpinBox;

namespace ratewarden::ui {

class EndTimeEdit;
class MassConfirmation;
class PlainLabel;

/// Shows a change to Redis before it is made: on what, which commands; asks what has to be asked; and stays
/// open, with what was typed, when it fails. confirmed() asks for the change.
class ActDialog final : public GuardedDialog {
    Q_OBJECT

public:
    struct Form {
        QString title;       ///< "Block a token"
        QString token;       ///< as shown, or "50,000 tokens"; empty: it is asked for
        QString explanation; ///< what it does
        QString leftOut;     ///< which of the selected tokens are not changed; empty: none
        QString verb;        ///< of the button: "Block"
        bool dangerous = false;
        bool asksForName = false; ///< another name
        QString name;             ///< that stands there at first
        bool asksForReason = false;
        QString reason;             ///< that stands there at first
        QString reasonHint;         ///< empty: the usual one
        bool asksForEnd = false;    ///< until when
        std::optional<EndTime> end; ///< at first; empty: the usual one
        bool asksForRules = false;  ///< which rules
        QString rules;              ///< that stand there at first
        /// What they would do, in a sentence; empty: not known yet. May throw InvalidArgument. Null: nothing
        /// is said.
        std::function<QString(const std::string& rules)> effect;
        bool asksForUnits = false;     ///< how many
        bool asksForAge = false;       ///< from which age on
        QStringList formats{};         ///< one of which has to be chosen; empty: nothing is to be
        std::optional<Breakdown> mass; ///< of so many tokens that their number has to be typed
    };
    /// What the user has entered.
    struct Entered {
        QString token;                  ///< when it was asked for
        std::optional<Micros> duration; ///< empty: for good
        QString name;
        QString reason;
        QString rules;
        Units units = 1;
        QString age;    ///< as parseDuration() reads it
        int format = 0; ///< of those that are asked for
    };
    /// The commands for what is entered so far. An InvalidArgument that is thrown is shown in their place.
    struct Preview {
        std::function<QString(const Entered&)> shown; ///< to be read; of very many, some
        std::function<QString(const Entered&)> exact; ///< all, a line each, as redis-cli takes them
    };

    /// `clock` is the server's, by which a moment that is entered becomes a duration.
    ActDialog(Form form, Preview preview, std::function<Instant()> clock, QWidget* parent);

    Entered entered() const;
    /// What is shown before it is done is not what it was.
    void updatePreview();

Q_SIGNALS:
    void confirmed(const ratewarden::ui::ActDialog::Entered& entered);

private:
    void addFields(QBoxLayout* layout);
    void addFormats(QBoxLayout* layout);
    void addUnitsField(QBoxLayout* layout);
    void addAgeField(QBoxLayout* layout);
    void addCommands(QBoxLayout* layout);
    QLineEdit* addLine(QBoxLayout* layout, const char* name, const QString& title, const QString& hint);
    void focusFirst();
    void chooseDefault();
    QString missing() const;
    void updateEffect();
    void copyCommands();
    void confirm();
    void showWaiting(bool waiting) override;

    Form m_form;
    Preview m_preview;
    std::function<Instant()> m_clock;
    // Null: not asked for.
    QLineEdit* m_token = nullptr;
    QLineEdit* m_name = nullptr;
    QLineEdit* m_rules = nullptr;
    PlainLabel* m_effect = nullptr;
    EndTimeEdit* m_end = nullptr;
    QLineEdit* m_reason = nullptr;
    QSpinBox* m_units = nullptr;
    QLineEdit* m_age = nullptr;
    QComboBox* m_formats = nullptr;
    MassConfirmation* m_mass = nullptr;
    QPlainTextEdit* m_commands;
    QPushButton* m_copy;
    QPushButton* m_verb;
    QPushButton* m_cancel = nullptr;
};

} // namespace ratewarden::ui
