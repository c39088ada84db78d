-- SPDX-License-Identifier: MIT
-- Requests in flight: a rule with a burst counts slots, for at most N requests at once. A slot is taken by an allowed
-- request whatever its cost, lives for the rule's window unless it is renewed, and ends when its request is settled. The
-- other rules are those of an exact sliding log. All are in one sorted set: a slot is a member whose name is the time by
-- which it was taken, and whose score is below 0: when it ends, negated. Behind the slots stand the names of those that
-- hold them, as far as callers have said them: each a member `time:name`, with the slot's time over -2^53 as its score,
-- above -1, so that a slot is counted, renewed and ended as if it had none. Behind these stands the log.

-- What only this script knows is taken off the request: to renew is asked as to settle is, and a request that acquires
-- can say who holds its slot, as `holder=name` behind the rules, or packed at the end, with one byte for its length behind
-- it. An argument without `holder=` may be of a rule that is cut short, and is refused.
--#set longest_holder 64
local renews, holder
do
  local place = 1
  if ARGV[3] then
    place = #ARGV - (#KEYS == 4 and 2 or 0)
    renews = ARGV[3] == 'renew'
    if renews then
      ARGV[3] = 'settle'
    elseif ARGV[3] == 'acquire' or ARGV[3] == 'reserve' then
      holder = string.match(ARGV[place] or '', '^holder=(.*)$')
      if holder then table.remove(ARGV, place) end
    end
  elseif ARGV[1] then
    local mode = string.byte(ARGV[1]) or 0
    renews = mode == 64 or mode == 68
    if renews then
      ARGV[1] = string.char(mode - 32) .. string.sub(ARGV[1], 2)
    elseif mode % 128 >= 64 and mode % 2 == 1 then
      local length = string.byte(ARGV[1], -1)
      holder = string.sub(ARGV[1], -1 - length, -2)
      ARGV[1] = string.char(mode - 64) .. string.sub(ARGV[1], 2, -2 - length)
    end
  end
  if holder and (#holder > @longest_holder or string.find(holder, '[%z\1-\31\127]')) then
    return redis.error_reply('ERR ratewarden: argument ' .. place
      .. ': the holder of a slot must be up to @longest_holder bytes, none of them a control byte')
  end
  if holder == '' then holder = nil end
end
--#part shared/modes.lua
--#set modes acquire, peek, give-back, reserve, settle or renew
--#set mode_numbers from 0 to 8, 12, 21, 23, 32, 36, 64, 68, or 64 more with a holder, and 128 more, where it acquires
--#end part
--#set own_suffix suffix == 'slots'
--#set suffixes slots
--#include shared/request.lua

local function decide(token, cost)
  --#include shared/token.lua
  --#include shared/log.lua
  local slots = 0 -- how many there are, also such as have ended, and the names of those that hold them
  --#set before_log '(0'
  --#set after math.max(moment, 0)
  --#set is_entry newest[1] and string.byte(newest[2]) ~= 45
  --#set is_no_entry not newest[1] or string.byte(newest[2]) == 45
  --#set first slots
  --#set offset + slots - 1
  --#set count call('ZCARD', key) - slots
  --#set forget call('ZREMRANGEBYSCORE', key, '(0', '+inf')
  --#include shared/log_zset.lua

  local now = now -- of this token
  local function score_of(moment) return string.format('-%.0f', moment) end
  local function name_of(moment) return string.format('%.0f', moment) end
  local function holder_score_of(moment) return string.format('%.17g', -moment / 2^53) end
  local function forget_holder(moment)
    local score = holder_score_of(moment)
    call('ZREMRANGEBYSCORE', key, score, score)
  end
  local live, last_end = 0, 0
  slots = call('ZCOUNT', key, '-inf', '(0')
  if slots > 0 then
    last_end = -call('ZRANGE', key, 0, 0, 'WITHSCORES')[2]
    if last_end < 1 then last_end = 0 end -- of a name
    if not is_whole(last_end) then
      return redis.error_reply('WRONGTYPE ratewarden: ' .. key .. ' holds a sorted set that has no slots of ours')
    end
    live = call('ZCOUNT', key, '-inf', '(' .. score_of(now))
  end

  local limits, windows, counts_slots = {}, {}, {}
  local slot_rules, life, log_longest = 0, 0, 0
  for i = 1, rules do
    counts_slots[i] = unpack_from('<I7', request, at + 14) > 0 -- a burst
    --#include shared/rule.lua
    limits[i], windows[i] = limit_i, window_i
    if counts_slots[i] then
      slot_rules, life = slot_rules + 1, math.max(life, window_i)
    else
      log_longest = math.max(log_longest, window_i)
    end
  end
  at = @rules_at
  if slot_rules == rules then log_longest = longest end -- of a log that other rules have left

  --#part settle_beside
  local score = tonumber(call('ZSCORE', key, name_of(reserved_at)) or 0)
  local is_live = life > 0 and score < -now
  if is_live then settled = slot_rules end
  if renews then
    if is_live then
      local to_live = math.ceil(life / 1000) + grace
      call('ZADD', key, score_of(math.min(now + life, @exact)), name_of(reserved_at))
      if call('PTTL', key) < to_live then call('PEXPIRE', key, to_live) end
    end
    --#include shared/settled.lua
  end
  if score < 0 then call('ZREM', key, name_of(reserved_at)) end
  if slots > live then forget_holder(reserved_at) end -- also where the slot was removed without it
  --#end part
  --#set log_longest log_longest
  --#set log_settled settled + rules - slot_rules
  if reserved_at then
    --#include shared/log_settle.lua
  end
  if gives_back and cost > 0 then -- of the log: a slot ends when it is settled
    if log.newest_at then log.take_back(cost) end
    return decide(token, 0)
  end

  --#include shared/log_clock.lua
  local used = {}
  for i = 1, rules do
    local cost, limit_i, window_i, wait = cost, limits[i], windows[i], 0
    local burst_i = limit_i
    if counts_slots[i] then
      used[i], cost = live, math.min(cost, 1)
      if cost > 0 and limit_i > 0 and live >= limit_i then
        -- Slots stand by their ends, the last one first. None is waited for longer than it lives.
        wait = math.min(-call('ZRANGE', key, limit_i - 1, limit_i - 1, 'WITHSCORES')[2] - now, window_i)
      end
    else
      used[i] = log.newest_at and log.total - charged_up_to(clock - window_i) or 0
      if cost > 0 and cost <= limit_i and used[i] > limit_i - cost then -- differences, as a sum may be above 2^53
        wait = log.reached(log.total - (limit_i - cost), clock - window_i) + window_i - now
      end
    end
    --#set patience_of window_i
    --#include shared/judge.lua
  end
  --#include shared/verdict.lua
  local newest_at, more, taken = log.newest_at, 0, 0
  if charges then
    -- A slot's name is its own: where there is one of this microsecond, the next is taken. Its holder computes it from
    -- the answer, which tells of the log's clock only where a rule counts the log.
    local charged_at, taken_at = slot_rules < rules and clock or now, now
    if life > 0 then
      local named_now = charged_at == now
      while call('ZSCORE', key, name_of(charged_at)) do charged_at = charged_at + 1 end
      if named_now then taken_at = charged_at end
      local ends = math.min(taken_at + life, @exact)
      call('ZADD', key, score_of(ends), name_of(charged_at))
      if holder then
        call('ZADD', key, holder_score_of(charged_at), name_of(charged_at) .. ':' .. holder)
      end
      taken, last_end = 1, live > 0 and math.max(last_end, ends) or ends
    end
    if slot_rules < rules then
      --#set charged_at charged_at
      --#include shared/log_charge.lua
      newest_at, more = charged_at, cost
    else
      local to_live = math.ceil((clock + longest - now) / 1000) + grace
      if call('PTTL', key) <= to_live then
        call('ZREMRANGEBYSCORE', key, '(0', clock - longest)
        call('PEXPIRE', key, to_live)
      end
    end
    if live == 0 and slots > 0 then -- all have ended, and every name but this request's is of none that lives
      local own = '(' .. holder_score_of(charged_at)
      call('ZREMRANGEBYSCORE', key, score_of(now), own)
      call('ZREMRANGEBYSCORE', key, own, '(0')
    elseif slots > live then -- there are such as have ended, or names
      local ended = call('ZRANGEBYSCORE', key, score_of(now), '-1')
      if ended[1] then call('ZREMRANGEBYSCORE', key, score_of(now), '-1') end
      if #ended < slots - live then
        for i = 1, #ended do forget_holder(tonumber(ended[i]) or 0) end
      end
    end
    now = taken_at
  end
  local report = ''
  if not without_usage then
    for i = 1, rules do
      local in_use, free_at = used[i] + more, (newest_at or 0) + windows[i]
      if counts_slots[i] then in_use, free_at = live + taken, math.max(last_end, now) end
      report = report .. pack('<@usage', in_use, in_use > 0 and free_at - now or 0)
    end
  end
  --#include shared/reply.lua
end

--#include shared/log_answers.lua
