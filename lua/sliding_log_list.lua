-- SPDX-License-Identifier: MIT
-- The exact sliding log in a list, the oldest charge first: "<time in microseconds> <running total> <cost>".

--#set own_suffix suffix == 'llog'
--#set suffixes llog
--#include shared/request.lua

local function decide(token, cost)
  --#include shared/token.lua
  --#include shared/log.lua

  local function entry_of(text)
    local at, total, units = string.match(text, '^(%d+) (%d+) (%d+)$')
    return tonumber(at), tonumber(total), tonumber(units), units and is_open(units)
  end
  local function text_of(at, total, units, open)
    return string.format('%.0f %.0f ', at, total) .. cost_text(units, open)
  end

  local count = try('LLEN', key)
  if type(count) == 'table' then
    --#set error count.err
    --#set bad_key key
    --#include shared/other_type.lua
  end
  local read = {} -- entries by place from the front, so that none is asked for twice
  local function entry(place)
    local found = read[place]
    if not found then
      found = { entry_of(call('LINDEX', key, place - 1)) }
      read[place] = found
    end
    return found
  end

  local log = { total = 0 }
  if count > 0 then
    log.newest_at, log.total = entry(count)[1], entry(count)[2]
    if not (is_whole(log.total) and is_whole(log.newest_at)) then
      return redis.error_reply('WRONGTYPE ratewarden: ' .. key .. ' holds a list that is not a log of ours')
    end
  end

  -- How many entries, from the front, are not later than the moment.
  local function place_of(moment)
    if count == 0 or entry(1)[1] > moment then return 0 end
    if entry(count)[1] <= moment then return count end
    return first_entry(count, function(i) return entry(i)[1] > moment end) - 1
  end

  function log.total_up_to(moment)
    local place = place_of(moment)
    return place > 0 and entry(place)[2] or nil
  end

  function log.before_all() return entry(1)[2] - entry(1)[3] end

  function log.reached(needed)
    return entry(first_entry(count, function(i) return entry(i)[2] >= needed end, count - (log.total - needed)))[1]
  end

  function log.renumber(from)
    local kept = call('LRANGE', key, from and place_of(from) or 0, -1)
    count, read, log.total = #kept, {}, 0
    for i = 1, #kept do -- all is read before anything goes
      local at, _, units, open = entry_of(kept[i])
      log.total = log.total + units
      kept[i] = text_of(at, log.total, units, open)
    end
    call('DEL', key)
    for i = 1, #kept do call('RPUSH', key, kept[i]) end
  end

  function log.take_back(units)
    for place = count, 1, -1 do
      local at, total, cost = unpack(entry(place))
      if cost > units then
        call('LSET', key, -1, text_of(at, total - units, cost - units))
        return
      end
      call('RPOP', key)
      units = units - cost
      if units == 0 then return end
    end
  end

  function log.entries_from(moment)
    local kept, entries = call('LRANGE', key, place_of(moment - 1), -1), {}
    for i = 1, #kept do entries[i] = { entry_of(kept[i]) } end
    return entries
  end

  function log.replace_from(moment, entries)
    call('LTRIM', key, -count, place_of(moment - 1) - 1 - count) -- from the end, as 0 and -1 would be all of it
    for i = 1, #entries do call('RPUSH', key, text_of(unpack(entries[i]))) end
  end

  function log.add(at, units, from, to_live)
    call('RPUSH', key, text_of(at, log.total + units, units, opens))
    if from then
      local forgotten = place_of(from)
      if forgotten > 0 then call('LTRIM', key, forgotten, -1) end
      call('PEXPIRE', key, to_live)
    end
  end

  --#include shared/log_decide.lua
end

--#include shared/log_answers.lua
