-- SPDX-License-Identifier: MIT
-- ratewarden gcra, contract 1
-- Generated from lua/gcra.lua and its parts; edit those, then run:
--   cmake --build build/dev --target join_scripts
-- GCRA, which is also the token bucket and the leaky bucket as a meter. The state is the time at which all is free again:
-- the theoretical arrival time (TAT). A unit costs window / limit of time; a request passes while the TAT that it leads
-- to lies at most burst units ahead. Stored as whole microseconds and a numerator over the limit, so that 7 per second
-- does not drift. The arithmetic follows core/algorithms/gcra.cpp step by step.

-- Above the burst a token waits for longer than its rules can lead to. So that this is not taken for a clock that has gone
-- back, a record of no rule tells until when it is so, and how far the TAT was ahead when it was settled.

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
  if not mode then return refused(3, 'the mode must be acquire, peek, give-back, reserve or settle') end
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
  local wrong = 'argument 1: the mode must be from 0 to 8, 12, 21, 23, 32, 36, or 128 more where it acquires, not ' .. mode + (opens and 128 or 0)
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

-- Records: for algorithms whose state has a constant size, one for each rule, so that rules can be reordered and edited
-- under live state, and a caller with other rules forgives nothing. A record is
--   a tag of two bytes that tells the rule by its window; its highest bit says that the wide format follows
--   the numbers of the algorithm, little-endian; the first is the moment from which the record no longer counts
-- The wide format is for numbers that the narrow one cannot hold. The tag is the window modulo 32749, the largest prime
-- that leaves the highest bit free.

