-- SPDX-License-Identifier: MIT
-- Lifts a token's override under one policy: ARGV[1], the policy as in keys. Replies with 1 if there was one, else 0;
-- with ARGV[2] `former`, with that and what the fields held before.
--#include shared/control.lua

local fields = fields_of('override', ARGV[1])
local former = ARGV[2] == 'former' and redis.call('HMGET', KEYS[1], unpack(fields))
local had = redis.call('HDEL', KEYS[1], unpack(fields)) > 0 and 1 or 0
settle()
return former and { had, former } or had
