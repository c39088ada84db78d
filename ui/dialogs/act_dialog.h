// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/admin/breakdown.h"
#include "ui/text/end_time.h"

#include <QDialog>

#include <functional>
#include <optional>

class QBoxLayout;
class QLineEdit;
class QPlainTextEdit;
class QPushButton;
class QSpinBox;

namespace ratewarden::ui {

class Banner;
class EndTimeEdit;
class MassConfirmation;
class TypedName;

/// Shows a change to Redis before it is made: on what, which commands; asks what has to be asked; and stays
/// open, with what was typed, when it fails. The change itself is its owner's business: confirmed() asks for
/// it once, and the owner answers with succeed() or fail(). Closed before the answer, it does not undo the
/// change.
class ActDialog final : public QDialog {
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
        QString reason;                ///< that stands there at first
        QString reasonHint;            ///< empty: the usual one
        bool asksForEnd = false;       ///< until when
        std::optional<EndTime> end;    ///< at first; empty: the usual one
        bool asksForRules = false;     ///< which rules
        QString rules;                 ///< that stand there at first
        bool asksForUnits = false;     ///< how many
        std::optional<Breakdown> mass; ///< of so many tokens that their number has to be typed
        QString typedName{};           ///< the server's, which has to be typed; empty: it has not
    };
    /// What the user has entered.
    struct Entered {
        QString token;                  ///< when it was asked for
        std::optional<Micros> duration; ///< empty: for good
        QString name;
        QString reason;
        QString rules;
        Units units = 1;
    };
    /// The commands for what is entered so far. An InvalidArgument that is thrown is shown in their place.
    struct Preview {
        std::function<QString(const Entered&)> shown; ///< to be read; of very many, some
        std::function<QString(const Entered&)> exact; ///< all, a line each, as redis-cli takes them
    };

    /// `clock` is the server's, by which a moment that is entered becomes a duration.
    ActDialog(Form form, Preview preview, std::function<Instant()> clock, QWidget* parent);

    Entered entered() const;
    QString problem() const; ///< what it was told by fail(); empty: nothing
    void fail(const QString& message);
    void succeed();

Q_SIGNALS:
    void confirmed(const ratewarden::ui::ActDialog::Entered& entered);

private:
    void addFields(QBoxLayout* layout);
    void addUnitsField(QBoxLayout* layout);
    void addCommands(QBoxLayout* layout);
    QLineEdit* addLine(QBoxLayout* layout, const char* name, const QString& title, const QString& hint);
    void focusFirst();
    QString missing() const;
    void updatePreview();
    void copyCommands();
    void confirm();
    void setWaiting(bool waiting);

    Form m_form;
    Preview m_preview;
    std::function<Instant()> m_clock;
    bool m_waiting = false; // for the owner's answer
    Banner* m_banner;
    // Null: not asked for.
    QLineEdit* m_token = nullptr;
    QLineEdit* m_name = nullptr;
    QLineEdit* m_rules = nullptr;
    EndTimeEdit* m_end = nullptr;
    QLineEdit* m_reason = nullptr;
    QSpinBox* m_units = nullptr;
    MassConfirmation* m_mass = nullptr;
    TypedName* m_typedName = nullptr;
    QPlainTextEdit* m_commands;
    QPushButton* m_copy;
    QPushButton* m_verb;
    QPushButton* m_cancel;
};

} // namespace ratewarden::ui
