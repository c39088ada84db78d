// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/text/warning_text.h"

#include "ui/text/display_text.h"
#include "ui/text/translations.h"

#include <QCoreApplication>
#include <QLocale>

#include <algorithm>
#include <cmath>

namespace ratewarden::ui {
namespace {

struct WarningText {
    Q_DECLARE_TR_FUNCTIONS(WarningText)
};

QString spanOf(const Warning& warning)
{
    constexpr double longest = 1e11; // seconds; a wrong unit can yield any value
    return waitText(std::chrono::seconds(std::int64_t(std::clamp(warning.number, 1.0, longest))));
}

} // namespace

QString warningName(WarningCode code)
{
    switch (code) {
    case WarningCode::StaleLock:
        return WarningText::tr("Stale lock");
    case WarningCode::StaleSlots:
        return WarningText::tr("Slots never given back");
    case WarningCode::Ahead:
        return WarningText::tr("Clock ahead");
    case WarningCode::RetryStorm:
        return WarningText::tr("Retry storm");
    case WarningCode::Negative:
        return WarningText::tr("Count below zero");
    case WarningCode::NoExpiry:
        return WarningText::tr("No expiry");
    case WarningCode::Untrimmed:
        return WarningText::tr("Log never trimmed");
    case WarningCode::AbsurdExpiry:
        return WarningText::tr("Expires far too late");
    }
    return {};
}

QString warningName(ServerWarningCode code)
{
    switch (code) {
    case ServerWarningCode::HasEvicted:
        return WarningText::tr("Keys were evicted");
    case ServerWarningCode::EvictsAnyKey:
        return WarningText::tr("May evict any key");
    case ServerWarningCode::EvictsExpiring:
        return WarningText::tr("May evict keys that expire");
    case ServerWarningCode::CertificateEnds:
        return WarningText::tr("Certificate ends soon");
    }
    return {};
}

QString warningSentence(WarningCode code)
{
    switch (code) {
    case WarningCode::StaleLock:
        return WarningText::tr(
            "A lock without expiry has been held by the same owner for a while. Its owner has probably "
            "crashed, and every request of the token waits for it and fails.");
    case WarningCode::StaleSlots:
        return WarningText::tr("Requests have been in flight for more than 10 minutes. Whoever made them has "
                               "probably crashed, and each takes up a slot until it is taken away.");
    case WarningCode::Ahead:
        return WarningText::tr("A moment in the state lies in the future. The clock of a client is probably "
                               "ahead, or the server's was.");
    case WarningCode::RetryStorm:
        return WarningText::tr(
            "A client has been sending requests for a minute or more though most of them are denied.");
    case WarningCode::Negative:
        return WarningText::tr("The count is below zero, so the token may use more than its limit.");
    case WarningCode::NoExpiry:
        return WarningText::tr("The key never expires, though keys of this format always do. What it counts "
                               "is never forgotten.");
    case WarningCode::Untrimmed:
        return WarningText::tr("The log keeps entries that are older than the window. A client that counts "
                               "all of them denies too much.");
    case WarningCode::AbsurdExpiry:
        return WarningText::tr("The key expires only after more than 100 times its window. Its client "
                               "probably mistakes the unit.");
    }
    return {};
}

QString warningSentence(const Warning& warning)
{
    switch (warning.code) {
    case WarningCode::StaleSlots:
        return WarningText::tr("%Ln request(s) have been in flight for more than 10 minutes. Whoever made "
                               "them has probably crashed, and each takes up a slot until it is taken away.",
                               nullptr, pluralNumber(std::int64_t(warning.number)));
    case WarningCode::Ahead:
        return WarningText::tr("A moment in the state lies %1 in the future. The clock of a client is "
                               "probably ahead, or the server's was.")
            .arg(spanOf(warning));
    case WarningCode::RetryStorm:
        return WarningText::tr("A client goes on sending requests that are denied: %1 a second on average.")
            .arg(rateText(warning.number));
    case WarningCode::Negative:
        return WarningText::tr("The count is %1, so the token may use more than its limit.")
            .arg(QLocale().toString(warning.number, 'f', 0));
    case WarningCode::Untrimmed:
        return WarningText::tr("The log keeps entries that are older than the window. A client that counts "
                               "all of them counts %1.")
            .arg(QLocale().toString(warning.number, 'f', 0));
    case WarningCode::AbsurdExpiry:
        return WarningText::tr("The key expires only in %1. Its client probably mistakes the unit.")
            .arg(spanOf(warning));
    case WarningCode::StaleLock:
    case WarningCode::NoExpiry:
        break;
    }
    return warningSentence(warning.code);
}

QString warningSentence(const ServerWarning& warning)
{
    const QString policy = shown(warning.policy);
    const QString memory =
        warning.most > 0 && warning.used
            ? WarningText::tr(" It uses %1 of %2 now.").arg(bytesText(*warning.used), bytesText(warning.most))
            : QString();
    switch (warning.code) {
    case ServerWarningCode::HasEvicted:
        return WarningText::tr("The server has evicted %Ln key(s) since it was started, because memory ran "
                               "out. Limits may have been forgotten, and blocks lifted.",
                               nullptr, pluralNumber(warning.evicted)) +
               memory;
    case ServerWarningCode::EvictsAnyKey:
        return WarningText::tr("maxmemory-policy is %1. At its memory limit the server evicts any key, "
                               "blocks and published policies too.")
                   .arg(policy) +
               memory;
    case ServerWarningCode::EvictsExpiring:
        return WarningText::tr("maxmemory-policy is %1. At its memory limit the server evicts keys that "
                               "expire: states, and blocks with an end.")
                   .arg(policy) +
               memory;
    case ServerWarningCode::CertificateEnds:
        return WarningText::tr("The certificate that the server shows ends at %1. No client that verifies it "
                               "connects after that.")
            .arg(momentText(warning.ends));
    }
    return {};
}

QString warningAction(WarningCode code)
{
    switch (code) {
    case WarningCode::StaleLock:
        return WarningText::tr("Remove the lock");
    case WarningCode::StaleSlots:
        return WarningText::tr("Give back what they hold");
    case WarningCode::Ahead:
        return WarningText::tr("Check the clients' clocks");
    case WarningCode::RetryStorm:
        return WarningText::tr("Find the client, or block it");
    case WarningCode::Negative:
        return WarningText::tr("Check refunds, then reset");
    case WarningCode::NoExpiry:
        return WarningText::tr("Reset the token");
    case WarningCode::Untrimmed:
        return WarningText::tr("Fix the client, then reset");
    case WarningCode::AbsurdExpiry:
        return WarningText::tr("Check the unit of the expiry");
    }
    return {};
}

QString warningAction(ServerWarningCode code)
{
    if (code == ServerWarningCode::CertificateEnds)
        return WarningText::tr("Renew the certificate");
    return code == ServerWarningCode::HasEvicted ? WarningText::tr("Give the server more memory")
                                                 : WarningText::tr("Set maxmemory-policy to noeviction");
}

QString warningAdvice(WarningCode code, bool blocked)
{
    switch (code) {
    case WarningCode::StaleLock:
        return WarningText::tr("Remove the lock, and give locks a timeout in the client.");
    case WarningCode::StaleSlots:
        return WarningText::tr("Give back as many units: the oldest slots are freed first. Then find out why "
                               "they are not given back.");
    case WarningCode::Ahead:
        return WarningText::tr(
            "Check the clocks (NTP) of the machines that send requests, then reset the token.");
    case WarningCode::RetryStorm:
        return blocked ? WarningText::tr("Find out why the client ignores its denials.")
                       : WarningText::tr("Find out why the client ignores its denials. Block the token if it "
                                         "costs too much.");
    case WarningCode::Negative:
        return WarningText::tr("Look for a client that gives back more than it took, then reset the token.");
    case WarningCode::NoExpiry:
        return WarningText::tr("Reset the token: its next request writes the key anew, with an expiry.");
    case WarningCode::Untrimmed:
        return WarningText::tr("Make the client remove old entries before it counts, then reset the token.");
    case WarningCode::AbsurdExpiry:
        return WarningText::tr(
            "Check the unit of the expiry in the client. Until then the key only takes up memory.");
    }
    return {};
}

QString warningAdvice(ServerWarningCode code)
{
    if (code == ServerWarningCode::CertificateEnds)
        return WarningText::tr(
            "Renew the server's certificate; a client reads a new one when it connects again.");
    if (code == ServerWarningCode::HasEvicted)
        return WarningText::tr("Give the server more memory, or use a dedicated server for limiters.");
    if (code == ServerWarningCode::EvictsExpiring)
        return WarningText::tr(
            "Set maxmemory-policy to noeviction, on a server that holds limiters alone. Until then a block "
            "that must not be lost needs to be for good: only such a block has no expiry.");
    return WarningText::tr("Set maxmemory-policy to noeviction, on a server that holds limiters alone.");
}

QString whatIsChecked()
{
    return WarningText::tr(
        "Nothing is wrong. All tokens are checked for keys that never expire or expire far too late, stale "
        "locks,\nslots that are never given back, counts below zero, timestamps in the future, logs that are "
        "never trimmed, and clients that "
        "go on though\nthey are denied; the server, for settings that may evict blocks.");
}

} // namespace ratewarden::ui
