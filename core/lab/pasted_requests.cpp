// SPDX-License-Identifier: MIT
#include "core/lab/pasted_requests.h"

#include "core/lab/log_time.h"
#include "core/model/errors.h"
#include "core/model/text.h"

#include <algorithm>
#include <optional>

namespace ratewarden {
namespace {

using namespace std::chrono;

constexpr std::string_view blanks = " \t\r";
constexpr std::string_view columnSeparators = " \t,;";

/// "12:34", "12:34:31", "12:34:31.25", as what is behind midnight.
std::optional<Micros> timeOfDay(std::string_view text)
{
    std::string_view fraction;
    if (const std::size_t point = text.find('.'); point != std::string_view::npos) {
        fraction = text.substr(point + 1);
        text = text.substr(0, point);
        if (fraction.empty() || text.size() < 8)
            return std::nullopt;
    }
    if ((text.size() != 5 && text.size() != 8) || text[2] != ':' || (text.size() == 8 && text[5] != ':'))
        return std::nullopt;
    const auto hour = parsedNumber<unsigned>(text.substr(0, 2));
    const auto minute = parsedNumber<unsigned>(text.substr(3, 2));
    const auto second = text.size() == 8 ? parsedNumber<unsigned>(text.substr(6, 2)) : 0;
    if (!hour || !minute || !second || *hour > 23 || *minute > 59 || *second > 59)
        return std::nullopt;
    std::int64_t micros = 0;
    std::int64_t unit = 1'000'000;
    for (const char digit : fraction) {
        if (digit < '0' || digit > '9')
            return std::nullopt;
        unit /= 10;
        micros += unit * (digit - '0'); // unit is 0 from the seventh digit on
    }
    return hours(*hour) + minutes(*minute) + seconds(*second) + Micros(micros);
}

class PasteReader {
public:
    explicit PasteReader(const PasteDefaults& defaults) : m_defaults(defaults), m_before(defaults.before) {}

    LineFault read(std::string_view line, EditedRequest& request)
    {
        const std::size_t end = std::min(line.find_first_of(",;\t"), line.size());
        std::string_view columns;
        const std::optional<Instant> time = longestTime(line, end, columns);
        if (!time)
            return LineFault::BadTime;
        request = {*time, {}, m_defaults.cost};
        bool hasCost = false;
        while (!columns.empty()) {
            const std::size_t length = std::min(columns.find_first_of(columnSeparators), columns.size());
            const std::string_view column = columns.substr(0, length);
            columns.remove_prefix(std::min(columns.size(), length + 1));
            if (column.empty())
                continue;
            if (const auto cost = parsedNumber<TraceCost>(column); cost && !hasCost) {
                request.cost = *cost;
                hasCost = true;
            } else if (request.token.empty()) {
                request.token = column;
            } else {
                return LineFault::Syntax;
            }
        }
        if (request.token.empty())
            request.token = m_defaults.token;
        if (request.token.empty())
            return LineFault::NoToken;
        m_before = *time;
        return LineFault::None;
    }

private:
    // A time may have spaces of its own, as before its zone.
    std::optional<Instant> longestTime(std::string_view line, std::size_t end, std::string_view& rest) const
    {
        for (std::size_t length = end; length > 0 && length != std::string_view::npos;
             length = line.substr(0, length).find_last_of(' ')) {
            if (const std::optional<Instant> time = timeOf(trimmed(line.substr(0, length), blanks))) {
                rest = line.substr(std::min(line.size(), length));
                return time;
            }
        }
        return std::nullopt;
    }

    std::optional<Instant> timeOf(std::string_view text) const
    {
        constexpr Instant latest = sys_days(year(9999) / 12 / 31); // as parseLogTime() reads
        if (text.starts_with('+')) {
            try {
                const Instant time = m_before + parseDuration(text.substr(1));
                return time < latest ? std::optional(time) : std::nullopt;
            } catch (const InvalidArgument&) {
                return std::nullopt;
            }
        }
        if (const std::optional<Micros> ofDay = timeOfDay(text))
            return m_defaults.midnight + *ofDay;
        return parseLogTime(text);
    }

    const PasteDefaults& m_defaults;
    Instant m_before;
};

} // namespace

PastedRequests parsePasted(std::string_view text, const PasteDefaults& defaults)
{
    PastedRequests pasted;
    PasteReader reader(defaults);
    for (std::uint64_t number = 1; !text.empty(); ++number) {
        const std::size_t length = std::min(text.find('\n'), text.size());
        const std::string_view line = trimmed(text.substr(0, length), blanks);
        text.remove_prefix(std::min(text.size(), length + 1));
        if (line.empty() || line.front() == '#')
            continue;
        EditedRequest request;
        const LineFault fault = reader.read(line, request);
        if (fault == LineFault::None) {
            pasted.requests.push_back(std::move(request));
            continue;
        }
        ++pasted.rejectedLines;
        if (pasted.rejected.size() < maxRejectedNamed)
            pasted.rejected.push_back({number, fault});
    }
    return pasted;
}

} // namespace ratewarden
