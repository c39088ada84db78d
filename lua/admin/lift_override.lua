-- SPDX-License-Identifier: MIT
-- Takes a token's override under one policy away: ARGV[1], the policy as in keys. Replies with 1 if there was one, else 0.
--#include shared/control.lua

local had = 0
for _, field in ipairs({ 'until', 'since', 'reason', 'by', 'rules' }) do
  had = had + redis.call('HDEL', KEYS[1], 'override_' .. field .. ':' .. ARGV[1])
end
settle()
return had > 0 and 1 or 0
