// SPDX-License-Identifier: GPL-3.0-or-later
// What the page of keys says; what it does stands in keys_page.cpp.
#include "ui/link/session.h"
#include "ui/pages/key_note.h"
#include "ui/pages/keys_page.h"
#include "ui/pages/page_banner.h"
#include "ui/text/display_text.h"
#include "ui/text/key_text.h"
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
    const KeyBrowser::Progress& progress = m_browser.progress();
    const State state = m_browser.state();
    QStringList parts;
    if (state == State::Scanning || state == State::Stopped) {
        const QString named = numberText(Units(progress.named));
        parts << (progress.total ? tr("%1 of ~%2").arg(named, numberText(*progress.total)) : named);
        if (state == State::Stopped)
            parts << tr("stopped");
    } else if (m_summary) {
        parts << (m_summary->totals.keys == m_summary->all
                      ? keysText(Units(m_summary->all))
                      : tr("%1 of %2")
                            .arg(numberText(Units(m_summary->totals.keys)),
                                 numberText(Units(m_summary->all))));
    }
    if (m_summary) {
        std::set<QString> formats;
        std::size_t unknown = 0;
        for (const KeyTotals::Share& share : m_summary->totals.shares) {
            if (share.format)
                formats.insert(briefTitle(*share.format));
            unknown += share.kind == KeyKind::Unknown ? share.keys : 0;
        }
        parts << tr("%Ln format(s)", nullptr, pluralNumber(Units(formats.size())));
        if (unknown > 0)
            parts << tr("%1 unknown").arg(numberText(Units(unknown)));
        if (m_summary->leftOut > 0)
            parts << tr("%1 more were not kept, as they are too many")
                         .arg(numberText(Units(m_summary->leftOut)));
    }
    if (m_browser.knownAt() != Instant{})
        parts << tr("scan %1, %2")
                     .arg(agoText(m_link.serverNow() - m_browser.knownAt()),
                          countdownText(m_browser.lastTook()));
    m_counts->setText(parts.join(QStringLiteral(" · ")));
    m_scan->setText(state == State::Scanning  ? tr("Stop")
                    : state == State::Stopped ? tr("Resume")
                                              : tr("Scan"));
    m_scan->setEnabled(m_session.live());
    m_scan->setToolTip(tr("Go through all keys again (F5)"));
    m_folderName->setText(m_folder.empty() ? tr("all keys") : shown(m_folder));
    m_up->setVisible(!m_folder.empty());
    const KeyNode* const folder = m_folder.empty() ? nullptr : m_tree.at(m_tree.find(m_folder));
    const std::size_t count = folder                          ? folder->totals.keys
                              : m_folder.empty() && m_summary ? m_summary->totals.keys
                                                              : std::size_t(m_list.rowCount());
    m_folderCount->setText(count == 0 ? QString() : keysText(Units(count)));
    const QString act = m_actProblem.isEmpty() ? m_readProblem : m_actProblem;
    m_banner->setProblem(act.isEmpty() ? m_scanProblem : act);
    updateNote();
    updateEmptyTexts();
}

void KeysPage::updateNote()
{
    if (!m_summary || m_summary->unknown.empty()) {
        m_note->set({}, {});
        return;
    }
    const KeyNode& worst = m_summary->unknown.front();
    const QString keys = keysText(Units(worst.totals.keys));
    m_note->set(worst.totals.withoutTtl == worst.totals.keys
                    ? tr("%1 under \"%2\" never expire, format unknown").arg(keys, shown(worst.path))
                    : tr("%1 under \"%2\", format unknown").arg(keys, shown(worst.path)),
                m_guess.isEmpty() ? tr("Their values could be a limiter's.") : m_guess);
}

void KeysPage::updateEmptyTexts()
{
    using State = KeyBrowser::State;
    const bool known = m_summary != nullptr;
    QString tree;
    if (m_tree.rowCount() == 0) {
        if (m_link.state() == Link::State::Connecting)
            tree = tr("Connecting to %1").arg(m_link.where());
        else if (m_browser.state() == State::NotStarted)
            tree = m_link.isUnreachable() ? QString()
                                          : tr("Not scanned yet. Press Scan to go through all keys.");
        else if (!m_scanProblem.isEmpty())
            tree = tr("The keys could not be scanned");
        else if (!known || m_browser.knownAt() == Instant{})
            tree = tr("Looking for keys");
        else if (m_summary->all == 0)
            tree = tr("There are no keys on this server.");
        else if (m_summary->totals.keys == 0)
            tree = tr("No key matches the filter");
        else
            tree = tr("No prefixes: the keys stand beside this");
    }
    m_folders->setEmptyText(tree);
    m_keys->setEmptyText(m_list.rowCount() > 0 || m_tree.rowCount() == 0 ? QString()
                         : known && m_summary->totals.keys == 0          ? tr("No key matches the filter")
                                                                         : QString());
}

} // namespace ratewarden::ui
