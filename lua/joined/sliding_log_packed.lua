-- SPDX-License-Identifier: MIT
-- ratewarden sliding_log_packed, contract 1
-- Generated from lua/sliding_log_packed.lua and its parts; edit those, then run:
--   cmake --build build/dev --target join_scripts
-- The exact sliding log in a string, the oldest charge first, all numbers little-endian and unsigned.
-- While every cost was 1:
--   "n", 7 bytes of the moment until which the key lives; then entries of 6 bytes, the time in microseconds modulo 2^48,
--   each of which brings the running total to its place
-- and from the first other cost on:
--   "w", the same 7 bytes, 7 of the total before the first entry; then entries of 7 bytes of time and 7 of running total
-- A reservation that was not settled is open: behind its entry stands another of the same time and total, which is of no
-- units and so changes nothing for whoever does not know of it. Such a log is "w", also where every cost was 1.
-- The letter is a capital once entries have been thrown away.
-- Most requests only add an entry. What is
-- over is thrown away, and the expiry moved, when the key would not outlive the longest window any more;
-- it is then set to live an eighth of that window longer than it must. As times are modulo 2^48, the
-- turn, all of a log lies within one turn before its expiry.
-- Lua hashes all of a string, so that to read and join 384 bytes costs what three short calls do. A log
-- that is shorter is read whole, and written anew at its true size, as APPEND would leave as much room
-- again behind it; to a longer one that is done when it is cut off. Of no log more than its last 1024
-- bytes are read at once.
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

