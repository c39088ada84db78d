// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/keys/key_browser.h"
#include "ui/keys/key_reader.h"

#include <QString>

#include <utility>
#include <vector>

namespace ratewarden::ui {

/// What there is to say of a limiter's key, as lines of a name and a text: what is used, of which window,
/// when it frees, what a block does, and what it cannot promise. `since`: how long ago it was read.
std::vector<std::pair<QString, QString>> keyFactLines(const KeyDetail& detail, Micros since);

/// "rate-limiter-flexible · 98 % · counter"; empty: no limiter's.
QString keyFormatText(const KeyDetail& detail);

/// "string · int · 56 bytes · TTL 38.2 s"
QString keyAboutText(const KeyFacts& facts, Instant now);

/// "1795273121402 · 14:58:41.402"; "never"; or why it is not known.
QString keyExpiryText(const KeyFacts& facts);

/// What a page says of the scan of all keys: "60,791 keys · 5 formats · scan 41 s ago, 3.0 s". What is in
/// view stays counted while another scan is under way. `summary`: null while nothing has been read.
QString scanCountsText(const KeyBrowser& browser, const SharedKeySummary& summary, Instant now);

/// What this user may not ask of keys; empty: nothing, as far as the scan has seen.
QString unreadKeysText(const KeyBrowser& browser, const SharedKeySummary& summary);

} // namespace ratewarden::ui
