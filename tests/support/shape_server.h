// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/shapes/shape.h"

#include <map>
#include <optional>
#include <string>

namespace ratewarden::test {

/// The keys of one subject on a server that does what plans say: what is written goes through the formats'
/// own notations, and keys go when their time has come.
class ShapeServer {
public:
    ShapeServer(const FormatFile& file, std::optional<Nanos> window);

    /// Gives all captures of the names a value, and puts the settings there that are kept when nothing is
    /// used.
    void nameAll(const Rule& rule);

    /// Puts a key there. `values`: its captures.
    void put(const std::string& role, const Record& values, std::optional<Nanos> expires = {});
    void put(std::vector<FoundEntry> entries, std::optional<Nanos> expires = {});
    void put(NumberedWindow window);

    /// What a look at that moment finds.
    FoundState at(Nanos now) const;
    /// Throws std::logic_error for a write that could not be rendered.
    void apply(const ShapePlan& plan, Nanos now);

private:
    struct Key {
        Record values;
        std::optional<Nanos> expires;
    };

    void write(const KeyRole& role, const KeyWrite& write, Nanos now);
    void checkRendering(const KeyRole& role, const KeyWrite& write) const;
    CapturedValue stored(std::string_view name, const CapturedValue& value) const;

    const FormatFile& m_file;
    std::optional<Nanos> m_window;
    Record m_names; // captures of the keys' names, and of values what no formula knows
    std::map<std::string, Key, std::less<>> m_keys;
    std::vector<FoundEntry> m_entries;
    std::map<std::int64_t, NumberedWindow> m_windows;
};

} // namespace ratewarden::test
