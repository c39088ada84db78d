// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/keys/key_scan_text.h"

#include "ui/text/display_text.h"
#include "ui/text/key_text.h"
#include "ui/text/problem_text.h"
#include "ui/text/translations.h"

#include <QCoreApplication>

#include <set>

namespace ratewarden::ui {
namespace {

struct KeyScanText {
    Q_DECLARE_TR_FUNCTIONS(KeyScanText)
};

QString scanText(const KeyBrowser& browser)
{
    using State = KeyBrowser::State;
    const State state = browser.state();
    if (state != State::Scanning && state != State::Stopped)
        return {};
    const KeyBrowser::Progress& progress = browser.progress();
    QString named = numberText(Units(progress.named));
    if (progress.total)
        named = KeyScanText::tr("%1 of ~%2").arg(named, numberText(*progress.total));
    return state == State::Stopped          ? KeyScanText::tr("scan stopped at %1").arg(named)
           : browser.knownAt() != Instant{} ? KeyScanText::tr("scanning, %1").arg(named)
                                            : named;
}

} // namespace

QString scanCountsText(const KeyBrowser& browser, const SharedKeySummary& summary, Instant now)
{
    const bool known = browser.knownAt() != Instant{};
    QStringList parts;
    if (summary && known)
        parts << (summary->totals.keys == summary->all
                      ? keysText(Units(summary->all))
                      : KeyScanText::tr("%1 of %2")
                            .arg(numberText(Units(summary->totals.keys)), numberText(Units(summary->all))));
    if (const QString scan = scanText(browser); !scan.isEmpty())
        parts << scan;
    if (summary) {
        std::set<QString> formats;
        for (const KeyTotals::Share& share : summary->totals.shares)
            if (share.format)
                formats.insert(briefTitle(*share.format));
        if (!formats.empty())
            parts << KeyScanText::tr("%Ln format(s)", nullptr, pluralNumber(Units(formats.size())));
        if (const std::size_t unread = keysOfKind(summary->totals, KeyKind::Unread); unread > 0)
            parts << KeyScanText::tr("%1 not readable").arg(numberText(Units(unread)));
        if (summary->leftOut > 0)
            parts << KeyScanText::tr("%1 more not listed: limit reached")
                         .arg(numberText(Units(summary->leftOut)));
    }
    if (known)
        parts << KeyScanText::tr("scan %1, %2")
                     .arg(agoText(now - browser.knownAt()), countdownText(browser.lastTook()));
    return parts.join(QStringLiteral(" · "));
}

QString unreadKeysText(const KeyBrowser& browser, const SharedKeySummary& summary)
{
    const ScanProblems& problems = browser.progress().problems;
    const std::size_t unread = summary ? keysOfKind(summary->totals, KeyKind::Unread) : 0;
    const Problem& first = problems.type ? problems.type : problems.value;
    if (unread > 0 && first)
        return KeyScanText::tr("%Ln key(s) could not be read: %1", nullptr, pluralNumber(Units(unread)))
            .arg(problemText(first));
    if (problems.expiry)
        return KeyScanText::tr("Not all TTLs could be read: %1").arg(problemText(problems.expiry));
    return problems.memory
               ? KeyScanText::tr("The memory of keys could not be read: %1").arg(problemText(problems.memory))
               : QString();
}

} // namespace ratewarden::ui
