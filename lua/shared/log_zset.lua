-- SPDX-License-Identifier: MIT
--# The log in a sorted set, which may have other members in front of it, with scores below 0. Who includes it sets
--#   before_log    a lower bound of the scores of all entries; after: the same for those later than `moment`
--#   is_entry      whether `newest`, a member and its score, is one of the log; is_no_entry: that it is not
--#   first         the place of the first entry; offset: from the number of an entry to its place
--#   count         how many entries there are
--#   forget        what removes them all
-- Of a damaged member, nil: Lua itself would also read 0x10, 1e9 and the like.
local function total_of(member) return tonumber(string.match(member, '^(%d+):%d+$')) end
local function cost_of(member) return string.match(member, '^%d+:(%d+)$') + 0 end
local function open_in(member) return is_open(string.match(member, '^%d+:(%d+)$')) end
local function member_of(total, units, open) return string.format('%016.0f:', total) .. cost_text(units, open) end
local function after(moment) return moment and string.format('(%.0f', @after) or @before_log end

local log = { total = 0 }
local newest = try('ZRANGE', key, -1, -1, 'WITHSCORES')
if newest.err then
  --#set error newest.err
  --#set bad_key key
  --#include shared/other_type.lua
end
if @is_entry then
  log.total, log.newest_at = total_of(newest[1]), tonumber(newest[2])
  if not (is_whole(log.total) and is_whole(log.newest_at)) then
    return redis.error_reply('WRONGTYPE ratewarden: ' .. key .. ' holds a sorted set that is not a log of ours')
  end
end

function log.total_up_to(moment)
  local last = call('ZREVRANGEBYSCORE', key, moment, @before_log, 'LIMIT', 0, 1)
  return last[1] and total_of(last[1]) + 0
end

function log.before_all()
  local first = call('ZRANGE', key, @first, @first)[1]
  return total_of(first) - cost_of(first)
end

function log.reached(needed)
  -- Were every cost 1, it would stand (total - needed) places from the end; greater ones only move it
  -- towards the end.
  local count = @count
  local place = first_entry(count, function(i)
    return total_of(call('ZRANGE', key, i @offset, i @offset)[1]) >= needed
  end, count - (log.total - needed))
  return tonumber(call('ZRANGE', key, place @offset, place @offset, 'WITHSCORES')[2])
end

function log.renumber(from)
  local kept = call('ZRANGEBYSCORE', key, after(from), '+inf', 'WITHSCORES')
  log.total = 0
  for k = 1, #kept, 2 do -- all is read before anything goes
    local units = cost_of(kept[k])
    log.total = log.total + units
    kept[k] = member_of(log.total, units, open_in(kept[k]))
  end
  @forget
  for k = 1, #kept, 2 do call('ZADD', key, kept[k + 1], kept[k]) end
end

function log.take_back(units)
  while units > 0 do
    local newest = call('ZRANGE', key, -1, -1, 'WITHSCORES')
    if @is_no_entry then return end
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
    call('ZREMRANGEBYSCORE', key, @before_log, from)
    call('PEXPIRE', key, to_live)
  end
end
