-- SPDX-License-Identifier: MIT
-- Takes a reset back. Answers 1 when the state is as it was, 0 when the token has been charged again and nothing was
-- done, 2 when what was forgotten would have expired by now.
--   KEYS[1] state key     ARGV what reset.lua answered: state, expiry; then 'keep' or 'replace' what came since

local time = redis.call('TIME')
local expires = tonumber(ARGV[2])
if expires >= 0 and expires <= time[1] * 1000 + time[2] / 1000 then return 2 end
if ARGV[3] ~= 'replace' and redis.call('EXISTS', KEYS[1]) == 1 then return 0 end
if expires < 0 then
  redis.call('RESTORE', KEYS[1], 0, ARGV[1], 'REPLACE')
else
  redis.call('RESTORE', KEYS[1], ARGV[2], ARGV[1], 'REPLACE', 'ABSTTL')
end
return 1
