-- SPDX-License-Identifier: MIT
-- Whether it can be settled what the request says, and what there is to be settled.
--# Who includes it answers with settled.lua.
if tokens > 1 then return redis.error_reply('ERR ratewarden: one token is wanted to settle, not ' .. tokens) end
if reserved_at > @exact or actual > @exact or cost < 1 then
  return redis.error_reply('ERR ratewarden: to settle, at least 1 reserved unit, and an actual cost and a time below 2^53 are '
    .. 'wanted')
end
