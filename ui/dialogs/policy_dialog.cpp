// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/policy_dialog.h"

#include "core/algorithms/algorithm.h"
#include "core/formats/foreign/catalogue.h"
#include "core/model/errors.h"
#include "core/policies/rule_check.h"
#include "ui/charts/rule_envelope.h"
#include "ui/dialogs/chart_table_dialog.h"
#include "ui/dialogs/effect_panel.h"
#include "ui/dialogs/policy_rows.h"
#include "ui/dialogs/rule_table.h"
#include "ui/text/display_text.h"
#include "ui/text/policy_text.h"
#include "ui/text/problem_text.h"
#include "ui/theme/style.h"
#include "ui/theme/theme.h"
#include "ui/widgets/card.h"
#include "ui/widgets/copy_rules.h"
#include "ui/widgets/fields.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/plain_label.h"
#include "ui/widgets/question_bar.h"
#include "ui/widgets/scroll_area.h"
#include "ui/widgets/server_stripe.h"

#include <QBoxLayout>
#include <QCheckBox>
#include <QComboBox>
#include <QGridLayout>
#include <QLineEdit>
#include <QPushButton>
#include <QSpinBox>

#include <limits>
#include <utility>

namespace ratewarden::ui {
namespace {

using namespace std::chrono_literals;

constexpr int lowestEditor = 680;

PlainLabel* remarksLabel(const char* name)
{
    auto* const label = new PlainLabel;
    label->setObjectName(name);
    label->setWrapped(QSizePolicy::Preferred, QSizePolicy::MinimumExpanding);
    label->setAlignment(Qt::AlignTop | Qt::AlignLeft);
    return label;
}

QPushButton* smallButton(const QString& text, const QString& tip)
{
    auto* const button = new QPushButton(text);
    button->setFlat(true);
    button->setAutoDefault(false);
    button->setToolTip(tip);
    return button;
}

/// From `first` on.
void hideRows(QGridLayout* grid, int first)
{
    for (int row = first; row < grid->rowCount(); ++row)
        for (int column = 0; column < grid->columnCount(); ++column) {
            QLayoutItem* const item = grid->itemAtPosition(row, column);
            if (item == nullptr)
                continue;
            if (item->widget() != nullptr)
                item->widget()->hide();
            else if (const QLayout* const inner = item->layout())
                for (int i = 0; i < inner->count(); ++i)
                    if (QWidget* const widget = inner->itemAt(i)->widget())
                        widget->hide();
        }
}

constexpr int usualLease = 100;   // milliseconds
constexpr int usualDenials = 100; // are remembered, unless another number is entered

QHBoxLayout* addRow(QGridLayout* grid)
{
    auto* const row = rowLayout(8);
    grid->addLayout(row, grid->rowCount(), 1);
    return row;
}

} // namespace

PolicyDialog::PolicyDialog(Form form, const std::optional<PublishedPolicy>& base,
                           const std::optional<PublishedPolicy>& start, std::function<Instant()> clock,
                           QWidget* parent)
    : PublishingDialog(parent)
    , m_form(form)
    , m_base(base)
    , m_clock(std::move(clock))
    , m_description(new QLineEdit)
    , m_algorithm(new QComboBox)
    , m_rules(new RuleTable)
    , m_cost(numberField(1, std::numeric_limits<int>::max()))
    , m_mode(new QComboBox)
    , m_candidate(new CandidateRow)
    , m_failure(new FailureRow)
    , m_counters(new QCheckBox(tr("Count allowed and denied requests")))
    , m_remembers(named("policyRemembers", new QCheckBox(tr("Remember the last denials of each token:"))))
    , m_denials(numberField(1, int(maxDenials)))
    , m_leases(named("policyLeases", new QCheckBox(tr("Leases are exact, and end after:"))))
    , m_leaseLife(numberField(int(minLease / 1ms), int(maxLease / 1ms)))
    , m_hashes(new QCheckBox(tr("Tokens reach Redis as SHA-256 only")))
    , m_reason(named("publishReason", new QLineEdit))
    , m_pasteRemarks(remarksLabel("pasteRemarks"))
    , m_problem(remarksLabel("policyProblem"))
    , m_changes(remarksLabel("policyChanges"))
    , m_candidateSeen(remarksLabel("candidateSeen"))
    , m_effect(new EffectPanel)
    , m_envelope(new RuleEnvelope)
    , m_reach(remarksLabel("policyReach"))
    , m_discard(new QuestionBar(tr("Discard what you have entered?"), tr("Discard"), tr("Keep editing")))
    , m_publish(named("publish", new QPushButton(tr("Publish"))))
    , m_cancel(new QPushButton(tr("Cancel")))
{
    setWindowTitle(m_form == Form::Candidate ? tr("Set a candidate")
                   : m_form == Form::Limits  ? tr("Limits of another program's keys")
                   : base                    ? tr("Edit a policy")
                                             : tr("New policy"));
    setMinimumWidth(1040);
    // As high as its window leaves it: what it shows of tokens is a long list.
    resize(1040,
           parent == nullptr ? lowestEditor : qBound(lowestEditor, parent->window()->height() - 80, 900));
    auto* const layout = beginDialog(this);
    ServerStripe::addTo(this);
    if (base) {
        auto* const heading = new PlainLabel(shown(base->policy.name));
        heading->setFont(monospaceHeadingFont());
        layout->addWidget(heading);
    }
    if (m_form == Form::Candidate) {
        auto* const meaning = new PlainLabel(
            tr("Evaluated and counted on the same requests; it denies nothing. What is enforced "
               "stays: %1")
                .arg(rulesText(base->policy.rules)));
        meaning->setObjectName("candidateMeaning");
        meaning->setWrapped();
        layout->addWidget(meaning);
    }
    auto* const columns = rowLayout(24);
    m_fields = makeFields();
    columns->addWidget(m_fields, 5);
    columns->addWidget(makeScrollArea(makeConsequences()), 4);
    layout->addLayout(columns, 1);
    layout->addWidget(banner());
    m_discard->setObjectName("discard");
    layout->addWidget(m_discard);
    layout->addWidget(typedName());
    connect(typedName(), &TypedName::changed, this, &PolicyDialog::update);
    auto* const buttons = new QHBoxLayout;
    m_reason->setPlaceholderText(tr("Why? Kept with the version"));
    m_reason->setAccessibleName(tr("Reason"));
    buttons->addWidget(m_reason, 1);
    buttons->addSpacing(8);
    buttons->addWidget(m_cancel);
    buttons->addWidget(m_publish);
    layout->addLayout(buttons);
    m_publish->setDefault(true);
    setProminent(m_publish, false);

    m_settles.setSingleShot(true);
    m_settles.setInterval(settleTime);
    connect(&m_settles, &QTimer::timeout, this, [this] {
        if (m_entered)
            Q_EMIT settled();
    });
    connect(m_cancel, &QPushButton::clicked, this, &PolicyDialog::reject);
    connect(m_discard, &QuestionBar::accepted, this, [this] { QDialog::reject(); });
    connect(m_publish, &QPushButton::clicked, this, [this] {
        beginWaiting();
        Q_EMIT publishWanted(*m_entered, m_reason->text().trimmed());
    });
    m_origin.policy.algorithm = algorithms().front().name;
    m_origin.policy.counters = m_form == Form::Policy; // without them there is little to see
    if (start)
        m_origin = *start;
    else if (base)
        m_origin = *base;
    fill(m_origin);
    m_textsAtFirst = texts();
    connectFields();
    m_name && m_name->text().isEmpty() ? m_name->setFocus() : m_rules->setFocus();
    update();
}

QWidget* PolicyDialog::makeFields()
{
    auto* const fields = new QWidget;
    auto* const grid = makeFieldGrid(14, 8, fields);
    if (!m_base) {
        m_name = new QLineEdit;
        m_name->setPlaceholderText(tr("As limiters name it: api"));
        addField(grid, m_form == Form::Limits ? tr("Keys") : tr("Name"), "policyName", m_name);
        if (m_form == Form::Limits)
            m_name->setToolTip(
                plainToolTip(tr("One * stands for the token; further ones for what else differs "
                                "between keys, as in quota:*:*")));
    }
    addRulesRow(grid);
    const int algorithm = grid->rowCount();
    addAlgorithms(m_algorithm);
    addField(grid, tr("Algorithm"), "policyAlgorithm", m_algorithm);
    const int first = grid->rowCount();
    addPolicyFields(grid);
    if (m_form != Form::Policy)
        hideRows(grid, m_form == Form::Limits ? algorithm : first);
    grid->addWidget(m_pasteRemarks, grid->rowCount(), 0, 1, 2);
    grid->addWidget(m_problem, grid->rowCount(), 0, 1, 2);
    m_pasteRemarks->hide();
    return fields;
}

// What only a whole policy has.
void PolicyDialog::addPolicyFields(QGridLayout* grid)
{
    m_mode->addItem(tr("Enforced"), int(PolicyMode::Enforced));
    m_mode->addItem(tr("Shadow: counted, but nothing is denied"), int(PolicyMode::Shadow));
    m_mode->addItem(tr("Off"), int(PolicyMode::Off));
    addField(grid, tr("Mode"), "policyMode", m_mode);
    addField(grid, tr("Candidate"), "policyCandidateRow", m_candidate);
    addField(grid, tr("On failure"), "policyFailureRow", m_failure);
    addField(grid, tr("Description"), "policyDescription", m_description);
    addRow(grid)->addWidget(m_counters);
    QHBoxLayout* const memory = addRow(grid);
    nameWidget(m_denials, "policyDenials", tr("How many denials of each token are remembered"));
    m_remembers->setToolTip(plainToolTip(
        tr("For three days: when, by which rule and at what cost, so that “Why was it denied?” can tell. "
           "Limiters of older versions of the library do not follow such a policy.")));
    memory->addWidget(m_remembers);
    memory->addWidget(m_denials);
    memory->addStretch(1);
    QHBoxLayout* const leases = addRow(grid);
    nameWidget(m_leaseLife, "policyLeaseLife", tr("For how long units of a lease may be spent"));
    m_leaseLife->setSuffix(tr(" ms"));
    m_leases->setToolTip(plainToolTip(tr(
        "For services that decide in memory, from leases: the rules count a little longer, so that no limit "
        "is exceeded whatever these services do. Limiters of older versions of the library do not follow "
        "such a policy.")));
    leases->addWidget(m_leases);
    leases->addWidget(m_leaseLife);
    leases->addStretch(1);
    addRow(grid)->addWidget(m_hashes);
}

void PolicyDialog::addRulesRow(QGridLayout* grid)
{
    auto* const surface = new Card;
    surface->body()->setContentsMargins(1, 4, 1, 4);
    surface->body()->addWidget(m_rules);
    PlainLabel* const name = addField(grid, tr("Rules"), "policyRulesCard", surface);
    nameWidget(m_rules, "policyRules", tr("Rules"));
    grid->setAlignment(name, Qt::AlignTop);
    grid->setRowStretch(grid->rowCount() - 1, 1);
    QHBoxLayout* const row = addRow(grid);
    const auto add = [&](const QString& text, const QString& tip, auto act) {
        QPushButton* const button = smallButton(text, tip);
        button->setMaximumWidth(button->fontMetrics().horizontalAdvance(text) + 24);
        row->addWidget(button);
        connect(button, &QPushButton::clicked, m_rules, act);
    };
    add(tr("▲"), tr("Move the rule up (Alt+Up)"), [this] { m_rules->move(-1); });
    add(tr("▼"), tr("Move the rule down (Alt+Down)"), [this] { m_rules->move(1); });
    add(tr("Remove"), tr("Remove the selected rules (Del)"), [this] { m_rules->removeChosen(); });
    add(tr("Paste"),
        tr("Replace the selected rules with rules in any notation (Ctrl+V): short form, python-limits, "
           "RateLimit-Policy, Envoy, Kong"),
        [this] { m_rules->paste(); });
    QPushButton* const copy =
        smallButton(tr("Copy"), tr("Copy the rules in this or another program's notation"));
    copy->setObjectName("copyEntered");
    copy->setMenu(makeCopyRulesMenu(
        copy, [this] { return m_entered ? &m_ruled : nullptr; },
        [this](const QString& sentences) { remark(sentences); }));
    row->addWidget(copy);
    row->addStretch(1);
    auto* const costs = fieldTitle(tr("a request costs up to"));
    row->addWidget(costs);
    nameWidget(m_cost, "policyCost", tr("Cost of the most expensive request"));
    m_cost->setMaximumWidth(80);
    m_cost->setToolTip(tr("Flags rules that can never allow such a request. Not published."));
    row->addWidget(m_cost);
    if (m_form == Form::Limits) { // nobody is warned of what another program does
        costs->hide();
        m_cost->hide();
    }
}

void PolicyDialog::connectFields()
{
    for (QLineEdit* edit : {m_name, m_description, m_reason})
        if (edit != nullptr)
            connect(edit, &QLineEdit::textChanged, this, &PolicyDialog::update);
    for (QComboBox* box : {m_algorithm, m_mode})
        connect(box, &QComboBox::currentIndexChanged, this, &PolicyDialog::update);
    connect(m_cost, &QSpinBox::valueChanged, this, &PolicyDialog::update);
    connect(m_candidate, &CandidateRow::changed, this, &PolicyDialog::update);
    connect(m_failure, &FailureRow::changed, this, &PolicyDialog::update);
    for (QCheckBox* box : {m_counters, m_remembers, m_leases, m_hashes})
        connect(box, &QCheckBox::toggled, this, &PolicyDialog::update);
    for (QSpinBox* number : {m_denials, m_leaseLife})
        connect(number, &QSpinBox::valueChanged, this, &PolicyDialog::update);
    connect(m_rules, &RuleTable::changed, this, &PolicyDialog::update);
    connect(m_rules, &RuleTable::changed, m_pasteRemarks, &QWidget::hide);
    connect(m_rules, &RuleTable::pasted, this, &PolicyDialog::remark);
    connect(m_envelope, &RuleEnvelope::limitDragged, m_rules, &RuleTable::setLimit);
    connect(m_effect, &EffectPanel::stopped, this, &PolicyDialog::changed);
    connect(m_effect, &EffectPanel::searchWanted, this, &PolicyDialog::settled);
    connect(m_effect, &EffectPanel::tokenWanted, this, &PolicyDialog::tokenWanted);
}

void PolicyDialog::remark(const QString& sentences)
{
    m_pasteRemarks->setText(sentences);
    m_pasteRemarks->show();
}

QWidget* PolicyDialog::makeConsequences()
{
    auto* const consequences = new QWidget;
    auto* const column = columnLayout(6, consequences);
    const auto addTitle = [column](const QString& text) {
        column->addWidget(new PlainLabel(text, PlainLabel::Tone::Muted));
    };
    auto* const row = new QHBoxLayout;
    auto* const caption = new PlainLabel(tr("The most that is allowed in any time span; drag a limit"),
                                         PlainLabel::Tone::Muted);
    caption->setObjectName("envelopeCaption");
    caption->setWrapped();
    row->addWidget(caption, 1);
    row->addWidget(makeTableButton(m_envelope));
    column->addLayout(row);
    column->addWidget(m_envelope);
    column->addSpacing(6);
    addTitle(tr("What changes"));
    column->addWidget(m_changes);
    column->addWidget(m_candidateSeen);
    m_candidateSeen->hide();
    column->addSpacing(6);
    column->addWidget(m_effect, 1); // with all the height that the dialog has left
    m_effect->setVisible(m_form == Form::Policy);
    column->addWidget(m_reach);
    m_reach->setVisible(m_form == Form::Limits);
    if (m_form != Form::Policy)
        column->addStretch(1);
    return consequences;
}

void PolicyDialog::setCandidateSeen(const QString& sentence)
{
    m_candidateSeen->setText(sentence);
    m_candidateSeen->show();
}

void PolicyDialog::fill(const PublishedPolicy& policy)
{
    if (m_name)
        m_name->setText(QString::fromStdString(policy.policy.name));
    const bool isCandidate = m_form == Form::Candidate && policy.candidate;
    m_rules->setRules(isCandidate ? policy.candidate->rules : policy.policy.rules,
                      m_form == Form::Candidate ? std::vector<std::string>() : policy.ruleNames);
    m_algorithm->setCurrentIndex(
        m_algorithm->findData(shown(isCandidate ? policy.candidate->algorithm : policy.policy.algorithm)));
    m_mode->setCurrentIndex(m_mode->findData(int(policy.mode)));
    m_candidate->put(policy.candidate, policy.policy);
    m_failure->put(policy.onFailure, policy.share);
    m_description->setText(QString::fromStdString(policy.description));
    m_counters->setChecked(policy.policy.counters);
    m_remembers->setChecked(policy.policy.denials > 0);
    m_denials->setValue(policy.policy.denials > 0 ? int(policy.policy.denials) : usualDenials);
    m_leases->setChecked(policy.policy.lease > Micros::zero());
    m_leaseLife->setValue(m_leases->isChecked() ? int(policy.policy.lease / 1ms) : usualLease);
    m_hashes->setChecked(policy.policy.hashTokens);
}

// What the policy of the entered name is now; null: there is none, as far as is known.
const PublishedPolicy* PolicyDialog::base() const
{
    return m_base && (!m_name || m_name->text().toStdString() == m_base->policy.name) ? &*m_base : nullptr;
}

std::optional<PublishedPolicy> PolicyDialog::read(QString* problem) const
{
    PublishedPolicy policy = m_origin;
    try {
        policy.policy.name = m_name ? m_name->text().toStdString() : m_base->policy.name;
        policy.version = base() ? base()->version : 0;
        const std::string algorithm = m_algorithm->currentData().toString().toStdString();
        if (!m_rules->problem().isEmpty()) {
            *problem = m_rules->problem();
            return std::nullopt;
        }
        if (m_form == Form::Candidate) {
            policy.candidate = CandidateRules{algorithm, m_rules->rules()};
            validatePublished(policy);
            return policy;
        }
        policy.policy.algorithm = algorithm;
        policy.policy.rules = m_rules->rules();
        policy.ruleNames = m_rules->names();
        policy.policy.counters = m_counters->isChecked();
        policy.policy.denials = m_counters->isChecked() && m_remembers->isChecked() ? m_denials->value() : 0;
        if (!m_leases->isChecked())
            policy.policy.lease = Micros::zero();
        else if (policy.policy.lease / 1ms != m_leaseLife->value()) // which may have had parts of one
            policy.policy.lease = m_leaseLife->value() * 1ms;
        policy.policy.hashTokens = m_hashes->isChecked();
        policy.mode = PolicyMode(m_mode->currentData().toInt());
        policy.description = m_description->text().toStdString();
        policy.candidate = m_candidate->read(policy.policy);
        policy.onFailure = m_failure->onFailure();
        policy.share = m_failure->share();
        validatePublished(policy);
        return policy;
    } catch (const InvalidArgument& error) {
        *problem = problemText(error);
        return std::nullopt;
    }
}

void PolicyDialog::update()
{
    m_remembers->setEnabled(m_counters->isChecked()); // their numbers tell which are remembered
    m_leaseLife->setEnabled(m_leases->isChecked());
    m_denials->setEnabled(m_counters->isChecked() && m_remembers->isChecked());
    QString problem;
    const std::optional<PublishedPolicy> before = std::exchange(m_entered, read(&problem));
    if (m_entered)
        m_ruled = m_form == Form::Candidate ? candidatePolicy(*m_entered) : m_entered->policy;
    if (m_entered != before) {
        m_effect->clear();
        m_reach->setText({});
        Q_EMIT changed();
        if (m_form != Form::Candidate) // which does nothing to any token
            m_settles.start();
    }
    showRules(problem);
    showChanges();
    const bool changes = m_entered && (!base() || !differences(*base(), *m_entered).empty());
    const QString lacks = isIncomplete()                         ? tr("Enter a name and a rule first")
                          : !m_entered                           ? tr("Fix the policy first")
                          : !changes                             ? tr("There are no changes")
                          : m_reason->text().trimmed().isEmpty() ? tr("Enter a reason first")
                                                                 : typedName()->lacks();
    m_publish->setEnabled(lacks.isEmpty() && !isWaiting());
    m_publish->setToolTip(lacks);
}

// Something that every policy has is not there yet.
bool PolicyDialog::isIncomplete() const
{
    return (m_name && m_name->text().isEmpty()) || (m_rules->rules().empty() && m_rules->problem().isEmpty());
}

void PolicyDialog::showRules(const QString& problem)
{
    // What is wrong with a rule stands beside it, and there is no error before anything is entered.
    const bool told = m_entered || !m_rules->problem().isEmpty() || isIncomplete();
    QStringList problems;
    if (!told)
        problems << QStringLiteral("■ ") + problem;
    if (m_entered && m_form == Form::Policy) // else the candidate has none, or its rules are those above
        for (const QString& finding : candidateFindingTexts(*m_entered, m_cost->value()))
            problems << QStringLiteral("▲ ") + finding;
    m_problem->setText(problems.join(QLatin1Char('\n')));
    m_envelope->setAdjustable(m_entered.has_value());
    if (m_entered) { // else the picture stays, rather than to come and go with every key
        m_envelope->setPolicy(m_ruled);
        m_rules->setFindings(checkRules(m_ruled, m_cost->value(), !ruleNamesOf(m_ruled).empty()));
    }
}

void PolicyDialog::showChanges()
{
    if (!m_entered || !base()) {
        QString text = !m_entered               ? noValue()
                       : m_form == Form::Limits ? tr("Limits that were not known")
                                                : tr("A new policy");
        QStringList names;
        for (const std::string& name : m_entered ? ruleNamesOf(m_ruled) : std::vector<std::string>())
            names << shown(name);
        if (!names.isEmpty())
            text = tr("Limits that were not known, in this order: %1").arg(names.join(QStringLiteral(", ")));
        m_changes->setText(text);
        return;
    }
    QStringList lines = differenceTexts(*base(), *m_entered);
    if (lines.isEmpty()) {
        m_changes->setText(tr("No changes yet"));
        return;
    }
    for (const EffectNote& note : effectNotes(base()->policy, m_entered->policy)) {
        QString line = QStringLiteral("▲ ") + noteText(note, base()->policy, m_entered->policy);
        if (note.lasts)
            line += tr(", until %1").arg(momentText(m_clock() + *note.lasts));
        if (const auto mostUsed =
                note.lasts && note.rule ? m_effect->mostUsed(*note.rule) : std::optional<Units>())
            line +=
                tr("; the highest known usage is %1 of %2")
                    .arg(numberText(*mostUsed), numberText(m_entered->policy.rules[*note.rule].capacity()));
        lines << line;
    }
    m_changes->setText(lines.join(QLatin1Char('\n')));
}

void PolicyDialog::setEffect(const PolicyEffect& effect, Units total, bool all)
{
    m_effect->put(effect, total, all);
    showChanges();
}

void PolicyDialog::setReach(Units reached, Units found)
{
    m_reach->setText(tr("For %1 of the %2 tokens of %3 that were found. Ratewarden judges them by these "
                        "rules; the program "
                        "itself keeps to its own.")
                         .arg(numberText(reached), numberText(found),
                              m_entered ? shown(m_entered->policy.format) : QString()));
}

void PolicyDialog::failEffect(const QString& message)
{
    m_effect->fail(message);
}

// What stands in the fields, whether or not it can be published.
QStringList PolicyDialog::texts() const
{
    QStringList texts = m_rules->texts() + m_candidate->texts() + m_failure->texts();
    texts << (m_name ? m_name->text() : QString()) << m_algorithm->currentText() << m_mode->currentText()
          << m_description->text() << m_reason->text() << (m_counters->isChecked() ? "1" : "0")
          << (m_hashes->isChecked() ? "1" : "0") << (m_remembers->isChecked() ? m_denials->text() : QString())
          << (m_leases->isChecked() ? m_leaseLife->text() : QString());
    return texts;
}

void PolicyDialog::reject()
{
    if (m_discard->isVisible())
        m_discard->withdraw(); // Escape answers it, too
    else if (isWaiting() || texts() == m_textsAtFirst)
        QDialog::reject();
    else
        m_discard->ask();
}

void PolicyDialog::showWaiting(bool waiting)
{
    m_fields->setEnabled(!waiting);
    m_reason->setEnabled(!waiting);
    m_envelope->setEnabled(!waiting);
    m_cancel->setText(waiting ? tr("Close") : tr("Cancel"));
    update();
}

void PolicyDialog::refuse(const PublishedPolicy& theirs)
{
    m_base = theirs;
    if (m_form == Form::Candidate)
        m_origin = theirs; // of which nothing else is replaced
    fail(tr("Not published: version %1 was published meanwhile. The changes are now shown against it; "
            "publish again to replace it.")
             .arg(numberText(theirs.version)));
}

} // namespace ratewarden::ui