-- Usual are charges of 1 and logs of units whose newest entry is not yet to come. What is used of long
-- ones is counted, and they are cut off, by the rest.
local tail_read, tail_read_of -- of the token whose log was found not to be usual
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
  local with_usage, read, from = not without_usage, 384, '-384' -- so much of the end of a log is read
  local answer_form = '<BBBi8I7'
  if with_usage then
    read, from = 1024, '-1024' -- what is used is found in that faster than by calls
    answer_form = '<BBBi8I7I7I7'
    if rules_asked == 2 then
      answer_form = '<BBBi8I7I7I7I7I7'
    elseif rules_asked == 3 then
      answer_form = '<BBBi8I7I7I7I7I7I7I7'
    elseif rules_asked == 4 then
      answer_form = '<BBBi8I7I7I7I7I7I7I7I7I7'
    end
  end
  if rules_asked >= 1 then
    usual = usual and limit_1 >= 1 and burst_1 <= 2^53 - 1 and window_1 >= 1000 and window_1 <= 2^47 - 1
    if window_1 > longest then longest = window_1 end
    usual = usual and limit_1 <= 2^53 - 1
  end
  if rules_asked >= 2 then
    usual = usual and limit_2 >= 1 and burst_2 <= 2^53 - 1 and window_2 >= 1000 and window_2 <= 2^47 - 1
    if window_2 > longest then longest = window_2 end
    usual = usual and limit_2 <= 2^53 - 1
  end
  if rules_asked >= 3 then
    usual = usual and limit_3 >= 1 and burst_3 <= 2^53 - 1 and window_3 >= 1000 and window_3 <= 2^47 - 1
    if window_3 > longest then longest = window_3 end
    usual = usual and limit_3 <= 2^53 - 1
  end
  if rules_asked >= 4 then
    usual = usual and limit_4 >= 1 and burst_4 <= 2^53 - 1 and window_4 >= 1000 and window_4 <= 2^47 - 1
    if window_4 > longest then longest = window_4 end
    usual = usual and limit_4 <= 2^53 - 1
  end
  if usual then
    if many then answers = {} end
    for token = 1, tokens do
      local key, cost = keys[token], cost_of_each
      if costs then cost = unpack_from('<I7', costs, 1 + (token - 1) * 7) end
      local verdict, denying_rule, retry_after, report = 0, 0, 0, nil
      local tail = try('GETRANGE', key, from, '-1')
      local length, header = #tail, tail
      if length == read then length, header = call('STRLEN', key), call('GETRANGE', key, '0', '7') end
      local is_new = tail == ''
      local count, kind, expires, idle = 0, 110, 0, 0 -- idle: since the newest entry
      usual = is_new
      if is_new then
        -- Of the usual case: no state begins under keys that do not belong together. That what there is began under such keys
        -- is not looked at again with each charge, as that would cost 5 % and, in calls for many tokens, 12 %.
        -- Whether the keys of the token belong together: rw:{token}:policy:suffix, rw:{token}:control, where requests are
        -- counted rw:{token}:policy:counts, and where denials are remembered rw:{token}:policy:denials. Names are printable
        -- ASCII: a key with other bytes is not the one that holds the token's block.
        local of_token, of_policy, suffix = string.match(key, '^(rw:{[!-z|~]+}:)([!-9;-z|~]+:)(%l+)$')
        local is_own = of_token and (suffix == 'log')
        local has_control = is_own and of_token .. 'control' == KEYS[tokens + token]
        local has_counts = has_control and (not counts or of_token .. of_policy .. 'counts' == KEYS[2 * tokens + token])
        local fits = has_counts and (not denials or of_token .. of_policy .. 'denials' == KEYS[3 * tokens + token])
        usual = usual and fits
      end
      if length >= 14 then
        count, kind, expires = (length - 8) / 6, unpack_from('<BI7', header)
        local newest_at = expires - expires % 2^48 + unpack_from('<I6', tail, #tail - 5)
        if newest_at > expires then newest_at = newest_at - 2^48 end
        idle = now - newest_at
        usual = (kind == 110 or kind == 78) and count % 1 == 0 and idle >= 0 and now <= expires
      end
      local moves = now + longest > expires
      if not usual or cost ~= 1 or opens or length >= read and (moves or with_usage) then
        usual, tail_read, tail_read_of = false, tail, token
        break
      end
      if rules_asked >= 1 and count >= limit_1 then -- the entry that is so many back must have left the window
        local bytes, place = tail, #tail - 6 * limit_1 + 1
        if place < 1 then bytes, place = call('GETRANGE', key, length - 6 * limit_1, length - 6 * limit_1 + 5), 1 end
        local moment = unpack_from('<I6', bytes, place)
        if (expires - moment) % 2^48 < expires - now + idle then -- later than the newest: the log is damaged
          usual, tail_read, tail_read_of = false, tail, token
          break
        end
        local wait = window_1 - (now - moment) % 2^48
        if wait > retry_after then verdict, denying_rule, retry_after = denied, 1, wait end
      end
      if rules_asked >= 2 and count >= limit_2 then -- the entry that is so many back must have left the window
        local bytes, place = tail, #tail - 6 * limit_2 + 1
        if place < 1 then bytes, place = call('GETRANGE', key, length - 6 * limit_2, length - 6 * limit_2 + 5), 1 end
        local moment = unpack_from('<I6', bytes, place)
        if (expires - moment) % 2^48 < expires - now + idle then -- later than the newest: the log is damaged
          usual, tail_read, tail_read_of = false, tail, token
          break
        end
        local wait = window_2 - (now - moment) % 2^48
        if wait > retry_after then verdict, denying_rule, retry_after = denied, 2, wait end
      end
      if rules_asked >= 3 and count >= limit_3 then -- the entry that is so many back must have left the window
        local bytes, place = tail, #tail - 6 * limit_3 + 1
        if place < 1 then bytes, place = call('GETRANGE', key, length - 6 * limit_3, length - 6 * limit_3 + 5), 1 end
        local moment = unpack_from('<I6', bytes, place)
        if (expires - moment) % 2^48 < expires - now + idle then -- later than the newest: the log is damaged
          usual, tail_read, tail_read_of = false, tail, token
          break
        end
        local wait = window_3 - (now - moment) % 2^48
        if wait > retry_after then verdict, denying_rule, retry_after = denied, 3, wait end
      end
      if rules_asked >= 4 and count >= limit_4 then -- the entry that is so many back must have left the window
        local bytes, place = tail, #tail - 6 * limit_4 + 1
        if place < 1 then bytes, place = call('GETRANGE', key, length - 6 * limit_4, length - 6 * limit_4 + 5), 1 end
        local moment = unpack_from('<I6', bytes, place)
        if (expires - moment) % 2^48 < expires - now + idle then -- later than the newest: the log is damaged
          usual, tail_read, tail_read_of = false, tail, token
          break
        end
        local wait = window_4 - (now - moment) % 2^48
        if wait > retry_after then verdict, denying_rule, retry_after = denied, 4, wait end
      end
      if verdict == 0 then
        local added = pack('<I6', now % 2^48)
        if moves then
          local place = 9
          while place < length and (now - unpack_from('<I6', tail, place)) % 2^48 >= longest do place = place + 6 end
          if place > 9 then kind = 78 end
          expires = now + longest + math.min(math.ceil(longest / 8), 2^48 - 1 - 2 * longest)
          local state, life = pack('<BI7', kind, expires) .. sub(tail, place) .. added, math.ceil((expires - now) / 1000) + grace
          if not is_new then
            call('SET', key, state, 'PX', life)
          elseif not call('SET', key, state, 'PX', life, 'NX') then -- an empty string is there
            usual, tail_read, tail_read_of = false, tail, token
            break
          end
        else
          if length < 384 then
            call('SET', key, tail .. added, 'KEEPTTL')
          else
            call('APPEND', key, added)
          end
        end
      end
      local used_1, reset_1, used_2, reset_2, used_3, reset_3, used_4, reset_4
      if with_usage then
        local more = 0
        if verdict == 0 then more, idle = 1, 0 end
        if rules_asked >= 1 then
          local low, high = 0, count -- so many, from the front, are out of the window; those behind `high` are in it
          if count > 0 and (now - unpack_from('<I6', tail, 9)) % 2^48 < window_1 then high = 0 end
          while low < high do
            local middle = math.floor((low + high + 1) / 2)
            local age = (now - unpack_from('<I6', tail, 3 + 6 * middle)) % 2^48
            if age >= window_1 then low = middle else high = middle - 1 end
          end
          used_1, reset_1 = count - low + more, 0
          if used_1 > 0 then reset_1 = window_1 - idle end
        end
        if rules_asked >= 2 then
          local low, high = 0, count -- so many, from the front, are out of the window; those behind `high` are in it
          if count > 0 and (now - unpack_from('<I6', tail, 9)) % 2^48 < window_2 then high = 0 end
          while low < high do
            local middle = math.floor((low + high + 1) / 2)
            local age = (now - unpack_from('<I6', tail, 3 + 6 * middle)) % 2^48
            if age >= window_2 then low = middle else high = middle - 1 end
          end
          used_2, reset_2 = count - low + more, 0
          if used_2 > 0 then reset_2 = window_2 - idle end
        end
        if rules_asked >= 3 then
          local low, high = 0, count -- so many, from the front, are out of the window; those behind `high` are in it
          if count > 0 and (now - unpack_from('<I6', tail, 9)) % 2^48 < window_3 then high = 0 end
          while low < high do
            local middle = math.floor((low + high + 1) / 2)
            local age = (now - unpack_from('<I6', tail, 3 + 6 * middle)) % 2^48
            if age >= window_3 then low = middle else high = middle - 1 end
          end
          used_3, reset_3 = count - low + more, 0
          if used_3 > 0 then reset_3 = window_3 - idle end
        end
        if rules_asked >= 4 then
          local low, high = 0, count -- so many, from the front, are out of the window; those behind `high` are in it
          if count > 0 and (now - unpack_from('<I6', tail, 9)) % 2^48 < window_4 then high = 0 end
          while low < high do
            local middle = math.floor((low + high + 1) / 2)
            local age = (now - unpack_from('<I6', tail, 3 + 6 * middle)) % 2^48
            if age >= window_4 then low = middle else high = middle - 1 end
          end
          used_4, reset_4 = count - low + more, 0
          if used_4 > 0 then reset_4 = window_4 - idle end
        end
      end
      report = pack(answer_form, verdict, denying_rule, 0, retry_after, now,
        used_1, reset_1, used_2, reset_2, used_3, reset_3, used_4, reset_4)
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

local function decide(token, cost)
  -- The block and the override of the token. An error of one token's keys is that token's
  -- answer, and keeps no other from being decided.
  local key, request, rules, at = KEYS[token], asked, rules_asked, 16 -- at: where the rules begin
  do
    -- Whether the keys of the token belong together: rw:{token}:policy:suffix, rw:{token}:control, where requests are
    -- counted rw:{token}:policy:counts, and where denials are remembered rw:{token}:policy:denials. Names are printable
    -- ASCII: a key with other bytes is not the one that holds the token's block.
    local of_token, of_policy, suffix = string.match(key, '^(rw:{[!-z|~]+}:)([!-9;-z|~]+:)(%l+)$')
    local is_own = of_token and (suffix == 'log')
    local has_control = is_own and of_token .. 'control' == KEYS[tokens + token]
    local has_counts = has_control and (not counts or of_token .. of_policy .. 'counts' == KEYS[2 * tokens + token])
    local fits = has_counts and (not denials or of_token .. of_policy .. 'denials' == KEYS[3 * tokens + token])
    if not fits then
      return redis.error_reply('ERR ratewarden: ' .. (
        not of_token and 'key ' .. token .. ' is no state key: rw:{token}:policy:log is wanted, other bytes than 0x21 to '
        .. '0x7E written as %XX'
        or not is_own and 'key ' .. token .. ' is of another algorithm: rw:{token}:policy:log is wanted'
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

  local tail = tail_read_of == token and tail_read or try('GETRANGE', key, '-1024', '-1')
  tail_read_of = nil
  if tail.err then
    -- Redis' error, which does not name the key.
    local error = tail.err
    if string.find(error, '^WRONGTYPE') then error = 'WRONGTYPE ratewarden: ' .. key .. ' holds another type' end
    return redis.error_reply(error)
  end
  local length, header = #tail, tail
  if length == 1024 or length == 384 then
    length, header = call('STRLEN', key), call('GETRANGE', key, '0', '14')
  end
  local tail_start = length - #tail -- bytes before it

  local wide, front, size = false, 8, 6
  local count, total, before, expires, newest_at = 0, 0, 0, 0, nil
  local kind = 'n'
  if length > 0 then
    kind = string.sub(header, 1, 1)
    if kind == 'w' or kind == 'W' then
      wide, front, size = true, 15, 14
    end
    count = (length - front) / size
    if count < 1 or count % 1 ~= 0 or not (wide or kind == 'n' or kind == 'N') then
      return redis.error_reply('WRONGTYPE ratewarden: ' .. key .. ' holds a string that is not a log of ours')
    end
    expires, total = unpack_from('<I7', header, 2), count
    if wide then
      before = unpack_from('<I7', header, 9)
      newest_at, total = unpack_from('<I7I7', tail, #tail - 13)
    end
  elseif call('EXISTS', key) == 1 then
    return redis.error_reply('WRONGTYPE ratewarden: ' .. key .. ' holds an empty string, which is not a log of ours')
  end
  local turn = expires - expires % 2^48
  local tail_first = math.max(1, math.ceil((tail_start - front) / size) + 1) -- its first whole entry

  -- Time and running total of an entry. Before the tail every look is a call, so some entries around it
  -- are read along.
  local near, near_start = '', 0
  local function entry(i)
    local offset = front + (i - 1) * size
    local bytes, place = tail, offset - tail_start
    if place < 0 then
      if offset < near_start or offset + size > near_start + #near then
        near_start = math.max(front, offset - 48)
        near = call('GETRANGE', key, near_start, near_start + 95)
      end
      bytes, place = near, offset - near_start
    end
    if wide then return unpack_from('<I7I7', bytes, place + 1) end
    local moment = turn + unpack_from('<I6', bytes, place + 1)
    if moment > expires then moment = moment - 2^48 end
    return moment, i
  end
  if count > 0 and not wide then newest_at = entry(count) end

  -- How many entries, from the front, are not later than the moment.
  local oldest_at
  local function gone_by(moment)
    if count == 0 then return 0 end
    oldest_at = oldest_at or entry(1)
    if oldest_at > moment then return 0 end
    -- The low-th is not later, and those behind `high` are; at: when they came.
    local low, high, low_at, high_at = 1, count, oldest_at, nil
    local function look(i)
      local at = entry(i)
      if at <= moment then low, low_at = i, at else high, high_at = i - 1, at end
    end
    if tail_first > 1 then look(tail_first) end
    if low < high and high < tail_first then
      -- The time says where to look first; from there on in steps that double, of which most lie in what
      -- was read along.
      local place = low + math.floor((moment - low_at) / (high_at - low_at) * (high + 1 - low))
      place = math.min(math.max(place, low + 1), high)
      look(place)
      local later, step = low == place, 1
      while low < high and (low == place) == later do
        if later then place = math.min(place + step, high) else place = math.max(place - step, low + 1) end
        look(place)
        step = step * 2
      end
    end
    while low < high do look(math.floor((low + high + 1) / 2)) end
    return low
  end

  if reserved_at then
    -- The entry that was reserved gets its actual cost, and those behind it the totals that follow from that. Where it is
    -- gone, or was settled before, nothing is done: no other entry is touched instead.
    -- Whether it can be settled what the request says, and what there is to be settled.
    if tokens > 1 then return redis.error_reply('ERR ratewarden: one token is wanted to settle, not ' .. tokens) end
    if reserved_at > 2^53 - 1 or actual > 2^53 - 1 or cost < 1 then
      return redis.error_reply('ERR ratewarden: to settle, at least 1 reserved unit, and an actual cost and a time below 2^53 are '
        .. 'wanted')
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
    end
    local earliest = math.max(newest_at or 0, now) - longest -- no window reaches back to it
    local mine, up_to = nil, before -- the entry, and the total in front of it
    if reserved_at > math.max(earliest, 0) and count > 0 then
      local place = gone_by(reserved_at - 1)
      if place > 0 then up_to = select(2, entry(place)) end
      while place < count and not mine do
        place = place + 1
        local moment, sum = entry(place)
        if moment > reserved_at then break end
        if sum - up_to == cost then mine = place else up_to = sum end
      end
    end
    local mark -- of an open one
    if mine then
      settled = rules
      if wide and mine < count then
        local moment, sum = entry(mine + 1)
        if moment == reserved_at and sum == up_to + cost then mark = mine + 1 end
      end
    end
    if mine and (actual ~= cost or mark) then
      tail, tail_start = call('GETRANGE', key, '0', '-1'), 0
      if not wide and actual == 0 then
        if count == 1 then
          call('DEL', key)
        else
          local place = front + (mine - 1) * size
          call('SET', key, string.sub(tail, 1, place) .. string.sub(tail, place + size + 1), 'KEEPTTL')
        end
      else
        -- Wide from now on. Entries in front stay as they are, unless the log was not wide, or totals would leave the exact
        -- numbers: then what these rules do not count goes, and totals count from what is left.
        local from, parts, sum, forgotten = mine, {}, up_to, 0
        local renumbers = total - cost + actual > 2^53 - 1
        if renumbers then forgotten = gone_by(earliest) end
        if wide and not renumbers then
          parts[1] = string.sub(tail, front + 1, front + (mine - 1) * size)
        else
          from, sum, before, up_to = forgotten + 1, 0, 0, before
          if forgotten > 0 then up_to = select(2, entry(forgotten)) end
          actual = math.min(actual, 2^53 - 1 - (total - up_to - cost))
        end
        for i = from, count do
          local moment, next_up_to = entry(i)
          local units = i == mine and actual or next_up_to - up_to
          up_to, sum = next_up_to, sum + units
          if units > 0 or i ~= mine and i ~= mark then parts[#parts + 1] = pack('<I7I7', moment, sum) end
        end
        kind = (forgotten > 0 or kind == string.upper(kind)) and 'W' or 'w'
        local state = table.concat(parts)
        if state == '' then
          call('DEL', key)
        else
          call('SET', key, kind .. pack('<I7I7', expires, before) .. state, 'KEEPTTL')
        end
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
  if gives_back and cost > 0 then -- given back; the answer is how it stands then
    for i = 1, rules do -- nothing is done for rules that cannot be read
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
    local target, kept = total - cost, count -- of the running total
    if count > 0 and target <= before then
      call('DEL', key)
    elseif count > 0 then
      if wide then
        while kept > 1 and select(2, entry(kept - 1)) >= target do kept = kept - 1 end
        if kept < count and select(2, entry(kept + 1)) == target then kept = kept + 1 end -- the mark of an open one
      else
        kept = target
      end
      local last = wide and pack('<I7I7', (entry(kept)), target) or pack('<I6', entry(kept) % 2^48)
      call('SET', key, call('GETRANGE', key, 0, front + (kept - 1) * size - 1) .. last, 'KEEPTTL')
    end
    return decide(token, 0)
  end

  -- Should the clock have gone back, the newest entry stands in for it until it has caught up.
  local clock = now
  if newest_at and newest_at > now then clock = newest_at end
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
    burst = limit
    local wait = 0
    local needed = total - (limit - cost) -- so much must have left the window by now; a sum may be above 2^53
    if needed > before and cost > 0 and cost <= limit then
      local first = needed
      if wide then -- the first entry with which the total came so far
        local last = count
        first = 1
        while first < last do
          local middle = math.floor((first + last) / 2)
          if select(2, entry(middle)) >= needed then last = middle else first = middle + 1 end
        end
      end
      wait = entry(first) + window - now
      if wait <= clock - now then wait = 0 end -- it has left
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

  local report = ''
  if not without_usage then
    local more = charges and cost or 0
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
      local low = gone_by(clock - window)
      local in_use = total - low
      if wide then
        in_use = total - before
        if low > 0 then in_use = total - select(2, entry(low)) end
      end
      in_use = in_use + more
      local reset = 0
      if in_use > 0 then reset = (more > 0 and clock or newest_at) + window - now end
      report = report .. pack('<I7I7', in_use, reset)
    end
  end

  if charges then
    local added
    local moves = clock + longest > expires
    local narrow_cost = cost == 1 and not opens
    local function wide_entry()
      local bytes = pack('<I7I7', clock, total + cost)
      return opens and bytes .. bytes or bytes
    end
    if not moves and (wide and total + cost <= 2^53 - 1 or not wide and narrow_cost) then
      if wide then added = wide_entry() else added = pack('<I6', clock % 2^48) end
      if length < 384 then
        call('SET', key, tail .. added, 'KEEPTTL')
      else
        call('APPEND', key, added)
      end
    else
      -- A log that lives longer than these rules ask for is also charged by longer ones: another version
      -- of the policy, or a caller with rules of its own. What to forget is theirs to say.
      local forgotten, cut = 0, kind == 'N' or kind == 'W'
      if moves then
        forgotten = gone_by(clock - longest)
        expires = clock + longest + math.min(math.ceil(longest / 8), 2^48 - 1 - 2 * longest)
      end
      local kept = ''
      if forgotten == count then
        wide, before, total = not narrow_cost, 0, 0 -- nothing is left of the old, so the form can be chosen anew
      elseif wide and total + cost <= 2^53 - 1 or not wide and narrow_cost then
        local offset = front + forgotten * size
        if offset >= tail_start then
          kept = string.sub(tail, offset - tail_start + 1)
        else
          kept = call('GETRANGE', key, offset, '-1')
        end
        if wide and forgotten > 0 then before = select(2, entry(forgotten)) end
      else
        -- Wide from now on, or totals that count from what is left: they leave the exact numbers once in
        -- 2^53 units. Where all that is left is too much, what these rules do not count goes.
        if total - before + cost > 2^53 - 1 then forgotten = gone_by(clock - longest) end
        local parts, sum, start = {}, 0, before
        if forgotten > 0 then start = select(2, entry(forgotten)) end
        for i = forgotten + 1, count do
          local moment, up_to = entry(i)
          sum = up_to - start
          parts[#parts + 1] = pack('<I7I7', moment, sum)
        end
        kept, wide, before, total = table.concat(parts), true, 0, sum
      end
      kind = wide and 'w' or 'n'
      if forgotten > 0 or cut then kind = string.upper(kind) end
      local state = kind .. pack('<I7', expires)
      if wide then
        state = state .. pack('<I7', before) .. kept .. wide_entry()
      else
        state = state .. kept .. pack('<I6', clock % 2^48)
      end
      if moves then
        call('SET', key, state, 'PX', math.ceil((expires - now) / 1000) + grace)
      else
        call('SET', key, state, 'KEEPTTL')
      end
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
