// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/admin/change.h"
#include "ui/tokens/token_poll.h"

#include <map>
#include <optional>
#include <string>
#include <tuple>

namespace ratewarden::ui {

/// The blocks of other limiters' tokens that this window wrote. Few layouts have a mark for a block, and
/// hardly one has room for its reason: to a reading such a token has merely reached its limit, or nobody
/// knows who blocked it. This fills in what the change said. It costs no command. Used in the GUI thread.
class WrittenBlocks {
public:
    /// A change was made.
    void note(const ChangeOutcome& made);
    /// It was undone, as far as `undoing` says; `now` by the server's clock.
    void noteUndone(const ChangeOutcome& made, const Undoing& undoing, Instant now);

    /// The readings, with the blocks that are known from changes. What a reading shows to be over is
    /// no block any more.
    Readings complete(const Readings& readings);
    SharedDetail complete(const SharedDetail& detail);

private:
    struct Written {
        Block block;
        Instant inForce{};   ///< since when it is in Redis: an earlier reading does not know it
        bool lifted = false; ///< by a change that can be undone
        /// When it was read that the token is served: the block is over, unless that was a change of which
        /// this window hears later.
        std::optional<Instant> served;
    };
    using Name = std::tuple<std::string, std::string, std::string>; ///< token, group, format

    static Name nameOf(const Subject& subject);
    const Block* find(const Reading& reading);

    std::map<Name, Written> m_blocks;
};

} // namespace ratewarden::ui
