// SPDX-License-Identifier: MIT
#include "core/admin/change_of_keys.h"

namespace ratewarden {

void readStandings(Server&, Change&) {}
Preview previewOfKeys(const Change&, std::size_t)
{
    return {};
}
void applyToKeys(Server&, Outcome&) {}
Undoing undoOfKeys(Server&, Outcome&, bool)
{
    return {};
}
Preview previewUndoOfKeys(const Outcome&, bool, std::size_t)
{
    return {};
}

} // namespace ratewarden
