-- SPDX-License-Identifier: MIT
-- Joined behind shared/request.lua
-- The exact sliding log in a sorted set: one member for each charge, its score the time in microseconds, its name
-- "<running total, 16 digits>:<cost>". The total makes members unique, keeps two charges of one microsecond in
-- order, and gives any window's count as the difference of two totals, without reading the window.

local log = KEYS[1]

local function total_of(member) return tonumber(string.sub(member, 1, 16)) end
local function cost_of(member) return tonumber(string.sub(member, 18)) end
local function member_of(total, units) return string.format('%016.0f:%.0f', total, units) end

local newest = redis.call('ZRANGE', log, -1, -1, 'WITHSCORES')
local total, newest_at, clock = 0, 0, now
if newest[1] then
  total, newest_at = total_of(newest[1]), tonumber(newest[2])
  if not total then
    return redis.error_reply('WRONGTYPE ratewarden: this sorted set is not a log of ours')
  end
  -- Should the clock have gone back, the newest entry stands in for it until it has caught up.
  if newest_at > clock then clock = newest_at end
end

local before_all
-- What had been charged when `moment` had just passed.
local function total_up_to(moment)
  local last = redis.call('ZREVRANGEBYSCORE', log, moment, '-inf', 'LIMIT', 0, 1)
  if last[1] then return total_of(last[1]) end
  if not before_all then
    local first = redis.call('ZRANGE', log, 0, 0)
    before_all = first[1] and total_of(first[1]) - cost_of(first[1]) or 0
  end
  return before_all
end

-- The time of the first entry whose running total reaches `needed`. Were every cost 1, it would stand
-- (total - needed) places from the end, so that place is tried first; greater costs only move it towards the end.
local function time_when_total_reached(needed)
  local high = redis.call('ZCARD', log) - 1
  local low = math.max(0, high - (total - needed))
  local probe = low
  while low < high do
    if total_of(redis.call('ZRANGE', log, probe, probe)[1]) >= needed then high = probe else low = probe + 1 end
    probe = math.floor((low + high) / 2)
  end
  return tonumber(redis.call('ZRANGE', log, low, low, 'WITHSCORES')[2])
end

for i = 1, #limits do
  local in_window = newest[1] and total - total_up_to(clock - windows[i]) or 0
  local wait = 0
  if cost > 0 and cost <= limits[i] and in_window + cost > limits[i] then
    wait = time_when_total_reached(total + cost - limits[i]) + windows[i] - now
  end
  add_rule(i, in_window, in_window > 0 and newest_at + windows[i] - now or 0, wait)
end
apply_block()

if charges() then
  local to_live = milliseconds_to_live(clock + longest - now)
  local counting_from = '-inf'
  -- A log that is to live longer than these rules ask for is also charged by longer ones: another version of the
  -- policy, or a caller with rules of its own. What to forget is theirs to say.
  if redis.call('PTTL', log) <= to_live then counting_from = string.format('(%.0f', clock - longest) end

  if total + cost > MAX_UNITS then
    -- The running total leaves the exact numbers once in 2^53 units: start it anew from what still counts.
    local kept = redis.call('ZRANGEBYSCORE', log, counting_from, '+inf', 'WITHSCORES')
    redis.call('DEL', log)
    total = 0
    for k = 1, #kept, 2 do
      local units = cost_of(kept[k])
      total = total + units
      redis.call('ZADD', log, kept[k + 1], member_of(total, units))
    end
  end
  -- First what adds, then what removes: Redis looks at maxmemory only before a script's first write.
  redis.call('ZADD', log, clock, member_of(total + cost, cost))
  if counting_from ~= '-inf' then
    redis.call('ZREMRANGEBYSCORE', log, '-inf', clock - longest)
    redis.call('PEXPIRE', log, to_live)
  end
  for i = 1, #limits do
    used[i], reset_after[i] = used[i] + cost, clock + windows[i] - now
  end
end

return reply()
