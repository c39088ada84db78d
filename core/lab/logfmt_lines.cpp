// SPDX-License-Identifier: MIT
#include "core/lab/line_readers.h"

#include <algorithm>

namespace ratewarden {
namespace {

/// Takes the pairs of a line one after the other.
class Pairs {
public:
    explicit Pairs(std::string_view line) : m_rest(line) {}

    /// False: there is none left, or a quote is open. A word without "=" is a name with an empty value.
    bool next(std::string_view& name, std::string_view& value)
    {
        m_rest = trimmed(m_rest);
        if (m_rest.empty())
            return false;
        const std::size_t end = std::min(m_rest.find_first_of("= "), m_rest.size());
        name = m_rest.substr(0, end);
        value = {};
        m_rest.remove_prefix(end);
        m_hasQuotes = false;
        if (!m_rest.starts_with('='))
            return true;
        m_rest.remove_prefix(1);
        m_hasQuotes = m_rest.starts_with('"');
        return m_hasQuotes ? takeQuoted(value) : takeBare(value);
    }

    bool isBroken() const { return m_isBroken; }
    /// Whether the last value may hold escapes.
    bool hasQuotes() const { return m_hasQuotes; }

private:
    bool takeBare(std::string_view& value)
    {
        value = m_rest.substr(0, m_rest.find(' '));
        m_rest.remove_prefix(value.size());
        return true;
    }

    bool takeQuoted(std::string_view& value)
    {
        std::size_t at = 1;
        while (at < m_rest.size() && m_rest[at] != '"')
            at += m_rest[at] == '\\' ? 2 : 1;
        m_isBroken = at >= m_rest.size();
        if (m_isBroken)
            return false;
        value = m_rest.substr(1, at - 1);
        m_rest.remove_prefix(at + 1);
        return true;
    }

    std::string_view m_rest;
    bool m_isBroken = false;
    bool m_hasQuotes = false;
};

class LogfmtReader final : public LineReader {
public:
    explicit LogfmtReader(const LogFormat& format) : m_fields(format.fields) {}

    LineFault read(std::string_view line, LogRequest& request) override
    {
        bool hasToken = false;
        bool hasTime = false;
        bool hasCost = m_fields.cost.empty();
        request.cost = 1;
        request.status = 0;
        bool hasStatus = m_fields.status.empty();
        Pairs pairs(line);
        for (std::string_view name, value; pairs.next(name, value);) {
            LineFault fault = LineFault::None;
            if (!hasToken && name == m_fields.token) {
                fault = takeToken(pairs.hasQuotes() ? unescaped(value, m_room) : value, request);
                hasToken = true;
            }
            if (!hasTime && name == m_fields.time && fault == LineFault::None) {
                fault = takeTime(value, request);
                hasTime = true;
            }
            if (!hasCost && name == m_fields.cost && fault == LineFault::None) {
                fault = takeCost(value, request);
                hasCost = true;
            }
            if (fault != LineFault::None)
                return fault;
            if (!hasStatus && name == m_fields.status) {
                request.status = statusOf(value);
                hasStatus = true;
            }
        }
        if (pairs.isBroken())
            return LineFault::Syntax;
        if (!hasToken)
            return line.find('=') == std::string_view::npos ? LineFault::Syntax : LineFault::NoToken;
        if (!hasTime)
            return LineFault::NoTime;
        return hasCost ? LineFault::None : LineFault::NoCost;
    }

private:
    LogFields m_fields;
    std::string m_room;
};

bool fitsLogfmt(std::string_view line)
{
    std::size_t withValue = 0;
    std::size_t words = 0;
    Pairs pairs(line);
    for (std::string_view name, value; pairs.next(name, value); ++words)
        withValue += !name.empty() && !value.empty() ? 1 : 0;
    return !pairs.isBroken() && withValue >= 2 && 2 * withValue >= words;
}

std::vector<LineField> logfmtFields(std::string_view line, const LogFormat& /*format*/)
{
    std::vector<LineField> found;
    Pairs pairs(line);
    std::string room;
    for (std::string_view name, value; pairs.next(name, value);)
        found.emplace_back(name, pairs.hasQuotes() ? unescaped(value, room) : value);
    return found;
}

void describeLogfmt(const std::vector<std::string_view>& lines, LogFormat& format)
{
    describeByFields(lines, logfmtFields, format);
}

std::unique_ptr<LineReader> logfmtReader(const LogFormat& format)
{
    return std::make_unique<LogfmtReader>(format);
}

} // namespace

const SyntaxRow logfmtLines{LogSyntax::Logfmt, "logfmt",     fitsLogfmt,
                            describeLogfmt,    logfmtFields, logfmtReader};

} // namespace ratewarden
