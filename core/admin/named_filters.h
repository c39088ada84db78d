// SPDX-License-Identifier: MIT
#pragma once

#include "core/filters/expanded_filter.h"

#include <filesystem>
#include <string>
#include <string_view>

namespace ratewarden {

/// The filters that a user has given names, for the window and the terminal: a file with a line
/// "name = filter" for each. Others may write it, too: it is read whenever it is asked for. Lines that begin
/// with a # and what is no such line are passed over, and stay.
class NamedFilters {
public:
    /// "filters" in the user's configuration.
    static std::filesystem::path usualPath();

    explicit NamedFilters(std::filesystem::path path = usualPath()) : m_path(std::move(path)) {}

    /// By name. A file that is not there, or cannot be read, has none.
    FilterNames read() const;
    /// Keeps it under that name, in place of another one. Throws InvalidArgument for a name with a space, a
    /// quote, a bracket, or a "=" in it, and if the file cannot be written.
    void keep(std::string_view name, std::string_view filter) const;
    /// It has that name no longer, if it had. Throws InvalidArgument if the file cannot be written.
    void remove(std::string_view name) const;
    /// The filter with the one that each word `filter:NAME` means in its place, in brackets. Throws
    /// InvalidArgument, with the names that there are, for another one.
    std::string expanded(std::string_view filter) const;

private:
    void write(const std::string& text) const;
    std::string without(std::string_view name) const;

    std::filesystem::path m_path;
};

} // namespace ratewarden
