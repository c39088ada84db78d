// SPDX-License-Identifier: MIT
#pragma once

#include "core/formats/foreign/prefixes.h"
#include "core/formats/reading.h"
#include "core/model/problem.h"
#include "core/redis/scan_cursor.h"
#include "core/redis/server.h"

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace ratewarden {

/// The server's clock; this machine's for a user who may not ask for it.
Instant clockOf(Server& server);

/// By whose rules a subject is judged; null: they are not known.
using PolicyOf = std::function<const Policy*(const Subject& subject)>;

/// Reads all of them in one pipeline, and in a second one those whose logs are longer than they should be.
/// What Redis refuses for one subject is that reading's problem; Unavailable is thrown. Runs no script: the
/// rights to read are enough. `cost`: of the request that is judged.
std::vector<Reading> readSubjects(Server& server, std::span<const Subject> subjects, const PolicyOf& policyOf,
                                  Units cost = 1);

/// Reads all that the states tell, in one pipeline. What a user without the right may not ask stays empty.
std::vector<TokenDetail> readDetails(Server& server, std::span<const Subject> subjects,
                                     const PolicyOf& policyOf);

/// Reads what plans stand on, of formats that plan on the state.
std::vector<Reading> readForPlans(Server& server, std::span<const Subject> subjects,
                                  const PolicyOf& policyOf);

/// What a key was found to be.
struct Recognised {
    Subject subject;
    double confidence = 1;           ///< 0 to 1
    std::vector<const Format*> ties; ///< others that fit as well
    bool isGuess = false;            ///< its prefix was guessed: see ServerPrefixes::guess()
    /// Of a hash whose fields are the tokens: how many; the subject is that of any of them.
    std::optional<std::int64_t> tokensOfKey{};
};

/// Asks for the type and a little of the value of the key, or where there is no such key, of others of the
/// same subject. `rules`: those that are known, which tell how long a window is where the key leaves it open.
/// `format`: the name of the only one that is asked, under whatever prefix the key has; empty: all are.
/// Empty: no format recognises it, or there is none.
std::optional<Recognised> recogniseOnServer(Server& server, ServerPrefixes& prefixes, const std::string& key,
                                            std::span<const Rule> rules = {}, std::string_view format = {});
/// The same without prefixes of the server's own.
std::optional<Recognised> recogniseOnServer(Server& server, const std::string& key,
                                            std::span<const Rule> rules = {}, std::string_view format = {});

/// Looks at up to 64 keys that begin as this one does, for what they tell of its prefix: see
/// ServerPrefixes::guess(). Finds them as findSiblings() does, and none for a user who may not scan.
void learnPrefix(Server& server, ServerPrefixes& prefixes, const std::string& key);

/// The requests of several tokens, read at the same time.
struct CountsReading {
    struct Token {
        CountedToken token;
        std::vector<RequestCount> counts;
    };

    Instant at{}; ///< by the server's clock
    std::vector<Token> tokens;
};

/// Reads the counts of all of them in one pipeline. Those that are gone, or cannot be read, are left out.
CountsReading readCounts(Server& server, std::span<const CountedToken> tokens);

/// So many tokens are read at most of a hash that holds many.
inline constexpr std::size_t mostTokensOfKey = 10'000;

/// One step of a progressive scan.
struct ScanPage {
    /// May repeat those of earlier pages, as SCAN does. Of a hash that holds many tokens mostTokensOfKey.
    std::vector<Subject> subjects;
    std::vector<CountedToken> counted; ///< tokens whose counters were found, likewise
    std::size_t looked = 0;            ///< keys of the server this page went through, likewise
    /// Keys that may be another limiter's by their names, but this user may not read, or their node of a
    /// cluster is unreachable; they are no subjects. And hashes of more than mostTokensOfKey tokens.
    std::size_t unread = 0;
    Problem problem; ///< why, of the first of them
};

/// Asks for the page at `cursor`, which goes on. `count` is how many keys Redis looks at, so how long it is
/// held up.
ScanPage scanSubjects(Server& server, ServerPrefixes& prefixes, ScanCursor& cursor, std::int64_t count = 500);
/// The same without prefixes of the server's own: nothing is guessed.
ScanPage scanSubjects(Server& server, ScanCursor& cursor, std::int64_t count = 500);

} // namespace ratewarden
