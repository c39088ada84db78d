// SPDX-License-Identifier: MIT
#pragma once

#include <string>

namespace ratewarden {

class Format;

/// One limited thing found on a server: a token under one format. Its keys follow from it: Format::keys().
struct Subject {
    std::string token; ///< as Redis knows it: see RedisToken
    /// Under which it is limited; empty where it means every one. Of formats of others: its group of keys, as
    /// core/formats/files/foreign_subject.h writes it.
    std::string policy;
    const Format* format = nullptr; ///< set in every subject that was recognised or made by a format

    friend bool operator==(const Subject&, const Subject&) = default;
};

/// All of them in one text, which no other subject has.
std::string subjectKey(const Subject& subject);

} // namespace ratewarden
