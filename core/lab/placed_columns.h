// SPDX-License-Identifier: MIT
#pragma once

#include "core/lab/line_readers.h"

/// Lines whose fields are told by their place. Private to core/lab.
namespace ratewarden {

/// `split(line, columns)` gives the fields in the order of the format's names, or false.
template <class Split>
std::vector<LineField> placedFields(std::string_view line, const LogFormat& format, const Split& split)
{
    std::vector<std::string_view> columns;
    std::vector<LineField> found;
    if (split(line, columns) && columns.size() == format.names.size())
        for (std::size_t i = 0; i < columns.size(); ++i)
            found.emplace_back(format.names[i], columns[i]);
    return found;
}

template <class Split>
class PlacedReader final : public LineReader {
public:
    explicit PlacedReader(const LogFormat& format)
        : m_split(format)
        , m_count(format.names.size())
        , m_token(columnOf(format, format.fields.token))
        , m_time(columnOf(format, format.fields.time))
        , m_cost(wantedColumn(format, format.fields.cost))
        , m_status(wantedColumn(format, format.fields.status))
    {
    }

    LineFault read(std::string_view line, LogRequest& request) override
    {
        request.cost = 1;
        request.status = 0;
        if (!m_split(line, m_columns) || m_columns.size() != m_count)
            return LineFault::Syntax;
        if (m_status)
            request.status = statusOf(m_columns[*m_status]);
        const LineFault token = m_token ? takeToken(m_columns[*m_token], request) : LineFault::NoToken;
        if (token != LineFault::None)
            return token;
        const LineFault time = m_time ? takeTime(m_columns[*m_time], request) : LineFault::NoTime;
        if (time != LineFault::None)
            return time;
        return m_cost ? takeCost(m_columns[*m_cost], request) : LineFault::None;
    }

private:
    /// A column may have no name, as one of row numbers.
    static std::optional<std::size_t> wantedColumn(const LogFormat& format, const std::string& name)
    {
        return name.empty() ? std::nullopt : columnOf(format, name);
    }

    Split m_split;
    std::size_t m_count;
    std::optional<std::size_t> m_token;
    std::optional<std::size_t> m_time;
    std::optional<std::size_t> m_cost;
    std::optional<std::size_t> m_status;
    std::vector<std::string_view> m_columns;
};

} // namespace ratewarden