-- The usual case, without loops over rules, functions and tables, as these are what costs most: a charge under
-- up to four rules, no token with a control key, and states of the usual form. It leaves the first token that is
-- not like this, and all after it, to what follows.
if rules_asked <= 4 and acquires and not controlled and not as_text then
  local rules_form = '<I7I7I7'
  if rules_asked == 2 then
    rules_form = '<I7I7I7I7I7I7'
  elseif rules_asked == 3 then
    rules_form = '<I7I7I7I7I7I7I7I7I7'
  elseif rules_asked == 4 then
    rules_form = '<I7I7I7I7I7I7I7I7I7I7I7I7'
  end
  local limit_1, window_1, burst_1, limit_2, window_2, burst_2, limit_3, window_3, burst_3, limit_4, window_4, burst_4
    = unpack_from(rules_form, asked, 16)
  local usual, many, longest, patience, keys, sub = true, costs or tokens > 1, 0, 0, KEYS, string.sub
  local head = many and pack('<xxxxxxxxxxxI7', now) -- the beginning of an answer that allows
  local most = 2^20 -- of a cost: times a limit it stays below 2^53
  local size, records_form, answer_form = rules_asked * 13, '<HI7I4', '<xxxxxxxxxxxI7HI7I4'
  if rules_asked == 2 then
    records_form, answer_form = '<HI7I4HI7I4', '<xxxxxxxxxxxI7HI7I4HI7I4'
  elseif rules_asked == 3 then
    records_form, answer_form = '<HI7I4HI7I4HI7I4', '<xxxxxxxxxxxI7HI7I4HI7I4HI7I4'
  elseif rules_asked == 4 then
    records_form, answer_form = '<HI7I4HI7I4HI7I4HI7I4', '<xxxxxxxxxxxI7HI7I4HI7I4HI7I4HI7I4'
  end
  local tag_1, part_1, whole_1, span_1, rest_1
  local tag_2, part_2, whole_2, span_2, rest_2
  local tag_3, part_3, whole_3, span_3, rest_3
  local tag_4, part_4, whole_4, span_4, rest_4
  if rules_asked >= 1 then
    usual = usual and limit_1 >= 1 and burst_1 <= 2^53 - 1 and window_1 >= 1000 and window_1 <= 2^47 - 1
    if window_1 > longest then longest = window_1 end
    usual = usual and limit_1 < 2^32 and burst_1 < 2^21 and burst_1 * window_1 <= 2^52 * limit_1
    tag_1 = window_1 % 32749
    if burst_1 == 0 then burst_1 = limit_1 end
    if burst_1 < most then most = burst_1 end
    part_1 = window_1 % limit_1 -- a unit takes a whole number of microseconds, and part / limit of one
    whole_1 = (window_1 - part_1) / limit_1
    span_1, rest_1 = window_1, 0 -- how far ahead the TAT may lie
    if burst_1 ~= limit_1 then
      local sum_a, sum_b = 0, 0
      sum_a, sum_b = sum_a + burst_1 * whole_1, sum_b + burst_1 * part_1 -- below 2^53
      -- sum_a whole microseconds and sum_b / limit_1 of one, so written that 0 <= sum_b < limit_1.
      if sum_b < 0 or sum_b >= limit_1 then
        local carry = math.floor(sum_b / limit_1)
        local left = sum_b - carry * limit_1
        if left < 0 then
          left, carry = left + limit_1, carry - 1
        elseif left >= limit_1 then
          left, carry = left - limit_1, carry + 1
        end
        sum_a, sum_b = sum_a + carry, left
      end
      span_1, rest_1 = sum_a, sum_b
    end
    if (burst_1 <= limit_1 and window_1 or span_1 + (rest_1 > 0 and 1 or 0)) > patience then patience = (burst_1 <= limit_1 and window_1 or span_1 + (rest_1 > 0 and 1 or 0)) end
  end
  if rules_asked >= 2 then
    usual = usual and limit_2 >= 1 and burst_2 <= 2^53 - 1 and window_2 >= 1000 and window_2 <= 2^47 - 1
    if window_2 > longest then longest = window_2 end
    usual = usual and limit_2 < 2^32 and burst_2 < 2^21 and burst_2 * window_2 <= 2^52 * limit_2
    tag_2 = window_2 % 32749
    if burst_2 == 0 then burst_2 = limit_2 end
    if burst_2 < most then most = burst_2 end
    part_2 = window_2 % limit_2 -- a unit takes a whole number of microseconds, and part / limit of one
    whole_2 = (window_2 - part_2) / limit_2
    span_2, rest_2 = window_2, 0 -- how far ahead the TAT may lie
    if burst_2 ~= limit_2 then
      local sum_a, sum_b = 0, 0
      sum_a, sum_b = sum_a + burst_2 * whole_2, sum_b + burst_2 * part_2 -- below 2^53
      if sum_b < 0 or sum_b >= limit_2 then
        local carry = math.floor(sum_b / limit_2)
        local left = sum_b - carry * limit_2
        if left < 0 then
          left, carry = left + limit_2, carry - 1
        elseif left >= limit_2 then
          left, carry = left - limit_2, carry + 1
        end
        sum_a, sum_b = sum_a + carry, left
      end
      span_2, rest_2 = sum_a, sum_b
    end
    if (burst_2 <= limit_2 and window_2 or span_2 + (rest_2 > 0 and 1 or 0)) > patience then patience = (burst_2 <= limit_2 and window_2 or span_2 + (rest_2 > 0 and 1 or 0)) end
  end
  if rules_asked >= 3 then
    usual = usual and limit_3 >= 1 and burst_3 <= 2^53 - 1 and window_3 >= 1000 and window_3 <= 2^47 - 1
    if window_3 > longest then longest = window_3 end
    usual = usual and limit_3 < 2^32 and burst_3 < 2^21 and burst_3 * window_3 <= 2^52 * limit_3
    tag_3 = window_3 % 32749
    if burst_3 == 0 then burst_3 = limit_3 end
    if burst_3 < most then most = burst_3 end
    part_3 = window_3 % limit_3 -- a unit takes a whole number of microseconds, and part / limit of one
    whole_3 = (window_3 - part_3) / limit_3
    span_3, rest_3 = window_3, 0 -- how far ahead the TAT may lie
    if burst_3 ~= limit_3 then
      local sum_a, sum_b = 0, 0
      sum_a, sum_b = sum_a + burst_3 * whole_3, sum_b + burst_3 * part_3 -- below 2^53
      if sum_b < 0 or sum_b >= limit_3 then
        local carry = math.floor(sum_b / limit_3)
        local left = sum_b - carry * limit_3
        if left < 0 then
          left, carry = left + limit_3, carry - 1
        elseif left >= limit_3 then
          left, carry = left - limit_3, carry + 1
        end
        sum_a, sum_b = sum_a + carry, left
      end
      span_3, rest_3 = sum_a, sum_b
    end
    if (burst_3 <= limit_3 and window_3 or span_3 + (rest_3 > 0 and 1 or 0)) > patience then patience = (burst_3 <= limit_3 and window_3 or span_3 + (rest_3 > 0 and 1 or 0)) end
  end
  if rules_asked >= 4 then
    usual = usual and limit_4 >= 1 and burst_4 <= 2^53 - 1 and window_4 >= 1000 and window_4 <= 2^47 - 1
    if window_4 > longest then longest = window_4 end
    usual = usual and limit_4 < 2^32 and burst_4 < 2^21 and burst_4 * window_4 <= 2^52 * limit_4
    tag_4 = window_4 % 32749
    if burst_4 == 0 then burst_4 = limit_4 end
    if burst_4 < most then most = burst_4 end
    part_4 = window_4 % limit_4 -- a unit takes a whole number of microseconds, and part / limit of one
    whole_4 = (window_4 - part_4) / limit_4
    span_4, rest_4 = window_4, 0 -- how far ahead the TAT may lie
    if burst_4 ~= limit_4 then
      local sum_a, sum_b = 0, 0
      sum_a, sum_b = sum_a + burst_4 * whole_4, sum_b + burst_4 * part_4 -- below 2^53
      if sum_b < 0 or sum_b >= limit_4 then
        local carry = math.floor(sum_b / limit_4)
        local left = sum_b - carry * limit_4
        if left < 0 then
          left, carry = left + limit_4, carry - 1
        elseif left >= limit_4 then
          left, carry = left - limit_4, carry + 1
        end
        sum_a, sum_b = sum_a + carry, left
      end
      span_4, rest_4 = sum_a, sum_b
    end
    if (burst_4 <= limit_4 and window_4 or span_4 + (rest_4 > 0 and 1 or 0)) > patience then patience = (burst_4 <= limit_4 and window_4 or span_4 + (rest_4 > 0 and 1 or 0)) end
  end
  if usual then
    if many then answers = {} end
    for token = 1, tokens do
      local key, cost = keys[token], cost_of_each
      if costs then cost = unpack_from('<I7', costs, 1 + (token - 1) * 7) end
      local verdict, denying_rule, retry_after, report = 0, 0, 0, nil
      local state = try('GET', key)
      usual = cost >= 1 and cost <= most and (not state or #state == size)
      if not state then
        -- Of the usual case: no state begins under keys that do not belong together. That what there is began under such keys
        -- is not looked at again with each charge, as that would cost 5 % and, in calls for many tokens, 12 %.
        -- Whether the keys of the token belong together: rw:{token}:policy:suffix, rw:{token}:control, where requests are
        -- counted rw:{token}:policy:counts, and where denials are remembered rw:{token}:policy:denials. Names are printable
        -- ASCII: a key with other bytes is not the one that holds the token's block.
        local of_token, of_policy, suffix = string.match(key, '^(rw:{[!-z|~]+}:)([!-9;-z|~]+:)(%l+)$')
        local is_own = of_token and (suffix == 'gcra' or suffix == 'tokens' or suffix == 'leaky')
        local has_control = is_own and of_token .. 'control' == KEYS[tokens + token]
        local has_counts = has_control and (not counts or of_token .. of_policy .. 'counts' == KEYS[2 * tokens + token])
        local fits = has_counts and (not denials or of_token .. of_policy .. 'denials' == KEYS[3 * tokens + token])
        usual = usual and fits
      end
      if usual then
        local found_1, a_1, b_1, found_2, a_2, b_2, found_3, a_3, b_3, found_4, a_4, b_4
          = unpack_from(records_form, state or string.rep('\0', size))
        local latest, latest_before = 0, 0
        local next_a_1, next_b_1
        if rules_asked >= 1 then
          if state and found_1 ~= tag_1 then usual = false end
          if a_1 > latest_before then latest_before = a_1 end
          local wait = 0
          local sum_a, sum_b = now, 0
          if a_1 >= now then
            sum_a, sum_b = a_1, b_1
            if sum_b >= limit_1 then sum_a, sum_b = sum_a + 1, 0 end -- the limit was lowered since
          end
          sum_a, sum_b = sum_a + cost * whole_1, sum_b + cost * part_1 -- below 2^53
          -- sum_a whole microseconds and sum_b / limit_1 of one, so written that 0 <= sum_b < limit_1.
          if sum_b < 0 or sum_b >= limit_1 then
            local carry = math.floor(sum_b / limit_1)
            local left = sum_b - carry * limit_1
            if left < 0 then
              left, carry = left + limit_1, carry - 1
            elseif left >= limit_1 then
              left, carry = left - limit_1, carry + 1
            end
            sum_a, sum_b = sum_a + carry, left
          end
          wait = sum_a - now - span_1
          if sum_b > rest_1 then wait = wait + 1 end -- rounded up to whole microseconds
          next_a_1, next_b_1 = sum_a, sum_b
          if wait > retry_after then verdict, denying_rule, retry_after = denied, 1, wait end
          if next_a_1 > latest then latest = next_a_1 end
        end
        local next_a_2, next_b_2
        if rules_asked >= 2 then
          if state and found_2 ~= tag_2 then usual = false end
          if a_2 > latest_before then latest_before = a_2 end
          local wait = 0
          local sum_a, sum_b = now, 0
          if a_2 >= now then
            sum_a, sum_b = a_2, b_2
            if sum_b >= limit_2 then sum_a, sum_b = sum_a + 1, 0 end -- the limit was lowered since
          end
          sum_a, sum_b = sum_a + cost * whole_2, sum_b + cost * part_2 -- below 2^53
          if sum_b < 0 or sum_b >= limit_2 then
            local carry = math.floor(sum_b / limit_2)
            local left = sum_b - carry * limit_2
            if left < 0 then
              left, carry = left + limit_2, carry - 1
            elseif left >= limit_2 then
              left, carry = left - limit_2, carry + 1
            end
            sum_a, sum_b = sum_a + carry, left
          end
          wait = sum_a - now - span_2
          if sum_b > rest_2 then wait = wait + 1 end -- rounded up to whole microseconds
          next_a_2, next_b_2 = sum_a, sum_b
          if wait > retry_after then verdict, denying_rule, retry_after = denied, 2, wait end
          if next_a_2 > latest then latest = next_a_2 end
        end
        local next_a_3, next_b_3
        if rules_asked >= 3 then
          if state and found_3 ~= tag_3 then usual = false end
          if a_3 > latest_before then latest_before = a_3 end
          local wait = 0
          local sum_a, sum_b = now, 0
          if a_3 >= now then
            sum_a, sum_b = a_3, b_3
            if sum_b >= limit_3 then sum_a, sum_b = sum_a + 1, 0 end -- the limit was lowered since
          end
          sum_a, sum_b = sum_a + cost * whole_3, sum_b + cost * part_3 -- below 2^53
          if sum_b < 0 or sum_b >= limit_3 then
            local carry = math.floor(sum_b / limit_3)
            local left = sum_b - carry * limit_3
            if left < 0 then
              left, carry = left + limit_3, carry - 1
            elseif left >= limit_3 then
              left, carry = left - limit_3, carry + 1
            end
            sum_a, sum_b = sum_a + carry, left
          end
          wait = sum_a - now - span_3
          if sum_b > rest_3 then wait = wait + 1 end -- rounded up to whole microseconds
          next_a_3, next_b_3 = sum_a, sum_b
          if wait > retry_after then verdict, denying_rule, retry_after = denied, 3, wait end
          if next_a_3 > latest then latest = next_a_3 end
        end
        local next_a_4, next_b_4
        if rules_asked >= 4 then
          if state and found_4 ~= tag_4 then usual = false end
          if a_4 > latest_before then latest_before = a_4 end
          local wait = 0
          local sum_a, sum_b = now, 0
          if a_4 >= now then
            sum_a, sum_b = a_4, b_4
            if sum_b >= limit_4 then sum_a, sum_b = sum_a + 1, 0 end -- the limit was lowered since
          end
          sum_a, sum_b = sum_a + cost * whole_4, sum_b + cost * part_4 -- below 2^53
          if sum_b < 0 or sum_b >= limit_4 then
            local carry = math.floor(sum_b / limit_4)
            local left = sum_b - carry * limit_4
            if left < 0 then
              left, carry = left + limit_4, carry - 1
            elseif left >= limit_4 then
              left, carry = left - limit_4, carry + 1
            end
            sum_a, sum_b = sum_a + carry, left
          end
          wait = sum_a - now - span_4
          if sum_b > rest_4 then wait = wait + 1 end -- rounded up to whole microseconds
          next_a_4, next_b_4 = sum_a, sum_b
          if wait > retry_after then verdict, denying_rule, retry_after = denied, 4, wait end
          if next_a_4 > latest then latest = next_a_4 end
        end
        usual = usual and retry_after <= patience -- else the state lies in the future
        if verdict == 0 and usual then
          local charged
          if many then
            charged = pack(records_form,
              tag_1, next_a_1, next_b_1, tag_2, next_a_2, next_b_2, tag_3, next_a_3, next_b_3, tag_4, next_a_4, next_b_4)
            report = head .. charged
          else -- faster than to join them
            report = pack(answer_form, now,
              tag_1, next_a_1, next_b_1, tag_2, next_a_2, next_b_2, tag_3, next_a_3, next_b_3, tag_4, next_a_4, next_b_4)
            charged = sub(report, 18 + 1)
          end
          -- The charged records become the state. To move its expiry costs more than to write it. So it is moved
          -- only when the end of what counts comes into another step, a sixteenth of the longest window for records
          -- of which it moves with every charge, and is set to the end of the step after that.
          local step = longest / 16
          local expires = latest - latest % step
          if state and latest_before - latest_before % step == expires then
            call('SETRANGE', key, '0', charged)
          else
            call('SET', key, charged, 'PX', math.ceil((expires + 2 * step - now) / 1000) + grace)
          end
        else
          report = pack('<BBBi8I7', verdict, denying_rule, 0, retry_after, now) .. (state or '')
        end
      end
      if not usual then break end -- what follows goes on from here
      if counts then
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
      if not many then return report end
      answers[token] = report
    end
    if usual then return answers end
  end
end

-- A function, for what is not the usual case: there a call would cost more than the arithmetic.
local function divide(factor, other, divisor)
  -- factor * other = quotient * divisor + left with 0 <= left < divisor, of whole numbers below 2^53. A product may be
  -- above that: what its double lacks is then found by the halves of its factors, as Veltkamp and Dekker do. The twin of
  -- core/algorithms/quotient.h.
  local product = factor * other
  local quotient = math.floor(product / divisor)
  local left = product - quotient * divisor
  if product >= 2^53 or product <= -2^53 then
    local function lacking(x, y, rounded)
      local high_x, high_y = x * 134217729, y * 134217729 -- 2^27 + 1
      high_x, high_y = high_x - (high_x - x), high_y - (high_y - y)
      local low_x, low_y = x - high_x, y - high_y
      return low_x * low_y - (((rounded - high_x * high_y) - low_x * high_y) - high_x * low_y)
    end
    local back = quotient * divisor
    left = (product - back) + (lacking(factor, other, product) - lacking(quotient, divisor, back))
  end
  if left < 0 or left >= divisor then
    local more = math.floor(left / divisor)
    quotient, left = quotient + more, left - more * divisor
  end
  return quotient, left
end

local function take(sum_a, sum_b, units, part, whole, limit)
  local quotient, left = divide(units, part, limit)
  if left >= limit - sum_b then
    quotient, left = quotient + 1, left - (limit - sum_b)
  else
    left = left + sum_b
  end
  return sum_a + units * whole + quotient, left
end

-- The decision for any number of rules, any cost and any records; and what is settled.
-- Every record of `bytes`, each as { tag, a, b, c }; nil if that is not a state of ours.
local function all_records(bytes)
  local all, place = {}, 1
  while place <= #bytes do
    local wide = (string.byte(bytes, place + 1) or 0) >= 128
    local size = wide and 16 or 13
    if place + size - 1 > #bytes then return nil end
    local record = { unpack_from(wide and '<HI7I7' or '<HI7I4', bytes, place) }
    record[#record] = nil -- the place behind it
    if wide then record[1] = record[1] - 2^15 end
    all[#all + 1], place = record, place + size
  end
  return all
end

local function decide(token, cost)
  -- The block and the override of the token. An error of one token's keys is that token's
  -- answer, and keeps no other from being decided.
  local key, request, rules, at = KEYS[token], asked, rules_asked, 16 -- at: where the rules begin
  do
    -- Whether the keys of the token belong together: rw:{token}:policy:suffix, rw:{token}:control, where requests are
    -- counted rw:{token}:policy:counts, and where denials are remembered rw:{token}:policy:denials. Names are printable
    -- ASCII: a key with other bytes is not the one that holds the token's block.
    local of_token, of_policy, suffix = string.match(key, '^(rw:{[!-z|~]+}:)([!-9;-z|~]+:)(%l+)$')
    local is_own = of_token and (suffix == 'gcra' or suffix == 'tokens' or suffix == 'leaky')
    local has_control = is_own and of_token .. 'control' == KEYS[tokens + token]
    local has_counts = has_control and (not counts or of_token .. of_policy .. 'counts' == KEYS[2 * tokens + token])
    local fits = has_counts and (not denials or of_token .. of_policy .. 'denials' == KEYS[3 * tokens + token])
    if not fits then
      return redis.error_reply('ERR ratewarden: ' .. (
        not of_token and 'key ' .. token .. ' is no state key: rw:{token}:policy:gcra or :tokens or :leaky is wanted, other bytes than 0x21 to '
        .. '0x7E written as %XX'
        or not is_own and 'key ' .. token .. ' is of another algorithm: rw:{token}:policy:gcra or :tokens or :leaky is wanted'
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
  -- The state. As a rule it holds narrow records of just these rules in their order, and is read in place;
  -- else `records` gets them all.

  local state, records = try('GET', key), nil
  if state and state.err then
    -- Redis' error, which does not name the key.
    local error = state.err
    if string.find(error, '^WRONGTYPE') then error = 'WRONGTYPE ratewarden: ' .. key .. ' holds another type' end
    return redis.error_reply(error)
  end
  if state and #state ~= rules * 13 then
    records = all_records(state)
    if not records or state == '' then
      return redis.error_reply('WRONGTYPE ratewarden: ' .. key .. ' holds a string that is not a state of ours')
    end
  end
  if gives_back then cost = -cost end -- what is given back is charged less; there is nothing below zero
  local charged, latest, latest_before = '', 0, 0 -- charged: the records, once the cost is in them
  local owes, debt_place
  if records then
    for k = 1, #records do
      local tag, owes_until, lead = unpack(records[k])
      if tag == 32767 then
        debt_place = k
        if owes_until >= now then owes, patience = true, lead end
      end
    end
  end
  local exceeds, debt_until -- of what is settled
  if reserved_at then
    -- Whether it can be settled what the request says, and what there is to be settled.
    if tokens > 1 then return redis.error_reply('ERR ratewarden: one token is wanted to settle, not ' .. tokens) end
    if reserved_at > 2^53 - 1 or actual > 2^53 - 1 or cost < 1 then
      return redis.error_reply('ERR ratewarden: to settle, at least 1 reserved unit, and an actual cost and a time below 2^53 are '
        .. 'wanted')
    end
  end
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
    if limit > 0 and burst * window > 2^52 * limit then
      local wrong = 'the burst of rule ' .. i .. ' must come back within 2^52 microseconds'
      -- A rule that cannot be: one of the request, or one of the token's override.
      if override then
        return redis.error_reply('WRONGTYPE ratewarden: the override in ' .. KEYS[tokens + token] .. ' cannot be read, as '
          .. wrong .. '; lift it')
      end
      return redis.error_reply('ERR ratewarden: ' .. wrong)
    end
    -- The numbers of rule i's record: a, b, c; a record that is not there is one that no longer counts.
    local tag = window % 32749
    local a, b, c = 0, 0, 0
    if state and not records then
      local found
      found, a, b, c = unpack_from('<HI7I4', state, 1 + (i - 1) * 13)
      if found ~= tag then
        records = all_records(state)
        if not records then
          return redis.error_reply('WRONGTYPE ratewarden: ' .. key .. ' holds a string that is not a state of ours')
        end
      end
    end
    if records then
      -- The record of the rule with `tag`, out of `records`: first of all at its own place, as two rules may
      -- have one window.
      local record = records[i]
      if not record or record[1] ~= tag then
        record = nil
        for k = 1, #records do
          if records[k][1] == tag then record = records[k] break end
        end
      end
      a, b, c = 0, 0, 0
      if record then a, b, c = record[2], record[3], record[4] end
    end
    if a > latest_before then latest_before = a end
    local wait, next_a, next_b, next_c = 0, a, b, c
    if reserved_at then
      if limit > 0 then
        local part, whole, span, rest
        part = window % limit -- a unit takes a whole number of microseconds, and part / limit of one
        whole = (window - part) / limit
        span, rest = window, 0 -- how far ahead the TAT may lie
        if burst ~= limit then
          local sum_a, sum_b = 0, 0
          sum_a, sum_b = take(sum_a, sum_b, burst, part, whole, limit)
          span, rest = sum_a, sum_b
        end
        local tat_a, tat_b = now, 0
        if a >= now then
          tat_a, tat_b = a, b
          if tat_b >= limit then tat_a, tat_b = tat_a + 1, 0 end -- the limit was lowered since
        end
        if actual > cost then -- counts from now on, whatever has drained since
          -- A state of the future is no debt of the token's.
          if tat_a - now > math.max((burst <= limit and window or span + (rest > 0 and 1 or 0)), patience) then tat_a, tat_b = now, 0 end
          local more = actual - cost
          if more * window > 2^52 * limit then more = math.floor(2^52 * limit / window) end
          local sum_a, sum_b = tat_a, tat_b
          sum_a, sum_b = take(sum_a, sum_b, more, part, whole, limit)
          if sum_a > 2^53 - 1 then sum_a, sum_b = 2^53 - 1, 0 end
          settled, next_a, next_b = settled + 1, sum_a, sum_b
          exceeds = exceeds or sum_a - now > span or sum_a - now == span and sum_b > rest
          debt_until = math.max(debt_until or 0, sum_a + (sum_b > 0 and 1 or 0))
        elseif a >= now then
          -- What has drained since is not given back: it would be of what others have charged. A TAT before the moment at which
          -- these units alone have drained is that of another state, one since a reset.
          local sum_a, sum_b = reserved_at, 0
          sum_a, sum_b = take(sum_a, sum_b, cost, part, whole, limit)
          if (sum_a > now or sum_a == now and sum_b > 0) and (sum_a < tat_a or sum_a == tat_a and sum_b <= tat_b) then
            sum_a, sum_b = tat_a, tat_b
            sum_a, sum_b = take(sum_a, sum_b, (actual - cost), part, whole, limit)
            next_a, next_b = sum_a, sum_b
            sum_a, sum_b = tat_a, tat_b
            sum_a, sum_b = take(sum_a, sum_b, -cost, part, whole, limit)
            sum_a = sum_a + (now - reserved_at)
            if sum_a > next_a or sum_a == next_a and sum_b > next_b then next_a, next_b = sum_a, sum_b end
            if next_a < now then next_a, next_b = 0, 0 end
            settled = settled + 1
          end
        end
      end
    else
      local span, rest = 0, 0
      if limit > 0 and cost <= burst then
        local part, whole
        part = window % limit -- a unit takes a whole number of microseconds, and part / limit of one
        whole = (window - part) / limit
        span, rest = window, 0 -- how far ahead the TAT may lie
        if burst ~= limit then
          local sum_a, sum_b = 0, 0
          sum_a, sum_b = take(sum_a, sum_b, burst, part, whole, limit)
          span, rest = sum_a, sum_b
        end
        local sum_a, sum_b = now, 0
        if a >= now then
          sum_a, sum_b = a, b
          if sum_b >= limit then sum_a, sum_b = sum_a + 1, 0 end -- the limit was lowered since
        end
        sum_a, sum_b = take(sum_a, sum_b, cost, part, whole, limit)
        wait = sum_a - now - span
        if sum_b > rest then wait = wait + 1 end -- rounded up to whole microseconds
        next_a, next_b = sum_a, sum_b
        if next_a < now then next_a, next_b = 0, 0 end -- all that was used is given back
        if cost <= 0 then wait = 0 end
      end
      -- What rule i says. A rule that can never hold the cost outranks all, then the one that makes wait the
      -- longest; `wait` is how long until the cost fits under it alone, zero or less when it fits now.
      if (burst <= limit and window or span + (rest > 0 and 1 or 0)) > patience then patience = (burst <= limit and window or span + (rest > 0 and 1 or 0)) end
      if cost > burst then
        if verdict ~= never_fits then verdict, denying_rule, retry_after = never_fits, i, -1 end
      elseif wait > retry_after and verdict ~= never_fits then
        verdict, denying_rule, retry_after = denied, i, wait
      end
    end
    -- The record when the cost is charged.
    if next_a > latest then latest = next_a end
    -- What was charged under a larger limit than this may stay, if units are given back.
    if limit >= 2^32 or next_b >= 2^32 or next_c and next_c >= 2^32 then
      charged = charged .. pack('<HI7I7', tag + 2^15, next_a, next_b, next_c)
    else
      charged = charged .. pack('<HI7I4', tag, next_a, next_b, next_c)
    end
  end
  if reserved_at then
    charges = settled > 0 and actual ~= cost
    if exceeds then
      records = records or all_records(state or '')
      if debt_place then table.remove(records, debt_place) end
      table.insert(records, 1, { 32767, debt_until, debt_until - now })
    end
  else
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
  end
  -- The records are written, if the cost is charged or given back; `report` gets those that hold from now
  -- on.
  local report = state or ''
  if charges or cost < 0 and state then
    if records then
      -- What other rules than these have charged, those of another version of the policy, is carried along
      -- while it counts: wide, whatever it was, as the limit it was made for is not known.
      local named = {}
      at = 16
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
        named[window % 32749] = true
      end
      for k = 1, math.min(#records, rules + 16) do
        local record = records[k]
        if not named[record[1]] and record[2] >= now then
          charged = charged .. pack('<HI7I7', record[1] + 2^15, record[2], record[3], record[4])
          if record[2] > latest then latest = record[2] end
        end
      end
    end
    if latest < now then
      call('DEL', key) -- all has been given back
    else
      -- The charged records become the state. To move its expiry costs more than to write it. So it is moved
      -- only when the end of what counts comes into another step, a sixteenth of the longest window for records
      -- of which it moves with every charge, and is set to the end of the step after that.
      local step = longest / 16
      local expires = latest - latest % step
      if state and not records and #state == #charged and latest_before - latest_before % step == expires then
        call('SETRANGE', key, '0', charged)
      else
        call('SET', key, charged, 'PX', math.ceil((expires + 2 * step - now) / 1000) + grace)
      end
    end
    report = charged
  end
  if reserved_at then
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

  if as_text then
    local function usage(limit, window, burst, tat, numerator)
      if limit == 0 or tat < now then return 0, 0 end
      if numerator >= limit then tat, numerator = tat + 1, 0 end
      -- (ahead * limit + numerator) / window, rounded up: the units that make it so much, a part of one counting as one
      local ahead = tat - now
      local quotient, left = divide(ahead, limit, window)
      local more = math.floor(numerator / window)
      left = left + (numerator - more * window)
      local used = quotient + more + (left > window and 2 or left > 0 and 1 or 0)
      return math.min(used, owes and 2^53 - 1 or burst), ahead + (numerator > 0 and 1 or 0) -- rounded up to whole microseconds
    end
    -- Used and reset for each rule, for an answer as text; a packed one carries the records themselves.
    records = all_records(report)
    report, at = '', 16
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
      local tag = window % 32749
      local a, b, c
      -- The record of the rule with `tag`, out of `records`: first of all at its own place, as two rules may
      -- have one window.
      local record = records[i]
      if not record or record[1] ~= tag then
        record = nil
        for k = 1, #records do
          if records[k][1] == tag then record = records[k] break end
        end
      end
      a, b, c = 0, 0, 0
      if record then a, b, c = record[2], record[3], record[4] end
      report = report .. pack('<I7I7', usage(limit, window, burst, a, b, c))
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

-- The answer, or those of all tokens that have none yet.
if tokens == 1 and not costs then return decide(1, cost_of_each) end
answers = answers or {}
for token = #answers + 1, tokens do
  local cost = costs and unpack_from('<I7', costs, 1 + (token - 1) * 7) or cost_of_each
  answers[token] = decide(token, cost)
end
return answers
