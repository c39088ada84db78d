// SPDX-License-Identifier: MIT
#pragma once

#include "core/model/decision.h"
#include "core/policies/published_policy.h"

#include <string>
#include <vector>

namespace ratewarden {

/// A header of an HTTP response. The name is a literal, the value is ASCII and without line breaks.
struct HttpHeader {
    const char* name;
    std::string value;

    friend bool operator==(const HttpHeader& a, const HttpHeader& b)
    {
        return std::string_view(a.name) == b.name && a.value == b.value;
    }
};

/// What an HTTP service tells the client about a decision: the fields of
/// draft-ietf-httpapi-ratelimit-headers-10 (September 2025), and Retry-After of RFC 9110:
///
///     RateLimit-Policy: "1/s";q=1;w=1,"20/min";q=20;w=60
///     RateLimit: "1/s";r=0;t=1,"20/min";r=19
///     Retry-After: 1
///
/// - RateLimit-Policy: of each rule the limit (q) and the window in seconds (w). A token with an override is
///   told the override's rules; with Detail::Verdict, which does not name them, the field is left out.
/// - RateLimit: of each rule the units that are left (r), which of one with a burst may be more than q, and
///   after how many seconds nothing is used any more (t), if nothing is charged meanwhile. Of the rule that
///   denied, t is when to try again. As the draft asks that Retry-After be no earlier than any t, later ones
///   are left out of a denial. Of a blocked token, r is 0. The whole field is left out when it is not known
///   what is used: decided without Redis, or with Detail::Verdict.
/// - Retry-After: of a denial, unless waiting does not help.
///
/// All are whole seconds, rounded up: a client that waits that long is not denied for retrying too early.
/// Numbers above the largest of a structured field (RFC 9651), 999,999,999,999,999, are given as that.
///
/// An item's name is the rule's notation. A decision that was shadowed has no headers.
std::vector<HttpHeader> rateLimitHeaders(const Decision& decision, const Policy& policy);

/// The same with the policy's own names of its rules, as far as they are printable ASCII, which the fields
/// demand. A policy in shadow mode or switched off is not announced to clients: only a block has a header,
/// Retry-After.
std::vector<HttpHeader> rateLimitHeaders(const Decision& decision, const PublishedPolicy& published);

} // namespace ratewarden
