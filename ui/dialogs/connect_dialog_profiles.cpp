// SPDX-License-Identifier: GPL-3.0-or-later
// The profiles in the dialog: which one is shown, what becomes of changes, and its password.
#include "core/model/errors.h"
#include "ui/dialogs/connect_dialog.h"
#include "ui/dialogs/connection_test.h"
#include "ui/dialogs/import_dialog.h"
#include "ui/dialogs/profile_fields.h"
#include "ui/dialogs/profile_list.h"
#include "ui/dialogs/security_fields.h"
#include "ui/profiles/profile_secrets.h"
#include "ui/profiles/profile_store.h"
#include "ui/widgets/question_bar.h"

#include <QBoxLayout>
#include <QCheckBox>
#include <QCoreApplication>
#include <QKeyEvent>
#include <QLineEdit>
#include <QPushButton>

#include <utility>

namespace ratewarden::ui {

using Status = SecretAnswer::Status;

void ConnectDialog::addList(QBoxLayout* layout)
{
    m_list = new ProfileList(*m_profiles);
    m_list->setFixedWidth(270);
    layout->addWidget(m_list);
    m_discard = new QuestionBar(tr("Discard what you have changed?"), tr("Discard"), tr("Keep editing"));
    m_discard->setObjectName("discardQuestion");
    m_delete = new QuestionBar(tr("Delete this profile, and its password in the keychain?"), tr("Delete it"),
                               tr("Keep it"));
    m_delete->setObjectName("deleteQuestion");
    connect(m_list, &ProfileList::chosenChanged, this, &ConnectDialog::choose);
    connect(m_list, &ProfileList::activated, this, [this] {
        if (!m_edited)
            connectToAddress();
    });
    connect(m_list, &ProfileList::newWanted, this, [this] {
        m_list->choose({});
        choose({});
    });
    connect(m_list, &ProfileList::duplicateWanted, this, &ConnectDialog::duplicate);
    connect(m_list, &ProfileList::deletionWanted, this, [this] {
        if (m_profiles->find(m_list->chosen()) != nullptr)
            m_delete->ask();
        else
            deleteChosen(); // an address alone
    });
    connect(m_list, &ProfileList::importWanted, this, &ConnectDialog::import);
    connect(m_delete, &QuestionBar::accepted, this, &ConnectDialog::deleteChosen);
    connect(m_discard, &QuestionBar::accepted, this, [this] {
        m_edited = false;
        m_list->choose(m_wanted);
        choose(m_wanted);
    });
    connect(m_profiles, &ProfileStore::changed, m_list, &ProfileList::refresh);
    connect(m_secrets, &ProfileSecrets::told, this, [this](const QString& key, const QString& sentence) {
        if (key == m_profile.key() && !sentence.isEmpty())
            fail(sentence);
    });
}

void ConnectDialog::choose(const QString& key)
{
    if (m_edited && wantsSaving()) {
        m_wanted = key;
        m_list->choose(m_profile.id); // until the question is answered
        m_discard->ask();
        return;
    }
    m_delete->withdraw();
    fail({});
    const ServerProfile* const profile = m_profiles->find(key);
    m_suggests = profile == nullptr && !key.isEmpty();
    if (profile != nullptr)
        showProfile(*profile);
    else
        showAddress(key);
}

// As what Return would open.
void ConnectDialog::suggest(const QString& key)
{
    m_list->choose(key);
    choose(key);
    m_suggests = true;
    m_address->selectAll();
    m_address->setFocus();
}

// Another address is typed over what was suggested: nothing of that, not even its password, is for this one.
void ConnectDialog::leaveSuggestion()
{
    if (!std::exchange(m_suggests, false))
        return;
    m_profile = {};
    m_waits = Waits::No;
    m_list->choose({});
    m_fields->show(m_profile);
    m_user->clear();
    m_password->clear();
    m_remember->setChecked(false);
    setPlace(parseEndpoint(usualAddress().toStdString()));
}

// What is typed may be the name of one of the profiles.
void ConnectDialog::openNamed()
{
    const QString typed = m_address->text().trimmed();
    for (const ServerProfile& profile : m_profiles->profiles())
        if (m_profile.id.isEmpty() && profile.name.compare(typed, Qt::CaseInsensitive) == 0 &&
            !typed.isEmpty()) {
            const QString id = profile.id; // the list changes
            m_edited = false;
            suggest(id);
            return;
        }
}

bool ConnectDialog::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() != QEvent::KeyPress)
        return QDialog::eventFilter(watched, event);
    auto* const key = static_cast<QKeyEvent*>(event);
    const bool isMove = key->key() == Qt::Key_Up || key->key() == Qt::Key_Down;
    if (watched == m_address && isMove && !m_edited) {
        m_list->move(key->key() == Qt::Key_Up ? -1 : 1);
        suggest(m_list->chosen());
        return true;
    }
    const bool isText = !key->text().isEmpty() && key->text().front().isPrint() &&
                        !(key->modifiers() & (Qt::ControlModifier | Qt::AltModifier));
    if (watched == m_list->focusProxy() && isText && !wantsSaving()) {
        m_suggests = true;
        m_address->selectAll();
        m_address->setFocus();
        QCoreApplication::sendEvent(m_address, event);
        return true;
    }
    return QDialog::eventFilter(watched, event);
}

