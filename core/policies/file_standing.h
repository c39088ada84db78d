// SPDX-License-Identifier: MIT
#pragma once

#include "core/policies/policy_store.h"

#include <functional>
#include <optional>

namespace ratewarden {

/// How a policy in a file stands to what is published. Content decides: versions are each server's own.
struct FileStanding {
    enum class Kind {
        Same,   ///< it is published already
        Fits,   ///< it can be published: on top of what is there, or as the first
        Again,  ///< it is what was published earlier, as version `again`
        Stale,  ///< it is based on something else than what is there
        Removed ///< it is based on a version, and the policy was removed since
    };

    Kind kind = Kind::Fits;
    std::optional<PublishedPolicy> current; ///< what is published; empty: nothing
    std::int64_t newest =
        0; ///< on which to publish: the current version; of a removed one, its removal; 0: none
    std::int64_t again = 0;
    std::optional<PolicyVersion> last; ///< of Stale, Again and Removed: who published or removed, and why
};

/// What the policy's file said earlier, the newest first: calls the function with each until that returns
/// true.
using EarlierContents = std::function<void(const std::function<bool(const PublishedPolicy&)>&)>;

/// A file without a version fits whatever is there. One with a version fits if that is the current one or has
/// the content of the current one, if the file is what was published earlier, or if what is published is
/// what the file said earlier. `earlier` may be null: that is not known. The history is read back to the
/// version that the file is based on; earlier than that, the file's content is looked for only among the
/// newest 5000 versions of all policies. Throws BadPolicy when what is published cannot be read.
FileStanding standingOf(Server& server, const PublishedPolicy& inFile, const EarlierContents& earlier = {});

} // namespace ratewarden
