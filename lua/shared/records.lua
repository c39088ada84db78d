-- SPDX-License-Identifier: MIT
-- For algorithms whose state has a constant size: one record for each rule, so that rules can be reordered and edited
-- under live state, and a caller with other rules forgives nothing. A record is
--   a tag of two bytes that tells the rule by its window; its highest bit says that the wide format follows
--   the numbers of the algorithm, little-endian; the first is the moment from which the record no longer counts
-- The wide format is for numbers from `narrow_limit` on, which the narrow one could not hold.

local WIDE_TAG = 32768
local TAGS = 32749 -- the largest prime that leaves the highest bit free
local MAX_FOREIGN = 16 -- records of other rules that are carried along

-- `look(i, ...)` gets the numbers of rule i's record, or nothing when it has none. It returns used, reset-after and
-- wait (how long until the cost fits; zero or less: it does now), and the numbers to store when the cost is charged.
local function decide_by_records(narrow, wide, narrow_limit, look)
  local state = redis.call('GET', KEYS[1]) or ''
  local narrow_size, wide_size = struct.size(narrow), struct.size(wide)
  local records, position = {}, 1
  while position <= #state do
    local is_wide = (string.byte(state, position + 1) or 0) >= 128
    if position + (is_wide and wide_size or narrow_size) - 1 > #state then
      return redis.error_reply('WRONGTYPE ratewarden: this string is not a state of ours')
    end
    local record = { struct.unpack(is_wide and wide or narrow, state, position) }
    position = table.remove(record)
    if is_wide then record[1] = record[1] - WIDE_TAG end
    records[#records + 1] = record
  end

  local tags, next_records = {}, {}
  for i = 1, #limits do
    local tag = windows[i] % TAGS
    tags[i] = tag
    -- First of all at its own place: two rules may have the same window.
    local record = records[i]
    if not record or record[1] ~= tag then
      record = nil
      for k = 1, #records do
        if records[k][1] == tag then record = records[k] break end
      end
    end
    local used_units, reset, wait
    local next_record = {}
    if record then
      used_units, reset, wait, next_record[1], next_record[2], next_record[3] = look(i, record[2], record[3], record[4])
    else
      used_units, reset, wait, next_record[1], next_record[2], next_record[3] = look(i)
    end
    next_records[i] = next_record
    add_rule(i, used_units, reset, wait)
  end
  apply_block()
  if not charges() then return reply() end

  local packed, latest, named = {}, 0, {}
  for i = 1, #limits do
    local record = next_records[i]
    local is_wide = limits[i] >= narrow_limit or (record[3] or 0) >= narrow_limit
    named[tags[i]] = true
    packed[i] = struct.pack(is_wide and wide or narrow, tags[i] + (is_wide and WIDE_TAG or 0), unpack(record))
    if record[1] > latest then latest = record[1] end
    used[i], reset_after[i] = look(i, unpack(record))
  end
  for k = 1, math.min(#records, #limits + MAX_FOREIGN) do
    local record = records[k]
    if not named[record[1]] and record[2] >= now then
      -- Wide, whatever it was: the limit it was made for is not known.
      packed[#packed + 1] = struct.pack(wide, record[1] + WIDE_TAG, unpack(record, 2))
      if record[2] > latest then latest = record[2] end
    end
  end
  redis.call('SET', KEYS[1], table.concat(packed), 'PX', milliseconds_to_live(latest + 1 - now))
  return reply()
end
