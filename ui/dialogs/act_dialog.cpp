// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/act_dialog.h"

#include "core/formats/warning.h"
#include "core/model/errors.h"
#include "ui/dialogs/fit_to_text.h"
#include "ui/text/display_text.h"
#include "ui/text/problem_text.h"
#include "ui/theme/style.h"
#include "ui/theme/theme.h"
#include "ui/widgets/end_time_edit.h"
#include "ui/widgets/fields.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/mass_confirmation.h"
#include "ui/widgets/plain_label.h"
#include "ui/widgets/server_stripe.h"

#include <QBoxLayout>
#include <QClipboard>
#include <QComboBox>
#include <QGuiApplication>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSpinBox>

#include <limits>

namespace ratewarden::ui {
namespace {

using namespace std::chrono_literals;

constexpr int longestReason = 200;
constexpr int previewHeight = 88;

} // namespace

ActDialog::ActDialog(Form form, Preview preview, std::function<Instant()> clock, QWidget* parent)
    : GuardedDialog(parent)
    , m_form(std::move(form))
    , m_preview(std::move(preview))
    , m_clock(std::move(clock))
    , m_commands(new QPlainTextEdit)
    , m_copy(named("copyCommands", new QPushButton(tr("Copy"))))
    , m_verb(named("confirm", new QPushButton(m_form.verb)))
{
    setWindowTitle(m_form.title);
    fitToText(this, 560);
    auto* const layout = beginDialog(this);
    ServerStripe::addTo(this);
    addFields(layout);
    addCommands(layout);
    layout->addWidget(banner());

    m_cancel = addDialogButtons(layout, this, m_verb);
    setProminent(m_verb, m_form.dangerous);
    chooseDefault();
    connect(m_verb, &QPushButton::clicked, this, &ActDialog::confirm);
    updatePreview();
    focusFirst();
}

void ActDialog::addFields(QBoxLayout* layout)
{
    if (m_form.token.isEmpty()) {
        m_token =
            addLine(layout, "typedToken", tr("Token"), tr("The token, as limiters name it: ip:203.0.113.7"));
        m_token->setFont(monospaceFont());
    } else {
        auto* const token = named("whose", new PlainLabel(m_form.token));
        token->setFont(monospaceHeadingFont());
        layout->addWidget(token);
    }
    auto* const explanation = new PlainLabel(m_form.explanation, PlainLabel::Tone::Normal);
    explanation->setWrapped(QSizePolicy::Preferred, QSizePolicy::MinimumExpanding);
    layout->addWidget(explanation);
    if (!m_form.leftOut.isEmpty()) {
        auto* const leftOut = named("leftOut", new PlainLabel(QStringLiteral("▲ ") + m_form.leftOut));
        leftOut->setWrapped(QSizePolicy::Ignored,
                            QSizePolicy::MinimumExpanding); // a long name widens nothing
        layout->addWidget(leftOut);
    }
    if (!m_form.formats.isEmpty())
        addFormats(layout);
    if (m_form.asksForName) {
        m_name = addLine(layout, "newName", tr("New name"), tr("Its new name"));
        m_name->setFont(monospaceFont());
        m_name->setText(m_form.name);
    }
    if (m_form.asksForRules) {
        m_rules = addLine(layout, "overrideRules", tr("Rules"), QStringLiteral("100/min + 2000/h"));
        m_rules->setFont(monospaceFont());
        m_rules->setText(m_form.rules);
    }
    if (m_form.effect) {
        m_effect = named("overrideEffect", new PlainLabel({}, PlainLabel::Tone::Muted));
        m_effect->setWrapped();
        layout->addWidget(m_effect);
    }
    if (m_form.asksForEnd) {
        m_end = new EndTimeEdit(m_clock);
        if (m_form.end)
            m_end->setEnd(*m_form.end);
        layout->addWidget(m_end);
        connect(m_end, &EndTimeEdit::changed, this, &ActDialog::updatePreview);
    }
    if (m_form.asksForUnits)
        addUnitsField(layout);
    if (m_form.asksForAge)
        addAgeField(layout);
    if (m_form.asksForReason) {
        m_reason = addLine(layout, "reason", tr("Reason"),
                           !m_form.reasonHint.isEmpty() ? m_form.reasonHint
                           : m_form.asksForEnd ? tr("Why? Everybody who sees this token sees the reason")
                                               : tr("Why?"));
        m_reason->setMaxLength(longestReason);
        m_reason->setText(m_form.reason);
    }
    if (m_form.mass) {
        m_mass = new MassConfirmation(*m_form.mass);
        layout->addWidget(m_mass);
        connect(m_mass, &MassConfirmation::changed, this, &ActDialog::updatePreview);
    }
    layout->addWidget(typedName());
    connect(typedName(), &TypedName::changed, this, &ActDialog::chooseDefault);
    connect(typedName(), &TypedName::changed, this, &ActDialog::updatePreview);
}

// Return does what the button says only where something had to be entered first, or nothing is lost by it.
void ActDialog::chooseDefault()
{
    const bool isAsked =
        m_reason || m_units || m_age || m_mass || m_name || m_formats || typedName()->isWanted();
    (m_form.dangerous && !isAsked ? m_cancel : m_verb)->setDefault(true);
}

QLineEdit* ActDialog::addLine(QBoxLayout* layout, const char* name, const QString& title, const QString& hint)
{
    auto* const line = new QLineEdit;
    nameWidget(line, name, title);
    line->setPlaceholderText(hint);
    layout->addWidget(line);
    connect(line, &QLineEdit::textChanged, this, &ActDialog::updatePreview);
    return line;
}

void ActDialog::addFormats(QBoxLayout* layout)
{
    auto* const question =
        new PlainLabel(QStringLiteral("▲ ") + tr("The keys fit several formats, to which what is written "
                                                 "means opposite things. Whose are they?"));
    question->setObjectName("whichFormat");
    question->setWrapped(QSizePolicy::Ignored, QSizePolicy::MinimumExpanding);
    layout->addWidget(question);
    m_formats = new QComboBox;
    nameWidget(m_formats, "formats", tr("Format"));
    m_formats->setPlaceholderText(tr("Choose the format"));
    m_formats->addItems(m_form.formats);
    m_formats->setCurrentIndex(-1);
    layout->addWidget(m_formats);
    connect(m_formats, &QComboBox::currentIndexChanged, this, &ActDialog::updatePreview);
}

void ActDialog::addUnitsField(QBoxLayout* layout)
{
    auto* const row = rowLayout(8);
    m_units = numberField(1, std::numeric_limits<int>::max());
    nameWidget(m_units, "units", tr("Units"));
    m_units->setMinimumWidth(120);
    row->addWidget(m_units);
    row->addWidget(new PlainLabel(tr("units"), PlainLabel::Tone::Muted));
    row->addStretch(1);
    layout->addLayout(row);
    connect(m_units, &QSpinBox::valueChanged, this, &ActDialog::updatePreview);
}

void ActDialog::addAgeField(QBoxLayout* layout)
{
    auto* const row = rowLayout(8);
    row->addWidget(new PlainLabel(tr("held for"), PlainLabel::Tone::Muted));
    m_age = addLine(row, "age", tr("Held for at least"), QStringLiteral("10min"));
    m_age->setText(QString::fromStdString(durationNotation(slotPatience)));
    m_age->setMaximumWidth(120);
    row->addWidget(new PlainLabel(tr("or longer, such as 30s, 10min, 2h; 0s: all"), PlainLabel::Tone::Muted),
                   1);
    layout->addLayout(row);
}

void ActDialog::addCommands(QBoxLayout* layout)
{
    auto* const head = new QHBoxLayout;
    auto* const title = new PlainLabel(tr("What will be sent to Redis"), PlainLabel::Tone::Muted);
    head->addWidget(title, 1);
    m_copy->setFlat(true);
    m_copy->setAutoDefault(false);
    m_copy->setToolTip(tr("Every command exactly as it is sent, for redis-cli"));
    head->addWidget(m_copy);
    auto* const both = columnLayout(4);
    both->addLayout(head);
    m_commands->setReadOnly(true);
    m_commands->setFont(monospaceFont());
    m_commands->setFixedHeight(previewHeight);
    m_commands->viewport()->setAutoFillBackground(false); // the frame is round, and filled
    m_commands->setAccessibleName(title->text());
    m_commands->setTabChangesFocus(true);
    both->addWidget(m_commands);
    layout->addLayout(both);
    connect(m_copy, &QPushButton::clicked, this, &ActDialog::copyCommands);
}

// What has to be entered, else the button that Return presses.
void ActDialog::focusFirst()
{
    const std::initializer_list<QWidget*> fields{
        m_token,  m_formats, m_name,
        m_rules,  m_units,   m_age,
        m_reason, m_mass,    typedName()->isWanted() ? typedName() : nullptr};
    const auto first = std::ranges::find_if(fields, [](const QWidget* field) { return field != nullptr; });
    (first != fields.end() ? *first
     : m_verb->isDefault() ? static_cast<QWidget*>(m_verb)
                           : m_cancel)
        ->setFocus();
    if (m_units)
        m_units->selectAll();
}

ActDialog::Entered ActDialog::entered() const
{
    Entered entered;
    if (m_token)
        entered.token = m_token->text();
    if (m_end) {
        const Instant now = m_clock();
        if (const std::optional<EndTime> end = m_end->end())
            if (const std::optional<Instant> at = endAt(*end, now))
                entered.duration = std::max<Micros>(*at - now, 1s); // none would be for good
    }
    if (m_name)
        entered.name = m_name->text();
    if (m_reason)
        entered.reason = m_reason->text().trimmed();
    if (m_units)
        entered.units = m_units->value();
    if (m_age)
        entered.age = m_age->text().trimmed();
    if (m_formats)
        entered.format = m_formats->currentIndex();
    if (m_rules)
        entered.rules = m_rules->text();
    return entered;
}

// What has to be entered before it is known what will be done; empty: nothing.
QString ActDialog::missing() const
{
    if (m_token && m_token->text().isEmpty())
        return tr("Type the token first");
    if (m_formats && m_formats->currentIndex() < 0)
        return tr("Choose the format first");
    if (m_name && m_name->text().isEmpty())
        return tr("Type the new name first");
    if (m_age && m_age->text().trimmed().isEmpty())
        return tr("Say from which age on first");
    if (m_end && !m_end->end())
        return tr("Say until when first");
    if (m_reason && m_reason->text().trimmed().isEmpty())
        return tr("Enter a reason to see the commands");
    return {};
}

void ActDialog::updateEffect()
{
    QString effect;
    try {
        effect = m_form.effect(m_rules->text().toStdString());
    } catch (const InvalidArgument&) { // what is wrong stands in place of the commands
    }
    m_effect->setText(effect.isEmpty() ? noValue() : effect);
}

void ActDialog::updatePreview()
{
    if (m_effect)
        updateEffect();
    QString lacks = missing();
    QString commands;
    try {
        if (lacks.isEmpty())
            commands = m_preview.shown(entered());
    } catch (const InvalidArgument& error) {
        lacks = problemText(error);
    }
    m_commands->setPlainText(lacks.isEmpty() ? commands : QStringLiteral("(%1)").arg(lacks));
    m_copy->setEnabled(lacks.isEmpty());
    m_copy->setText(tr("Copy"));
    if (lacks.isEmpty() && m_mass && !m_mass->confirmed())
        lacks = tr("Type the number of tokens first");
    if (lacks.isEmpty())
        lacks = typedName()->lacks();
    m_verb->setEnabled(lacks.isEmpty() && !isWaiting()); // once is enough, until the answer is there
    m_verb->setToolTip(lacks);
}

void ActDialog::copyCommands()
{
    QGuiApplication::clipboard()->setText(m_preview.exact(entered()));
    m_copy->setText(tr("Copied"));
}

void ActDialog::showWaiting(bool waiting)
{
    for (QWidget* const field : std::initializer_list<QWidget*>{
             m_token, m_formats, m_name, m_rules, m_end, m_reason, m_units, m_age, m_mass, typedName()})
        if (field != nullptr)
            field->setEnabled(!waiting);
    m_cancel->setText(waiting ? tr("Close") : tr("Cancel")); // what was sent cannot be called back
    updatePreview();
}

void ActDialog::confirm()
{
    const Entered confirmedAs = entered();
    beginWaiting();
    Q_EMIT confirmed(confirmedAs);
}

} // namespace ratewarden::ui
