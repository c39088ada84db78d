-- SPDX-License-Identifier: MIT
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
--#set own_suffix suffix == 'log'
--#set suffixes log
--#set turn 2^48
--#set slack math.min(math.ceil(longest / 8), @turn - 1 - 2 * longest)
-- Lua hashes all of a string, so that to read and join 384 bytes costs what three short calls do. A log
-- that is shorter is read whole, and written anew at its true size, as APPEND would leave as much room
-- again behind it; to a longer one that is done when it is cut off. Of no log more than its last 1024
-- bytes are read at once.
--#set short 384
--#set most_read 1024
--#set patience_of window_i
--#set letter_n 110
--#set letter_N 78
--#part append
if length < @short then
  call('SET', key, tail .. added, 'KEEPTTL')
else
  call('APPEND', key, added)
end
--#end part
--#part settle
-- The entry that was reserved gets its actual cost, and those behind it the totals that follow from that. Where it is
-- gone, or was settled before, nothing is done: no other entry is touched instead.
--#include shared/settlement.lua
for i = 1, rules do
  --#include shared/rule.lua
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
    local renumbers = total - cost + actual > @exact
    if renumbers then forgotten = gone_by(earliest) end
    if wide and not renumbers then
      parts[1] = string.sub(tail, front + 1, front + (mine - 1) * size)
    else
      from, sum, before, up_to = forgotten + 1, 0, 0, before
      if forgotten > 0 then up_to = select(2, entry(forgotten)) end
      actual = math.min(actual, @exact - (total - up_to - cost))
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
--#include shared/settled.lua
--#end part
--#include shared/request.lua

-- Usual are charges of 1 and logs of units whose newest entry is not yet to come. What is used of long
-- ones is counted, and they are cut off, by the rest.
local tail_read, tail_read_of -- of the token whose log was found not to be usual
--#part all_rules
local with_usage, read, from = not without_usage, @short, '-@short' -- so much of the end of a log is read
local answer_form = '<@answer'
if with_usage then
  read, from = @most_read, '-@most_read' -- what is used is found in that faster than by calls
  answer_form = '<@answer@usage'
  if rules_asked == 2 then
    answer_form = '<@answer@usage@usage'
  elseif rules_asked == 3 then
    answer_form = '<@answer@usage@usage@usage'
  elseif rules_asked == 4 then
    answer_form = '<@answer@usage@usage@usage@usage'
  end
end
--#end part
--#part each_rule
usual = usual and limit_i <= @exact
--#end part
--#part usually
local tail = try('GETRANGE', key, from, '-1')
local length, header = #tail, tail
if length == read then length, header = call('STRLEN', key), call('GETRANGE', key, '0', '7') end
local is_new = tail == ''
local count, kind, expires, idle = 0, @letter_n, 0, 0 -- idle: since the newest entry
usual = is_new
if is_new then
  --#include shared/new_state.lua
