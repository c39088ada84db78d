// SPDX-License-Identifier: MIT
#include "core/lab/line_readers.h"

#include <simdjson.h>

#include <algorithm>
#include <array>
#include <span>

namespace ratewarden {
namespace {

namespace ondemand = simdjson::ondemand;
using simdjson::SUCCESS;

static_assert(linePadding >= simdjson::SIMDJSON_PADDING);
constexpr std::size_t deepestFields = 4; ///< how far fields in fields are named
constexpr std::size_t mostJsonFields = 500;

/// A field that is wanted, by its name or by those of the objects that it is in.
struct Wanted {
    std::string name;
    std::vector<std::string> path; ///< of "request.remote_ip" two; empty when there is no dot in the name
    bool isFound = false;
};

Wanted wanted(const std::string& name)
{
    Wanted field{name, {}};
    std::string_view rest = name;
    for (std::size_t dot = rest.find('.'); dot != std::string_view::npos; dot = rest.find('.')) {
        field.path.emplace_back(rest.substr(0, dot));
        rest.remove_prefix(dot + 1);
    }
    if (!field.path.empty())
        field.path.emplace_back(rest);
    return field;
}

/// A number or word as it is written.
std::string_view plainText(ondemand::value& value)
{
    std::string_view text = value.raw_json_token();
    while (!text.empty() && std::string_view(" \t\r\n").find(text.back()) != std::string_view::npos)
        text.remove_suffix(1);
    return text;
}

/// What a field says, as text. False: that is no JSON. Empty: null, or something with parts.
bool textOfValue(ondemand::value value, std::string_view& text)
{
    text = {};
    ondemand::json_type type{};
    if (value.type().get(type) != SUCCESS)
        return false;
    if (type == ondemand::json_type::string)
        return value.get_string().get(text) == SUCCESS;
    if (type == ondemand::json_type::number || type == ondemand::json_type::boolean)
        text = plainText(value);
    return true;
}

/// Finds the status where it stood in the line before, a few bytes more or less from the end: what stands
/// behind it is mostly as long as there. To walk through all fields up to it would take a tenth of the time
/// of reading a line. A quote within a text is escaped, so that what looks like the field is one.
class StatusPlace {
public:
    explicit StatusPlace(const std::string& name)
        : m_key('"' + name.substr(name.rfind('.') + 1) + "\":") // npos + 1 is 0
    {
    }

    /// 0: it is not there.
    std::uint16_t find(std::string_view line) const
    {
        constexpr std::array steps{0, 1, -1, 2, -2, 3, -3, 4, -4};
        if (m_fromEnd == 0 || line.size() < m_fromEnd + mostOff || m_fromEnd < m_key.size() + mostOff)
            return 0;
        for (const int step : steps) {
            const std::string_view at =
                line.substr(std::size_t(std::ptrdiff_t(line.size() - m_fromEnd) + step));
            if (at.starts_with(m_key))
                return valueOf(at.substr(m_key.size()));
        }
        return 0;
    }

    /// It was found there, behind its opening quote.
    void learn(std::string_view line, const char* name)
    {
        const auto at = std::size_t(name - 1 - line.data());
        m_fromEnd = line.substr(at).starts_with(m_key) ? line.size() - at : 0;
    }

private:
    static constexpr std::size_t mostOff = 4;

    static std::uint16_t valueOf(std::string_view text)
    {
        const bool isQuoted = text.starts_with('"');
        text.remove_prefix(isQuoted ? 1 : 0);
        if (text.size() < 4 || (isQuoted ? text[3] != '"' : text[3] != ',' && text[3] != '}'))
            return 0;
        return statusOf(text.substr(0, 3));
    }

    std::string m_key;
    std::size_t m_fromEnd = 0; // 0: not known
};

class JsonReader final : public LineReader {
public:
    explicit JsonReader(const LogFormat& format)
        : m_fields{wanted(format.fields.token), wanted(format.fields.time), wanted(format.fields.cost),
                   wanted(format.fields.status)}
        , m_status(format.fields.status)
    {
    }

    LineFault read(std::string_view line, LogRequest& request) override
    {
        line = trimmed(line);
        if (!line.starts_with('{'))
            return LineFault::Syntax;
        request.cost = 1;
        request.status = 0;
        m_fault = LineFault::None;
        m_left = 0;
        m_line = line;
        for (Wanted& field : m_fields) {
            field.isFound = field.name.empty();
            m_left += field.isFound ? 0 : 1;
        }
        Wanted& status = m_fields.back();
        if (!status.isFound)
            if (request.status = m_status.find(line); request.status != 0) {
                status.isFound = true;
                --m_left;
            }
        ondemand::document document;
        ondemand::object object;
        const simdjson::padded_string_view text(line.data(), line.size(), line.size() + linePadding);
        if (m_parser.iterate(text).get(document) != SUCCESS || document.get_object().get(object) != SUCCESS ||
            !readObject(object, 0, everyField, request))
            return LineFault::Syntax;
        if (m_fault != LineFault::None)
            return m_fault;
        constexpr std::array missing{LineFault::NoToken, LineFault::NoTime, LineFault::NoCost};
        const auto needed = std::span(m_fields).first(missing.size());
        const auto lost = std::ranges::find(needed, false, &Wanted::isFound);
        return lost == needed.end() ? LineFault::None : missing[std::size_t(lost - needed.begin())];
    }

private:
    using Which = unsigned; // a bit for each of the fields
    static constexpr Which everyField = 15;
    static constexpr Which statusField = 8;

