// SPDX-License-Identifier: MIT
#pragma once

#include "core/keys/key_store.h"
#include "core/model/problem.h"
#include "core/model/time.h"
#include "core/redis/server.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace ratewarden {

/// Something that was asked: what it is, or why it is not known.
template <class Value>
struct Known {
    std::optional<Value> value;
    Problem problem; ///< why it is not known: a missing right, a server that does not have it

    explicit operator bool() const { return value.has_value(); }
    const Value& operator*() const { return *value; }
};

/// What is known of a key without its value.
struct KeyFacts {
    std::string key;
    Instant at{};                ///< by the server's clock, or this machine's for a user who may not ask
    bool exists = false;         ///< of what was answered; true for a user who may not even ask for the type
    Known<std::string> type;     ///< as TYPE answers: "zset", "ReJSON-RL"
    Known<std::string> encoding; ///< as OBJECT ENCODING answers
    Known<std::int64_t> memory;  ///< bytes, as MEMORY USAGE estimates it of 5 samples
    /// When it expires, in milliseconds since the Unix epoch; FoundKeyFacts::never.
    Known<std::int64_t> expires;
    bool expiryExact = false;   ///< from PEXPIRETIME; else worked out from PTTL, right to some milliseconds
    Known<std::int64_t> length; ///< bytes of a string; elements, fields or entries of the others

    KeyType kind() const { return type ? keyTypeNamed(*type) : KeyType::Unknown; }
};

/// Asks for them: one or two round trips. Throws Unavailable.
KeyFacts readKeyFacts(Server& server, const std::string& key);

/// Where a page of a value begins.
struct ValuePlace {
    /// String: byte. List, sorted set: rank, from the end it is read from.
    std::int64_t position = 0;
    /// Set, hash: the cursor of SSCAN or HSCAN. Stream: the id behind which it goes on; empty: the end that
    /// it is read from.
    std::string cursor{};

    friend bool operator==(const ValuePlace&, const ValuePlace&) = default;
};

struct ValueQuery {
    ValuePlace from{};
    bool newestFirst = false;  ///< list, sorted set, stream: from the far end (highest rank, newest entry)
    std::int64_t count = 100;  ///< elements, 1 to maxCount
    std::int64_t bytes = 4096; ///< of a string, 1 to maxBytes
    std::string match{};       ///< set, hash: a glob that members or fields have to match; empty: all

    static constexpr std::int64_t maxCount = 1000;
    static constexpr std::int64_t maxBytes = 65536;
};

/// A text of a value, of which no more than maxText bytes are kept; the bytes of a string are not cut.
struct ValueText {
    std::string bytes{};
    std::size_t length = 0; ///< all of it

    bool cut() const { return bytes.size() < length; }
    static constexpr std::size_t maxText = 4096;
};

/// One element of a page.
struct ValueElement {
    std::int64_t position = -1; ///< list: its index from the head; sorted set: its rank from the lowest
    ValueText name{};           ///< hash: the field; stream: the id; sorted set and set: the member
    ValueText value{}; ///< hash: the value; list: the element; sorted set: the score; string: its bytes
    std::vector<std::pair<ValueText, ValueText>> fields{}; ///< of a stream's entry, the first 100
    std::size_t fieldCount = 0;                            ///< of a stream's entry: all of them
};

/// A part of a value.
struct ValuePage {
    KeyType type = KeyType::Unknown;
    ValuePlace from{};                    ///< as asked
    std::vector<ValueElement> elements{}; ///< of a string one, with the bytes from `from` on
    std::optional<ValuePlace> next{};     ///< where to go on; empty: that was all
    std::int64_t total = 0;               ///< bytes of a string, elements of the others, when this was read
    bool newestFirst = false;
    Problem problem{}; ///< why there is nothing: a missing right, another type by now, gone
};

/// Asks for a page: by rank, by cursor or by id, never for the whole. Of collections with large elements (as
/// MEMORY USAGE tells of a few) fewer come than were asked for, so that the answer stays about 1 MiB; an
/// element that is larger than all others may still come whole, as Redis has no way to ask for a part of it.
/// Small sets and hashes come whole from Redis whatever the count. Types of modules have no pages: the page
/// says so. Throws Unavailable.
ValuePage readValuePage(Server& server, const KeyFacts& facts, const ValueQuery& query = {});

/// A consumer group of a stream.
struct StreamConsumer {
    std::string name;
    std::int64_t pending = 0;
    std::int64_t idleMillis = 0;
};
struct StreamGroup {
    std::string name;
    std::int64_t consumerCount = 0;
    std::int64_t pending = 0;
    std::string lastDelivered;             ///< id
    std::optional<std::int64_t> lag;       ///< entries not delivered yet; empty: the server does not tell
    std::vector<StreamConsumer> consumers; ///< at most maxConsumers
    Problem problem;                       ///< why consumers are not known

    static constexpr std::size_t maxConsumers = 100;
};
/// The groups of a stream, at most 100 of them.
Known<std::vector<StreamGroup>> readStreamGroups(Server& server, const std::string& key);

} // namespace ratewarden
