-- SPDX-License-Identifier: MIT
-- Frees slots of requests in flight, ours or another limiter's, or puts back those that were freed.
--   KEYS[1]  the sorted set that holds them, or the hash
--   ARGV     'free', of a hash 'free_fields'; when the last of them ends by itself (milliseconds since the epoch, -1 where
--            that is not known); and their members, or fields: answers when the key would have expired (likewise, -1:
--            never), then the score and the member, or the value and the field, of each that was there
--   ARGV     'restore', of a hash 'restore_fields'; the same end; and what was answered: puts back those that are not
--            there; answers 1, or 2 when all of them would have ended by now

local call, key = redis.call, KEYS[1]
local life, time = call('PTTL', key), call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local frees, of_fields = ARGV[1]:find('^free') ~= nil, ARGV[1]:find('_fields$') ~= nil
local function held(name)
  if of_fields then return call('HGET', key, name) end
  return call('ZSCORE', key, name)
end

if frees then
  local answer = { life < 0 and -1 or now + life }
  for i = 3, #ARGV do
    local slot = held(ARGV[i])
    if slot then
      if of_fields then call('HDEL', key, ARGV[i]) else call('ZREM', key, ARGV[i]) end
      answer[#answer + 1] = slot
      answer[#answer + 1] = ARGV[i]
    end
  end
  return answer
end

local ends, expires = tonumber(ARGV[2]), tonumber(ARGV[3])
if ends >= 0 and ends <= now or expires >= 0 and expires <= now then return 2 end
for i = 4, #ARGV, 2 do
  if not held(ARGV[i + 1]) then
    if of_fields then call('HSET', key, ARGV[i + 1], ARGV[i]) else call('ZADD', key, ARGV[i], ARGV[i + 1]) end
  end
end
-- A key that was made anew lives for as long as it would have, and one that is there no shorter than that.
if expires >= 0 and (life == -2 or life >= 0 and now + life < expires) then call('PEXPIREAT', key, expires) end
return 1
