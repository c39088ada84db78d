-- SPDX-License-Identifier: MIT
-- ratewarden watch_lease, contract 1
-- Generated from lua/admin/watch_lease.lua and its parts; edit those, then run:
--   cmake --build build/dev --target join_scripts
-- Of several watchers that share a name, says who tells: the one that has the lease. Takes it if nobody has it, renews
-- it for who has it, or gives it back. Answers 0 if another has it, or nobody has it any more, 1 if it was renewed or
-- given back, 2 if it was taken; and what is told, as the last one that had it wrote (nothing: nobody has, or it expired).
--   KEYS  the lease, and what is told; in one slot
--   ARGV  the watcher's id; for how many milliseconds it wants the lease, 0 to give it back; for how many what is told is
--         kept; and what is told, which is written if it has the lease already, or nothing if it does not know that
local lease, kept = tonumber(ARGV[2]), tonumber(ARGV[3])
if #KEYS ~= 2 or #ARGV ~= 4 or ARGV[1] == '' or not lease or lease < 0 or not kept or kept <= 0 then
  return redis.error_reply('ERR ratewarden: wants two keys, an id, two times in milliseconds and what is told')
end
local holder = redis.call('GET', KEYS[1])
if holder == ARGV[1] then
  -- First what a server without memory does, too: what is told may then be written all the same.
  if lease == 0 then
    redis.call('DEL', KEYS[1])
  else
    redis.call('PEXPIRE', KEYS[1], ARGV[2])
  end
  if ARGV[4] ~= '' then
    redis.call('SET', KEYS[2], ARGV[4], 'PX', ARGV[3])
  end
  return { 1, redis.call('GET', KEYS[2]) }
end
local taken = not holder and lease > 0
if taken then
  redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2])
end
return { taken and 2 or 0, redis.call('GET', KEYS[2]) }
