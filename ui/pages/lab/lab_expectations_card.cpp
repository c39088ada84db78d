// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/lab/lab_expectations_card.h"

#include "core/model/errors.h"
#include "ui/text/display_text.h"
#include "ui/theme/theme.h"
#include "ui/widgets/layouts.h"

#include <QBoxLayout>
#include <QEvent>
#include <QLineEdit>
#include <QPushButton>

#include <algorithm>

namespace ratewarden::ui {
namespace {

/// A line that is told by its colour as well as by its sign.
PlainLabel* markLabel(const QString& text, std::optional<bool> good)
{
    auto* const label = new PlainLabel(text);
    label->setWrapped(QSizePolicy::Expanding, QSizePolicy::Minimum);
    if (good) {
        QPalette palette = label->palette();
        palette.setColor(label->foregroundRole(), *good ? colors().good : colors().limited);
        label->setPalette(palette);
    }
    return label;
}

QString candidateResultText(const ExpectationResult& result)
{
    return LabExpectationsCard::tr("%1: %2").arg(shown(result.candidate), numberText(Units(result.number)));
}

} // namespace

LabExpectationsCard::LabExpectationsCard(QWidget* parent)
    : Card(tr("Expectations"), parent)
    , m_sum(new PlainLabel({}, PlainLabel::Tone::Muted))
    , m_problem(new PlainLabel)
    , m_rows(new QVBoxLayout)
    , m_suggested(new QHBoxLayout)
    , m_field(new QLineEdit)
    , m_add(new QPushButton(tr("Add")))
{
    m_sum->setElided(false);
    m_sum->setObjectName("labExpectationsSum");
    addToHeader(m_sum);
    auto* const save = new QPushButton(tr("Save trial…"));
    save->setFlat(true);
    save->setObjectName("labSaveTrialFromCard");
    save->setToolTip(
        tr("Save traffic, candidates and expectations as a file that ratewarden-ctl lab test runs"));
    addToHeader(save);
    body()->setContentsMargins(14, 8, 14, 10);
    body()->setSpacing(6);
    m_rows->setSpacing(2);
    body()->addLayout(m_rows);
    m_problem->setObjectName("labExpectationsProblem");
    m_problem->setWrapped(QSizePolicy::Expanding, QSizePolicy::Minimum);
    m_problem->hide();
    body()->addWidget(m_problem);
    m_suggested->setSpacing(6);
    body()->addLayout(m_suggested);
    auto* const row = new QHBoxLayout;
    row->setSpacing(8);
    m_field->setObjectName("labExpectation");
    m_field->setAccessibleName(tr("Expectation"));
    m_field->setFont(monospaceFont());
    m_field->setPlaceholderText(QStringLiteral("A: denied(abuser) >= 100"));
    m_field->setToolTip(tr("[candidate:] requests, allowed, denied, tokens or tokens_denied, of a group in "
                           "parentheses: abuser (the marked tokens), others or all"));
    row->addWidget(m_field, 1);
    m_add->setObjectName("labAddExpectation");
    row->addWidget(m_add);
    body()->addLayout(row);
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Maximum);
    connect(save, &QPushButton::clicked, this, &LabExpectationsCard::saveWanted);
    connect(m_add, &QPushButton::clicked, this, &LabExpectationsCard::addEntered);
    connect(m_field, &QLineEdit::returnPressed, this, &LabExpectationsCard::addEntered);
    showRows();
}

void LabExpectationsCard::setExpectations(std::vector<Expectation> expectations)
{
    m_expectations = std::move(expectations);
    m_results.clear();
    m_problem->hide();
    m_problem->setText({});
    showRows();
}

void LabExpectationsCard::setNames(std::vector<std::string> candidates, std::vector<std::string> groups,
                                   const std::string& suggested)
{
    m_suggestedFor = suggested;
    m_candidates = std::move(candidates);
    m_groups = std::move(groups);
    showRows();
}

void LabExpectationsCard::setResults(std::vector<ExpectationResult> results, const QString& problem)
{
    m_results = std::move(results);
    m_problem->setText(problem.isEmpty() ? QString() : QStringLiteral("▲ ") + problem);
    m_problem->setVisible(!problem.isEmpty());
    showRows();
}

void LabExpectationsCard::changeEvent(QEvent* event)
{
    Card::changeEvent(event);
    if (event->type() == QEvent::PaletteChange)
        showRows(); // in the colours of the other scheme
}

void LabExpectationsCard::add(const Expectation& expectation)
{
    if (std::ranges::find(m_expectations, expectation) == m_expectations.end())
        m_expectations.push_back(expectation);
    m_problem->setText({});
    m_problem->hide();
    m_results.clear();
    showRows();
    Q_EMIT changed();
}

