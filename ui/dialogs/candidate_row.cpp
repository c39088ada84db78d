// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/candidate_row.h"

#include "ui/text/display_text.h"
#include "ui/theme/theme.h"
#include "ui/widgets/fields.h"

#include <QComboBox>
#include <QLineEdit>

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

} // namespace ratewarden::ui