    // False: that is no JSON. `which`: fields whose names so far lead here.
    bool readObject(ondemand::object& object, std::size_t depth, Which which, LogRequest& request)
    {
        for (auto next : object) {
            ondemand::field field;
            if (std::move(next).get(field) != SUCCESS || !readField(field, depth, which, request))
                return false;
            if (m_left == 0 || m_fault != LineFault::None)
                return true;
        }
        return true;
    }

    bool readField(ondemand::field& field, std::size_t depth, Which which, LogRequest& request)
    {
        const ondemand::raw_json_string name = field.key();
        Which taken = 0;
        Which inside = 0;
        for (std::size_t i = 0; i < m_fields.size(); ++i) {
            const Wanted& one = m_fields[i];
            if (one.isFound || (which >> i & 1U) == 0)
                continue;
            if (depth == 0 && name.is_equal(one.name))
                taken |= 1U << i;
            else if (depth < one.path.size() && name.is_equal(one.path[depth]))
                (depth + 1 == one.path.size() ? taken : inside) |= 1U << i;
        }
        if ((taken & statusField) != 0)
            m_status.learn(m_line, name.raw());
        if (taken != 0)
            return take(field.value(), taken, request);
        if (inside == 0)
            return true;
        ondemand::object object;
        // Something else of that name is passed over.
        return field.value().get_object().get(object) != SUCCESS ||
               readObject(object, depth + 1, inside, request);
    }

    // One field may be wanted twice.
    bool take(ondemand::value value, Which taken, LogRequest& request)
    {
        std::string_view text;
        if (!textOfValue(value, text))
            return false;
        constexpr std::array takers{takeToken, takeTime, takeCost, takeStatus};
        for (std::size_t i = 0; i < m_fields.size() && m_fault == LineFault::None; ++i)
            if ((taken >> i & 1U) != 0) {
                m_fields[i].isFound = true;
                --m_left;
                m_fault = takers[i](text, request);
            }
        return true;
    }

    static LineFault takeStatus(std::string_view text, LogRequest& request)
    {
        request.status = statusOf(text);
        return LineFault::None;
    }

    ondemand::parser m_parser;
    std::array<Wanted, 4> m_fields; // token, time, cost, status
    StatusPlace m_status;
    std::string_view m_line;
    std::size_t m_left = 0; // how many are not found yet
    LineFault m_fault = LineFault::None;
};

void addFields(const simdjson::dom::object& object, const std::string& prefix, std::size_t depth,
               std::vector<LineField>& found)
{
    for (const auto& [name, value] : object) {
        if (found.size() >= mostJsonFields)
            return;
        const std::string path = prefix + std::string(name);
        simdjson::dom::object inner;
        std::string_view text;
        if (value.get_object().get(inner) == SUCCESS) {
            if (depth < deepestFields)
                addFields(inner, path + '.', depth + 1, found);
        } else if (value.get_string().get(text) == SUCCESS) {
            found.emplace_back(path, text);
        } else {
            found.emplace_back(path, value.is_null() ? std::string() : std::string(simdjson::minify(value)));
        }
    }
}

std::vector<LineField> jsonFields(std::string_view line, const LogFormat& /*format*/)
{
    std::vector<LineField> found;
    simdjson::dom::parser parser;
    simdjson::dom::object object;
    if (parser.parse(line.data(), line.size(), true).get_object().get(object) == SUCCESS)
        addFields(object, {}, 1, found);
    return found;
}

bool fitsJson(std::string_view line)
{
    line = trimmed(line);
    return line.starts_with('{') && line.ends_with('}') && !jsonFields(line, {}).empty();
}

void describeJson(const std::vector<std::string_view>& lines, LogFormat& format)
{
    describeByFields(lines, jsonFields, format);
}

std::unique_ptr<LineReader> jsonReader(const LogFormat& format)
{
    return std::make_unique<JsonReader>(format);
}

} // namespace

const SyntaxRow jsonLines{LogSyntax::Json, "JSON lines", fitsJson, describeJson, jsonFields, jsonReader};

} // namespace ratewarden
