// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/policy_dialog.h"

#include "core/algorithms/algorithm.h"
#include "core/model/errors.h"
#include "core/policies/rule_check.h"
#include "ui/charts/rule_envelope.h"
#include "ui/dialogs/rule_table.h"
#include "ui/text/display_text.h"
#include "ui/theme/style.h"
#include "ui/theme/theme.h"
#include "ui/widgets/banner.h"
#include "ui/widgets/card.h"
#include "ui/widgets/copy_rules.h"
#include "ui/widgets/plain_label.h"
#include "ui/widgets/scroll_area.h"

#include <QBoxLayout>
#include <QCheckBox>
#include <QComboBox>
#include <QGridLayout>
#include <QLineEdit>
#include <QPushButton>
#include <QSpinBox>

#include <cmath>
#include <limits>
#include <utility>

namespace ratewarden::ui {
namespace {

using namespace std::chrono_literals;

constexpr auto settleTime = 400ms;

PlainLabel* wrapped(const char* name)
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

QSpinBox* numberField(int least, int most)
{
    auto* const field = new QSpinBox;
    field->setRange(least, most);
    field->setFrame(false); // its field has one
    field->setButtonSymbols(QAbstractSpinBox::NoButtons);
    field->setGroupSeparatorShown(true);
    return field;
}

void addAlgorithms(QComboBox* box)
{
    for (const Algorithm& algorithm : algorithms())
        box->addItem(shown(algorithm.title), shown(algorithm.name));
}

PlainLabel* addField(QGridLayout* grid, const QString& text, QWidget* field, const char* name)
{
    auto* const label = new PlainLabel(text, PlainLabel::Tone::Muted);
    label->setElided(false);
    field->setObjectName(name);
    field->setAccessibleName(text);
    const int row = grid->rowCount();
    grid->addWidget(label, row, 0);
    grid->addWidget(field, row, 1);
    return label;
}

QWidget* sideBySide(QWidget* wide, QWidget* narrow)
{
    auto* const both = new QWidget;
    auto* const row = new QHBoxLayout(both);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(8);
    row->addWidget(wide, 3);
    row->addWidget(narrow, 2);
    return both;
}

QHBoxLayout* addRow(QGridLayout* grid)
{
    auto* const row = new QHBoxLayout;
    row->setSpacing(8);
    grid->addLayout(row, grid->rowCount(), 1);
    return row;
}

QString namesOf(const std::vector<PolicyEffect::Changed>& tokens)
{
    QStringList names;
    for (const PolicyEffect::Changed& token : tokens)
        names << PolicyDialog::tr("%1 (%2 %)").arg(shown(token.token)).arg(qRound(token.share * 100));
    return names.join(QStringLiteral(", "));
}

} // namespace

PolicyDialog::PolicyDialog(const std::optional<PublishedPolicy>& base,
                           const std::optional<PublishedPolicy>& start, std::function<Instant()> clock,
                           QWidget* parent)
    : QDialog(parent)
    , m_base(base)
    , m_clock(std::move(clock))
    , m_description(new QLineEdit)
    , m_algorithm(new QComboBox)
    , m_rules(new RuleTable)
    , m_cost(numberField(1, std::numeric_limits<int>::max()))
    , m_mode(new QComboBox)
    , m_candidate(new QLineEdit)
    , m_candidateAlgorithm(new QComboBox)
    , m_away(new QComboBox)
    , m_share(numberField(1, 100))
    , m_counters(new QCheckBox(tr("Count allowed and denied requests")))
    , m_hashes(new QCheckBox(tr("Tokens reach Redis as SHA-256 only")))
    , m_reason(new QLineEdit)
    , m_pasteRemarks(wrapped("pasteRemarks"))
    , m_problem(wrapped("policyProblem"))
    , m_changes(wrapped("policyChanges"))
    , m_effect(wrapped("policyEffect"))
    , m_stop(smallButton(tr("Stop"), tr("Look at no more tokens")))
    , m_envelope(new RuleEnvelope)
    , m_banner(new Banner)
    , m_publish(new QPushButton(tr("Publish")))
    , m_cancel(new QPushButton(tr("Cancel")))
{
    setWindowTitle(base ? tr("Edit a policy") : tr("New policy"));
    setAttribute(Qt::WA_DeleteOnClose);
    setMinimumWidth(1040);
    resize(1040, 680);
    auto* const layout = new QVBoxLayout(this);
    layout->setContentsMargins(20, 18, 20, 16);
    layout->setSpacing(12);
    if (base) {
        auto* const heading = new PlainLabel(shown(base->policy.name));
        heading->setFont(monospaceHeadingFont());
        layout->addWidget(heading);
    }
    auto* const columns = new QHBoxLayout;
    columns->setSpacing(24);
    m_fields = makeFields();
    columns->addWidget(m_fields, 5);
    columns->addWidget(makeScrollArea(makeConsequences()), 4);
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
    connectFields();
    m_name ? m_name->setFocus() : m_rules->setFocus();
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
    if (!m_base) {
        m_name = new QLineEdit;
        m_name->setPlaceholderText(tr("As limiters name it: api"));
        addField(grid, tr("Name"), m_name, "policyName");
    }
    addRulesRow(grid);
    addAlgorithms(m_algorithm);
    addField(grid, tr("Algorithm"), m_algorithm, "policyAlgorithm");
    m_mode->addItem(tr("Enforced"));
    m_mode->addItem(tr("Shadow: counts, and denies nothing"));
    m_mode->addItem(tr("Off"));
    addField(grid, tr("Mode"), m_mode, "policyMode");
    addCandidateRow(grid);
    addAwayRow(grid);
    addField(grid, tr("Description"), m_description, "policyDescription");
    QHBoxLayout* const checks = addRow(grid);
    checks->addWidget(m_counters);
    checks->addSpacing(12);
    checks->addWidget(m_hashes);
    checks->addStretch(1);
    grid->addWidget(m_pasteRemarks, grid->rowCount(), 0, 1, 2);
    grid->addWidget(m_problem, grid->rowCount(), 0, 1, 2);
    m_pasteRemarks->hide();
    return fields;
}

void PolicyDialog::addRulesRow(QGridLayout* grid)
{
    auto* const surface = new Card;
    surface->body()->setContentsMargins(1, 4, 1, 4);
    surface->body()->addWidget(m_rules);
    PlainLabel* const name = addField(grid, tr("Rules"), surface, "policyRulesCard");
    m_rules->setObjectName("policyRules");
    m_rules->setAccessibleName(tr("Rules"));
    grid->setAlignment(name, Qt::AlignTop);
    grid->setRowStretch(grid->rowCount() - 1, 1);
    QHBoxLayout* const row = addRow(grid);
    const auto add = [&](const QString& text, const QString& tip, auto act) {
        QPushButton* const button = smallButton(text, tip);
        row->addWidget(button);
        connect(button, &QPushButton::clicked, m_rules, act);
    };
    add(tr("▲"), tr("Move the rule up (Alt+Up)"), [this] { m_rules->move(-1); });
    add(tr("▼"), tr("Move the rule down (Alt+Down)"), [this] { m_rules->move(1); });
    add(tr("Remove"), tr("Remove the chosen rules (Del)"), [this] { m_rules->removeChosen(); });
    add(tr("Paste"),
        tr("Rules in any notation, in place of the chosen ones (Ctrl+V): short, python-limits, "
           "RateLimit-Policy, Envoy, Kong"),
        [this] { m_rules->paste(); });
    QPushButton* const copy =
        smallButton(tr("Copy"), tr("The rules, as this or another program writes them"));
    copy->setObjectName("copyEntered");
    copy->setMenu(makeCopyRulesMenu(
        copy, [this] { return m_entered ? &m_entered->policy : nullptr; },
        [this](const QString& sentences) { remark(sentences); }));
    row->addWidget(copy);
    row->addStretch(1);
    auto* const costs = new PlainLabel(tr("a request costs up to"), PlainLabel::Tone::Muted);
    costs->setElided(false);
    row->addWidget(costs);
    m_cost->setObjectName("policyCost");
    m_cost->setAccessibleName(tr("Cost of the dearest request"));
    m_cost->setMaximumWidth(80);
    m_cost->setToolTip(tr("To see which rules never let such a request pass; it is not published"));
    row->addWidget(m_cost);
}

void PolicyDialog::addCandidateRow(QGridLayout* grid)
{
    m_candidate->setFont(monospaceFont());
    m_candidate->setPlaceholderText(tr("Other rules, counted beside these"));
    m_candidateAlgorithm->addItem(tr("the same algorithm"));
    addAlgorithms(m_candidateAlgorithm);
    m_candidateAlgorithm->setObjectName("candidateAlgorithm");
    m_candidateAlgorithm->setAccessibleName(tr("The candidate's algorithm"));
    addField(grid, tr("Candidate"), sideBySide(m_candidate, m_candidateAlgorithm), "policyCandidateRow");
    m_candidate->setObjectName("policyCandidate");
    m_candidate->setAccessibleName(tr("The candidate's rules"));
}

void PolicyDialog::addAwayRow(QGridLayout* grid)
{
    m_away->addItem(tr("the caller decides"));
    m_away->addItem(tr("everything passes"), int(WhenAway::Allow));
    m_away->addItem(tr("nothing passes"), int(WhenAway::Deny));
    m_away->addItem(tr("each process decides alone"), int(WhenAway::Local));
    m_away->setObjectName("policyAway");
    m_away->setAccessibleName(tr("When Redis is away"));
    m_share->setObjectName("policyShare");
    m_share->setAccessibleName(tr("At this share of each limit"));
    m_share->setPrefix(tr("at "));
    m_share->setSuffix(tr(" % of each limit"));
    addField(grid, tr("Redis away"), sideBySide(m_away, m_share), "policyAwayRow");
}

void PolicyDialog::connectFields()
{
    for (QLineEdit* edit : {m_name, m_description, m_candidate, m_reason})
        if (edit != nullptr)
            connect(edit, &QLineEdit::textChanged, this, &PolicyDialog::update);
    for (QComboBox* box : {m_algorithm, m_mode, m_candidateAlgorithm, m_away})
        connect(box, &QComboBox::currentIndexChanged, this, &PolicyDialog::update);
    for (QSpinBox* box : {m_cost, m_share})
        connect(box, &QSpinBox::valueChanged, this, &PolicyDialog::update);
    for (QCheckBox* box : {m_counters, m_hashes})
        connect(box, &QCheckBox::toggled, this, &PolicyDialog::update);
    connect(m_rules, &RuleTable::changed, this, &PolicyDialog::update);
    connect(m_rules, &RuleTable::changed, m_pasteRemarks, &QWidget::hide);
    connect(m_rules, &RuleTable::pasted, this, &PolicyDialog::remark);
    connect(m_envelope, &RuleEnvelope::limitDragged, m_rules, &RuleTable::setLimit);
    connect(m_stop, &QPushButton::clicked, this, &PolicyDialog::stopOrLookAgain);
}

void PolicyDialog::remark(const QString& sentences)
{
    m_pasteRemarks->setText(sentences);
    m_pasteRemarks->show();
}

QWidget* PolicyDialog::makeConsequences()
{
    auto* const consequences = new QWidget;
    auto* const column = new QVBoxLayout(consequences);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(6);
    const auto addTitle = [column](const QString& text, QWidget* beside = nullptr) {
        auto* const row = new QHBoxLayout;
        row->addWidget(new PlainLabel(text, PlainLabel::Tone::Muted), 1);
        if (beside != nullptr)
            row->addWidget(beside);
        column->addLayout(row);
    };
    addTitle(tr("The most that can pass in any span; drag a limit"));
    column->addWidget(m_envelope);
    column->addSpacing(6);
    addTitle(tr("What changes"));
    column->addWidget(m_changes);
    column->addSpacing(6);
    m_stop->setObjectName("stopEffect");
    m_stop->hide();
    addTitle(tr("What it does to the tokens there are"), m_stop);
    column->addWidget(m_effect);
    column->addStretch(1);
    return consequences;
}

void PolicyDialog::fill(const PublishedPolicy& policy)
{
    m_rules->setRules(policy.policy.rules, policy.ruleNames);
    m_algorithm->setCurrentIndex(m_algorithm->findData(shown(policy.policy.algorithm)));
    m_mode->setCurrentIndex(int(policy.mode));
    if (policy.candidate) {
        m_candidate->setText(QString::fromStdString(notation(policy.candidate->rules)));
        if (policy.candidate->algorithm != policy.policy.algorithm)
            m_candidateAlgorithm->setCurrentIndex(
                m_candidateAlgorithm->findData(shown(policy.candidate->algorithm)));
    }
    if (policy.whenAway)
        m_away->setCurrentIndex(m_away->findData(int(*policy.whenAway)));
    m_share->setValue(int(std::lround(policy.share * 100)));
    m_shareAtFirst = m_share->value();
    m_description->setText(QString::fromStdString(policy.description));
    m_counters->setChecked(policy.policy.counters);
    m_hashes->setChecked(policy.policy.hashTokens);
}

// What the policy of the entered name is now; null: there is none, as far as is known.
const PublishedPolicy* PolicyDialog::base() const
{
    return m_base && (!m_name || m_name->text().toStdString() == m_base->policy.name) ? &*m_base : nullptr;
}

// Other rules, another algorithm, or both.
std::optional<Candidate> PolicyDialog::readCandidate(const PublishedPolicy& policy) const
{
    const std::string rules = m_candidate->text().trimmed().toStdString();
    const bool sameAlgorithm = m_candidateAlgorithm->currentIndex() == 0;
    if (rules.empty() && sameAlgorithm)
        return std::nullopt;
    return Candidate{sameAlgorithm ? policy.policy.algorithm
                                   : m_candidateAlgorithm->currentData().toString().toStdString(),
                     rules.empty() ? policy.policy.rules : parseRules(rules)};
}

std::optional<PublishedPolicy> PolicyDialog::read(QString* problem) const
{
    PublishedPolicy policy = m_origin;
    try {
        policy.policy.name = m_name ? m_name->text().toStdString() : m_base->policy.name;
        policy.version = base() ? base()->version : 0;
        policy.policy.algorithm = m_algorithm->currentData().toString().toStdString();
        if (!m_rules->problem().isEmpty())
            throw BadPolicy(m_rules->problem().toStdString());
        policy.policy.rules = m_rules->rules();
        policy.ruleNames = m_rules->names();
        policy.policy.counters = m_counters->isChecked();
        policy.policy.hashTokens = m_hashes->isChecked();
        policy.mode = PolicyMode(m_mode->currentIndex());
        policy.description = m_description->text().toStdString();
        policy.candidate = readCandidate(policy);
        policy.whenAway = m_away->currentIndex() == 0
                              ? std::nullopt
                              : std::optional(WhenAway(m_away->currentData().toInt()));
        // A share that percents cannot say stays as it is until another is entered.
        if (m_share->value() != m_shareAtFirst)
            policy.share = m_share->value() / 100.0;
        if (policy.whenAway != WhenAway::Local)
            policy.share = 1;
        validatePublished(policy);
        return policy;
    } catch (const InvalidArgument& error) {
        *problem = QString::fromUtf8(error.what());
        return std::nullopt;
    }
}

void PolicyDialog::update()
{
    QString problem;
    const std::optional<PublishedPolicy> before = std::exchange(m_entered, read(&problem));
    if (m_entered != before) {
        m_search = Search::None;
        m_found = {};
        m_searchProblem.clear();
        showEffect();
        Q_EMIT changed();
        m_settles.start();
    }
    m_share->setVisible(m_away->currentData() == int(WhenAway::Local));
    showRules(problem);
    showChanges();
    const bool changes = m_entered && (!base() || !differences(*base(), *m_entered).empty());
    const QString lacks = isIncomplete()                         ? tr("Give it a name and a rule first")
                          : !m_entered                           ? tr("Mend the policy first")
                          : !changes                             ? tr("Nothing changes")
                          : m_reason->text().trimmed().isEmpty() ? tr("Give a reason first")
                                                                 : QString();
    m_publish->setEnabled(lacks.isEmpty() && !m_waiting);
    m_publish->setToolTip(lacks);
}

// Something that every policy has is not there yet.
bool PolicyDialog::isIncomplete() const
{
    return (m_name && m_name->text().isEmpty()) || (m_rules->rules().empty() && m_rules->problem().isEmpty());
}

void PolicyDialog::showRules(const QString& problem)
{
    // What is wrong with a rule stands beside it, and nobody has done wrong who has not begun yet.
    const bool told = m_entered || !m_rules->problem().isEmpty() || isIncomplete();
    m_problem->setText(told ? QString() : QStringLiteral("■ ") + problem);
    m_envelope->setAdjustable(m_entered.has_value());
    if (m_entered) { // else the picture stays, rather than to come and go with every key
        m_envelope->setPolicy(m_entered->policy);
        m_rules->setFindings(checkRules(m_entered->policy, m_cost->value()));
    }
}

void PolicyDialog::showChanges()
{
    if (!m_entered || !base()) {
        m_changes->setText(m_entered ? tr("A policy that nobody has published before") : QString());
        return;
    }
    QStringList lines;
    for (const std::string& line : differences(*base(), *m_entered))
        lines << QString::fromStdString(line);
    if (lines.isEmpty()) {
        m_changes->setText(tr("Nothing yet"));
        return;
    }
    for (const EffectNote& note : effectNotes(base()->policy, m_entered->policy)) {
        QString line = QStringLiteral("▲ ") + QString::fromStdString(note.text);
        if (note.lasts)
            line += tr(", until %1").arg(momentText(m_clock() + *note.lasts));
        if (note.rule && m_search == Search::Complete && !m_found.mostUsed.empty())
            line += tr("; of %1 no token is known to have used more than %2")
                        .arg(numberText(m_entered->policy.rules[*note.rule].capacity()),
                             numberText(m_found.mostUsed[*note.rule]));
        lines << line;
    }
    m_changes->setText(lines.join(QLatin1Char('\n')));
}

void PolicyDialog::setEffect(const PolicyEffect& effect, Units total, bool all)
{
    m_found = effect;
    m_toLookAt = total;
    m_allKnown = all;
    m_searchProblem.clear();
    m_search = effect.tokens >= total ? Search::Complete : Search::Running;
    showEffect();
    showChanges();
}

void PolicyDialog::failEffect(const QString& message)
{
    m_search = Search::Stopped;
    m_searchProblem = message;
    showEffect();
}

void PolicyDialog::showEffect()
{
    m_stop->setVisible(m_search == Search::Running || m_search == Search::Stopped);
    m_stop->setText(m_search == Search::Stopped ? tr("Look again") : tr("Stop"));
    if (m_search == Search::None || (m_search == Search::Complete && m_toLookAt == 0)) {
        m_effect->setText(m_search == Search::None ? QString()
                          : m_allKnown             ? tr("There are no tokens under it now")
                                                   : tr("Its tokens are still being found"));
        return;
    }
    QStringList lines;
    if (!m_searchProblem.isEmpty())
        lines << m_searchProblem;
    if (!m_allKnown)
        lines << tr("Tokens are still being found; this is told anew then");
    if (m_search != Search::Complete)
        lines << (m_search == Search::Running ? tr("%1 of %2 tokens looked at…")
                                              : tr("Stopped after %1 of %2 tokens"))
                     .arg(numberText(m_found.tokens), numberText(m_toLookAt));
    lines << tr("Of %1 tokens %2 are limited now; it would be %3, and %4 set free")
                 .arg(numberText(m_found.tokens), numberText(m_found.limitedNow),
                      numberText(m_found.limitedThen), numberText(m_found.setFree));
    if (!m_found.newlyLimited.empty())
        lines << tr("Limited then, and not now: %1").arg(namesOf(m_found.newlyLimited));
    if (!m_found.freed.empty())
        lines << tr("Set free: %1").arg(namesOf(m_found.freed));
    if (m_found.unreadable > 0)
        lines << tr("%1 could not be read").arg(numberText(m_found.unreadable));
    m_effect->setText(lines.join(QLatin1Char('\n')));
}

void PolicyDialog::stopOrLookAgain()
{
    if (m_search == Search::Stopped) {
        m_found = {};
        m_searchProblem.clear();
        m_search = Search::Running;
        Q_EMIT settled();
    } else {
        m_search = Search::Stopped;
        Q_EMIT changed();
    }
    showEffect();
}

void PolicyDialog::setWaiting(bool waiting)
{
    m_waiting = waiting;
    m_fields->setEnabled(!waiting);
    m_reason->setEnabled(!waiting);
    m_envelope->setEnabled(!waiting);
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