void LabExpectationsCard::addEntered()
{
    if (m_field->text().trimmed().isEmpty())
        return;
    try {
        add(parseExpectation(m_field->text().toStdString()));
        m_field->clear();
    } catch (const InvalidArgument& error) {
        m_problem->setText(QStringLiteral("▲ ") + shown(error.what()));
        m_problem->show();
    }
}

// Empty: every name is there.
QString LabExpectationsCard::unknownIn(const Expectation& expectation) const
{
    const auto has = [](const std::vector<std::string>& names, const std::string& name) {
        return std::ranges::find(names, name) != names.end();
    };
    if (!expectation.candidate.empty() && !has(m_candidates, expectation.candidate))
        return tr("there is no candidate %1").arg(shown(expectation.candidate));
    if (expectation.group != allTokens && expectation.group != otherTokens &&
        !has(m_groups, expectation.group))
        return expectation.group == "abuser" ? tr("no token is marked")
                                             : tr("there is no group %1").arg(shown(expectation.group));
    return {};
}

bool LabExpectationsCard::canBeChecked() const
{
    return std::ranges::all_of(m_expectations,
                               [this](const Expectation& each) { return unknownIn(each).isEmpty(); });
}

void LabExpectationsCard::showRows()
{
    clearLayout(m_rows);
    m_texts.clear();
    std::size_t failed = 0;
    std::size_t known = 0;
    for (std::size_t i = 0; i < m_expectations.size(); ++i) {
        const Expectation& each = m_expectations[i];
        std::optional<bool> holds;
        QStringList numbers;
        for (const ExpectationResult& result : m_results)
            if (result.expectation == each) {
                holds = holds.value_or(true) && result.holds;
                numbers << candidateResultText(result);
            }
        QString text = shown(notation(each));
        if (const QString unknown = unknownIn(each); !unknown.isEmpty()) {
            holds = false;
            text += QStringLiteral(" · ") + unknown;
        } else if (!numbers.isEmpty()) {
            text += QStringLiteral(" · ") + numbers.join(QStringLiteral(", "));
        }
        known += holds ? 1 : 0;
        failed += holds == std::optional(false) ? 1 : 0;
        m_rows->addWidget(makeRow(i, text, holds));
    }
    m_sum->setText(
        m_expectations.empty() ? tr("what must come out, here and in a pipeline")
        : known < m_expectations.size()
            ? QString()
            : (failed == 0 ? tr("all met")
                           : tr("%1 of %2 not met")
                                 .arg(numberText(Units(failed)), numberText(Units(m_expectations.size())))));
    suggest();
}

QWidget* LabExpectationsCard::makeRow(std::size_t number, const QString& text, std::optional<bool> holds)
{
    auto* const row = new QWidget;
    auto* const layout = new QHBoxLayout(row);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(8);
    const QString sign = !holds ? QStringLiteral("…") : *holds ? QStringLiteral("✓") : QStringLiteral("✗");
    m_texts << sign + QLatin1Char(' ') + text;
    layout->addWidget(markLabel(m_texts.last(), holds), 1);
    auto* const remove = new QPushButton(tr("Remove"));
    remove->setFlat(true);
    remove->setAccessibleName(tr("Remove the expectation %1").arg(text));
    layout->addWidget(remove, 0, Qt::AlignTop);
    connect(remove, &QPushButton::clicked, this, [this, number] {
        m_expectations.erase(m_expectations.begin() + std::ptrdiff_t(number));
        std::erase_if(m_results, [this](const ExpectationResult& result) {
            return std::ranges::find(m_expectations, result.expectation) == m_expectations.end();
        });
        showRows();
        Q_EMIT changed();
    });
    return row;
}

// Those that most trials want, and that are not there yet.
void LabExpectationsCard::suggest()
{
    clearLayout(m_suggested);
    std::vector<Expectation> likely;
    if (std::ranges::find(m_groups, "abuser") != m_groups.end())
        likely.push_back({m_suggestedFor, Figure::Denied, "abuser", Relation::GreaterOrEqual, 1});
    likely.push_back({m_suggestedFor, Figure::Denied, std::string(otherTokens), Relation::Equal, 0});
    for (const Expectation& each : likely)
        if (std::ranges::find(m_expectations, each) == m_expectations.end()) {
            auto* const button = new QPushButton(QStringLiteral("+ ") + shown(notation(each)));
            button->setObjectName(QStringLiteral("suggest:") + shown(each.group));
            button->setToolTip(tr("Add this expectation"));
            m_suggested->addWidget(button);
            connect(button, &QPushButton::clicked, this, [this, each] { add(each); });
        }
    m_suggested->addStretch(1);
}

} // namespace ratewarden::ui
