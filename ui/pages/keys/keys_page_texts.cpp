// SPDX-License-Identifier: GPL-3.0-or-later
// What the page of keys says; what it does stands in keys_page.cpp.
#include "ui/pages/empty_reason.h"
#include "ui/pages/keys/key_note.h"
#include "ui/pages/keys/keys_page.h"
#include "ui/pages/page_banner.h"
#include "ui/state/session.h"
#include "ui/text/display_text.h"
#include "ui/text/key_text.h"
#include "ui/text/problem_text.h"
#include "ui/text/translations.h"
#include "ui/widgets/plain_label.h"
#include "ui/widgets/row_table.h"
#include "ui/widgets/row_tree.h"

#include <QPushButton>

#include <set>

namespace ratewarden::ui {

void KeysPage::updateTexts()
{
    using State = KeyBrowser::State;
    const State state = m_browser.state();
    m_counts->setText(countsText());
    const std::size_t unknown = m_summary ? keysOfKind(m_summary->totals, KeyKind::Unknown) : 0;
    m_unknown->setText(tr("%1 unknown").arg(numberText(Units(unknown))));
    m_unknown->setVisible(unknown > 0);
    m_scan->setText(state == State::Scanning  ? tr("Stop")
                    : state == State::Stopped ? tr("Resume")
                                              : tr("Scan"));
    m_scan->setEnabled(m_session.live());
    m_scan->setToolTip(tr("Go through all keys again (F5)"));
    m_folderName->setText(m_folder.empty() ? tr("all keys") : folderText(m_folder));
    m_up->setVisible(!m_folder.empty());
    m_folderCount->setText(m_folderKeys == 0 ? QString() : keysText(Units(m_folderKeys)));
    const QString act = m_actProblem.isEmpty() ? m_readProblem : m_actProblem;
    const QString scan = m_scanProblem.isEmpty() ? unreadText() : m_scanProblem;
    m_banner->setProblem(act.isEmpty() ? scan : act);
    updateNote();
    updateEmptyTexts();
}

// What is in view stays counted while another scan is under way.
QString KeysPage::countsText() const
{
    const bool known = m_browser.knownAt() != Instant{};
    QStringList parts;
    if (m_summary && known)
        parts << (m_summary->totals.keys == m_summary->all
                      ? keysText(Units(m_summary->all))
                      : tr("%1 of %2")
                            .arg(numberText(Units(m_summary->totals.keys)),
                                 numberText(Units(m_summary->all))));
    if (const QString scan = scanText(); !scan.isEmpty())
        parts << scan;
    if (m_summary) {
        std::set<QString> formats;
        for (const KeyTotals::Share& share : m_summary->totals.shares)
            if (share.format)
                formats.insert(briefTitle(*share.format));
        if (!formats.empty())
            parts << tr("%Ln format(s)", nullptr, pluralNumber(Units(formats.size())));
        if (const std::size_t unread = keysOfKind(m_summary->totals, KeyKind::Unread); unread > 0)
            parts << tr("%1 not readable").arg(numberText(Units(unread)));
        if (m_summary->leftOut > 0)
            parts << tr("%1 more not listed: limit reached").arg(numberText(Units(m_summary->leftOut)));
    }
    if (known)
        parts << tr("scan %1, %2")
                     .arg(agoText(m_link.serverNow() - m_browser.knownAt()),
                          countdownText(m_browser.lastTook()));
    return parts.join(QStringLiteral(" · "));
}

QString KeysPage::scanText() const
{
    using State = KeyBrowser::State;
    const State state = m_browser.state();
    if (state != State::Scanning && state != State::Stopped)
        return {};
    const KeyBrowser::Progress& progress = m_browser.progress();
    QString named = numberText(Units(progress.named));
    if (progress.total)
        named = tr("%1 of ~%2").arg(named, numberText(*progress.total));
    return state == State::Stopped            ? tr("scan stopped at %1").arg(named)
           : m_browser.knownAt() != Instant{} ? tr("scanning, %1").arg(named)
                                              : named;
}

// What this user may not ask of keys; empty: nothing, as far as the scan has seen.
QString KeysPage::unreadText() const
{
    const ScanProblems& problems = m_browser.progress().problems;
    const std::size_t unread = m_summary ? keysOfKind(m_summary->totals, KeyKind::Unread) : 0;
    const Problem& first = problems.type ? problems.type : problems.value;
    if (unread > 0 && first)
        return tr("%Ln key(s) could not be read: %1", nullptr, pluralNumber(Units(unread)))
            .arg(problemText(first));
    if (problems.expiry)
        return tr("Not all TTLs could be read: %1").arg(problemText(problems.expiry));
    return problems.memory ? tr("The memory of keys could not be read: %1").arg(problemText(problems.memory))
                           : QString();
}

// Those of the folder that is looked at, if it has any.
const UnknownKeys& KeysPage::unknownKeys() const
{
    static const UnknownKeys none;
    if (m_unknownHere.keys > 0 && m_unknownHere.folder == m_folder)
        return m_unknownHere;
    return m_summary ? m_summary->unknown : none;
}

void KeysPage::updateNote()
{
    const UnknownKeys& about = unknownKeys();
    if (about.keys == 0) {
        m_note->set({}, {});
        return;
    }
    const QString keys = keysText(Units(about.keys));
    m_note->set(about.neverExpire
                    ? tr("%1 under \"%2\" never expire, format unknown").arg(keys, folderText(about.folder))
                    : tr("%1 under \"%2\", format unknown").arg(keys, folderText(about.folder)),
                m_guess.isEmpty() ? tr("Their values could be a limiter's.") : m_guess);
}

void KeysPage::updateEmptyTexts()
{
    const bool isFiltered = m_summary && m_summary->all > 0 && m_summary->totals.keys == 0;
    if (m_list.rowCount() > 0 || m_tree.rowCount() == 0 || !isFiltered)
        m_keys->setEmptyText({});
    else
        m_keys->setEmptyText(tr("No key matches the filter"), m_clearFilter);
    const bool hasKey = firstKey() >= 0;
    m_details->setNothing(hasKey || m_list.rowCount() > 0 ? tr("Choose a key to see its value")
                                                          : tr("No key is listed"),
                          hasKey ? m_showFirst : nullptr);
    if (m_tree.rowCount() > 0) {
        m_folders->setEmptyText({});
        return;
    }
    using State = KeyBrowser::State;
    const bool isKnown = m_summary && m_browser.knownAt() != Instant{};
    const EmptyReason why = whyUnread(*this, m_session, m_scanProblem);
    if (!isKnown && !why.text.isEmpty())
        m_folders->setEmptyText(why.text, why.step);
    else if (m_browser.state() == State::NotStarted)
        m_folders->setEmptyText(tr("Not scanned yet"), m_scanAll);
    else if (!isKnown)
        m_folders->setEmptyText(tr("Looking for keys"));
    else if (m_summary->all == 0)
        m_folders->setEmptyText(tr("Database %1 has no keys").arg(m_session.database()),
                                windowAction(*this, "openServerAction"));
    else if (isFiltered)
        m_folders->setEmptyText(tr("No key matches the filter"), m_clearFilter);
    else
        m_folders->setEmptyText(tr("No prefixes. The keys are listed on the right."),
                                hasKey ? m_showFirst : nullptr);
}

} // namespace ratewarden::ui
