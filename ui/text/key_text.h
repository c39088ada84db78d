// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/time.h"
#include "core/model/units.h"

#include <QString>

#include <optional>
#include <string_view>

/// What the browser of all keys says.
namespace ratewarden::ui {

/// "1 key", "60,791 keys"
QString keysText(Units count);

/// A folder of keys: what all their names begin with, or "no prefix".
QString folderText(std::string_view folder);

/// The type as TYPE names it, for people: "sorted set".
QString typeText(std::string_view type);

/// "31 30 34", of at most so many bytes, with dots after those.
QString hexText(std::string_view bytes, std::size_t most = 24);

/// How long until the key expires: "38.2 s"; "never".
QString expiryText(const std::optional<Micros>& left);

/// How long ago: "41 s ago".
QString agoText(Micros since);

} // namespace ratewarden::ui
