// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/dismiss_dialog.h"

#include "ui/dialogs/fit_to_text.h"
#include "ui/widgets/end_time_edit.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/plain_label.h"

#include <QBoxLayout>
#include <QLineEdit>
#include <QPushButton>

namespace ratewarden::ui {
namespace {

using namespace std::chrono_literals;

constexpr Micros usualDismissal = std::chrono::days(1);
constexpr int longestDismissal = 200; // characters of the reason

} // namespace

DismissDialog::Texts DismissDialog::ofFinding(const QString& what)
{
    return {tr("Dismiss a finding"), what,
            tr("It is not counted and told any more until then, in this console and on this "
               "machine alone. Nothing changes on the server."),
            tr("Dismiss"), true};
}

DismissDialog::Texts DismissDialog::ofAlert(const QString& what)
{
    return {tr("Silence an alert"), what,
            tr("It is still measured and shown, but nobody is told of it until then: this is written into "
               "the file of alerts, which ratewarden-ctl watch obeys."),
            tr("Silence"), false};
}

DismissDialog::DismissDialog(const Texts& texts, std::function<Instant()> clock, QWidget* parent)
    : QDialog(parent)
    , m_isForGood(texts.isForGood)
    , m_clock(std::move(clock))
    , m_reason(named("dismissReason", new QLineEdit))
    , m_end(new EndTimeEdit(m_clock))
    , m_dismiss(named("confirmDismissal", new QPushButton(texts.confirm)))
{
    setWindowTitle(texts.title);
    fitToText(this, 520);
    auto* const layout = beginDialog(this, texts.what);
    auto* const meaning = new PlainLabel(texts.meaning, PlainLabel::Tone::Muted);
    meaning->setWrapped(QSizePolicy::Preferred, QSizePolicy::MinimumExpanding);
    layout->addWidget(meaning);
    m_end->setEnd(usualDismissal);
    layout->addWidget(m_end);
    m_reason->setPlaceholderText(tr("Why?"));
    m_reason->setAccessibleName(tr("Reason"));
    m_reason->setMaxLength(longestDismissal);
    layout->addWidget(m_reason);
    addDialogButtons(layout, this, m_dismiss);

    connect(m_reason, &QLineEdit::textChanged, this, &DismissDialog::update);
    connect(m_end, &EndTimeEdit::changed, this, &DismissDialog::update);
    connect(m_dismiss, &QPushButton::clicked, this, [this] {
        if (const std::optional<EndTime> end = m_end->end()) {
            Q_EMIT confirmed(m_reason->text().trimmed(), endAt(*end, m_clock()));
            accept();
        }
    });
    update();
    m_reason->setFocus();
}

void DismissDialog::update()
{
    const std::optional<EndTime> end = m_end->end();
    const QString lacks = m_reason->text().trimmed().isEmpty() ? tr("Enter a reason first")
                          : end == EndTime(ForGood()) && !m_isForGood
                              ? tr("Enter an end: nothing is silenced for good")
                              : m_end->problem();
    m_dismiss->setEnabled(lacks.isEmpty());
    m_dismiss->setToolTip(lacks);
}

} // namespace ratewarden::ui
