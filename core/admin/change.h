// SPDX-License-Identifier: MIT
#pragma once

#include "core/admin/key_intent.h"
#include "core/admin/recorded.h"
#include "core/formats/format.h"
#include "core/formats/intent.h"
#include "core/formats/subject.h"
#include "core/model/problem.h"
#include "core/policies/policy_store.h"
#include "core/redis/server.h"

#include <cstdint>
#include <exception>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <variant>
#include <vector>

namespace ratewarden {

class Error;

/// Publish a version of a policy, or remove it.
struct PublishIntent {
    PublishedPolicy policy; ///< its version is the one that it is based on; 0: none
    /// The earlier version that it republishes, if this is a rollback.
    std::optional<std::int64_t> rollsBackTo;
    /// The document that is removed, exactly as it stands there; empty: nothing is, the policy is published.
    std::optional<std::string> removes{};
    /// How many versions of all policies the history keeps, about; 0: usualMostVersions().
    std::int64_t mostVersions = 0;
};

/// As many as $RATEWARDEN_POLICY_HISTORY says; 0: all. Throws InvalidArgument if that is no number of
/// versions.
std::int64_t usualMostVersions();

/// What an operator does to subjects, to a policy, or to plain keys, in one step. Window and terminal change
/// a server only through this.
struct Change {
    std::variant<Intent, PublishIntent, KeyIntent> intent;
    /// The subjects to change; several that share a key are changed once. Empty when publishing, and of plain
    /// keys.
    std::vector<Subject> subjects;
    /// By name: the policies of subjects that are charged, refunded or overridden.
    std::map<std::string, Policy, std::less<>> policies;
    std::string by;     ///< the author; also replaces the one in the intent
    std::string reason; ///< also replaces the one in the intent
    /// How those of the subjects stood whose formats plan on the state, by their place; readStates() fills
    /// it.
    std::map<std::size_t, Reading> states{};
    /// How the plain keys stood, by their place; readStates() fills it.
    std::vector<KeyStanding> standings{};

    const PublishIntent* publishing() const { return std::get_if<PublishIntent>(&intent); }
    /// Null unless it is of plain keys.
    const KeyIntent* ofKeys() const { return std::get_if<KeyIntent>(&intent); }
    /// Null when publishing, of plain keys, or for another intent.
    template <class Wanted>
    const Wanted* wants() const
    {
        const Intent* const one = std::get_if<Intent>(&intent);
        return one ? std::get_if<Wanted>(one) : nullptr;
    }
    /// What holds of an intent that is of subjects; of others nothing does.
    IntentTraits traits() const
    {
        const Intent* const one = std::get_if<Intent>(&intent);
        return one ? traitsOf(*one) : IntentTraits();
    }
};

/// What would be sent.
struct Preview {
    std::size_t subjects = 0;
    std::size_t tokens = 0;                      ///< different ones
    std::size_t keys = 0;                        ///< that are written, different ones
    std::size_t commands = 0;                    ///< in all
    std::map<std::string, std::size_t> byPolicy; ///< subjects; "" for what holds under every policy
    std::vector<Command>
        first; ///< at most as many as were asked for; of a script that is handed commands, these
    std::set<Caution> cautions; ///< what cannot be promised, of any subject
    /// What is used now and after it, where that is known; of one subject alone.
    std::optional<UsedChange> used;
    std::optional<FreedSlots> freed; ///< of FreeSlotsIntent, of all subjects
    /// Of plain keys that are deleted: those that are too large to be kept for undo. apply() refuses them
    /// without DeleteKeys::evenForGood.
    std::size_t forGood = 0;
    std::size_t missing = 0; ///< of plain keys: those that do not exist (any more)
};

/// Reads how the subjects stand, where their formats plan on that, and plain keys: before preview(), which
/// throws without it. apply() reads anew.
void readStates(Server& server, Change& change);

/// Throws InvalidArgument if the change is invalid for any subject, not only for those whose commands are
/// returned.
Preview preview(const Change& change, std::size_t shown = 50);

/// Why a change was not made, or not completely.
struct Trouble {
    Problem first;            ///< of the errors; none: there was none
    std::exception_ptr cause; ///< the same as it was thrown
    bool uncertain = false;   ///< a reply was lost: more may have changed than is known

