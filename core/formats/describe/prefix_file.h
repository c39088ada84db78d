// SPDX-License-Identifier: MIT
#pragma once

#include "core/formats/foreign/catalogue.h"

#include <filesystem>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace ratewarden {

/// Which keys are whose, as a user says it: the file prefixes.json among the user's own formats. Of a format
/// whose keys have no prefix of their deployment's choice it says which one is meant of those that fit the
/// keys as well.
///     {"login_ip:": "rate-limiter-flexible", "visits:": "none"}
struct PrefixFile {
    static constexpr std::string_view name = "prefixes.json";
    static constexpr std::string_view none = "none"; ///< in place of a format: no limiter's

    std::map<std::string, std::string> formats; ///< by what the keys begin with: a format's name, or `none`

    friend bool operator==(const PrefixFile&, const PrefixFile&) = default;
};

/// Reads it. Throws BadFormatFile: also for formats that are not in the catalogue, and for beginnings that
/// their keys cannot have. Formats are those in force.
PrefixFile parsePrefixFile(std::string_view text);

/// What it says of prefixes, and of keys that are no limiter's. A prefix that one option of a program gives
/// to several layouts is one for those, too, whose names tell them apart from the one that was said.
std::vector<PrefixUse> prefixesOf(const PrefixFile& file);
std::vector<std::string> refusedIn(const PrefixFile& file);
/// For Catalogue::formatSaid().
SaidFormats saidIn(const PrefixFile& file);

/// Says in the user's file whose the keys that begin so are. `format`: its name, or PrefixFile::none. Throws
/// InvalidArgument: see parsePrefixFile(); and when the file cannot be read or written.
void savePrefix(const std::string& beginning, const std::string& format);
/// Takes back what was said of keys that begin so. Throws InvalidArgument: nothing was; and as savePrefix().
void forgetPrefix(const std::string& beginning);
/// What the user's file says now; nothing, where there is none. Throws BadFormatFile.
PrefixFile savedPrefixes();

} // namespace ratewarden
