// SPDX-License-Identifier: MIT
#pragma once

#include "core/explain/explanation.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace ratewarden {

/// A text without values, to be translated as a line is.
struct Phrase {
    const char* text;
};

/// A text that was written for the reader already.
struct Written {
    std::string text;
};

/// A number, raw bytes, a moment, a duration, a text of ours or one that is written.
using ExplainedValue = std::variant<std::int64_t, double, std::string, Instant, Micros, Phrase, Written>;

/// Writes a sentence, or a part of one, with its values, in the language and the time zone of whoever reads.
using SentenceWriter = std::function<std::string(const char* pattern, const std::vector<ExplainedValue>&)>;
/// In English, safe to print; `moment` writes moments.
SentenceWriter englishWriter(std::function<std::string(Instant)> moment);

/// A sentence of an explanation, for each front end to say: as a problem is (core/model/fault_text.h).
struct ExplainedLine {
    enum class Part {
        Answer,     ///< which rule, or what else, denied it; always the first line, and only that
        Sure,       ///< how sure that is
        Rule,       ///< how one rule stood; their lines are in their order
        Filled,     ///< who had filled it
        Remembered, ///< a denial that the limiter has had remembered
        Logged,     ///< what an opened log tells of it
        Passes,     ///< what would have let it pass
        Before,     ///< what had been changed before
        Since,      ///< what has been changed since
        Note        ///< what is assumed, or would have to be switched on to know more
    };

    Part part;
    const char* pattern;
    std::vector<ExplainedValue> values{};
    std::optional<Instant> at{}; ///< of a change
};

/// All sentences, in the order of Part.
std::vector<ExplainedLine> linesOf(const Explanation& explanation);

/// As englishWriter() writes it.
std::string englishText(const ExplainedLine& line, const std::function<std::string(Instant)>& moment);

/// For programs: "blocked", "never-fits", "rule", "one-of", "various", "no-rule", "not-counted",
/// "not-enforced", "no-policy".
std::string_view nameOf(DenialCause cause);
/// "exact", "by-exclusion", "trail", "open", "estimate".
std::string_view nameOf(Certainty certainty);
/// "denied", "perhaps", "had-room", "not-known".
std::string_view nameOf(RuleThen::Answer answer);

} // namespace ratewarden
