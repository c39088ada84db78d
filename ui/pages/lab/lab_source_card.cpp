// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/lab/lab_source_card.h"

#include "ui/text/display_text.h"
#include "ui/text/lab_text.h"
#include "ui/text/translations.h"
#include "ui/widgets/layouts.h"

#include <QBoxLayout>
#include <QCheckBox>
#include <QComboBox>

namespace ratewarden::ui {
namespace {

std::string chosenIn(const QComboBox* box)
{
    return box->currentData().toByteArray().toStdString();
}

} // namespace

LabSourceCard::LabSourceCard(QWidget* parent)
    : Card(tr("How it was read"), parent)
    , m_token(new QComboBox)
    , m_time(new QComboBox)
    , m_cost(new QComboBox)
    , m_without(named("labWithoutStatus", new QCheckBox))
    , m_fields(new QWidget)
    , m_format(wholeLabel({}, PlainLabel::Tone::Muted))
    , m_rejected(named("labRejected", new PlainLabel))
{
    addToHeader(m_format);
    auto* const row = rowLayout(8, m_fields);
    const auto add = [&](const QString& name, QComboBox* box, const char* objectName) {
        row->addWidget(wholeLabel(name, PlainLabel::Tone::Muted));
        box->setObjectName(objectName);
        box->setAccessibleName(name);
        box->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
        box->setMinimumContentsLength(box == m_cost ? 22 : 16); // it may say that there is none
        row->addWidget(box);
        connect(box, &QComboBox::activated, this, &LabSourceCard::fieldsChosen);
    };
    add(tr("token from"), m_token, "labTokenField");
    add(tr("time from"), m_time, "labTimeField");
    add(tr("cost from"), m_cost, "labCostField");
    row->addStretch(1);
    body()->addWidget(m_fields);
    m_without->setToolTip(
        tr("Of requests that were denied when they were recorded, clients may have sent some again, "
           "which limits that allow them would not have caused"));
    connect(m_without, &QAbstractButton::clicked, this, &LabSourceCard::fieldsChosen);
    body()->addWidget(m_without);
    m_rejected->setWrapped(QSizePolicy::Expanding, QSizePolicy::Minimum);
    body()->addWidget(m_rejected);
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Maximum);
}

void LabSourceCard::present(const TrafficSummary& summary)
{
    m_format->setText(sourceText(summary));
    const LogFormat format = summary.format.value_or(LogFormat{});
    m_fields->setVisible(!format.names.empty());
    const auto fill = [&](QComboBox* box, const std::string& chosen, bool optional) {
        box->clear();
        if (optional)
            box->addItem(tr("none: every request costs 1"), QByteArray());
        for (const std::string& name : format.names)
            box->addItem(shown(name), QByteArray::fromStdString(name));
        box->setCurrentIndex(std::max(0, box->findData(QByteArray::fromStdString(chosen))));
    };
    fill(m_token, format.fields.token, false);
    fill(m_time, format.fields.time, false);
    fill(m_cost, format.fields.cost, true);
    const bool isLeftOut = !summary.withoutStatus.empty();
    m_statuses = isLeftOut ? summary.withoutStatus
                           : std::vector<std::uint16_t>(refusalStatuses.begin(), refusalStatuses.end());
    QStringList statuses;
    for (const std::uint16_t status : m_statuses)
        statuses << QString::number(status);
    m_without->setText(isLeftOut
                           ? tr("Leave out the %Ln line(s) with the status %1", nullptr,
                                pluralNumber(Units(summary.refusals ? summary.refusals->leftOut : 0)))
                                 .arg(statuses.join(tr(" or ")))
                           : tr("Leave out the lines with the status %1").arg(statuses.join(tr(" or "))));
    m_without->setChecked(isLeftOut);
    m_without->setVisible(isLeftOut || (summary.kind == TrafficKind::Log && summary.refusals &&
                                        summary.refusals->requests > 0));

    QStringList lines;
    if (summary.rejected > 0) {
        for (const RejectedLine& line : summary.firstRejected)
            lines << rejectedText(line);
        if (summary.rejected > summary.firstRejected.size())
            lines
                << tr("and %1 more").arg(numberText(Units(summary.rejected - summary.firstRejected.size())));
    }
    if (summary.backwards > 0)
        lines << tr("%Ln request(s) earlier than the line before, and sorted", nullptr,
                    pluralNumber(Units(summary.backwards)));
    if (summary.cutTokens > 0)
        lines << tr("of %Ln log(s) only the newest part was read, or nothing", nullptr,
                    pluralNumber(Units(summary.cutTokens)));
    if (summary.resolution >= std::chrono::seconds(1))
        lines << tr("times are whole seconds: the order within a second is not known");
    if (const QString fault = faultText(summary); !fault.isEmpty())
        lines << fault;
    m_rejected->setText(lines.isEmpty()
                            ? (summary.kind == TrafficKind::Redis ? tr("Every log was read to its end.")
                                                                  : tr("Every line was read."))
                            : tr("Rejected and noted: %1.").arg(lines.join(QStringLiteral("; "))));
}

std::vector<std::uint16_t> LabSourceCard::withoutStatus() const
{
    return m_without->isChecked() ? m_statuses : std::vector<std::uint16_t>();
}

LogFields LabSourceCard::fields() const
{
    return {chosenIn(m_token), chosenIn(m_time), chosenIn(m_cost)};
}

} // namespace ratewarden::ui
