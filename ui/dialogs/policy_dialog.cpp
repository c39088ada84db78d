// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/policy_dialog.h"

#include "core/algorithms/algorithm.h"
#include "core/model/errors.h"
#include "core/policies/rule_check.h"
#include "ui/charts/rule_envelope.h"
#include "ui/theme/style.h"
#include "ui/theme/theme.h"
#include "ui/widgets/banner.h"
#include "ui/widgets/display_text.h"
#include "ui/widgets/plain_label.h"

#include <QBoxLayout>
#include <QCheckBox>
#include <QComboBox>
#include <QGridLayout>
#include <QLineEdit>
#include <QPushButton>

#include <utility>

namespace ratewarden::ui {
namespace {

using namespace std::chrono_literals;

constexpr auto settleTime = 400ms;

PlainLabel* wrapped(PlainLabel::Tone tone)
{
    auto* const label = new PlainLabel({}, tone);
    label->setWordWrap(true);
    label->setAlignment(Qt::AlignTop | Qt::AlignLeft);
    label->setSizePolicy(QSizePolicy::Preferred, QSizePolicy::MinimumExpanding);
    return label;
}

QString joined(const std::vector<std::string>& lines)
{
    QStringList texts;
    for (const std::string& line : lines)
        texts << QString::fromStdString(line);
    return texts.join(QLatin1Char('\n'));
}

} // namespace

PolicyDialog::PolicyDialog(const std::optional<PublishedPolicy>& base,
                           const std::optional<PublishedPolicy>& start, QWidget* parent)
    : QDialog(parent)
    , m_base(base)
    , m_description(new QLineEdit)
    , m_algorithm(new QComboBox)
    , m_rules(new QLineEdit)
    , m_mode(new QComboBox)
    , m_candidate(new QLineEdit)
    , m_counters(new QCheckBox(tr("Count allowed and denied requests")))
    , m_hashes(new QCheckBox(tr("Tokens reach Redis as SHA-256 only")))
    , m_reason(new QLineEdit)
    , m_problem(wrapped(PlainLabel::Tone::Normal))
    , m_changes(wrapped(PlainLabel::Tone::Normal))
    , m_effect(wrapped(PlainLabel::Tone::Normal))
    , m_envelope(new RuleEnvelope)
    , m_banner(new Banner)
    , m_publish(new QPushButton(tr("Publish")))
    , m_cancel(new QPushButton(tr("Cancel")))
{
    setWindowTitle(base ? tr("Edit a policy") : tr("New policy"));
    setAttribute(Qt::WA_DeleteOnClose);
    setMinimumWidth(860);
    auto* const layout = new QVBoxLayout(this);
    layout->setContentsMargins(20, 18, 20, 16);
    layout->setSpacing(12);
    if (base) {
        auto* const heading = new PlainLabel(shown(base->policy.name));
        QFont font = monospaceFont();
        font.setPixelSize(17);
        font.setWeight(QFont::DemiBold);
        heading->setFont(font);
        layout->addWidget(heading);
    }
    auto* const columns = new QHBoxLayout;
    columns->setSpacing(24);
    columns->addWidget(makeFields(), 1);
    columns->addWidget(makeConsequences(), 1);
    layout->addLayout(columns, 1);
    layout->addWidget(m_banner);
    auto* const buttons = new QHBoxLayout;
    m_reason->setObjectName("publishReason");
    m_reason->setPlaceholderText(tr("Why? Kept with the version"));
    m_reason->setAccessibleName(tr("Reason"));
    buttons->addWidget(m_reason, 1);
    buttons->addSpacing(8);
    buttons->addWidget(m_cancel);
    buttons->addWidget(m_publish);
    layout->addLayout(buttons);
    m_publish->setObjectName("publish");
    m_publish->setDefault(true);
    setProminent(m_publish, false);

    m_settles.setSingleShot(true);
    m_settles.setInterval(settleTime);
    connect(&m_settles, &QTimer::timeout, this, [this] {
        if (m_entered)
            Q_EMIT settled();
    });
    connect(m_cancel, &QPushButton::clicked, this, &QDialog::reject);
    connect(m_publish, &QPushButton::clicked, this, [this] {
        m_banner->setText({});
        setWaiting(true);
        Q_EMIT publishWanted(*m_entered, m_reason->text().trimmed());
    });
    m_origin.policy.algorithm = algorithms().front().name;
    if (start)
        m_origin = *start;
    else if (base)
        m_origin = *base;
    fill(m_origin);
    for (QLineEdit* edit : findChildren<QLineEdit*>())
        connect(edit, &QLineEdit::textChanged, this, &PolicyDialog::update);
    for (QComboBox* box : {m_algorithm, m_mode})
        connect(box, &QComboBox::currentIndexChanged, this, &PolicyDialog::update);
    for (QCheckBox* box : {m_counters, m_hashes})
        connect(box, &QCheckBox::toggled, this, &PolicyDialog::update);
    (m_name ? m_name : m_rules)->setFocus();
    update();
}

QWidget* PolicyDialog::makeFields()
{
    auto* const fields = new QWidget;
    auto* const grid = new QGridLayout(fields);
    grid->setContentsMargins(0, 0, 0, 0);
    grid->setHorizontalSpacing(14);
    grid->setVerticalSpacing(8);
    grid->setColumnStretch(1, 1);
    const auto add = [grid](const QString& text, QWidget* field, const char* name) {
        auto* const label = new PlainLabel(text, PlainLabel::Tone::Muted);
        label->setElided(false);
        field->setObjectName(name);
        field->setAccessibleName(text);
        const int row = grid->rowCount();
        grid->addWidget(label, row, 0);
        grid->addWidget(field, row, 1);
    };
    if (!m_base) {
        m_name = new QLineEdit;
        m_name->setPlaceholderText(tr("As limiters name it: api"));
        add(tr("Name"), m_name, "policyName");
    }
    m_rules->setFont(monospaceFont());
    m_rules->setPlaceholderText(tr("1/s + 20/min + 200/h, or 10 per minute; 100 per hour"));
    add(tr("Rules"), m_rules, "policyRules");
    for (const Algorithm& algorithm : algorithms())
        m_algorithm->addItem(QString::fromUtf8(algorithm.title.data(), qsizetype(algorithm.title.size())),
                             QString::fromUtf8(algorithm.name.data(), qsizetype(algorithm.name.size())));
    add(tr("Algorithm"), m_algorithm, "policyAlgorithm");
    m_mode->addItem(tr("Enforced"));
    m_mode->addItem(tr("Shadow: counts, and denies nothing"));
    m_mode->addItem(tr("Off"));
    add(tr("Mode"), m_mode, "policyMode");
    m_candidate->setFont(monospaceFont());
    m_candidate->setPlaceholderText(tr("Other rules, to be counted beside these"));
    add(tr("Candidate"), m_candidate, "policyCandidate");
    add(tr("Description"), m_description, "policyDescription");
    const int row = grid->rowCount();
    grid->addWidget(m_counters, row, 1);
    grid->addWidget(m_hashes, row + 1, 1);
    grid->addWidget(m_problem, row + 2, 0, 1, 2);
    grid->setRowStretch(row + 3, 1);
    m_problem->setObjectName("policyProblem");
    return fields;
}

QWidget* PolicyDialog::makeConsequences()
{
    auto* const consequences = new QWidget;
    auto* const column = new QVBoxLayout(consequences);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(6);
    const auto addTitle = [column](const QString& text) {
        auto* const title = new PlainLabel(text, PlainLabel::Tone::Muted);
        column->addWidget(title);
    };
    addTitle(tr("The most that can pass in any span"));
    column->addWidget(m_envelope);
    column->addSpacing(6);
    addTitle(tr("What changes"));
    m_changes->setObjectName("policyChanges");
    column->addWidget(m_changes);
    column->addSpacing(6);
    addTitle(tr("What it does to the tokens there are"));
    m_effect->setObjectName("policyEffect");
    column->addWidget(m_effect);
    column->addStretch(1);
    return consequences;
}

void PolicyDialog::fill(const PublishedPolicy& policy)
{
    m_rules->setText(QString::fromStdString(notation(policy.policy.rules)));
    m_algorithm->setCurrentIndex(m_algorithm->findData(QString::fromStdString(policy.policy.algorithm)));
    m_mode->setCurrentIndex(int(policy.mode));
    m_candidate->setText(policy.candidate ? QString::fromStdString(notation(policy.candidate->rules))
                                          : QString());
    m_description->setText(QString::fromStdString(policy.description));
    m_counters->setChecked(policy.policy.counters);
    m_hashes->setChecked(policy.policy.hashTokens);
}

std::optional<PublishedPolicy> PolicyDialog::read(QString* problem) const
{
    PublishedPolicy policy = m_origin;
    try {
        policy.policy.name = m_name ? m_name->text().toStdString() : m_base->policy.name;
        policy.version = m_base ? m_base->version : 0;
        policy.policy.algorithm = m_algorithm->currentData().toString().toStdString();
        policy.policy.rules = parseRules(m_rules->text().toStdString());
        if (policy.policy.rules != m_origin.policy.rules)
            policy.ruleNames.clear(); // of rules that are not those any more
        policy.policy.counters = m_counters->isChecked();
        policy.policy.hashTokens = m_hashes->isChecked();
        policy.mode = PolicyMode(m_mode->currentIndex());
        policy.description = m_description->text().toStdString();
        if (m_candidate->text().trimmed().isEmpty())
            policy.candidate.reset();
        else
            policy.candidate =
                Candidate{policy.candidate ? policy.candidate->algorithm : policy.policy.algorithm,
                          parseRules(m_candidate->text().toStdString())};
        validatePublished(policy);
        return policy;
    } catch (const BadPolicy& error) {
        *problem = QString::fromUtf8(error.what());
        return std::nullopt;
    }
}

void PolicyDialog::update()
{
    QString problem;
    const std::optional<PublishedPolicy> before = std::exchange(m_entered, read(&problem));
    if (m_entered != before) {
        m_effect->setText({});
        Q_EMIT changed();
        m_settles.start();
    }
    showConsequences(problem);
    const bool changes = m_entered && (!m_base || !differences(*m_base, *m_entered).empty());
    const QString lacks = !m_entered                             ? tr("Mend the policy first")
                          : !changes                             ? tr("Nothing changes")
                          : m_reason->text().trimmed().isEmpty() ? tr("Give a reason first")
                                                                 : QString();
    m_publish->setEnabled(lacks.isEmpty() && !m_waiting);
    m_publish->setToolTip(lacks);
}

void PolicyDialog::showConsequences(const QString& problem)
{
    if (!m_entered) {
        m_problem->setText(QStringLiteral("■ ") + problem);
        m_changes->setText({});
        m_envelope->setPolicy({});
        return;
    }
    QStringList findings;
    for (const RuleFinding& finding : checkRules(m_entered->policy))
        findings << QStringLiteral("▲ ") + QString::fromStdString(finding.text);
    m_problem->setText(findings.join(QLatin1Char('\n')));
    m_envelope->setPolicy(m_entered->policy);
    if (!m_base) {
        m_changes->setText(tr("A policy that nobody has published before"));
        return;
    }
    std::vector<std::string> lines = differences(*m_base, *m_entered);
    if (lines.empty()) {
        m_changes->setText(tr("Nothing yet"));
        return;
    }
    for (std::string& note : effectNotes(m_base->policy, m_entered->policy))
        lines.push_back("▲ " + std::move(note));
    m_changes->setText(joined(lines));
}

void PolicyDialog::setEffect(const PolicyEffect& effect, bool whole)
{
    if (effect.tokens == 0) {
        m_effect->setText(tr("There are no tokens under it now"));
        return;
    }
    QStringList lines;
    lines << tr("Of %1 tokens %2 are limited now; it would be %3, and %4 set free")
                 .arg(numberText(effect.tokens), numberText(effect.limitedNow),
                      numberText(effect.limitedThen), numberText(effect.setFree));
    if (!effect.worst.empty()) {
        QStringList names;
        for (const PolicyEffect::Limited& limited : effect.worst)
            names << tr("%1 (%2 %)").arg(shown(limited.token)).arg(qRound(limited.share * 100));
        lines << tr("Limited then, and not now: %1").arg(names.join(QStringLiteral(", ")));
    }
    if (effect.unreadable > 0)
        lines << tr("%1 could not be read").arg(numberText(effect.unreadable));
    if (!whole)
        lines << tr("looking on…");
    m_effect->setText(lines.join(QLatin1Char('\n')));
}

void PolicyDialog::setWaiting(bool waiting)
{
    m_waiting = waiting;
    for (QLineEdit* edit : findChildren<QLineEdit*>())
        edit->setEnabled(!waiting);
    for (QWidget* field : std::initializer_list<QWidget*>{m_algorithm, m_mode, m_counters, m_hashes})
        field->setEnabled(!waiting);
    m_cancel->setText(waiting ? tr("Close") : tr("Cancel"));
    update();
}

void PolicyDialog::fail(const QString& message)
{
    m_banner->setText(message);
    setWaiting(false);
}

void PolicyDialog::refuse(const PublishedPolicy& theirs)
{
    m_base = theirs;
    fail(tr("Not published: version %1 has come in between. What changes is told against it now; publish "
            "again "
            "to replace it.")
             .arg(numberText(theirs.version)));
}

} // namespace ratewarden::ui
