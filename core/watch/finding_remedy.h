// SPDX-License-Identifier: MIT
#pragma once

#include "core/admin/change.h"
#include "core/watch/finding.h"

#include <vector>

namespace ratewarden {

/// Gives the state of each subject, which is what never ends, another end, which is still to be said. Has no
/// keys where the subjects have none.
KeyIntent endingOf(const std::vector<Subject>& subjects);

/// Of such a change, once readStates() has looked, what is left: the keys that never expire, or, where it is
/// the end itself that is found, all that are there. Others have an end by now, or are gone.
Change withoutEnded(const Change& prepared, const FindingKind& found);

} // namespace ratewarden
