// SPDX-License-Identifier: MIT
#pragma once

#include "core/formats/intent.h"
#include "core/formats/reading.h"
#include "core/redis/command.h"
#include "core/redis/reply.h"

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace ratewarden {

struct SampleKey;

/// What is known of a key that is to be recognised.
struct KeySample {
    std::string_view key;
    const SampleKey* content = nullptr; ///< its type, expiry and value; null: not read yet
    Instant now{};                      ///< the clock by which it was read
};

/// What was asked, and what came back: the commands of one subject out of a larger pipeline.
class Answers {
public:
    Answers(std::span<const Command> commands, std::span<const Reply> replies, std::string_view where)
        : m_commands(commands), m_replies(replies), m_where(where)
    {
    }

    std::size_t size() const { return m_commands.size(); }
    const Command& command(std::size_t i) const { return m_commands[i]; }
    /// The reply to command `i`, an error or not.
    ReplyView raw(std::size_t i) const { return m_replies[i].view(); }
    /// The reply to command `i`; or nothing, and the reason in `problem` if nothing is wrong yet, when it is
    /// an error that concerns this subject alone. Throws Unavailable for the others.
    std::optional<ReplyView> at(std::size_t i, Problem& problem) const
    {
        return accepted(raw(i), i, problem);
    }
    /// The same of a reply to command `i` that came inside another one, as of a transaction.
    std::optional<ReplyView> accepted(ReplyView reply, std::size_t i, Problem& problem) const;
    /// The server's clock, which command `i` asked for; this machine's for a user who may not ask: TIME is
    /// not among the commands of +@read.
    Instant clock(std::size_t i) const;
    /// The reply to command `i`; throws the typed error that it is.
    ReplyView checked(std::size_t i) const;

private:
    std::span<const Command> m_commands;
    std::span<const Reply> m_replies;
    std::string_view m_where;
};

/// How much is read of a subject.
enum class Depth {
    Row,      ///< what a table shows; as little work for the server as will do
    Whole,    ///< the same, of a state that was larger than a row's reading could tell
    Detail,   ///< all there is
    Plan,     ///< all that a change stands on, and what undoing it needs
    WholePlan ///< the same, of a subject with more keys than were expected
};

/// What a plan stands on.
struct PlanBasis {
    const Reading* reading = nullptr; ///< of Depth::Plan
    bool checked = true;              ///< nothing is written if the state is not that any more
};

/// How one limiter implementation lays its state out in Redis: what its keys mean, how a token stands by
/// them, and what to write to change that. Immutable, and used from any thread. Nothing outside
/// core/formats parses the key or the value of a subject.
class Format {
public:
    Format() = default;
    Format(const Format&) = delete;
    Format& operator=(const Format&) = delete;
    virtual ~Format() = default;

    /// For settings and programs: "ratewarden/gcra".
    virtual std::string_view name() const = 0;
    /// For people: "GCRA".
    virtual std::string_view title() const = 0;
    /// Whether it is a layout of Ratewarden's own limiters, whose rules are published and whose scripts look
    /// at the state themselves.
    virtual bool isOurs() const = 0;
    /// Whether its subjects have a state, to be judged, charged and reset. Without one a subject stands for
    /// what holds for a token under every policy: blocks and overrides.
    virtual bool hasState() const = 0;
    /// Whether the state keeps every charge with its time.
    virtual bool hasLog() const = 0;
    /// Whether it counts requests in flight, which give their units back when they end: waits are the longest
    /// that there can be.
    virtual bool countsInFlight() const { return false; }
    /// Whether an operator can free slots of requests in flight.
    virtual bool freesSlots() const { return countsInFlight(); }
    /// Whether a denied request adds to what the state counts.
    virtual bool countsDenied() const { return false; }
    /// What its rules count, in their order, of a layout with a key for each; empty: all count the same.
    virtual std::vector<std::string> ruleNames() const { return {}; }
    /// Whether what was used comes back unit by unit, as in a bucket, rather than all at once.
    virtual bool drains() const = 0;
    /// Whether it counts in windows, at whose end all that was used comes back at once.
    virtual bool forgetsAtOnce() const { return false; }
    /// Whether states of a policy are laid out so.
    virtual bool keeps(const Policy& policy) const = 0;
    /// A policy of these rules, as would be published for the subject and those like it.
    virtual Policy policyFor(const Subject& subject, std::vector<Rule> rules) const = 0;

    /// The subject that the key belongs to; empty when it is none of this format's.
    virtual std::optional<Subject> recognise(const KeySample& sample) const = 0;
    /// The keys that make the subject up, the state's first.
    virtual std::vector<std::string> keys(const Subject& subject) const = 0;

    /// Appends the questions whose answers read() wants. `policy`: by whose rules the subject is judged; null
    /// when they are not known. `now`: about the server's clock, for formats that number their windows.
    virtual void ask(const Subject& subject, const Policy* policy, Depth depth, Instant now,
                     std::vector<Command>& commands) const = 0;
    /// Reads the answers to them; `now` by the server's clock, and judges a request of `cost`. What is wrong
    /// with this subject alone becomes the reading's problem. Of Depth::Row the fields of the detail other
    /// than the reading may stay empty; of it alone nothing comes back when the log is longer than what was
    /// read, and has to be asked for whole.
    virtual std::optional<TokenDetail> read(const Subject& subject, const Policy* policy, Depth depth,
                                            const Answers& answers, Instant now, Units cost) const = 0;

    /// The commands that have to be sent so that the format's own limiter obeys the intent. `basis`: of a
    /// format that is not ours, how the subject stands. Throws InvalidArgument for what cannot be meant, and
    /// when it is not possible in this format.
    virtual Plan plan(const Intent& intent, const Subject& subject, const Policy* policy,
                      const PlanBasis& basis) const = 0;
    /// Reads the answers to a plan. Throws the typed error of a command that failed.
    virtual Effect effect(const Intent& intent, const Subject& subject, const Policy* policy,
                          const Answers& answers) const = 0;
    /// The commands that undo it, unless something else has happened since; with `replace` whatever has. What
    /// was charged, or given back, since cannot be told by all of them: it is for the caller to look first.
    virtual Plan revert(const Intent& intent, const Subject& subject, const Policy* policy,
                        const BeforeImage& before, bool replace) const = 0;
    /// Reads the answers to those. Throws the typed error of a command that failed.
    virtual Reversal reverted(const Intent& intent, const Policy* policy, const Answers& answers) const = 0;
};

} // namespace ratewarden
