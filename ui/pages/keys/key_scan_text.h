// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/keys/key_browser.h"

/// What a page says of the scan of all keys. `summary`: null while nothing has been read.
namespace ratewarden::ui {

/// "60,791 keys · 5 formats · scan 41 s ago, 3.0 s". What is in view stays counted while another scan is
/// under way.
QString scanCountsText(const KeyBrowser& browser, const SharedKeySummary& summary, Instant now);

/// What this user may not ask of keys; empty: nothing, as far as the scan has seen.
QString unreadKeysText(const KeyBrowser& browser, const SharedKeySummary& summary);

} // namespace ratewarden::ui
