// SPDX-License-Identifier: MIT
#include "core/admin/named_filters.h"

#include "core/admin/login_name.h"
#include "core/filters/filter_faults.h"
#include "core/model/document_faults.h"
#include "core/model/errors.h"
#include "core/model/text.h"
#include "core/model/whole_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <optional>
#include <system_error>
#include <utility>
#include <vector>

namespace ratewarden {
namespace {

/// Those of the file, with what is no filter.
std::vector<std::string> linesOfFilters(const std::filesystem::path& path)
{
    std::vector<std::string> lines;
    std::error_code error;
    if (!std::filesystem::is_regular_file(path, error)) // to open a pipe would wait for who writes to it
        return lines;
    std::ifstream file(path, std::ios::binary);
    for (std::string line; std::getline(file, line);)
        lines.push_back(std::move(line));
    return lines;
}

/// The name and the filter; empty: it is no such line.
std::optional<std::pair<std::string_view, std::string_view>> namedFilterIn(std::string_view line)
{
    const std::size_t equals = line.find('=');
    const std::string_view name = trimmed(line.substr(0, std::min(equals, line.size())));
    if (equals == std::string_view::npos || name.empty() || name.front() == '#')
        return std::nullopt;
    return std::pair(name, trimmed(line.substr(equals + 1), " \t\r"));
}

bool isFilterName(std::string_view name)
{
    return !name.empty() && name.front() != '#' &&
           name.find_first_of(" \t\r\n\"()=") == std::string_view::npos;
}

} // namespace

std::filesystem::path NamedFilters::usualPath()
{
    return configFolder() / "filters";
}

FilterNames NamedFilters::read() const
{
    FilterNames filters;
    for (const std::string& line : linesOfFilters(m_path))
        if (const auto named = namedFilterIn(line))
            filters.insert_or_assign(std::string(named->first), std::string(named->second));
    return filters;
}

void NamedFilters::keep(std::string_view name, std::string_view filter) const
{
    if (!isFilterName(name) || filter.find_first_of("\r\n") != std::string_view::npos)
        throw InvalidArgument(Problem(Fault::FilterName, name));
    write(without(name) + fmt::format("{} = {}\n", name, trimmed(filter)));
}

void NamedFilters::remove(std::string_view name) const
{
    if (read().contains(std::string(name)))
        write(without(name));
}

/// The file without those that are called so.
std::string NamedFilters::without(std::string_view name) const
{
    std::string text;
    for (const std::string& line : linesOfFilters(m_path))
        if (const auto named = namedFilterIn(line); !named || named->first != name)
            text += line + '\n';
    return text;
}

void NamedFilters::write(const std::string& text) const
{
    try {
        std::filesystem::create_directories(m_path.parent_path());
        WholeFile file(m_path);
        file.write(text);
        file.commit();
    } catch (const std::system_error& error) {
        throw InvalidArgument(
            fmt::format("{} could not be written: {}", printable(m_path.string()), error.code().message()));
    }
}

std::string NamedFilters::expanded(std::string_view filter) const
{
    if (filter.find(ExpandedFilter::word) == std::string_view::npos)
        return std::string(filter);
    const FilterNames filters = read();
    const ExpandedFilter expanded(filter, filters);
    if (!expanded.unknown())
        return expanded.text();
    std::string names;
    for (const auto& [known, ignored] : filters)
        names += (names.empty() ? "" : ", ") + known;
    throw InvalidArgument(Problem(Fault::UnknownChoice, "filter", *expanded.unknown(), names));
}

} // namespace ratewarden
