// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/profile_fields.h"

#include "ui/widgets/fields.h"
#include "ui/widgets/plain_label.h"

#include <QBoxLayout>
#include <QCheckBox>
#include <QComboBox>
#include <QGridLayout>
#include <QLineEdit>
#include <QPainter>

namespace ratewarden::ui {
namespace {

QIcon swatch(ProfileColor color)
{
    constexpr int size = 12;
    constexpr int scale = 2; // sharp on fine screens, too
    QPixmap pixmap(size * scale, size * scale);
    pixmap.setDevicePixelRatio(scale);
    pixmap.fill(Qt::transparent);
    QPainter painter(&pixmap);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(profileColor(color));
    painter.drawRoundedRect(QRectF(0, 0, size, size), 3, 3);
    return pixmap;
}

/// What stands out most is for what can be harmed most.
ProfileColor usualColor(Environment environment)
{
    switch (environment) {
    case Environment::None:
        break;
    case Environment::Development:
        return ProfileColor::Green;
    case Environment::Staging:
        return ProfileColor::Amber;
    case Environment::Production:
        return ProfileColor::Vermilion;
    }
    return ProfileColor::Blue;
}

} // namespace

ProfileFields::ProfileFields(QGridLayout* form, QWidget* dialog)
    : QObject(dialog)
    , m_name(new QLineEdit)
    , m_color(new QComboBox)
    , m_environment(new QComboBox)
    , m_readOnly(new QCheckBox(tr("Start read-only")))
{
    m_name->setPlaceholderText(tr("none: the server is not kept among the profiles"));
    addField(form, tr("Name"), "profileName", m_name, 2);

    const int row = form->rowCount();
    form->addWidget(fieldTitle(tr("Environment")), row, 0);
    nameWidget(m_environment, "environment", tr("Environment"));
    for (const Environment each : allEnvironments)
        m_environment->addItem(each == Environment::None ? tr("not said") : environmentText(each));
    nameWidget(m_color, "color", tr("Colour"));
    m_color->setToolTip(tr("The color of its window's stripe, and of every dialog that changes something"));
    for (const ProfileColor each : allProfileColors)
        m_color->addItem(swatch(each), colorText(each));
    m_readOnly->setObjectName("readOnly");
    auto* const line = new QHBoxLayout;
    line->setSpacing(10);
    line->addWidget(m_environment, 1);
    line->addWidget(m_color, 1);
    line->addWidget(m_readOnly);
    form->addLayout(line, row, 1, 1, 2);

    connect(m_name, &QLineEdit::textEdited, this, &ProfileFields::edited);
    connect(m_color, &QComboBox::activated, this, [this] {
        m_colorChosen = true;
        Q_EMIT edited();
    });
    connect(m_environment, &QComboBox::activated, this, &ProfileFields::chooseEnvironment);
    connect(m_readOnly, &QCheckBox::clicked, this, &ProfileFields::edited);
    show({});
}

void ProfileFields::chooseEnvironment()
{
    const auto environment = Environment(m_environment->currentIndex());
    if (!m_colorChosen)
        m_color->setCurrentIndex(int(usualColor(environment)));
    ServerProfile shown;
    applyTo(shown);
    const bool production = environment == Environment::Production;
    m_readOnly->setEnabled(!production);
    m_readOnly->setChecked(production || shown.readOnly);
    Q_EMIT edited();
}

void ProfileFields::show(const ServerProfile& profile)
{
    m_name->setText(profile.name);
    m_color->setCurrentIndex(int(profile.color));
    m_colorChosen = profile.color != usualColor(profile.environment);
    m_environment->setCurrentIndex(int(profile.environment));
    const bool production = profile.environment == Environment::Production;
    m_readOnly->setEnabled(!production);
    m_readOnly->setToolTip(tr("Nothing can be changed before it is unlocked; production servers always "
                              "start so"));
    m_readOnly->setChecked(startsReadOnly(profile));
}

void ProfileFields::applyTo(ServerProfile& profile) const
{
    profile.name = name();
    profile.color = ProfileColor(m_color->currentIndex());
    profile.environment = Environment(m_environment->currentIndex());
    // Production needs no such wish, and takes none along when it becomes something else.
    profile.readOnly = m_readOnly->isEnabled() && m_readOnly->isChecked();
}

QString ProfileFields::name() const
{
    return m_name->text().trimmed();
}

} // namespace ratewarden::ui
