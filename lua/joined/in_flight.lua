-- SPDX-License-Identifier: MIT
-- ratewarden in_flight, contract 1
-- Generated from lua/in_flight.lua and its parts; edit those, then run:
--   cmake --build build/dev --target join_scripts
-- Requests in flight: a rule with a burst counts slots, for at most N requests at once. A slot is taken by an allowed
-- request whatever its cost, lives for the rule's window unless it is renewed, and ends when its request is settled. The
-- other rules are those of an exact sliding log. All are in one sorted set: a slot is a member whose name is the time by
-- which it was taken, and whose score is below 0: when it ends, negated. Behind the slots stand the names of those that
-- hold them, as far as callers have said them: each a member `time:name`, with the slot's time over -2^53 as its score,
-- above -1, so that a slot is counted, renewed and ended as if it had none. Behind these stands the log.

-- What only this script knows is taken off the request: to renew is asked as to settle is, and a request that acquires
-- can say who holds its slot, as `holder=name` behind the rules, or packed at the end, with one byte for its length behind
-- it. An argument without `holder=` may be of a rule that is cut short, and is refused.
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
  if holder and (#holder > 64 or string.find(holder, '[%z\1-\31\127]')) then
    return redis.error_reply('ERR ratewarden: argument ' .. place
      .. ': the holder of a slot must be up to 64 bytes, none of them a control byte')
  end
  if holder == '' then holder = nil end
end
-- What is asked, and by which clock. What it means: resources/docs/scripts.md.
--   KEYS    the state of each token under the policy, then the control key of each (block, overrides);
--           then, if requests are counted, the key of each token's counts, and if denials are remembered, of each
--           token's denials
--   ARGV    the request packed, and if the tokens' costs differ these; or, of one token, as text: now or '', cost,
--           'acquire', 'peek', 'give-back' or 'settle', then limit, window and burst of each rule, then, to settle, when
--           it was reserved and the actual cost, then, if denials are remembered, how many, and a note for this one
-- What arrives as text is packed first, as a library would have sent it. A script takes a few microseconds,
-- and of those most go into calls, functions, tables and numbers written as text.

local call, try, pack, unpack_from = redis.call, redis.pcall, struct.pack, struct.unpack
local denied, blocked, never_fits = 1, 2, 3 -- verdicts; 0: allowed
local asked, costs, as_text = ARGV[1] or '', ARGV[2], ARGV[3]
local denials, note -- how many denials to remember, nil: none; and as text what this one is to be known by
if as_text then
  -- Lua itself also reads 0x5, 1e3, 5.0 and " 5 ".
  local function whole(text)
    local number = tonumber(string.match(text, '^%d+$'))
    return number and number <= 2^53 - 1 and number or nil
  end
  local function refused(place, wanted)
    return redis.error_reply('ERR ratewarden: argument ' .. place .. ': ' .. wanted)
  end
  local mode = ({ peek = 0, acquire = 1, ['give-back'] = 8, settle = 32, reserve = 129 })[ARGV[3]]
  local given, units = ARGV[1] == '' and 0 or whole(ARGV[1]), whole(ARGV[2])
  if not given then return refused(1, 'now must be empty, or microseconds from 0 to 2^53 - 1') end
  if not units then return refused(2, 'the cost must be a whole number from 0 to 2^53 - 1') end
  if not mode then return refused(3, 'the mode must be acquire, peek, give-back, reserve, settle or renew') end
  if #KEYS < 2 or #KEYS > 4 then
    return redis.error_reply('ERR ratewarden: two keys are wanted as text, three where requests are counted, or four where '
      .. 'denials are remembered, not ' .. #KEYS)
  end
  local settles = mode == 32
  local last = #ARGV - (#KEYS == 4 and 2 or 0) - (settles and 2 or 0)
  if last < 6 or last % 3 ~= 0 or last > 3 + 3 * 255 then
    return redis.error_reply('ERR ratewarden: a limit, a window and a burst are wanted for each of 1 to 255 rules'
      .. (settles and ', then when it was reserved, and the actual cost' or '')
      .. (#KEYS == 4 and ', then how many denials to remember, and a note' or '') .. '; ' .. #ARGV - 3
      .. ' arguments follow the mode')
  end
  if #KEYS > 2 then mode = mode + 4 end -- counts
  if #KEYS == 4 then
    denials, note = whole(ARGV[#ARGV - 1]), ARGV[#ARGV]
    if not denials or denials < 1 or denials > 1000 then
      return refused(#ARGV - 1, 'from 1 to 1000 denials can be remembered')
    end
  end
  asked, costs = pack('<BI7I7', mode, units, given), nil
  for i = 4, last, 3 do
    local limit, window, burst, rule = whole(ARGV[i]), whole(ARGV[i + 1]), whole(ARGV[i + 2]), (i - 1) / 3
    if not limit then return refused(i, 'the limit of rule ' .. rule .. ' must be a whole number from 0 to 2^53 - 1') end
    if not window or window < 1000 or window > 2^47 - 1 then
      return refused(i + 1, 'the window of rule ' .. rule .. ' must be microseconds from 1000 (1 ms) to 2^47 - 1')
    end
    if not burst then
      return refused(i + 2, 'the burst of rule ' .. rule .. ' must be a whole number from 0 to 2^53 - 1, 0: as the limit')
    end
    asked = asked .. pack('<I7I7I7', limit, window, burst)
  end
  if settles then
    local reserved, cost = whole(ARGV[last + 1]), whole(ARGV[last + 2])
    if not reserved then return refused(last + 1, 'when it was reserved must be microseconds from 0 to 2^53 - 1') end
    if not cost then return refused(last + 2, 'the actual cost must be a whole number from 0 to 2^53 - 1') end
    asked = asked .. pack('<I7I7', reserved, cost)
  end
end

local mode, cost_of_each, now, bytes_asked = 0, 0, 0, #asked
if bytes_asked >= 15 then mode, cost_of_each, now = unpack_from('<BI7I7', asked) end
local note_at -- where in the request the note of a denial stands
local reserved_at, actual -- to settle: when the cost was charged, and what it has turned out to be
local opens = mode >= 128 -- whether what is charged is marked as open, until it is settled: a log does that
if mode >= 16 then
  if opens then mode = mode - 128 end
  if mode >= 32 then
    bytes_asked = bytes_asked - 14
    reserved_at, actual = unpack_from('<I7I7', asked, bytes_asked + 1)
  elseif mode >= 16 then
    local low, high, note_bytes = string.byte(asked, -3, -1)
    denials, bytes_asked = low + 256 * high, bytes_asked - 3 - note_bytes
    note_at = bytes_asked + 1
  end
end
local rules_asked = (bytes_asked - 15) / 21
if rules_asked < 1 or rules_asked > 255 or rules_asked % 1 ~= 0 then
  return redis.error_reply('ERR ratewarden: argument 1: a packed request of 15 bytes, and 21 for '
    .. 'each of 1 to 255 rules, is wanted, not ' .. bytes_asked .. ' bytes; or as text now, cost, mode, and limit, window and burst of each rule')
end
local acquires, without_usage, counts, gives_back = mode % 2 == 1, mode % 4 >= 2, mode % 8 >= 4, mode % 16 >= 8
local tokens = #KEYS / (denials and 4 or counts and 3 or 2)
local known_mode = (mode <= 8 or mode == 12 or mode == 21 or mode == 23 or mode == 32 or mode == 36)
  and (acquires or not opens)
local remembers = not denials or denials >= 1 and denials <= 1000
if not known_mode or not remembers or now > 2^53 - 1 or tokens < 1 or tokens > 4000 or tokens % 1 ~= 0
  or costs and #costs ~= 7 * tokens then
  local wrong = 'argument 1: the mode must be from 0 to 8, 12, 21, 23, 32, 36, 64, 68, or 64 more with a holder, and 128 more, where it acquires, not ' .. mode + (opens and 128 or 0)
  if known_mode then
    if not remembers then
      wrong = 'argument 1: from 1 to 1000 denials can be remembered, not ' .. denials
    elseif now > 2^53 - 1 then
      wrong = 'argument 1: now must be 0, or microseconds up to 2^53 - 1'
    elseif tokens < 1 or tokens > 4000 or tokens % 1 ~= 0 then
      wrong = (denials and 'four' or counts and 'three' or 'two') .. ' keys are wanted for each of up to 4000 tokens, not '
        .. #KEYS .. ' in all'
    else
      wrong = 'argument 2: 7 bytes are wanted for the cost of each of ' .. tokens .. ' tokens, not '
        .. #costs .. ' in all'
    end
  end
  return redis.error_reply('ERR ratewarden: ' .. wrong)
end

local grace = 3600000 -- milliseconds: a clock that was handed in says nothing about when the server may forget
if now == 0 then
  local time = call('TIME')
  now, grace = time[1] * 1000000 + time[2], 0
end
local controlled -- whether some token has a control key; most have none
if tokens == 1 then
  controlled = call('EXISTS', KEYS[2]) == 1
else
  controlled = call('EXISTS', unpack(KEYS, tokens + 1, 2 * tokens)) > 0
end
local answers -- of many tokens

local function decide(token, cost)
  -- The block and the override of the token. An error of one token's keys is that token's
  -- answer, and keeps no other from being decided.
  local key, request, rules, at = KEYS[token], asked, rules_asked, 16 -- at: where the rules begin
  do
    -- Whether the keys of the token belong together: rw:{token}:policy:suffix, rw:{token}:control, where requests are
    -- counted rw:{token}:policy:counts, and where denials are remembered rw:{token}:policy:denials. Names are printable
    -- ASCII: a key with other bytes is not the one that holds the token's block.
    local of_token, of_policy, suffix = string.match(key, '^(rw:{[!-z|~]+}:)([!-9;-z|~]+:)(%l+)$')
    local is_own = of_token and (suffix == 'slots')
    local has_control = is_own and of_token .. 'control' == KEYS[tokens + token]
    local has_counts = has_control and (not counts or of_token .. of_policy .. 'counts' == KEYS[2 * tokens + token])
    local fits = has_counts and (not denials or of_token .. of_policy .. 'denials' == KEYS[3 * tokens + token])
    if not fits then
      return redis.error_reply('ERR ratewarden: ' .. (
        not of_token and 'key ' .. token .. ' is no state key: rw:{token}:policy:slots is wanted, other bytes than 0x21 to '
        .. '0x7E written as %XX'
        or not is_own and 'key ' .. token .. ' is of another algorithm: rw:{token}:policy:slots is wanted'
        or not has_control and 'key ' .. tokens + token .. ' must be the control key of the same token as key ' .. token
        .. ': rw:{token}:control'
        or not has_counts and 'key ' .. 2 * tokens + token .. ' must be the counts key of the same token and policy as key '
        .. token .. ': rw:{token}:policy:counts'
        or 'key ' .. 3 * tokens + token .. ' must be the denials key of the same token and policy as key ' .. token
        .. ': rw:{token}:policy:denials'))
    end
  end
  if cost > 2^53 - 1 then return redis.error_reply('ERR ratewarden: a cost below 2^53 is wanted') end
  local blocked_until, override
  if controlled then
    local control_key = KEYS[tokens + token]
    local control, fields = try('HGETALL', control_key), {}
    if control.err then
      -- Redis' error, which does not name the key.
      local error = control.err
      if string.find(error, '^WRONGTYPE') then error = 'WRONGTYPE ratewarden: ' .. control_key .. ' holds another type' end
      return redis.error_reply(error)
    end
    for i = 1, #control, 2 do fields[control[i]] = control[i + 1] end
    -- A moment as the control key holds it; 0: for good. Unreadable: rather for good than not at all.
    local function moment(text)
      local number = text and string.find(text, '^%d+$') and tonumber(text) or 0
      return text and (number <= 2^53 - 1 and number or 0)
    end
    blocked_until = moment(fields.block_until)
    local policy = string.match(key, ':([^:]*):[^:]*$') or ''
    local override_until = moment(fields['override_until:' .. policy])
    if override_until and (override_until == 0 or override_until > now) then
      local numbers = {}
      for digits in string.gmatch(fields['override_rules:' .. policy] or '', '%S+') do
        local number = string.find(digits, '^%d+$') and tonumber(digits)
        if not number or number > 2^53 - 1 then numbers = {} break end
        numbers[#numbers + 1] = number
      end
      rules = #numbers / 3
      if rules < 1 or rules > 255 or rules % 1 ~= 0 then
        return redis.error_reply('WRONGTYPE ratewarden: the override in ' .. control_key .. ' cannot be read; lift it')
      end
      override = pack('<' .. string.rep('I7', #numbers), unpack(numbers))
      request = string.sub(asked, 1, 15) .. override
    end
  end

  -- patience: the longest that a token can have to wait under these rules
  local verdict, denying_rule, retry_after, longest, patience = 0, 0, 0, 0, 0
  local charges, settled = false, 0 -- whether the cost is charged; under how many rules it is settled
  -- The exact sliding log, whatever it is stored in. Each entry has a running total of units, so that what
  -- was used in a window is the difference of two totals, without reading the window.
  --
  -- A storage is a table with
  --   total, newest_at         of the newest entry; 0 and nil when there is none
  --   total_up_to(moment)      what had been charged when `moment` had just passed; nil when no entry is so old
  --   before_all()             what had been charged before the oldest entry
  --   reached(needed, moment)  the time of the first entry whose total is at least `needed`; it is later than `moment`
  --   renumber(from)           starts the totals anew from the entries later than `from` (nil: from all), and sets total
  --   take_back(units)         takes the newest units out of the log, or all there are; leaves its life as it is
  --   entries_from(moment)     the entries not earlier than it, the oldest first, each as { at, total, cost, open }
  --   replace_from(moment, entries)
  --                            puts these in the place of those; at least one entry is left
  --   add(at, units, from, to_live)
  --                            adds an entry, forgets those not later than `from`, and lets the key live `to_live`
  --                            milliseconds; from nil: forgets nothing, and leaves the life as it is

  -- An entry is open while it is a reservation that was not settled. Its cost is then written with a 0 in front, which
  -- whoever does not know of that reads as the same number.
  local function cost_text(units, open) return string.format(open and '0%.0f' or '%.0f', units) end
  local function is_open(cost) return string.byte(cost) == 48 end

  -- The first of `count` entries that fits; all behind it do, too, and the last one does. `probe` is where
  -- to look first.
  local function first_entry(count, fits, probe)
    local low, high = 1, count
    probe = probe and math.min(math.max(probe, low), high) or math.floor((low + high) / 2)
    while low < high do
      if fits(probe) then high = probe else low = probe + 1 end
      probe = math.floor((low + high) / 2)
    end
    return low
  end

  -- Whether a number read of a log can be a moment or a total.
  local function is_whole(number) return number and number >= 0 and number <= 2^53 - 1 and number % 1 == 0 end

  local slots = 0 -- how many there are, also such as have ended, and the names of those that hold them
  -- Of a damaged member, nil: Lua itself would also read 0x10, 1e9 and the like.
  local function total_of(member) return tonumber(string.match(member, '^(%d+):%d+$')) end
  local function cost_of(member) return string.match(member, '^%d+:(%d+)$') + 0 end
  local function open_in(member) return is_open(string.match(member, '^%d+:(%d+)$')) end
  local function member_of(total, units, open) return string.format('%016.0f:', total) .. cost_text(units, open) end
  local function after(moment) return moment and string.format('(%.0f', math.max(moment, 0)) or '(0' end

  local log = { total = 0 }
  local newest = try('ZRANGE', key, -1, -1, 'WITHSCORES')
  if newest.err then
    -- Redis' error, which does not name the key.
    local error = newest.err
    if string.find(error, '^WRONGTYPE') then error = 'WRONGTYPE ratewarden: ' .. key .. ' holds another type' end
    return redis.error_reply(error)
  end
  if newest[1] and string.byte(newest[2]) ~= 45 then
    log.total, log.newest_at = total_of(newest[1]), tonumber(newest[2])
    if not (is_whole(log.total) and is_whole(log.newest_at)) then
      return redis.error_reply('WRONGTYPE ratewarden: ' .. key .. ' holds a sorted set that is not a log of ours')
    end
  end

  function log.total_up_to(moment)
    local last = call('ZREVRANGEBYSCORE', key, moment, '(0', 'LIMIT', 0, 1)
    return last[1] and total_of(last[1]) + 0
  end

  function log.before_all()
    local first = call('ZRANGE', key, slots, slots)[1]
    return total_of(first) - cost_of(first)
  end

  function log.reached(needed)
    -- Were every cost 1, it would stand (total - needed) places from the end; greater ones only move it
    -- towards the end.
    local count = call('ZCARD', key) - slots
    local place = first_entry(count, function(i)
      return total_of(call('ZRANGE', key, i + slots - 1, i + slots - 1)[1]) >= needed
    end, count - (log.total - needed))
    return tonumber(call('ZRANGE', key, place + slots - 1, place + slots - 1, 'WITHSCORES')[2])
  end

  function log.renumber(from)
    local kept = call('ZRANGEBYSCORE', key, after(from), '+inf', 'WITHSCORES')
    log.total = 0
    for k = 1, #kept, 2 do -- all is read before anything goes
      local units = cost_of(kept[k])
      log.total = log.total + units
      kept[k] = member_of(log.total, units, open_in(kept[k]))
    end
    call('ZREMRANGEBYSCORE', key, '(0', '+inf')
    for k = 1, #kept, 2 do call('ZADD', key, kept[k + 1], kept[k]) end
  end

  function log.take_back(units)
    while units > 0 do
      local newest = call('ZRANGE', key, -1, -1, 'WITHSCORES')
      if not newest[1] or string.byte(newest[2]) == 45 then return end
      local cost = cost_of(newest[1])
      -- First what adds: the key would not outlive its last member.
      if cost > units then
        call('ZADD', key, newest[2], member_of(total_of(newest[1]) - units, cost - units))
      end
      call('ZREM', key, newest[1])
      units = units - cost
    end
  end

  function log.entries_from(moment)
    local read, entries = call('ZRANGEBYSCORE', key, moment, '+inf', 'WITHSCORES'), {}
    for k = 1, #read, 2 do
      entries[#entries + 1] = { tonumber(read[k + 1]), total_of(read[k]), cost_of(read[k]), open_in(read[k]) }
    end
    return entries
  end

  function log.replace_from(moment, entries)
    call('ZREMRANGEBYSCORE', key, moment, '+inf')
    for k = 1, #entries do
      local at, total, cost, open = unpack(entries[k])
      call('ZADD', key, at, member_of(total, cost, open))
    end
  end

  function log.add(at, units, from, to_live)
    -- First what adds, then what removes: Redis looks at maxmemory only before a script's first write.
    call('ZADD', key, at, member_of(log.total + units, units, opens))
    if from then
      call('ZREMRANGEBYSCORE', key, '(0', from)
      call('PEXPIRE', key, to_live)
    end
  end

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
    -- Rule i, and `at` moved on to the next.
    local limit, window, burst
    limit, window, burst, at = unpack_from('<I7I7I7', request, at)
    if window < 1000 or window > 2^47 - 1 or limit > 2^53 - 1 or burst > 2^53 - 1 then
      local wrong = limit > 2^53 - 1 and 'the limit of rule ' .. i .. ' must be from 0 to 2^53 - 1'
        or burst > 2^53 - 1 and 'the burst of rule ' .. i .. ' must be from 0 to 2^53 - 1'
        or 'the window of rule ' .. i .. ' must be microseconds from 1000 (1 ms) to 2^47 - 1'
      -- A rule that cannot be: one of the request, or one of the token's override.
      if override then
        return redis.error_reply('WRONGTYPE ratewarden: the override in ' .. KEYS[tokens + token] .. ' cannot be read, as '
          .. wrong .. '; lift it')
      end
      return redis.error_reply('ERR ratewarden: ' .. wrong)
    end
    if burst == 0 or limit == 0 then burst = limit end
    if window > longest then longest = window end
    limits[i], windows[i] = limit, window
    if counts_slots[i] then
      slot_rules, life = slot_rules + 1, math.max(life, window)
    else
      log_longest = math.max(log_longest, window)
    end
  end
  at = 16
  if slot_rules == rules then log_longest = longest end -- of a log that other rules have left

  if reserved_at then
    -- Settles the entry that was reserved: it gets its actual cost, and those behind it the totals that follow from that.
    -- It is not open any more. Where it is gone, or was settled before, nothing is done: no other entry is touched instead.
    -- Whether it can be settled what the request says, and what there is to be settled.
    if tokens > 1 then return redis.error_reply('ERR ratewarden: one token is wanted to settle, not ' .. tokens) end
    if reserved_at > 2^53 - 1 or actual > 2^53 - 1 or cost < 1 then
      return redis.error_reply('ERR ratewarden: to settle, at least 1 reserved unit, and an actual cost and a time below 2^53 are '
        .. 'wanted')
    end
      local score = tonumber(call('ZSCORE', key, name_of(reserved_at)) or 0)
      local is_live = life > 0 and score < -now
      if is_live then settled = slot_rules end
      if renews then
        if is_live then
          local to_live = math.ceil(life / 1000) + grace
          call('ZADD', key, score_of(math.min(now + life, 2^53 - 1)), name_of(reserved_at))
          if call('PTTL', key) < to_live then call('PEXPIRE', key, to_live) end
        end
        -- The answer once it is settled, or cannot be: how the token stands, and in the place of the rule that denied, as none
        -- does, under how many rules it was settled.
        reserved_at = nil
        local answer = decide(token, 0)
        if as_text then
          if not answer.err then answer[2] = settled end
          return answer
        end
        return type(answer) == 'string' and string.sub(answer, 1, 1) .. string.char(settled) .. string.sub(answer, 3) or answer
      end
      if score < 0 then call('ZREM', key, name_of(reserved_at)) end
      if slots > live then forget_holder(reserved_at) end -- also where the slot was removed without it
    for i = 1, rules do
      -- Rule i, and `at` moved on to the next.
      local limit, window, burst
      limit, window, burst, at = unpack_from('<I7I7I7', request, at)
      if window < 1000 or window > 2^47 - 1 or limit > 2^53 - 1 or burst > 2^53 - 1 then
        local wrong = limit > 2^53 - 1 and 'the limit of rule ' .. i .. ' must be from 0 to 2^53 - 1'
          or burst > 2^53 - 1 and 'the burst of rule ' .. i .. ' must be from 0 to 2^53 - 1'
          or 'the window of rule ' .. i .. ' must be microseconds from 1000 (1 ms) to 2^47 - 1'
        -- A rule that cannot be: one of the request, or one of the token's override.
        if override then
          return redis.error_reply('WRONGTYPE ratewarden: the override in ' .. KEYS[tokens + token] .. ' cannot be read, as '
            .. wrong .. '; lift it')
        end
        return redis.error_reply('ERR ratewarden: ' .. wrong)
      end
      if burst == 0 or limit == 0 then burst = limit end
      if window > longest then longest = window end
    end
    local entries, mine
    local function find()
      entries = log.entries_from(reserved_at)
      for k = 1, #entries do
        if entries[k][1] > reserved_at then return nil end
        if entries[k][3] == cost then return k end
      end
    end
    if log.newest_at then
      local clock = math.max(log.newest_at, now)
      if reserved_at > math.max(clock - log_longest, 0) and reserved_at <= log.newest_at then mine = find() end
      if mine then settled = settled + rules - slot_rules end
      if mine and (actual ~= cost or entries[mine][4]) then
        local lives = call('PTTL', key)
        if log.total - cost + actual > 2^53 - 1 then -- what these rules do not count goes
          log.renumber(clock - log_longest)
          mine, actual = find(), math.min(actual, 2^53 - 1 - (log.total - cost))
        end
        for k = mine, #entries do entries[k][2] = entries[k][2] + (actual - cost) end
        entries[mine][3], entries[mine][4] = actual, false
        if actual == 0 then table.remove(entries, mine) end
        log.replace_from(reserved_at, entries)
        if lives > 0 then call('PEXPIRE', key, lives) end -- where it was written anew
      end
    end
    -- The answer once it is settled, or cannot be: how the token stands, and in the place of the rule that denied, as none
    -- does, under how many rules it was settled.
    reserved_at = nil
    local answer = decide(token, 0)
    if as_text then
      if not answer.err then answer[2] = settled end
      return answer
    end
    return type(answer) == 'string' and string.sub(answer, 1, 1) .. string.char(settled) .. string.sub(answer, 3) or answer
  end
  if gives_back and cost > 0 then -- of the log: a slot ends when it is settled
    if log.newest_at then log.take_back(cost) end
    return decide(token, 0)
  end

  -- Should the clock have gone back, the newest entry stands in for it until it has caught up.
  local clock = log.newest_at and math.max(log.newest_at, now) or now
  -- Most windows hold all of the log or nothing of it, and rules mostly stand in the order of their
  -- windows: once nothing is so old, the storage is not asked again.
  local none_up_to, before_all
  local function charged_up_to(moment)
    if log.newest_at <= moment then return log.total end
    if none_up_to and moment <= none_up_to then return before_all end
    local total = log.total_up_to(moment)
    if not total then
      none_up_to, before_all = moment, log.before_all()
      total = before_all
    end
    return total
  end
  local used = {}
  for i = 1, rules do
    local cost, limit, window, wait = cost, limits[i], windows[i], 0
    local burst = limit
    if counts_slots[i] then
      used[i], cost = live, math.min(cost, 1)
      if cost > 0 and limit > 0 and live >= limit then
        -- Slots stand by their ends, the last one first. None is waited for longer than it lives.
        wait = math.min(-call('ZRANGE', key, limit - 1, limit - 1, 'WITHSCORES')[2] - now, window)
      end
    else
      used[i] = log.newest_at and log.total - charged_up_to(clock - window) or 0
      if cost > 0 and cost <= limit and used[i] > limit - cost then -- differences, as a sum may be above 2^53
        wait = log.reached(log.total - (limit - cost), clock - window) + window - now
      end
    end
    -- What rule i says. A rule that can never hold the cost outranks all, then the one that makes wait the
    -- longest; `wait` is how long until the cost fits under it alone, zero or less when it fits now.
    if window > patience then patience = window end
    if cost > burst then
      if verdict ~= never_fits then verdict, denying_rule, retry_after = never_fits, i, -1 end
    elseif wait > retry_after and verdict ~= never_fits then
      verdict, denying_rule, retry_after = denied, i, wait
    end
  end
  -- All rules have spoken. A block outranks them; what they say is still reported.
  if blocked_until == 0 then
    verdict, denying_rule, retry_after = blocked, 0, -1
  elseif blocked_until and blocked_until > now then
    verdict, denying_rule, retry_after = blocked, 0, blocked_until - now
  end
  -- Who would have to wait longer than the rules can lead to has a state that lies in the future: the clock has gone
  -- back, as after a failover to a host that is behind. Such a state is forgotten, as nobody may wait for a clock. A
  -- peek changes nothing, and says what would come of it.
  if verdict == denied and retry_after > patience then
    if acquires then
      call('DEL', key)
      return decide(token, cost)
    end
    verdict, denying_rule, retry_after = 0, 0, 0
  end
  charges = verdict == 0 and acquires and cost > 0
  local newest_at, more, taken = log.newest_at, 0, 0
  if charges then
    -- A slot's name is its own: where there is one of this microsecond, the next is taken. Its holder computes it from
    -- the answer, which tells of the log's clock only where a rule counts the log.
    local charged_at, taken_at = slot_rules < rules and clock or now, now
    if life > 0 then
      local named_now = charged_at == now
      while call('ZSCORE', key, name_of(charged_at)) do charged_at = charged_at + 1 end
      if named_now then taken_at = charged_at end
      local ends = math.min(taken_at + life, 2^53 - 1)
      call('ZADD', key, score_of(ends), name_of(charged_at))
      if holder then
        call('ZADD', key, holder_score_of(charged_at), name_of(charged_at) .. ':' .. holder)
      end
      taken, last_end = 1, live > 0 and math.max(last_end, ends) or ends
    end
    if slot_rules < rules then
      local to_live, from = math.ceil((clock + longest - now) / 1000) + grace, nil
      -- A log that is to live longer than these rules ask for is also charged by longer ones: another version
      -- of the policy, or a caller with rules of its own. What to forget is theirs to say.
      local lives = call('PTTL', key)
      if lives <= to_live then from = clock - log_longest end
      -- The running total leaves the exact numbers once in 2^53 units.
      local renumbers = log.total + cost > 2^53 - 1
      if renumbers then
        log.renumber(from)
        -- Where all that is left is too much, what these rules do not count goes.
        if log.total + cost > 2^53 - 1 then log.renumber(clock - log_longest) end
      end
      log.add(charged_at, cost, from, to_live)
      if renumbers and not from then call('PEXPIRE', key, lives) end -- the key was written anew
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
      report = report .. pack('<I7I7', in_use, in_use > 0 and free_at - now or 0)
    end
  end
  -- The answer for one token: `report` behind the verdict. As text it is of used and reset
  -- for each rule, and becomes integers.
  if counts and acquires and cost > 0 then
    -- Counts the request as allowed or denied, in a ring of 60 places for ten seconds each. Those of number n
    -- since the epoch have the place n modulo 60. It has 8 bytes, the highest first: 2 that tell the round of
    -- the ring, 1 + n / 60 modulo 32767, 3 of how many were allowed and 3 of how many denied. So one command
    -- counts, and its answer tells whether what is there is of this round. The decision stands whether it can
    -- be counted or not.
    local counts_key, turn = KEYS[2 * tokens + token], (now - now % 10000000) / 10000000
    local place = turn % 60
    local round = 1 + (turn - place) / 60 % 32767
    local remembered = denials and verdict ~= 0
    local counted
    if remembered then -- and tells which of the place's denials this is
      counted = try('BITFIELD', counts_key, 'INCRBY', 'i64', string.format('#%d', place), '1',
        'GET', 'u24', place * 64 + 40)
    else
      counted = try('BITFIELD', counts_key, 'INCRBY', 'i64', string.format('#%d', place), -- '#': the place-th
        verdict == 0 and '16777216' or '1') -- 2^24: one more allowed
    end
    if not counted.err and (counted[1] < round * 2^48 or counted[1] >= (round + 1) * 2^48) then
      counted[2] = 1
      local first = pack('>I2I3I3', round, verdict == 0 and 1 or 0, verdict == 0 and 0 or 1)
      if try('STRLEN', counts_key) == 60 * 8 then
        try('SETRANGE', counts_key, place * 8, first)
        try('PEXPIRE', counts_key, 610000 + grace)
      else
        local ring = string.rep('\0', place * 8) .. first .. string.rep('\0', (60 - 1 - place) * 8)
        try('SET', counts_key, ring, 'PX', 610000 + grace)
      end
    end
    if remembered then
      -- Remembers a denial, the newest first in a list: when, by which rule (0: a block), of which cost, the wait (-1: it
      -- never helps), and the caller's note. Of each ten seconds' denials the first four are remembered, and of the others
      -- each sixteenth: so a client that goes on and on costs next to nothing, and does not push out all others. The decision
      -- stands whether it can be remembered or not.
      local nth = counted[2] or 1 -- of the denials of these ten seconds
      if nth <= 4 or nth % 16 == 0 then
        local denials_key = KEYS[3 * tokens + token]
        local length = try('LPUSH', denials_key, pack('<I7BI7i8', now, denying_rule, cost, retry_after)
          .. (note or string.sub(asked, note_at, -1 - 3)))
        if type(length) == 'number' then
          if length > denials then try('LTRIM', denials_key, 0, denials - 1) end
          try('PEXPIRE', denials_key, 259200000 + grace)
        end
      end
    end
  end
  if not as_text then
    if override then report = override .. report end
    return pack('<BBBi8I7', verdict, denying_rule, override and rules or 0, retry_after, now) .. report
  end
  local answer, place = { verdict, denying_rule, retry_after, now, override and 1 or 0 }, 5
  for i = 1, rules do
    answer[place + 1], answer[place + 2] = unpack_from('<I7I7', report, 1 + (i - 1) * 14)
    place = place + 2
    if override then
      answer[place + 1], answer[place + 2], answer[place + 3] = unpack_from('<I7I7I7', override, 1 + (i - 1) * 21)
      place = place + 3
    end
  end
  return answer
end

-- Of a log no more is read than a decision needs. Where a decision stumbles over what it reads, the log is damaged.
local function decide_or_tell(token, cost)
  local done, answer = pcall(decide, token, cost)
  if done then return answer end
  if type(answer) == 'table' then answer = answer.err end
  if string.find(answer, 'attempt to ') or string.find(answer, 'bad argument') then
    return redis.error_reply('WRONGTYPE ratewarden: ' .. KEYS[token] .. ' holds a damaged log')
  end
  -- Redis' own error, such as OOM; with the line in front in Redis 6
  return redis.error_reply(string.match(answer, '^.*user_script: ?%d+: %-?(.*)$') or answer)
end

-- The answer, or those of all tokens that have none yet.
if tokens == 1 and not costs then return decide_or_tell(1, cost_of_each) end
answers = answers or {}
for token = #answers + 1, tokens do
  local cost = costs and unpack_from('<I7', costs, 1 + (token - 1) * 7) or cost_of_each
  answers[token] = decide_or_tell(token, cost)
end
return answers
