// SPDX-License-Identifier: MIT
#pragma once

#include "core/formats/format.h"
#include "core/model/errors.h"
#include "core/policies/policy_store.h"
#include "core/tokens/reader.h"

namespace ratewarden {

/// Judges subjects by the policies of the book, which must outlive it: each by the policy of its name, if
/// that keeps its states in the subject's format.
inline PolicyOf policyOf(const PolicyBook& book)
{
    return [&book](const Subject& subject) {
        const Policy* const policy = book.find(subject.policy);
        return policy && subject.format->keeps(*policy) ? policy : nullptr;
    };
}

/// The published policies; none for a user who may read the limiters' keys alone. Throws Unavailable.
inline PolicyBook policiesIfAllowed(Server& server)
{
    try {
        return readPolicies(server);
    } catch (const Refused&) {
        return {};
    }
}

} // namespace ratewarden
