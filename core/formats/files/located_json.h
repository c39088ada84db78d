// SPDX-License-Identifier: MIT
#pragma once

#include "core/formats/files/file_faults.h"
#include "core/formats/record.h"
#include "core/model/errors.h"
#include "core/model/problem.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace ratewarden {

/// A value of a JSON text that knows its line, for messages.
struct LocatedJson {
    enum class Type { Null, Bool, Number, String, List, Object } type = Type::Null;
    int line = 1;                     ///< on which it begins
    bool truth = false;               ///< of a Bool
    std::string text{};               ///< of a String; of a Number as it was written
    std::vector<LocatedJson> items{}; ///< of a List or an Object, in their order
    std::vector<std::string> names{}; ///< of an Object: one for each item
};

/// Reads a JSON text. `file`: its name for messages. Throws BadFormatFile: for bad syntax, a field that
/// stands twice, and values nested deeper than any format file nests them.
LocatedJson parseLocatedJson(std::string_view file, std::string_view text);

/// The JSON text of a value, on one line.
std::string textOf(const LocatedJson& json);
/// A text in quotes, as JSON has it. Characters of U+0080 to U+00FF are escaped: what stands for a byte is
/// not to be taken for text.
std::string quotedJson(std::string_view utf8);

/// One value of a format file with its path, "keys.main.value[1]". What it throws is BadFormatFile, with its
/// line and path.
class JsonField {
public:
    JsonField(std::string_view file, const LocatedJson& json, std::string path)
        : m_file(file), m_json(&json), m_path(std::move(path))
    {
    }
    JsonField(std::string_view file, LocatedJson&& json, std::string path) = delete; // it keeps a pointer

    [[noreturn]] void fail(const Problem& reason) const;
    const std::string& path() const { return m_path; }
    const LocatedJson& json() const { return *m_json; }
    bool isList() const { return m_json->type == LocatedJson::Type::List; }

    // Of an object.
    void checkMembers(std::span<const std::string_view> known) const; ///< throws for others
    std::optional<JsonField> find(std::string_view name) const;
    JsonField at(std::string_view name) const; ///< throws when it is missing
    /// All of them; throws for none, and for more than `most`.
    std::vector<std::pair<std::string, JsonField>> members(std::size_t most) const;

    /// Of a list; throws for more than `most`.
    std::vector<JsonField> items(std::size_t most) const;
    /// Of a list; one value stands for a list of one. Throws for none, and for more than `most`.
    std::vector<JsonField> itemOrItems(std::size_t most) const;

    bool truth() const;
    std::string text(std::size_t most) const;  ///< UTF-8, 1 to `most` bytes
    std::string bytes(std::size_t most) const; ///< binary, 0 to `most` bytes: see bytesOf()
    /// What `read` makes of the text; what that throws gets the field's line and path.
    template <class Read>
    auto textAs(std::size_t most, Read read) const
    {
        const std::string said = text(most);
        try {
            return read(said);
        } catch (const InvalidArgument& error) {
            fail(error.problem());
        }
    }
    double number() const;
    std::int64_t whole() const;
    Nanos seconds() const; ///< a number of seconds, exact

    /// A text out of a closed list.
    template <class Enum, std::size_t size>
    Enum oneOf(const std::array<std::pair<std::string_view, Enum>, size>& names) const
    {
        const std::string name = text(100);
        const auto* const found = std::ranges::find(names, name, &std::pair<std::string_view, Enum>::first);
        if (found != names.end())
            return found->second;
        std::string all;
        for (const auto& [known, value] : names)
            all += (all.empty() ? "" : ", ") + std::string(known);
        fail({Fault::NoneOf, name, all});
    }

private:
    JsonField member(std::size_t i) const;
    void expect(LocatedJson::Type type, FaultCode otherwise) const;
    JsonField child(const LocatedJson& json, const std::string& step) const
    {
        return {m_file, json, m_path + step};
    }

    std::string_view m_file;
    const LocatedJson* m_json;
    std::string m_path;
};

/// The text that JsonField::oneOf() reads as this value.
template <class Enum, std::size_t size>
std::string_view nameAmong(const std::array<std::pair<std::string_view, Enum>, size>& names, Enum value)
{
    return std::ranges::find(names, value, &std::pair<std::string_view, Enum>::second)->first;
}

/// JSON text has no bytes: in keys, patterns and values a character up to U+00FF stands for one byte.
/// Empty when there is a higher one.
std::optional<std::string> bytesOf(std::string_view utf8);
/// The reverse.
std::string charactersOf(std::string_view bytes);

} // namespace ratewarden
