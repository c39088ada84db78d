// SPDX-License-Identifier: MIT
#pragma once

#include "core/formats/format.h"
#include "core/formats/intent.h"
#include "core/formats/subject.h"
#include "core/policies/policy_store.h"
#include "core/redis/server.h"

#include <cstdint>
#include <exception>
#include <map>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace ratewarden {

/// Publish a version of a policy.
struct PublishIntent {
    PublishedPolicy policy; ///< its version is the one that it stands on; 0: none
    /// The earlier version that it repeats, if it rolls back to one.
    std::optional<std::int64_t> rollsBackTo;
};

/// What an operator does to subjects, or to a policy, in one step. The one way in which window and terminal
/// change what is on a server.
struct Change {
    std::variant<Intent, PublishIntent> intent;
    /// What it is done to; what the same key comes out of is changed once. Of a policy: none.
    std::vector<Subject> subjects;
    /// By name: those of the subjects that are charged, given units back, or overridden.
    std::map<std::string, Policy, std::less<>> policies;
    std::string by;     ///< stands for the author in the intent, too
    std::string reason; ///< stands for the reason in the intent, too

    const PublishIntent* publishing() const { return std::get_if<PublishIntent>(&intent); }
    /// Null when it publishes.
    template <class Wanted>
    const Wanted* wants() const
    {
        const Intent* const one = std::get_if<Intent>(&intent);
        return one ? std::get_if<Wanted>(one) : nullptr;
    }
};

/// What would be sent.
struct Preview {
    std::size_t subjects = 0;
    std::size_t tokens = 0;                      ///< different ones
    std::size_t keys = 0;                        ///< that are written, different ones
    std::size_t commands = 0;                    ///< in all
    std::map<std::string, std::size_t> byPolicy; ///< subjects; "" for what holds under every policy
    std::vector<Command> first;                  ///< at most as many as were asked for
};

/// Throws InvalidArgument for what cannot be meant: of any subject, not only of those whose commands are
/// shown.
Preview preview(const Change& change, std::size_t shown = 50);

/// Why something was not done, or not wholly.
struct Trouble {
    std::string text;         ///< of the first error; empty: there was none
    std::exception_ptr cause; ///< the same as it was thrown
    bool uncertain = false;   ///< an answer was lost: more may have been done than is known

    explicit operator bool() const { return !text.empty(); }
};

/// What became of a change, and what undoing it needs.
struct Outcome {
    struct Made {
        std::uint32_t subject = 0; ///< an index into the change's
        BeforeImage before;
    };

    Change change;
    Instant at{};                         ///< by the server's clock
    std::size_t asked = 0;                ///< subjects, or 1 of a policy
    std::size_t made = 0;                 ///< of these; also where there was nothing to do
    std::size_t changed = 0;              ///< of these, where there was
    std::optional<Decision> denied;       ///< the answer to the first that was refused by rules or a block
    Trouble trouble;                      ///< why others were not made
    std::vector<Made> undoable;           ///< what can still be undone
    std::optional<Publishing> publishing; ///< of a policy: which version, or what stood in its way

    bool canUndo() const { return !undoable.empty(); }
};

/// Makes the change, in pipelines of a thousand commands or so. Throws InvalidArgument, with nothing done,
/// for what cannot be meant. Whatever Redis or the network says is in the outcome: what is wrong with one
/// subject keeps no other from being changed, and what was changed can be undone.
Outcome apply(Server& server, Change change);

/// What became of undoing a change.
struct Undoing {
    struct One {
        std::uint32_t subject = 0; ///< an index into the change's
        Undone result = Undone::Failed;
    };

    std::vector<One> results;             ///< one for each that could be undone
    std::optional<Decision> denied;       ///< the answer to the first that could not be charged again
    Trouble trouble;                      ///< why the first failed of those that did
    std::optional<Publishing> publishing; ///< of a policy

    std::size_t count(Undone result) const;
};

/// Undoes what can be undone of it, and takes it out of the outcome, so that nothing is undone twice: left
/// there is what may be tried again, as where something came since. With `replace`, what came since is lost.
/// Throws nothing that Redis or the network says.
Undoing undo(Server& server, Outcome& outcome, bool replace = false);

/// What undo would send.
Preview previewUndo(const Outcome& outcome, bool replace, std::size_t shown = 50);

} // namespace ratewarden
