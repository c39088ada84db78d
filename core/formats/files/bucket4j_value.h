// SPDX-License-Identifier: MIT
#pragma once

#include "core/formats/record.h"

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace ratewarden {

// The value that Bucket4j's Redis proxies store: configuration and state of a bucket in Java's DataOutput
// notation, big-endian (io.github.bucket4j.distributed.remote.RemoteBucketState, layouts 7.0.0 and 8.1.0):
//
//     i32 layout (1, 2) · i32 1 · i32 n · n × bandwidth · i32 3 · i32 1 · i32 3n · n × state
//     · i32 1 · i64 consumed · [layout 2: u8 0, or u8 1 · i64 version of the configuration]
//     bandwidth = i32 1 · i64 capacity · i64 initial · i64 period, ns · i64 tokens a period · u8 by whole
//     periods
//                 · i64 first refill, ms · u8 adaptive · u8 0, or u8 1 · u16 length · the id
//     state     = i64 last refill, ns since the Unix epoch · i64 size · i64 rounding error
//
// A request takes its cost from every bandwidth. Between refills the rounding error / period is a part of a
// token that has come in already.

/// What readBucket4j() captures of a bandwidth: limit, step, amount, steps (1: refilled by whole periods; 0:
/// continuously), left, stamp.
bool isBucket4jCapture(std::string_view name);

/// One record for each bandwidth; empty: the bytes are not exactly such a value.
std::optional<std::vector<Record>> readBucket4j(std::string_view bytes);

/// The same value with the `left` and `stamp` of these records, one for each bandwidth. What is left is
/// rounded down to a whole token where the bandwidth is refilled by whole periods. Empty: `bytes` are no such
/// value, or the records not as many.
std::optional<std::string> writeBucket4j(std::string_view bytes, std::span<const Record> bandwidths);

} // namespace ratewarden
