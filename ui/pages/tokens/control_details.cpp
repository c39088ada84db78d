// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/tokens/control_details.h"

#include "ui/text/display_text.h"
#include "ui/text/policy_text.h"
#include "ui/theme/theme.h"
#include "ui/widgets/plain_label.h"

#include <QBoxLayout>

namespace ratewarden::ui {
namespace {

constexpr std::size_t mostTokensNamed = 8; // of several tokens
constexpr int longestNamed = 60;           // characters

} // namespace

ControlDetails::ControlDetails(ControlTableModel::Kind kind, QWidget* parent)
    : Card(kind == ControlTableModel::Kind::Blocks ? tr("The selected block") : tr("The selected override"),
           parent)
    , m_kind(kind)
{
    for (PlainLabel** const label : {&m_whose, &m_meaning, &m_traffic, &m_reason, &m_by}) {
        *label = new PlainLabel({}, label == &m_by ? PlainLabel::Tone::Muted : PlainLabel::Tone::Normal);
        (*label)->setWrapped(QSizePolicy::Ignored);
        body()->addWidget(*label);
    }
    m_whose->setFont(monospaceHeadingFont());
    m_whose->setObjectName("controlWhose");
    m_meaning->setObjectName("controlMeaning");
    m_reason->setObjectName("controlReason");
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Maximum);
    hide();
}

QString ControlDetails::meaning(const ControlEntry& entry, const std::vector<Rule>& replaced) const
{
    const QString end =
        entry.until ? tr("Ends at %1.").arg(momentText(*entry.until)) : tr("Does not end by itself.");
    if (m_kind == ControlTableModel::Kind::Overrides) {
        const QString rules = rulesText(entry.rules);
        return (replaced.empty() ? tr("Under the policy %1 the rules of this token are %2. %3")
                                       .arg(shown(entry.policy), rules, end)
                                 : tr("Under the policy %1 the rules of this token are %2 instead of %3. %4")
                                       .arg(shown(entry.policy), rules, rulesText(replaced), end));
    }
    return entry.format ? tr("%1 denies every request of this token under %2. %3")
                              .arg(formatNameText(*entry.format), shown(entry.policy), end)
                        : tr("Every request of this token is denied, under every policy. %1").arg(end);
}

void ControlDetails::present(const std::vector<ControlEntry>& entries, Units count,
                             const std::vector<Rule>& replaced, double denied)
{
    setVisible(count > 0);
    if (count == 0)
        return;
    const bool isOne = entries.size() == 1;
    for (PlainLabel* const label : {m_meaning, m_traffic, m_reason, m_by})
        label->hide();
    if (!isOne) {
        QStringList names;
        for (const ControlEntry& entry : entries) {
            if (std::size_t(names.size()) == mostTokensNamed) {
                names << QStringLiteral("…");
                break;
            }
            names << shortened(shown(entry.token), longestNamed);
        }
        m_whose->setText(tokensText(count));
        m_by->setText(names.join(QStringLiteral(", ")));
        m_by->setVisible(!names.isEmpty());
        return;
    }
    const ControlEntry& entry = entries.front();
    const auto say = [](PlainLabel* label, const QString& text) {
        label->setText(text);
        label->setVisible(!text.isEmpty());
    };
    m_whose->setText(shown(entry.token));
    say(m_meaning, meaning(entry, replaced));
    say(m_traffic, denied > 0 ? tr("Denied requests: %1.").arg(perSecondText(denied)) : QString());
    say(m_reason, entry.reason.empty() ? QString() : tr("Reason: %1").arg(shown(entry.reason)));
    say(m_by, entry.by.empty()           ? QString()
              : entry.since == Instant{} ? tr("By %1").arg(shown(entry.by))
                                         : tr("By %1, %2").arg(shown(entry.by), momentText(entry.since)));
}

} // namespace ratewarden::ui
