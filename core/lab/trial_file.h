// SPDX-License-Identifier: MIT
#pragma once

#include "core/lab/candidate.h"
#include "core/lab/log_lines.h"
#include "core/lab/trial.h"

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace ratewarden {

/// What an expectation counts.
enum class Figure {
    Requests,    ///< that were sent
    Allowed,     ///< of them
    Denied,      ///< of them
    Tokens,      ///< of which there are requests
    TokensDenied ///< that were denied at least once
};

enum class Relation { Equal, NotEqual, Less, LessOrEqual, Greater, GreaterOrEqual };

/// The groups that a trial file need not name.
inline constexpr std::string_view allTokens = "all";
inline constexpr std::string_view otherTokens = "others"; ///< that are in no group

/// What must come out of a trial: "denied(abuser) >= 100"; of one candidate alone: "strict: denied(all) = 0".
struct Expectation {
    std::string candidate; ///< its name; empty: of each
    Figure figure = Figure::Denied;
    std::string group; ///< a group of the file, or one of the two above
    Relation relation = Relation::Equal;
    std::uint64_t number = 0;

    friend bool operator==(const Expectation&, const Expectation&) = default;
};

/// Throws InvalidArgument, with what was expected and where, for what cannot be read.
Expectation parseExpectation(std::string_view text);
/// What parseExpectation reads.
std::string notation(const Expectation& expectation);

/// Tokens with a name.
struct TokenGroup {
    std::string name;
    std::vector<std::string> tokens;

    friend bool operator==(const TokenGroup&, const TokenGroup&) = default;
};

/// A trial that can be repeated: traffic, candidates, and what must come out.
struct TrialFile {
    std::string traffic; ///< as on the command line: a file, seen from this one's folder, or redis:POLICY
    LogFields fields;    ///< of the traffic, where it is a log
    std::vector<std::uint16_t> withoutStatus; ///< of its lines that are left out
    std::vector<Candidate> candidates;        ///< in the file as namedCandidate() reads them
    std::vector<TokenGroup> groups;
    std::vector<Expectation> expectations;

    friend bool operator==(const TrialFile&, const TrialFile&) = default;
};

/// Reads a trial file. `file`: its name for messages. Throws InvalidArgument that names the line, the field
/// and the reason: for bad syntax, fields that are unknown, missing or out of range, candidates of one name,
/// and expectations of candidates or groups that the file does not have.
///
///     {
///       "traffic": "yesterday.log.gz",
///       "token": "remote_addr",
///       "candidates": ["enforced=sliding-log: 100/min", "strict=gcra: 60/min burst 10"],
///       "tokens": {"abuser": ["203.0.113.77"], "innocent": ["198.51.100.1", "198.51.100.2"]},
///       "expectations": ["strict: denied(abuser) >= 100", "denied(innocent) = 0"]
///     }
TrialFile parseTrialFile(std::string_view file, std::string_view json);

/// What parseTrialFile reads.
std::string trialFileText(const TrialFile& trial);

/// Whether a file that begins with this is meant to be a trial file, rather than a log in JSON lines: an
/// object with traffic and candidates. `beginning`: some kilobytes, or all of it.
bool isTrialFile(std::string_view beginning);

/// An expectation and what came out.
struct ExpectationResult {
    Expectation expectation;
    std::string candidate;
    std::uint64_t number = 0;
    bool holds = false;

    friend bool operator==(const ExpectationResult&, const ExpectationResult&) = default;
};

/// One result for each expectation and candidate that it is of, in this order. `trials`: one for each
/// candidate of the file. Throws InvalidArgument for a token of a group that the traffic does not have: a
/// limit that denies nobody because nobody is there would prove nothing.
std::vector<ExpectationResult> checkExpectations(const TrialFile& file, const GroupedTrace& traffic,
                                                 const std::vector<Trial>& trials);
std::vector<ExpectationResult> checkExpectations(const TrialFile& file, const GroupedTrace& traffic,
                                                 std::span<const Trial* const> trials);

} // namespace ratewarden