void ConnectDialog::showAddress(const QString& address)
{
    ServerProfile server;
    try {
        server.endpoint = parseEndpoint((address.isEmpty() ? usualAddress() : address).toStdString());
    } catch (const InvalidArgument&) { // of settings that were edited by hand
        server.endpoint = parseEndpoint(usualAddress().toStdString());
    }
    server.endpoint.password.clear();
    showProfile(server);
    if (!address.isEmpty())
        return;
    m_address->selectAll();
    m_address->setFocus();
}

void ConnectDialog::showProfile(const ServerProfile& profile)
{
    m_profile = profile;
    m_fields->show(profile);
    m_user->setText(QString::fromStdString(profile.endpoint.user));
    m_password->clear();
    m_remember->setChecked(profile.remembersPassword);
    setPlace(profile.endpoint);
    showPlace();
    m_test->clear();
    m_edited = false;
    readPassword();
    updateButtons();
}

void ConnectDialog::duplicate()
{
    const ServerProfile* const original = m_profiles->find(m_list->chosen());
    if (original == nullptr)
        return;
    ServerProfile copy = *original;
    copy.id.clear();
    copy.name = tr("%1 (copy)").arg(original->title());
    copy.remembersPassword = false;
    m_list->choose({});
    showProfile(copy);
    edit();
    auto* const name = findChild<QLineEdit*>(QStringLiteral("profileName"));
    name->setFocus();
    name->selectAll();
}

void ConnectDialog::deleteChosen()
{
    const QString key = m_list->chosen();
    if (const ServerProfile* const found = m_profiles->find(key))
        m_secrets->forget(ServerProfile(*found));
    m_edited = false;
    if (!m_profiles->remove(key))
        fail(m_profiles->problem());
    m_list->choose({});
    showAddress({});
}

void ConnectDialog::import()
{
    auto* const dialog = new ImportDialog(*m_profiles, *m_secrets, this);
    connect(dialog, &ImportDialog::imported, this, [this](const QString& key) {
        m_list->choose(key);
        choose(key);
        fail(m_profiles->problem());
    });
    dialog->open();
}

void ConnectDialog::edit()
{
    m_edited = true;
    m_suggests = false;
    m_connects = false;
    updateButtons();
}

// A server without a name is opened, and kept nowhere.
bool ConnectDialog::wantsSaving() const
{
    return m_profiles && m_edited && (!m_profile.id.isEmpty() || !m_fields->name().isEmpty());
}

void ConnectDialog::updateButtons()
{
    if (!m_open)
        return;
    m_save->setEnabled(wantsSaving());
    m_open->setText(wantsSaving() ? tr("Save and connect") : tr("Connect"));
    m_open->setEnabled(!m_connects);
    if (m_remember) {
        const bool isProfile = !m_profile.id.isEmpty() || (m_fields && !m_fields->name().isEmpty());
        m_remember->setEnabled(isProfile && m_secrets->canRemember());
        m_remember->setToolTip(!m_secrets->canRemember() ? tr("This program was built without QtKeychain")
                               : isProfile
                                   ? tr("Otherwise it is kept until the program ends")
                                   : tr("Give the server a name first: only profiles are remembered"));
    }
}

bool ConnectDialog::save(const Endpoint& entered)
{
    const ServerProfile before = m_profile;
    ServerProfile profile = m_profile;
    m_fields->applyTo(profile);
    profile.endpoint = entered;
    profile.remembersPassword = m_remember->isChecked();
    const bool written = m_profiles->save(profile);
    if (before.remembersPassword && (!profile.remembersPassword || m_password->text().isEmpty()) &&
        m_waits == Waits::No)
        m_secrets->forget(before);
    m_secrets->keep(profile, m_password->text());
    profile.endpoint.password.clear();
    m_profile = profile;
    m_edited = false;
    m_list->choose(profile.id);
    updateButtons();
    Q_EMIT saved(m_profile);
    if (!written)
        fail(m_profiles->problem());
    return written;
}

void ConnectDialog::readPassword()
{
    m_connects = false;
    m_waits = Waits::ForKeychain;
    m_secrets->read(m_profile, this, [this, key = m_profile.key()](const SecretAnswer& answer) {
        if (m_waits != Waits::No && key == m_profile.key())
            takePassword(answer);
    });
}

void ConnectDialog::takePassword(const SecretAnswer& answer)
{
    if (answer.status == Status::Slow) {
        m_waits = Waits::NoLonger;
        m_connects = false;
        fail(tr("The system's keychain does not answer yet. Unlock it, or type the password."));
        m_password->setFocus();
        updateButtons();
        return;
    }
    const bool wasSlow = std::exchange(m_waits, Waits::No) == Waits::NoLonger;
    const bool connects = std::exchange(m_connects, false);
    updateButtons();
    if (answer.status != Status::Done) {
        if (m_profile.remembersPassword) {
            fail(tr("Type the password: %1.").arg(secretProblemText(answer)));
            m_password->setFocus();
        }
        return;
    }
    if (m_password->text().isEmpty())
        m_password->setText(answer.secret);
    if (wasSlow || connects)
        fail({});
    if (connects)
        connectToAddress();
}

} // namespace ratewarden::ui