    /// Keeps the error if it is the first; to be called where it is caught.
    void note(const Error& error, bool isUncertain = false);
    explicit operator bool() const { return bool(first); }
};

/// The result of a change, and what is needed to undo it.
struct ChangeOutcome {
    struct Made {
        std::uint32_t subject = 0; ///< an index into the change's; of plain keys, into their names
        BeforeImage before;
    };

    Change change;
    Instant at{};                         ///< by the server's clock
    std::size_t asked = 0;                ///< subjects, plain keys, or 1 of a policy
    std::size_t made = 0;                 ///< how many of these succeeded, also those with nothing to do
    std::size_t changed = 0;              ///< how many of these changed something
    std::optional<Decision> denied;       ///< the first denial by a rule or a block
    Trouble trouble;                      ///< why the others failed
    std::vector<Made> undoable;           ///< what can still be undone
    std::optional<Publishing> publishing; ///< of a policy: which version, or what stood in its way
    Recorded audit;                       ///< refused, and required: nothing was changed

    struct PolicyNow {
        std::optional<std::string> document; ///< empty: it is not published
        std::int64_t newest = 0;             ///< its newest version
    };
    /// Of a policy: what an undo that replaces later changes finds in its place; see readWhatIsReplaced().
    std::optional<PolicyNow> policyNow;

    bool canUndo() const { return !undoable.empty(); }
};

/// Makes the change, in pipelines of about a thousand commands. Throws InvalidArgument, before anything is
/// sent, for an invalid change. Errors of Redis and the network are reported in the outcome: an error of one
/// subject does not stop the others, and what was changed can be undone. A lock is removed only if it is
/// still the one in the change's states, where there are such; all other changes stand on what is read anew.
/// It is recorded before anything is sent, and its result after that; where that is required and not
/// possible, nothing is changed.
ChangeOutcome apply(Server& server, Change change, const Auditing& auditing = {});

/// The result of an undo.
struct Undoing {
    struct One {
        std::uint32_t subject = 0; ///< an index into the change's
        Undone result = Undone::Failed;
    };

    std::vector<One> results;             ///< one for each that could be undone
    std::optional<Decision> denied;       ///< the first denial of units that could not be charged again
    Trouble trouble;                      ///< the first error
    std::optional<Publishing> publishing; ///< of a policy
    Recorded audit;                       ///< refused, and required: nothing was undone

    std::size_t count(Undone result) const;
};

/// Undoes what can be undone, and removes it from the outcome, so that nothing is undone twice. What may be
/// tried again stays there, as where something has changed since; with `replace`, such later changes are
/// overwritten. Errors of Redis and the network are reported, not thrown. Recorded as apply() does it; what
/// the trail says somebody else has undone is not undone again.
Undoing undo(Server& server, ChangeOutcome& outcome, bool replace = false, const Auditing& auditing = {});

/// What would become of undo() without `replace`, found by reading alone: nothing is changed or recorded.
/// Units that cannot be charged again count as if they could.
Undoing foreseeUndo(Server& server, const ChangeOutcome& outcome);

/// Reads what an undo with `replace` would overwrite, as far as its commands depend on that: before
/// previewUndo(). undo() reads anew, and leaves it in the outcome where something had changed since. Errors
/// of Redis are thrown.
void readWhatIsReplaced(Server& server, ChangeOutcome& outcome);

/// What undo would send.
Preview previewUndo(const ChangeOutcome& outcome, bool replace, std::size_t shown = 50);

} // namespace ratewarden
