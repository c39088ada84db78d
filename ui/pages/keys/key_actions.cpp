// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/keys/key_actions.h"

#include "core/admin/login_name.h"
#include "core/formats/foreign/catalogue_format.h"
#include "core/formats/own/ratewarden_format.h"
#include "ui/text/display_text.h"
#include "ui/widgets/action_button.h"
#include "ui/widgets/copy_bytes.h"

#include <QAction>

#include <initializer_list>
#include <utility>

namespace ratewarden::ui {
namespace {

bool canBlock(const KeyDetail& detail)
{
    if (!detail.subject)
        return false;
    const auto* const format = dynamic_cast<const CatalogueFormat*>(detail.subject->format);
    return !format || format->file().tier != Tier::Label;
}

} // namespace

KeyActions::KeyActions(Session& session, std::function<bool()> isSelected, QWidget* page)
    : ChangeDialogs(session, page, page)
    , m_book(session.keys())
    , m_isSelected(std::move(isSelected))
    , m_ofToken(new TokenActions(session, page))
    , m_block(makeAction(page, "blockKey", tr("Block…"), tr("Deny every request of this key's token"),
                         QKeySequence("Ctrl+B")))
    , m_unblock(makeAction(page, "unblockKey", tr("Unblock…"), tr("Lift the block of this key's token"),
                           QKeySequence("Ctrl+U")))
    , m_reset(makeAction(page, "resetKey", tr("Reset…"), tr("Forget what this key's token has used"), {}))
    , m_openToken(makeAction(page, "openKeyToken", tr("Open in Tokens"),
                             tr("See this key's token on the Tokens page"), {}))
    , m_openInLab(makeAction(page, "openKeyInLab", tr("Open its requests in the lab"),
                             tr("Try rules on the requests in this key's log"), {}))
    , m_expiry(makeAction(page, "editTtl", tr("Edit TTL…"), tr("Change when the key expires"), {}))
    , m_rename(makeAction(page, "renameKey", tr("Rename…"), tr("Give the key another name"),
                          QKeySequence(Qt::Key_F2)))
    , m_delete(makeAction(page, "deleteKey", tr("Delete…"),
                          tr("Delete the key and its value; on Tokens the same key resets the token"),
                          QKeySequence(Qt::Key_Delete)))
    , m_copy(makeAction(page, "copyKeyName", tr("Copy name"), tr("Copy the exact bytes of the key's name"),
                        QKeySequence::Copy))
    , m_describe(makeAction(page, "describeChosenKey", tr("Describe this key…"),
                            tr("Describe what this key and similar keys mean"), {}))
{
    for (QAction* const action : underKeys())
        action->setShortcutContext(Qt::WidgetShortcut);
    connectActions();
    connectTokenActions();
    connectOutcomes(page);
    connect(&m_book, &KeyBook::changed, this, &KeyActions::update);
    connect(&session, &Session::rightsChanged, this, &KeyActions::update);
    connect(&session.link(), &Link::stateChanged, this, &KeyActions::update);
}

KeyDetails::Actions KeyActions::forDetails() const
{
    return {m_block,
            m_unblock,
            m_reset,
            m_describe,
            {m_openToken, m_openInLab, m_expiry, m_rename, m_delete, m_copy}};
}

QList<QAction*> KeyActions::forRow() const
{
    return QList{m_block, m_unblock, m_reset} + forDetails().more;
}

void KeyActions::connectActions()
{
    const auto withKey = [this](auto act) {
        return [this, act] {
            if (const std::optional<std::string> key = m_book.chosen(); key && isListed())
                act(*key);
        };
    };
    connect(m_expiry, &QAction::triggered, this,
            withKey([this](const std::string& key) { editExpiry(key); }));
    connect(m_rename, &QAction::triggered, this, withKey([this](const std::string& key) { rename(key); }));
    connect(m_delete, &QAction::triggered, this, withKey([this](const std::string& key) { remove(key); }));
    connect(m_copy, &QAction::triggered, this, withKey([](const std::string& key) { copyBytes(key); }));
    connect(m_describe, &QAction::triggered, this, [this] {
        const SharedKeyDetail detail = m_book.detail();
        if (detail && detail->facts.exists && !detail->subject)
            Q_EMIT describeKey(QByteArray::fromStdString(detail->facts.key));
    });
}

void KeyActions::connectTokenActions()
{
    const auto withSubject = [this](auto act) {
        return [this, act] {
            if (const SharedKeyDetail detail = m_book.detail(); detail && detail->subject)
                act(*detail->subject);
        };
    };
    const auto blocked = [](const Subject& its) {
        return its.format->isOurs() ? controlSubject(its.token) : its;
    };
    connect(m_block, &QAction::triggered, this,
            withSubject([this, blocked](const Subject& its) { m_ofToken->block({blocked(its)}); }));
    connect(m_unblock, &QAction::triggered, this,
            withSubject([this, blocked](const Subject& its) { m_ofToken->unblock({blocked(its)}); }));
    connect(m_reset, &QAction::triggered, this,
            withSubject([this](const Subject& its) { m_ofToken->reset({its}); }));
    connect(m_openToken, &QAction::triggered, this,
            withSubject([this](const Subject& its) { Q_EMIT tokenWanted(its); }));
    connect(m_openInLab, &QAction::triggered, this, [this] {
        if (const SharedKeyDetail detail = m_book.detail(); detail && detail->token)
            Q_EMIT labWanted(*detail->token);
    });
}

// What becomes of changes.
void KeyActions::connectOutcomes(QWidget* page)
{
    for (ChangeDialogs* const dialogs : std::initializer_list<ChangeDialogs*>{m_ofToken, this}) {
        connect(dialogs, &ChangeDialogs::opened, &m_book, [this] { m_book.setActProblem({}); });
        connect(dialogs, &ChangeDialogs::failed, &m_book, &KeyBook::setActProblem);
        connect(dialogs, &ChangeDialogs::reading, &m_book, &KeyBook::setActProblem);
    }
    connect(this, &ChangeDialogs::made, this, [this](const Made& made) {
        const KeyIntent* const keys = made->change.ofKeys();
        if (const auto* const renaming = keys ? keys->wants<RenameKey>() : nullptr)
            m_book.rename(renaming->to);
    });
    connect(&session().changes(), &Changes::failed, this, [this, page](const QString& sentence) {
        if (page->isVisible())
            m_book.setActProblem(sentence);
    });
}

void KeyActions::update()
{
    const SharedKeyDetail detail = m_book.detail();
    const bool live = session().live();
    const QString unlisted = isListed() || !m_book.chosen() ? QString()
                             : m_book.isSettling()          ? tr("The keys are being filtered")
                                                   : tr("%1 is not listed").arg(shown(*m_book.chosen()));
    const bool there = live && detail && detail->facts.exists && unlisted.isEmpty();
    const bool token = live && detail && detail->facts.exists && detail->subject && detail->token;
    const bool state = token && detail->subject->format->hasState();
    const bool blocked = token && detail->token->reading.block.has_value();
    m_block->setVisible(token && !blocked);
    m_unblock->setVisible(blocked);
    m_reset->setVisible(state);
    m_openToken->setVisible(token);
    m_openInLab->setVisible(token && detail->token->hasLog && !detail->token->log.entries.empty());
    const bool foreign = token && !detail->subject->format->isOurs();
    if (foreign)
        session().lookAtRights(*detail->subject, blocked);
    if (there)
        session().lookAtRights(detail->facts.key);
    const auto missing = [&](std::string_view act) {
        return !unlisted.isEmpty() ? unlisted
               : foreign           ? session().missing(*detail->subject, act)
                                   : session().missing(act);
    };
    const auto missingForKey = [&](std::string_view act) {
        return there ? session().missing(detail->facts.key, act) : unlisted;
    };
    enableIfAllowed(m_block, there && token && canBlock(*detail), missing("block"));
    enableIfAllowed(m_unblock, there && blocked, missing("unblock"));
    enableIfAllowed(m_reset, there && state && canBlock(*detail), missing("reset"));
    enableIfAllowed(m_expiry, there, missingForKey("expire"));
    enableIfAllowed(m_rename, there, missingForKey("rename"));
    enableIfAllowed(m_delete, there, missingForKey("delete"));
    enableIfAllowed(m_copy, isListed(), unlisted);
    m_describe->setVisible(detail && detail->facts.exists && detail->facts.type && !detail->page.problem &&
                           !detail->subject);
    m_describe->setEnabled(live);
    for (QAction* const action : {m_block, m_unblock, m_reset, m_openToken})
        setSubjectOf(action, token ? shown(detail->subject->token) : QString());
    const std::optional<std::string>& key = m_book.chosen();
    for (QAction* const action : {m_openInLab, m_expiry, m_rename, m_delete, m_copy, m_describe})
        setSubjectOf(action, key ? shown(*key) : QString());
}

void KeyActions::show(ActDialog::Form form, const std::string& key, What first, Fill fill, Intended intended,
                      Sentence sentence)
{
    form.token = shown(key);
    form.asksForReason = true;
    form.reasonHint = tr("Why?");
    ChangeDialogs::Plan plan;
    plan.form = std::move(form);
    plan.first = {KeyIntent{{key}, std::move(first)}, {}, {}, loginName(), {}};
    plan.unread = tr("The key could not be read");
    plan.complete = [fill = std::move(fill)](const Change& prepared, ActDialog::Form& its) {
        const KeyStanding standing = prepared.standings.empty() ? KeyStanding() : prepared.standings.front();
        if (!standing.exists)
            return tr("%1 no longer exists").arg(its.token);
        if (fill)
            fill(standing, its);
        return QString();
    };
    plan.change = [intended = std::move(intended)](const Change& prepared,
                                                   const ActDialog::Entered& entered) {
        Change made = prepared;
        std::get<KeyIntent>(made.intent).what = intended(entered);
        return made;
    };
    plan.sentence = [sentence = std::move(sentence)](const Made&, const ActDialog::Entered& entered) {
        return sentence(entered);
    };
    ChangeDialogs::show(std::move(plan));
}

void KeyActions::editExpiry(const std::string& key)
{
    ActDialog::Form form;
    form.title = tr("Edit the TTL of a key");
    form.explanation = tr("Redis deletes the key at that time. Ctrl+Z restores the current TTL.");
    form.verb = tr("Set TTL");
    form.asksForEnd = true;
    const auto when = [this](const ActDialog::Entered& entered) -> What {
        if (!entered.duration)
            return ExpireKeys{};
        const Instant at = session().link().serverNow() + *entered.duration;
        return ExpireKeys{std::chrono::floor<std::chrono::milliseconds>(at).time_since_epoch().count()};
    };
    show(
        std::move(form), key, ExpireKeys{},
        [](const KeyStanding& standing, ActDialog::Form& its) {
            its.end = standing.expires ? EndTime(Instant(std::chrono::milliseconds(*standing.expires)))
                                       : EndTime(ForGood{});
        },
        when,
        [name = shown(key)](const ActDialog::Entered& entered) {
            return entered.duration ? tr("%1 expires in %2").arg(name, waitText(*entered.duration))
                                    : tr("%1 never expires").arg(name);
        });
}

void KeyActions::rename(const std::string& key)
{
    ActDialog::Form form;
    form.title = tr("Rename a key");
    form.explanation = tr("Its value and TTL stay. Nothing is done if a key of the new name exists.");
    form.verb = tr("Rename");
    form.asksForName = true;
    // A name that cannot be typed is not offered: what is shown of it is not what it is.
    if (QString::fromStdString(key) == shown(key))
        form.name = shown(key);
    show(
        std::move(form), key, RenameKey{key + '_'}, {},
        [](const ActDialog::Entered& entered) -> What { return RenameKey{entered.name.toStdString()}; },
        [name = shown(key)](const ActDialog::Entered& entered) {
            return tr("%1 is renamed to %2").arg(name, shown(entered.name.toStdString()));
        });
}

void KeyActions::remove(const std::string& key)
{
    ActDialog::Form form;
    form.title = tr("Delete a key");
    form.verb = tr("Delete");
    form.dangerous = true;
    const auto forGood = std::make_shared<bool>(false); // told once the key has been read
    show(
        std::move(form), key, DeleteKeys{},
        [forGood](const KeyStanding& standing, ActDialog::Form& its) {
            *forGood = !standing.canBeKept();
            its.explanation =
                *forGood
                    ? tr("Deletes the key and its value for good.")
                    : tr("Deletes the key and its value. Ctrl+Z puts both back, with the TTL, if there is "
                         "no other key of that name by then.");
            if (*forGood)
                its.leftOut = standing.memory
                                  ? tr("This cannot be undone: %1 are too many to be kept.")
                                        .arg(bytesText(*standing.memory))
                                  : tr("This cannot be undone: this user may not ask how large the key is.");
        },
        [forGood](const ActDialog::Entered&) -> What { return DeleteKeys{.evenForGood = *forGood}; },
        [name = shown(key)](const ActDialog::Entered&) { return tr("%1 is deleted").arg(name); });
}

} // namespace ratewarden::ui
