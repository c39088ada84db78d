// SPDX-License-Identifier: MIT
#pragma once

#include "core/model/decision.h"
#include "core/model/rule.h"
#include "core/model/time.h"
#include "core/redis/command.h"

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <variant>
#include <vector>

namespace ratewarden {

/// What an intent changes of a subject.
enum class ActOn { Other, Blocks, Overrides, Usage, Charges, Locks, Slots };

/// What holds of an intent, whatever its values.
struct IntentTraits {
    std::string_view act{};   ///< its name in the audit trail
    std::string_view right{}; ///< its name among Rights
    ActOn on = ActOn::Other;
    bool erasesUsage = false;
    bool endsBlock = false; ///< also where another limiter's layout has no mark for one
};

/// Refuse every request of the token.
struct BlockIntent {
    static constexpr IntentTraits traits{"block", "block", ActOn::Blocks};
    std::optional<Micros> duration; ///< empty: for good
    std::string reason;             ///< 1 to 1000 bytes
    std::string by;                 ///< who does it, 1 to 200 bytes
};
struct UnblockIntent {
    static constexpr IntentTraits traits{
        .act = "unblock", .right = "unblock", .on = ActOn::Blocks, .endsBlock = true};
};
/// Forget what the token has used.
struct ResetIntent {
    static constexpr IntentTraits traits{
        .act = "reset", .right = "reset", .on = ActOn::Usage, .erasesUsage = true, .endsBlock = true};
};
/// Charge as a request of this cost would, if all rules have room.
struct ChargeIntent {
    static constexpr IntentTraits traits{"charge", "charge", ActOn::Charges};
    Units units = 1;
};
/// Take out what was charged last, up to what was charged.
struct GiveBackIntent {
    static constexpr IntentTraits traits{
        .act = "give-back", .right = "give_back", .on = ActOn::Charges, .erasesUsage = true};
    Units units = 1;
};
/// Other rules for the token under its policy.
struct OverrideIntent {
    static constexpr IntentTraits traits{"override", "override", ActOn::Overrides};
    std::vector<Rule> rules;
    std::optional<Micros> duration; ///< empty: for good
    std::string reason;             ///< 1 to 1000 bytes
    std::string by;                 ///< 1 to 200 bytes
};
struct LiftOverrideIntent {
    static constexpr IntentTraits traits{"lift-override", "lift_override", ActOn::Overrides};
};
/// Remove a lock that never expires, and whose holder is gone; what the token has used stays.
struct RemoveLockIntent {
    static constexpr IntentTraits traits{"remove-lock", "remove_lock", ActOn::Locks};
};
/// Free the slots that were taken at least so long ago, 0 or more: their requests are counted no longer.
struct FreeSlotsIntent {
    static constexpr IntentTraits traits{"free-slots", "free_slots", ActOn::Slots};
    Micros olderThan{};
};

/// What an operator wants to happen to a subject.
using Intent = std::variant<BlockIntent, UnblockIntent, ResetIntent, ChargeIntent, GiveBackIntent,
                            OverrideIntent, LiftOverrideIntent, RemoveLockIntent, FreeSlotsIntent>;

/// Those of all intents, in their order: an intent without them does not compile.
inline constexpr auto intentTraits = []<class... Ones>(std::type_identity<std::variant<Ones...>>) {
    return std::array{Ones::traits...};
}(std::type_identity<Intent>());

/// One of each kind, in their order, that says no more than its kind.
std::array<Intent, intentTraits.size()> bareIntents();

inline const IntentTraits& traitsOf(const Intent& intent)
{
    return intentTraits[intent.index()];
}
/// That it charges or takes out; of others 0.
Units unitsIn(const Intent& intent);
/// By its name in the audit trail; nothing holds of an act that is no intent.
IntentTraits traitsNamed(std::string_view act);

/// What a plan cannot promise.
enum class Caution {
    CachedByClients,     ///< its clients answer from memory for a while (FormatFile::cached)
    DeniedCutsBlock,     ///< a refused request shortens the block to the key's usual life
    EndsEarlyWhenSilent, ///< a refused request gives the key its usual life, after which it is gone
    ForGood,             ///< nothing ends the block but an operator: its keys have no end that matters
    LastsToWindowEnd,    ///< a refused request renews the key: the block lasts until its last window ends
    WholeSeconds,        ///< the layout stores whole seconds: the end is up to one off
    ListMayBeOff,        ///< the clients look at the list of blocked tokens only where that is switched on
    LongerThanAsked,     ///< the token is denied for longer than the block was to last, so it lasts as long
    MayMeanTheOpposite,  ///< the key fits another format as well, which takes what is written for something
                         ///< else
    QuotaIsWholeAfter,   ///< when the block ends the token has its whole quota again, whatever it had used
    QuotaRefillsAfter,   ///< when the block ends the quota refills from empty, whatever was left
    SharedKey,           ///< a key that is written belongs to other subjects too
    StillRunning,        ///< requests that still run are counted no longer, so that others run beside them
    WriteWithCare        ///< Tier::Care: its values are easily misread, or it is known from its source alone
};

/// Its sentence in English: see fault_text.h.
const char* patternOf(Caution caution);

/// What a plan does to the units that are used, under the rule that it is made by.
struct UsedChange {
    double before = 0;
    double after = 0;
    std::optional<Units> limit; ///< where it is known
};

/// What a plan does to slots.
struct FreedSlots {
    std::size_t freed = 0;
    std::size_t held = 0; ///< before it, these included
    Micros oldest{};      ///< the age of the oldest that is freed; of none 0

    FreedSlots& operator+=(const FreedSlots& other);
};

/// How a format makes an intent come true.
struct Plan {
    std::vector<Command> commands; ///< to be sent in this order
    /// What they come to, of a format that plans on the state: a script runs commands that it is handed.
    std::vector<Command> inside{};
    std::vector<Caution> cautions{};
    std::optional<UsedChange> used{};  ///< where the format plans on the state
    std::optional<FreedSlots> freed{}; ///< of FreeSlotsIntent
};

/// What has to be known to undo what a plan did to one subject. Kept small: a change may be of 50,000.
struct BeforeImage {
    std::string former;  ///< as the format has it, which alone reads it
    Units units = 0;     ///< that were charged, or taken out; slots that were freed
    Instant since{};     ///< when the block or the override began
    Instant until{};     ///< from then on the change no longer matters; the moment 0: it always does
    Instant usedUntil{}; ///< of units: when nothing would be used any more, had nothing else happened
};

/// What a plan did to one subject.
struct Effect {
    bool changed = false;              ///< false: there was nothing to unblock, reset or lift, or no room
    bool moved = false;                ///< nothing was done: the state is not the one that was planned on
    std::optional<Decision> denied;    ///< why nothing was charged
    std::optional<BeforeImage> before; ///< empty: there is nothing to undo
};

/// What became of undoing a change of one subject.
enum class Undone {
    CameSince, ///< something else has happened to it since; nothing was done
    AsItWas,
    Expired,  ///< by now the change no longer matters; nothing was done
    Merged,   ///< as it was, with what was charged since
    Denied,   ///< what was taken out cannot be charged again: there is no room
    NotKnown, ///< nothing says whether something else has happened to it since; nothing was done
    Failed    ///< nothing was done
};

struct Reversal {
    Undone result = Undone::Failed;
    std::optional<Decision> denied; ///< why, for Undone::Denied
};

} // namespace ratewarden
