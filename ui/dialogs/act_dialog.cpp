// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/act_dialog.h"

#include "core/model/errors.h"
#include "ui/theme/style.h"
#include "ui/theme/theme.h"
#include "ui/widgets/banner.h"
#include "ui/widgets/plain_label.h"

#include <QBoxLayout>
#include <QButtonGroup>
#include <QDateTimeEdit>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSpinBox>

#include <array>
#include <limits>

namespace ratewarden::ui {
namespace {

using namespace std::chrono_literals;

struct Choice {
    const char* text;
    Micros duration; // zero: for good
};

constexpr std::array choices{Choice{QT_TRANSLATE_NOOP("ActDialog", "15 min"), 15min},
                             Choice{QT_TRANSLATE_NOOP("ActDialog", "1 h"), 1h},
                             Choice{QT_TRANSLATE_NOOP("ActDialog", "24 h"), 24h},
                             Choice{QT_TRANSLATE_NOOP("ActDialog", "7 days"), 168h},
                             Choice{QT_TRANSLATE_NOOP("ActDialog", "For good"), 0s}};
constexpr int untilChoice = int(choices.size()); // the button behind these
constexpr int forGoodChoice = int(choices.size()) - 1;
constexpr int usualChoice = 1;
constexpr int longestReason = 200;

} // namespace

ActDialog::ActDialog(Form form, std::function<QString(const Entered&)> preview,
                     std::function<Instant()> clock, QWidget* parent)
    : QDialog(parent)
    , m_form(std::move(form))
    , m_preview(std::move(preview))
    , m_clock(std::move(clock))
    , m_banner(new Banner)
    , m_commands(new QPlainTextEdit)
    , m_verb(new QPushButton(m_form.verb))
    , m_cancel(new QPushButton(tr("Cancel")))
{
    setWindowTitle(m_form.title);
    setMinimumWidth(520);
    setAttribute(Qt::WA_DeleteOnClose);
    auto* const layout = new QVBoxLayout(this);
    layout->setContentsMargins(20, 18, 20, 16);
    layout->setSpacing(12);

    if (m_form.token.isEmpty()) {
        addTokenField(layout);
    } else {
        auto* const token = new PlainLabel(m_form.token);
        token->setFont(monospaceHeadingFont());
        layout->addWidget(token);
    }
    auto* const explanation = new PlainLabel(m_form.explanation, PlainLabel::Tone::Normal);
    explanation->setWrapped(QSizePolicy::Preferred, QSizePolicy::MinimumExpanding);
    layout->addWidget(explanation);
    if (m_form.asksForRules)
        addRulesField(layout);
    if (m_form.asksForBlock)
        addBlockFields(layout);
    if (m_form.asksForUnits)
        addUnitsField(layout);

    auto* const commandsTitle = new PlainLabel(tr("What will be sent to Redis"), PlainLabel::Tone::Muted);
    layout->addWidget(commandsTitle);
    m_commands->setReadOnly(true);
    m_commands->setFont(monospaceFont());
    m_commands->setFixedHeight(88);
    m_commands->setAccessibleName(commandsTitle->text());
    m_commands->setTabChangesFocus(true);
    layout->addWidget(m_commands);
    layout->addWidget(m_banner);

    auto* const buttons = new QHBoxLayout;
    buttons->addStretch(1);
    buttons->addWidget(m_cancel);
    buttons->addWidget(m_verb);
    layout->addLayout(buttons);
    m_verb->setObjectName("confirm");
    setProminent(m_verb, m_form.dangerous);
    // Return does what the button says only where something had to be entered first, or nothing is lost by
    // it.
    (m_form.dangerous && !m_form.asksForBlock && !m_form.asksForUnits ? m_cancel : m_verb)->setDefault(true);
    connect(m_verb, &QPushButton::clicked, this, &ActDialog::confirm);
    connect(m_cancel, &QPushButton::clicked, this, &QDialog::reject);
    updatePreview();
}

void ActDialog::addTokenField(QVBoxLayout* layout)
{
    m_token = new QLineEdit;
    m_token->setObjectName("typedToken");
    m_token->setFont(monospaceFont());
    m_token->setPlaceholderText(tr("The token, as limiters name it: ip:203.0.113.7"));
    m_token->setAccessibleName(tr("Token"));
    layout->addWidget(m_token);
    connect(m_token, &QLineEdit::textChanged, this, &ActDialog::updatePreview);
}

void ActDialog::addBlockFields(QVBoxLayout* layout)
{
    auto* const row = new QHBoxLayout;
    row->setSpacing(6);
    m_durations = new QButtonGroup(this);
    const int atFirst = m_form.until ? untilChoice : m_form.forGood ? forGoodChoice : usualChoice;
    const auto add = [&](const QString& text, int id) {
        auto* const button = new QPushButton(text);
        button->setCheckable(true);
        button->setAutoDefault(false);
        button->setChecked(id == atFirst);
        m_durations->addButton(button, id);
        row->addWidget(button);
    };
    for (int i = 0; i < int(choices.size()); ++i)
        add(tr(choices.at(std::size_t(i)).text), i);
    add(tr("Until…"), untilChoice);
    row->addStretch(1);
    layout->addLayout(row);
    m_until = new QDateTimeEdit;
    m_until->setObjectName("until");
    m_until->setAccessibleName(tr("Until"));
    m_until->setCalendarPopup(true);
    m_until->setFrame(false);
    m_until->setDisplayFormat(QStringLiteral("yyyy-MM-dd HH:mm"));
    const QDateTime now = QDateTime::currentDateTime();
    m_until->setMinimumDateTime(now);
    m_until->setDateTime(QDateTime(now.date().addDays(1), QTime(9, 0))); // the next morning
    m_until->setMinimumWidth(180);
    if (m_form.until)
        m_until->setDateTime(QDateTime::fromMSecsSinceEpoch(
            std::chrono::ceil<std::chrono::milliseconds>(*m_form.until).time_since_epoch().count()));
    m_until->setVisible(m_form.until.has_value());
    layout->addWidget(m_until, 0, Qt::AlignLeft);
    connect(m_until, &QDateTimeEdit::dateTimeChanged, this, &ActDialog::updatePreview);
    m_reason = new QLineEdit;
    m_reason->setObjectName("reason");
    m_reason->setPlaceholderText(tr("Why? Everybody who sees this token sees the reason"));
    m_reason->setAccessibleName(tr("Reason"));
    m_reason->setMaxLength(longestReason);
    m_reason->setText(m_form.reason);
    layout->addWidget(m_reason);
    connect(m_reason, &QLineEdit::textChanged, this, &ActDialog::updatePreview);
    connect(m_durations, &QButtonGroup::idClicked, this, [this] {
        m_until->setVisible(untilAMoment());
        updatePreview();
    });
    (m_token ? m_token : m_rules ? m_rules : m_reason)->setFocus();
}

void ActDialog::addUnitsField(QVBoxLayout* layout)
{
    auto* const row = new QHBoxLayout;
    row->setSpacing(8);
    m_units = new QSpinBox;
    m_units->setObjectName("units");
    m_units->setAccessibleName(tr("Units"));
    m_units->setRange(1, std::numeric_limits<int>::max());
    m_units->setMinimumWidth(120);
    m_units->setFrame(false); // its field has one
    m_units->setButtonSymbols(QAbstractSpinBox::NoButtons);
    m_units->setGroupSeparatorShown(true);
    auto* const name = new PlainLabel(tr("units"), PlainLabel::Tone::Muted);
    row->addWidget(m_units);
    row->addWidget(name);
    row->addStretch(1);
    layout->addLayout(row);
    connect(m_units, &QSpinBox::valueChanged, this, &ActDialog::updatePreview);
    m_units->setFocus();
    m_units->selectAll();
}

void ActDialog::addRulesField(QVBoxLayout* layout)
{
    m_rules = new QLineEdit(m_form.rules);
    m_rules->setObjectName("ownRules");
    m_rules->setFont(monospaceFont());
    m_rules->setPlaceholderText(QStringLiteral("100/min + 2000/h"));
    m_rules->setAccessibleName(tr("Rules"));
    layout->addWidget(m_rules);
    connect(m_rules, &QLineEdit::textChanged, this, &ActDialog::updatePreview);
}

bool ActDialog::untilAMoment() const
{
    return m_durations->checkedId() == untilChoice;
}

ActDialog::Entered ActDialog::entered() const
{
    Entered entered;
    if (m_token)
        entered.token = m_token->text();
    if (m_form.asksForBlock) {
        entered.reason = m_reason->text().trimmed();
        if (untilAMoment()) {
            const Instant until(std::chrono::milliseconds(m_until->dateTime().toMSecsSinceEpoch()));
            entered.duration = std::max<Micros>(until - m_clock(), 1s); // none would be for good
        } else if (const Micros duration = choices.at(std::size_t(m_durations->checkedId())).duration;
                   duration > Micros::zero()) {
            entered.duration = duration;
        }
    }
    if (m_units)
        entered.units = m_units->value();
    if (m_rules)
        entered.rules = m_rules->text();
    return entered;
}

void ActDialog::updatePreview()
{
    QString lacks = m_token && entered().token.isEmpty()                ? tr("Type the token first")
                    : m_form.asksForBlock && entered().reason.isEmpty() ? tr("Give a reason first")
                                                                        : QString();
    QString commands;
    try {
        if (lacks.isEmpty())
            commands = m_preview(entered());
    } catch (const InvalidArgument& error) {
        lacks = QString::fromUtf8(error.what());
    }
    m_commands->setPlainText(lacks.isEmpty() ? commands : QStringLiteral("(%1)").arg(lacks));
    m_verb->setEnabled(lacks.isEmpty());
    m_verb->setToolTip(lacks);
}

void ActDialog::setWaiting(bool waiting)
{
    if (m_token)
        m_token->setEnabled(!waiting);
    if (m_form.asksForBlock) {
        m_reason->setEnabled(!waiting);
        m_until->setEnabled(!waiting);
        for (QAbstractButton* button : m_durations->buttons())
            button->setEnabled(!waiting);
    }
    if (m_units)
        m_units->setEnabled(!waiting);
    if (m_rules)
        m_rules->setEnabled(!waiting);
    m_verb->setEnabled(!waiting);                            // once is enough, until the answer is there
    m_cancel->setText(waiting ? tr("Close") : tr("Cancel")); // what was sent cannot be called back
}

void ActDialog::confirm()
{
    m_banner->setText({});
    setWaiting(true);
    Q_EMIT confirmed(entered());
}

void ActDialog::fail(const QString& message)
{
    m_banner->setText(message);
    setWaiting(false);
    adjustSize();
}

QString ActDialog::problem() const
{
    return m_banner->text();
}

void ActDialog::succeed()
{
    accept();
}

} // namespace ratewarden::ui
