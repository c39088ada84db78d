// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/away_row.h"

#include "ui/widgets/fields.h"

#include <QComboBox>
#include <QSpinBox>

#include <cmath>

namespace ratewarden::ui {

AwayRow::AwayRow(QWidget* parent) : QWidget(parent), m_whenAway(new QComboBox), m_percent(numberField(1, 100))
{
    m_whenAway->addItem(tr("report an error")); // without data
    m_whenAway->addItem(tr("fail open: allow all"), int(WhenAway::Allow));
    m_whenAway->addItem(tr("fail closed: deny all"), int(WhenAway::Deny));
    m_whenAway->addItem(tr("local fallback"), int(WhenAway::Local));
    m_whenAway->setObjectName("policyAway");
    m_whenAway->setAccessibleName(tr("When Redis is unreachable"));
    m_whenAway->setToolTip(
        tr("What limiters do while Redis is unreachable. Fail open: everything is allowed. Fail "
           "closed: everything is denied. Local fallback: each process decides alone."));
    m_percent->setObjectName("policyShare");
    m_percent->setAccessibleName(tr("At this share of each limit"));
    m_percent->setPrefix(tr("at "));
    m_percent->setSuffix(tr(" % of each limit"));
    addSideBySide(this, m_whenAway, m_percent);
    connect(m_whenAway, &QComboBox::currentIndexChanged, this, &AwayRow::update);
    connect(m_percent, &QSpinBox::valueChanged, this, &AwayRow::update);
    update();
}

void AwayRow::put(std::optional<WhenAway> whenAway, double share)
{
    m_whenAway->setCurrentIndex(m_whenAway->findData(whenAway ? QVariant(int(*whenAway)) : QVariant()));
    m_shown = share;
    m_percentShown = int(std::lround(share * 100));
    m_percent->setValue(m_percentShown);
    m_percentShown = m_percent->value();
}

std::optional<WhenAway> AwayRow::whenAway() const
{
    const QVariant chosen = m_whenAway->currentData();
    return chosen.isNull() ? std::nullopt : std::optional(WhenAway(chosen.toInt()));
}

double AwayRow::share() const
{
    if (whenAway() != WhenAway::Local)
        return 1;
    return m_percent->value() == m_percentShown ? m_shown : m_percent->value() / 100.0;
}

QStringList AwayRow::texts() const
{
    return {m_whenAway->currentText(), m_percent->text()};
}

void AwayRow::update()
{
    m_percent->setVisible(whenAway() == WhenAway::Local);
    Q_EMIT changed();
}

} // namespace ratewarden::ui
