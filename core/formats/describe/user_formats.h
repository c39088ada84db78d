// SPDX-License-Identifier: MIT
#pragma once

#include "core/formats/foreign/catalogue.h"

#include <cstddef>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace ratewarden {

/// Where the user's own format files are: RATEWARDEN_FORMATS, else ratewarden/formats in $XDG_DATA_HOME or
/// ~/.local/share. It need not be there. Empty: there is no home either.
std::filesystem::path userFormatsFolder();

/// A user's file that describes a format.
struct UserFormat {
    std::filesystem::path file;
    std::string text; ///< as it was read, to tell whether it was changed
    std::shared_ptr<const CatalogueFormat> format;
    bool replacesBuiltIn = false; ///< one of that name comes with the library
};

/// A file that is not used, and why.
struct RefusedFormat {
    std::filesystem::path file; ///< or the folder
    int line = 0;               ///< 1 for the first; 0: the file as a whole
    std::string field;          ///< its path, "keys.main.value[1]"; may be empty
    Problem reason;
    bool earlierInUse = false; ///< what the file said before, when it was right, stays in use

    /// "my.json:12": the name without the folder; bytes that cannot be printed are escaped.
    std::string where() const;
    /// For a terminal: "my.json:12, keys.main.value: reason".
    std::string text() const;
    friend bool operator==(const RefusedFormat&, const RefusedFormat&) = default;
};

/// What is in a folder of format files.
struct LoadedFormats {
    std::filesystem::path folder;
    std::vector<UserFormat> formats; ///< by the names of their files
    std::vector<RefusedFormat> refused;
    std::string prefixes; ///< the text of prefixes.json; empty: there is none
};

inline constexpr std::size_t maxUserFormats = 2000;                      ///< files of a folder
inline constexpr std::size_t maxUserFormatBytes = std::size_t(32) << 20; ///< of all files together

/// The text of a plain file of the folder. Throws BadFormatFile for a symbolic link, a device, and one that
/// is larger than maxFormatFile.
std::string readUserFile(const std::filesystem::path& path);

/// Reads the files of the folder whose names end in ".json" and do not begin with ".". A file that is wrong
/// is refused and affects no other: one that does not describe a format, is larger than maxFormatFile, is no
/// plain file (a symbolic link, a device), describes a format that another file before it describes, or is
/// one too many. Folders inside are not looked at. `before`: files that say the same as in it keep their
/// format, and of those that have become wrong what they said in it stays in use.
LoadedFormats loadFormats(const std::filesystem::path& folder, const LoadedFormats& before = {});

/// The formats that come with the library, but for those that a file replaces, and those of the files.
std::shared_ptr<const Catalogue> catalogueWith(const LoadedFormats& loaded);

/// Loads userFormatsFolder() and puts what it holds into force, prefixes included, unless it says what it
/// said before. What is refused is simply not in the catalogue. Any thread; one call waits for the other.
std::shared_ptr<const LoadedFormats> reloadUserFormats();
/// As it was loaded last; null: never yet.
std::shared_ptr<const LoadedFormats> userFormats();

} // namespace ratewarden
