// SPDX-License-Identifier: MIT
#pragma once

#include "core/lab/comparison.h"
#include "core/lab/request_steps.h"

#include <string>
#include <vector>

namespace ratewarden {

/// Span of time that a picture shows.
struct PictureTime {
    Instant from;
    Instant to;
};

/// The ends of that span, for under a picture, as HTML; in UTC.
std::string timeAxis(PictureTime time);

/// Over time, how many requests both allow, the enforced rules alone deny, the candidate alone denies, and
/// both deny: stacked bars, as SVG.
std::string requestsPicture(const GroupedTrace& traffic, const Comparison& comparison, PictureTime time);

/// One token's requests under both, and where they differ, as SVG. At most one mark for each point of its
/// width: a denied request hides allowed ones.
std::string timeLinePicture(const std::vector<RequestStep>& enforced,
                            const std::vector<RequestStep>& candidate, PictureTime time);

} // namespace ratewarden
