-- SPDX-License-Identifier: MIT
-- The exact sliding log in a stream: the id of an entry is "<time in microseconds>-<number within it>",
-- its fields are t, the running total, and c, the cost.

--#set own_suffix suffix == 'xlog'
--#set suffixes xlog
--#include shared/request.lua

local function decide(token, cost)
  --#include shared/token.lua
  --#include shared/log.lua

  local function entry_of(item) -- at, total, cost, open; nil is damaged: Lua itself would also read 0x10, 1e9 and the like
    local at = tonumber(string.match(item[1], '^%d+'))
    local fields = {}
    for i = 1, #item[2], 2 do fields[item[2][i]] = string.match(item[2][i + 1], '^%d+$') end
    return at, tonumber(fields.t), tonumber(fields.c), fields.c and is_open(fields.c)
  end
  local function id_of(moment) return string.format('%.0f', moment) end

  local log = { total = 0 }
  local newest = try('XREVRANGE', key, '+', '-', 'COUNT', 1)
  if newest.err then
    --#set error newest.err
    --#set bad_key key
    --#include shared/other_type.lua
  end
  if newest[1] then
    log.newest_at, log.total = entry_of(newest[1])
    if not (is_whole(log.total) and is_whole(log.newest_at)) then
      return redis.error_reply('WRONGTYPE ratewarden: ' .. key .. ' holds a stream that is not a log of ours')
    end
  end

  function log.total_up_to(moment)
    local last = moment >= 0 and call('XREVRANGE', key, id_of(moment), '-', 'COUNT', 1)[1]
    if not last then return nil end
    local _, total = entry_of(last)
    return total + 0
  end

  function log.before_all()
    local _, total, units = entry_of(call('XRANGE', key, '-', '+', 'COUNT', 1)[1])
    return total - units
  end

  -- A stream cannot be asked for its n-th entry, so the time itself is halved: but first of all it is
  -- asked for the oldest entry in the window, which is what a full one mostly waits for.
  function log.reached(needed, moment)
    local low, total = entry_of(call('XRANGE', key, id_of(math.max(moment + 1, 0)), '+', 'COUNT', 1)[1])
    if total >= needed then return low end
    local high = log.newest_at
    while low < high do
      local middle = math.floor((low + high) / 2)
      if log.total_up_to(middle) >= needed then high = middle else low = middle + 1 end
    end
    return low
  end

  local function rewrite(items, total)
    local costs_kept = {}
    for i = 1, #items do -- all is read before anything goes
      local _, _, units, open = entry_of(items[i])
      costs_kept[i] = cost_text(units, open)
    end
    call('DEL', key)
    log.total = total
    for i = 1, #items do
      log.total = log.total + costs_kept[i]
      call('XADD', key, items[i][1], 't', id_of(log.total), 'c', costs_kept[i])
    end
  end

  function log.entries_from(moment)
    local kept, entries = call('XRANGE', key, id_of(moment), '+'), {}
    for i = 1, #kept do entries[i] = { entry_of(kept[i]) } end
    return entries
  end

  -- All of it is written anew, as a stream takes no entry before one that it has ever had.
  function log.replace_from(moment, entries)
    local kept = call('XRANGE', key, '-', id_of(moment - 1))
    call('DEL', key)
    for i = 1, #kept do
      call('XADD', key, kept[i][1], unpack(kept[i][2]))
    end
    for i = 1, #entries do
      local at, total, cost, open = unpack(entries[i])
      call('XADD', key, id_of(at) .. '-*', 't', id_of(total), 'c', cost_text(cost, open))
    end
  end

  function log.renumber(from)
    rewrite(call('XRANGE', key, from and id_of(math.max(from + 1, 0)) or '-', '+'), 0)
  end

  -- All of it is written anew, as a stream takes no entry before one that it has ever had.
  function log.take_back(units)
    local kept, to_live = call('XRANGE', key, '-', '+'), call('PTTL', key)
    local _, total, cost = entry_of(kept[1])
    local before = total - cost
    while kept[1] and units > 0 do
      _, _, cost = entry_of(kept[#kept])
      if cost > units then
        kept[#kept][2] = { 't', '0', 'c', id_of(cost - units) } -- the total is counted anew
      else
        kept[#kept] = nil
      end
      units = units - cost
    end
    rewrite(kept, before)
    if kept[1] and to_live > 0 then call('PEXPIRE', key, to_live) end
  end

  function log.add(at, units, from, to_live)
    call('XADD', key, id_of(at) .. '-*', 't', id_of(log.total + units), 'c', cost_text(units, opens))
    if from then
      call('XTRIM', key, 'MINID', id_of(math.max(from + 1, 0)))
      call('PEXPIRE', key, to_live)
    end
  end

  --#include shared/log_decide.lua
end

--#include shared/log_answers.lua