end
if length >= 14 then
  count, kind, expires = (length - 8) / 6, unpack_from('<BI7', header)
  local newest_at = expires - expires % @turn + unpack_from('<I6', tail, #tail - 5)
  if newest_at > expires then newest_at = newest_at - @turn end
  idle = now - newest_at
  usual = (kind == @letter_n or kind == @letter_N) and count % 1 == 0 and idle >= 0 and now <= expires
end
local moves = now + longest > expires
if not usual or cost ~= 1 or opens or length >= read and (moves or with_usage) then
  usual, tail_read, tail_read_of = false, tail, token
  break
end
--#rule
if rules_asked >= i and count >= limit_i then -- the entry that is so many back must have left the window
  local bytes, place = tail, #tail - 6 * limit_i + 1
  if place < 1 then bytes, place = call('GETRANGE', key, length - 6 * limit_i, length - 6 * limit_i + 5), 1 end
  local moment = unpack_from('<I6', bytes, place)
  if (expires - moment) % @turn < expires - now + idle then -- later than the newest: the log is damaged
    usual, tail_read, tail_read_of = false, tail, token
    break
  end
  local wait = window_i - (now - moment) % @turn
  if wait > retry_after then verdict, denying_rule, retry_after = denied, i, wait end
end
--#end rule
if verdict == 0 then
  local added = pack('<I6', now % @turn)
  if moves then
    local place = 9
    while place < length and (now - unpack_from('<I6', tail, place)) % @turn >= longest do place = place + 6 end
    if place > 9 then kind = @letter_N end
    expires = now + longest + @slack
    local state, life = pack('<BI7', kind, expires) .. sub(tail, place) .. added, math.ceil((expires - now) / 1000) + grace
    if not is_new then
      call('SET', key, state, 'PX', life)
    elseif not call('SET', key, state, 'PX', life, 'NX') then -- an empty string is there
      usual, tail_read, tail_read_of = false, tail, token
      break
    end
  else
    --#include append
  end
end
local @{used_i, reset_i}
if with_usage then
  local more = 0
  if verdict == 0 then more, idle = 1, 0 end
  --#rule
  if rules_asked >= i then
    local low, high = 0, count -- so many, from the front, are out of the window; those behind `high` are in it
    if count > 0 and (now - unpack_from('<I6', tail, 9)) % @turn < window_i then high = 0 end
    while low < high do
      local middle = math.floor((low + high + 1) / 2)
      local age = (now - unpack_from('<I6', tail, 3 + 6 * middle)) % @turn
      if age >= window_i then low = middle else high = middle - 1 end
    end
    used_i, reset_i = count - low + more, 0
    if used_i > 0 then reset_i = window_i - idle end
  end
  --#end rule
end
report = pack(answer_form, verdict, denying_rule, 0, retry_after, now,
  @{used_i, reset_i})
--#end part
--#include shared/usual.lua

local function decide(token, cost)
  --#include shared/token.lua

  local tail = tail_read_of == token and tail_read or try('GETRANGE', key, '-@most_read', '-1')
  tail_read_of = nil
  if tail.err then
    --#set error tail.err
    --#set bad_key key
    --#include shared/other_type.lua
  end
  local length, header = #tail, tail
  if length == @most_read or length == @short then
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
  local turn = expires - expires % @turn
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
    if moment > expires then moment = moment - @turn end
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
    --#include settle
  end
  if gives_back and cost > 0 then -- given back; the answer is how it stands then
    for i = 1, rules do -- nothing is done for rules that cannot be read
      --#include shared/rule.lua
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
      local last = wide and pack('<I7I7', (entry(kept)), target) or pack('<I6', entry(kept) % @turn)
      call('SET', key, call('GETRANGE', key, 0, front + (kept - 1) * size - 1) .. last, 'KEEPTTL')
    end
    return decide(token, 0)
  end

  -- Should the clock have gone back, the newest entry stands in for it until it has caught up.
  local clock = now
  if newest_at and newest_at > now then clock = newest_at end
  for i = 1, rules do
    --#include shared/rule.lua
    burst_i = limit_i
    local wait = 0
    local needed = total - (limit_i - cost) -- so much must have left the window by now; a sum may be above 2^53
    if needed > before and cost > 0 and cost <= limit_i then
      local first = needed
      if wide then -- the first entry with which the total came so far
        local last = count
        first = 1
        while first < last do
          local middle = math.floor((first + last) / 2)
          if select(2, entry(middle)) >= needed then last = middle else first = middle + 1 end
        end
      end
      wait = entry(first) + window_i - now
      if wait <= clock - now then wait = 0 end -- it has left
    end
    --#include shared/judge.lua
  end
  --#include shared/verdict.lua

  local report = ''
  if not without_usage then
    local more = charges and cost or 0
    at = @rules_at
    for i = 1, rules do
      --#include shared/rule.lua
      local low = gone_by(clock - window_i)
      local in_use = total - low
      if wide then
        in_use = total - before
        if low > 0 then in_use = total - select(2, entry(low)) end
      end
      in_use = in_use + more
      local reset = 0
      if in_use > 0 then reset = (more > 0 and clock or newest_at) + window_i - now end
      report = report .. pack('<@usage', in_use, reset)
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
    if not moves and (wide and total + cost <= @exact or not wide and narrow_cost) then
      if wide then added = wide_entry() else added = pack('<I6', clock % @turn) end
      --#include append
    else
      -- A log that lives longer than these rules ask for is also charged by longer ones: another version
      -- of the policy, or a caller with rules of its own. What to forget is theirs to say.
      local forgotten, cut = 0, kind == 'N' or kind == 'W'
      if moves then
        forgotten = gone_by(clock - longest)
        expires = clock + longest + @slack
      end
      local kept = ''
      if forgotten == count then
        wide, before, total = not narrow_cost, 0, 0 -- nothing is left of the old, so the form can be chosen anew
      elseif wide and total + cost <= @exact or not wide and narrow_cost then
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
        if total - before + cost > @exact then forgotten = gone_by(clock - longest) end
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
        state = state .. kept .. pack('<I6', clock % @turn)
      end
      if moves then
        call('SET', key, state, 'PX', math.ceil((expires - now) / 1000) + grace)
      else
        call('SET', key, state, 'KEEPTTL')
      end
    end
  end
  --#include shared/reply.lua
end

--#include shared/log_answers.lua
