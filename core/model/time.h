// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <string>
#include <string_view>

namespace ratewarden {

/// The library's unit of time: every duration that crosses an interface is in microseconds.
using Micros = std::chrono::microseconds;

/// A moment on a Redis server's clock (Unix epoch, microseconds), as its TIME command returns it.
using Instant = std::chrono::sys_time<Micros>;

/// Reads a duration such as "15m", "1.5s", "250ms", "2 hours" or "day" (one of it). Units: us, ms, s, min
/// (m), h, day (d), week (w), and their long names. At most six decimals; the result must be a whole number
/// of microseconds, and 100 years (36,600 days) at most. Throws BadNotation with the position of the fault.
Micros parseDuration(std::string_view text);

/// The shortest exact form that parseDuration reads: "min", "15min", "1500ms"; "0s" for zero. The count 1 is
/// left out.
std::string durationNotation(Micros duration);

/// The same with its count also where that is 1, as a span stands by itself: "1min", "15min", "0s".
std::string spanNotation(Micros duration);

/// A duration for people, two units at most and rounded up so that a wait is never understated: "3.2 s", "9 h
/// 12 min". Negative durations read as "0 s".
std::string durationText(Micros duration);

} // namespace ratewarden
