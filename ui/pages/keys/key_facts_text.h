// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

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

} // namespace ratewarden::ui
