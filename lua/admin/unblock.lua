-- SPDX-License-Identifier: MIT
-- Lifts the block of a token. Replies with 1 if there was one, else 0.
--#include shared/control.lua

local had = redis.call('HDEL', KEYS[1], 'block_until', 'block_since', 'block_reason', 'block_by')
settle()
return had > 0 and 1 or 0
