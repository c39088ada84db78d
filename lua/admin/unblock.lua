-- SPDX-License-Identifier: MIT
-- Lifts the block of a token. Replies with 1 if there was one, else 0; with ARGV[1] `former`, with that and what the
-- fields held before.
--#include shared/control.lua

local fields = fields_of('block', '')
local former = ARGV[1] == 'former' and redis.call('HMGET', KEYS[1], unpack(fields))
local had = redis.call('HDEL', KEYS[1], unpack(fields)) > 0 and 1 or 0
settle()
return former and { had, former } or had
