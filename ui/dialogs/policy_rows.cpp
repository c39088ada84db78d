// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/policy_rows.h"

#include "ui/text/display_text.h"
#include "ui/theme/theme.h"
#include "ui/widgets/fields.h"

#include <QComboBox>
#include <QLineEdit>
#include <QSpinBox>

#include <cmath>

namespace ratewarden::ui {

CandidateRow::CandidateRow(QWidget* parent)
    : QWidget(parent), m_rules(new QLineEdit), m_algorithm(new QComboBox)
{
    m_rules->setFont(monospaceFont());
    m_rules->setPlaceholderText(tr("Other rules: counted, not enforced"));
    nameWidget(m_rules, "policyCandidate", tr("The candidate's rules"));
    m_algorithm->addItem(tr("the same algorithm")); // without data
    addAlgorithms(m_algorithm);
    nameWidget(m_algorithm, "candidateAlgorithm", tr("The candidate's algorithm"));
    addSideBySide(this, m_rules, m_algorithm);
    connect(m_rules, &QLineEdit::textChanged, this, &CandidateRow::changed);
    connect(m_algorithm, &QComboBox::currentIndexChanged, this, &CandidateRow::changed);
}

void CandidateRow::put(const std::optional<CandidateRules>& candidate, const Policy& policy)
{
    m_rules->setText(candidate ? QString::fromStdString(notation(candidate->rules)) : QString());
    const bool same = !candidate || candidate->algorithm == policy.algorithm;
    m_algorithm->setCurrentIndex(
        m_algorithm->findData(same ? QVariant() : QVariant(shown(candidate->algorithm))));
}

std::optional<CandidateRules> CandidateRow::read(const Policy& policy) const
{
    const std::string rules = m_rules->text().trimmed().toStdString();
    const QString algorithm = m_algorithm->currentData().toString();
    if (rules.empty() && algorithm.isEmpty())
        return std::nullopt;
    return CandidateRules{algorithm.isEmpty() ? policy.algorithm : algorithm.toStdString(),
                          rules.empty() ? policy.rules : parseRules(rules)};
}

QStringList CandidateRow::texts() const
{
    return {m_rules->text(), m_algorithm->currentText()};
}

FailureRow::FailureRow(QWidget* parent)
    : QWidget(parent), m_onFailure(new QComboBox), m_percent(numberField(1, 100))
{
    m_onFailure->addItem(tr("report an error")); // without data
    m_onFailure->addItem(tr("fail open: allow all"), int(OnFailure::Allow));
    m_onFailure->addItem(tr("fail closed: deny all"), int(OnFailure::Deny));
    m_onFailure->addItem(tr("local fallback"), int(OnFailure::Local));
    nameWidget(m_onFailure, "policyOnFailure", tr("When Redis is unreachable"));
    m_onFailure->setToolTip(
        tr("What limiters do while Redis is unreachable. Fail open: everything is allowed. Fail "
           "closed: everything is denied. Local fallback: each process decides alone."));
    nameWidget(m_percent, "policyShare", tr("At this share of each limit"));
    m_percent->setPrefix(tr("at "));
    m_percent->setSuffix(tr(" % of each limit"));
    addSideBySide(this, m_onFailure, m_percent);
    connect(m_onFailure, &QComboBox::currentIndexChanged, this, &FailureRow::update);
    connect(m_percent, &QSpinBox::valueChanged, this, &FailureRow::update);
    update();
}

void FailureRow::put(std::optional<OnFailure> onFailure, double share)
{
    m_onFailure->setCurrentIndex(m_onFailure->findData(onFailure ? QVariant(int(*onFailure)) : QVariant()));
    m_shown = share;
    m_percentShown = int(std::lround(share * 100));
    m_percent->setValue(m_percentShown);
    m_percentShown = m_percent->value();
}

std::optional<OnFailure> FailureRow::onFailure() const
{
    const QVariant chosen = m_onFailure->currentData();
    return chosen.isNull() ? std::nullopt : std::optional(OnFailure(chosen.toInt()));
}

double FailureRow::share() const
{
    if (onFailure() != OnFailure::Local)
        return 1;
    return m_percent->value() == m_percentShown ? m_shown : m_percent->value() / 100.0;
}

QStringList FailureRow::texts() const
{
    return {m_onFailure->currentText(), m_percent->text()};
}

void FailureRow::update()
{
    m_percent->setVisible(onFailure() == OnFailure::Local);
    Q_EMIT changed();
}

} // namespace ratewarden::ui
