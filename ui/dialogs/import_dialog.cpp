// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/import_dialog.h"

#include "ui/profiles/profile_secrets.h"
#include "ui/profiles/profile_store.h"
#include "ui/text/display_text.h"
#include "ui/theme/style.h"
#include "ui/widgets/banner.h"
#include "ui/widgets/fields.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/open_file.h"
#include "ui/widgets/plain_label.h"

#include <QBoxLayout>
#include <QCheckBox>
#include <QFile>
#include <QPlainTextEdit>
#include <QPushButton>

#include <algorithm>

namespace ratewarden::ui {
namespace {

constexpr qint64 largestImport = qint64(10) * 1024 * 1024;

} // namespace

ImportDialog::ImportDialog(ProfileStore& store, ProfileSecrets& secrets, QWidget* parent)
    : QDialog(parent)
    , m_store(store)
    , m_secrets(secrets)
    , m_text(new QPlainTextEdit)
    , m_preview(new QPlainTextEdit)
    , m_keep(named("importPasswords", new QCheckBox))
    , m_banner(new Banner)
    , m_import(named("import", new QPushButton))
{
    setWindowTitle(tr("Import profiles"));
    resize(720, 540);
    auto* const layout = beginDialog(this, windowTitle(), 10);
    auto* const what =
        new PlainLabel(tr("Paste addresses or redis-cli command lines, one a line, or the JSON "
                          "that RedisInsight exports; or open a file."),
                       PlainLabel::Tone::Muted);
    what->setWrapped(QSizePolicy::Ignored, QSizePolicy::Minimum);
    layout->addWidget(what);
    nameWidget(m_text, "importText", tr("What to import"));
    m_text->setFont(monospaceFont());
    m_text->setPlaceholderText(QStringLiteral("redis-cli -h cache.example.com -p 6380 --tls"));
    m_text->setTabChangesFocus(true);
    layout->addWidget(m_text, 2);
    layout->addWidget(m_banner);
    auto* const found = new PlainLabel(tr("What will be imported"), PlainLabel::Tone::Muted);
    layout->addWidget(found);
    nameWidget(m_preview, "importPreview", found->text());
    m_preview->setReadOnly(true);
    m_preview->setTabChangesFocus(true);
    layout->addWidget(m_preview, 3);
    m_keep->hide();
    layout->addWidget(m_keep);

    auto* const buttons = new QHBoxLayout;
    auto* const open = named("importFile", new QPushButton(tr("Open a file…")));
    open->setAutoDefault(false);
    auto* const cancel = new QPushButton(tr("Cancel"));
    cancel->setAutoDefault(false);
    m_import->setDefault(true);
    setProminent(m_import, false);
    buttons->addWidget(open);
    buttons->addStretch(1);
    buttons->addWidget(cancel);
    buttons->addWidget(m_import);
    layout->addLayout(buttons);
    connect(open, &QPushButton::clicked, this, &ImportDialog::chooseFile);
    connect(cancel, &QPushButton::clicked, this, &QDialog::reject);
    connect(m_import, &QPushButton::clicked, this, &ImportDialog::import);
    connect(m_text, &QPlainTextEdit::textChanged, this, [this] { show(m_text->toPlainText().toUtf8()); });
    show({});
    m_text->setFocus();
}

void ImportDialog::chooseFile()
{
    ui::openFile(this, tr("An export of RedisInsight, or a list of addresses"), {},
                 [this](const QString& path) { openFile(path); });
}

void ImportDialog::openFile(const QString& path)
{
    m_text->clear();
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly)) {
        m_banner->setText(tr("%1 cannot be read: %2").arg(path, file.errorString()));
        return;
    }
    if (file.size() > largestImport) {
        m_banner->setText(tr("%1 is too large for a list of servers").arg(path));
        return;
    }
    show(file.readAll());
}

bool ImportDialog::isKnown(const ServerProfile& profile) const
{
    return std::ranges::any_of(m_store.profiles(), [&](const ServerProfile& each) {
        return each.endpoint == profile.endpoint && each.name == profile.name;
    });
}

void ImportDialog::show(const QByteArray& text)
{
    m_banner->setText({});
    m_found = text.trimmed().isEmpty() ? ProfileImport() : importProfiles(text);
    QStringList lines;
    for (const ImportedProfile& each : m_found.profiles) {
        if (isKnown(each.profile)) {
            lines << tr("%1 is among your profiles already").arg(shown(each.profile.name.toStdString()));
            continue;
        }
        lines << QStringLiteral("✓ %1   %2")
                     .arg(shown(each.profile.name.toStdString()), shown(each.profile.endpoint.text()));
        for (const QString& left : each.leftOut)
            lines << tr("    ▲ not taken over: %1").arg(left);
    }
    for (const QString& refused : m_found.refused)
        lines << QStringLiteral("✗ %1").arg(refused);
    std::erase_if(m_found.profiles, [this](const ImportedProfile& each) { return isKnown(each.profile); });
    m_preview->setPlainText(lines.join('\n'));

    const auto passwords = int(std::ranges::count_if(
        m_found.profiles, [](const ImportedProfile& each) { return !each.password.isEmpty(); }));
    const bool canRemember = m_secrets.canRemember();
    m_keep->setVisible(passwords > 0);
    m_keep->setEnabled(canRemember);
    m_keep->setChecked(canRemember);
    m_keep->setText(tr("Store %Ln password(s) in the keychain", nullptr, passwords));
    m_keep->setToolTip(tr("Otherwise they are kept until the program ends. They are never written to a "
                          "file."));
    const auto count = int(m_found.profiles.size());
    m_import->setText(tr("Import %Ln profile(s)", nullptr, count));
    m_import->setEnabled(count > 0);
}

QString ImportDialog::preview() const
{
    return m_preview->toPlainText();
}

void ImportDialog::import()
{
    QString first;
    for (const ImportedProfile& each : m_found.profiles) {
        ServerProfile profile = each.profile;
        profile.remembersPassword = !each.password.isEmpty() && m_keep->isChecked();
        m_store.save(profile);
        m_secrets.keep(profile, each.password);
        if (first.isEmpty())
            first = profile.id;
    }
    Q_EMIT imported(first);
    accept();
}

} // namespace ratewarden::ui
