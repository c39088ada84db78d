-- SPDX-License-Identifier: MIT
-- ratewarden reset, contract 1
-- Generated from lua/admin/reset.lua and its parts; edit those, then run:
--   cmake --build build/dev --target join_scripts
-- Forgets a token's state, and answers it, so that this can be undone: false when there was none.
--   KEYS[1] state key

local state = redis.call('DUMP', KEYS[1])
if not state then return false end
local life, time = redis.call('PTTL', KEYS[1]), redis.call('TIME')
redis.call('UNLINK', KEYS[1])
-- When it would have expired, milliseconds since the epoch; -1: never.
return { state, life < 0 and -1 or time[1] * 1000 + math.floor(time[2] / 1000) + life }
