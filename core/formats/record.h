// SPDX-License-Identifier: MIT
#pragma once

#include "core/model/time.h"

#include <chrono>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace ratewarden {

/// Spans, and moments since the Unix epoch: foreign limiters store up to nine decimals.
using Nanos = std::chrono::nanoseconds;

/// What a capture of a pattern read: a text, a number, or a span or moment.
using CapturedValue = std::variant<std::string, double, Nanos>;

/// All that the patterns of one subject's keys and values captured, by name. The names are the meaning:
/// resources/docs/formats.md lists them. Small: a sorted or linear vector, no map.
class Record {
public:
    void set(std::string_view name, CapturedValue value);
    void erase(std::string_view name);
    const CapturedValue* find(std::string_view name) const;
    bool has(std::string_view name) const { return find(name) != nullptr; }
    /// Empty when it is not there, or of another kind.
    std::optional<double> number(std::string_view name) const;
    std::optional<Nanos> time(std::string_view name) const;
    const std::string* text(std::string_view name) const;

    const std::vector<std::pair<std::string, CapturedValue>>& all() const { return m_values; }
    friend bool operator==(const Record&, const Record&) = default;

private:
    std::vector<std::pair<std::string, CapturedValue>> m_values;
};

} // namespace ratewarden
