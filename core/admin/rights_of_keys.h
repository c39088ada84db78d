// SPDX-License-Identifier: MIT
#pragma once

#include "core/admin/rights.h"
#include "core/formats/subject.h"
#include "core/model/policy.h"

#include <string>

namespace ratewarden {

// What a user lacks to change keys that are not Ratewarden's own: which commands run on them, and on which
// keys, differs from one to the next. As findRights() these only try, and change nothing; they throw the
// same.

/// Of a subject whose format plans on its state: what each act would send as it stands is planned, and that
/// is tried. Rights::missingFor() takes IntentTraits::right of all but overrides. Of one that has no plan as
/// it stands only what they all need is tried. `policy`: to plan by; null: none is known.
Rights findRightsOf(Server& server, const Subject& subject, const Policy* policy);

/// Of a key as such: "expire", "rename" and "delete".
Rights findRightsOfKey(Server& server, const std::string& key);

} // namespace ratewarden
