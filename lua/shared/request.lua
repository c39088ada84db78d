-- SPDX-License-Identifier: MIT
-- What is asked, and by which clock. What it means: resources/docs/scripts.md.
--   KEYS    the state of each token under the policy, then the control key of each (block, overrides);
--           then, if requests are counted, the key of each token's counts, and if denials are remembered, of each
--           token's denials
--   ARGV    the request packed, and if the tokens' costs differ these; or, of one token, as text: now or '', cost,
--           'acquire', 'peek', 'give-back' or 'settle', then limit, window and burst of each rule, then, to settle, when
--           it was reserved and the actual cost, then, if denials are remembered, how many, and a note for this one
-- What arrives as text is packed first, as a library would have sent it. A script takes a few microseconds,
-- and of those most go into calls, functions, tables and numbers written as text.
--#include shared/modes.lua
--#include shared/ranges.lua
--#set most_tokens 4000
--#set number_bytes 7
--#set header BI7I7
--#set header_bytes 15
--#set memory_bytes 3
--#set settlement I7I7
--#set settlement_bytes 14
--#set most_denials 1000
--#set rules_at 16
--#set rule I7I7I7
--#set rule_bytes 21
--#set usage I7I7
--#set usage_bytes 14
--#set answer BBBi8I7
--#set answer_bytes 18

local call, try, pack, unpack_from = redis.call, redis.pcall, struct.pack, struct.unpack
local denied, blocked, never_fits = 1, 2, 3 -- verdicts; 0: allowed
local asked, costs, as_text = ARGV[1] or '', ARGV[2], ARGV[3]
local denials, note -- how many denials to remember, nil: none; and as text what this one is to be known by
if as_text then
  -- Lua itself also reads 0x5, 1e3, 5.0 and " 5 ".
  local function whole(text)
    local number = tonumber(string.match(text, '^%d+$'))
    return number and number <= @exact and number or nil
  end
  local function refused(place, wanted)
    return redis.error_reply('ERR ratewarden: argument ' .. place .. ': ' .. wanted)
  end
  local mode = ({ peek = 0, acquire = 1, ['give-back'] = 8, settle = 32, reserve = 129 })[ARGV[3]]
  local given, units = ARGV[1] == '' and 0 or whole(ARGV[1]), whole(ARGV[2])
  if not given then return refused(1, 'now must be empty, or microseconds from 0 to 2^53 - 1') end
  if not units then return refused(2, 'the cost must be a whole number from 0 to 2^53 - 1') end
  if not mode then return refused(3, 'the mode must be @modes') end
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
    if not denials or denials < 1 or denials > @most_denials then
      return refused(#ARGV - 1, 'from 1 to @most_denials denials can be remembered')
    end
  end
  asked, costs = pack('<@header', mode, units, given), nil
  for i = 4, last, 3 do
    local limit, window, burst, rule = whole(ARGV[i]), whole(ARGV[i + 1]), whole(ARGV[i + 2]), (i - 1) / 3
    if not limit then return refused(i, 'the limit of rule ' .. rule .. ' must be a whole number from 0 to 2^53 - 1') end
    if not window or window < @shortest_window or window > @longest_window then
      return refused(i + 1, 'the window of rule ' .. rule .. ' must be @window_range')
    end
    if not burst then
      return refused(i + 2, 'the burst of rule ' .. rule .. ' must be a whole number from 0 to 2^53 - 1, 0: as the limit')
    end
    asked = asked .. pack('<@rule', limit, window, burst)
  end
  if settles then
    local reserved, cost = whole(ARGV[last + 1]), whole(ARGV[last + 2])
    if not reserved then return refused(last + 1, 'when it was reserved must be microseconds from 0 to 2^53 - 1') end
    if not cost then return refused(last + 2, 'the actual cost must be a whole number from 0 to 2^53 - 1') end
    asked = asked .. pack('<@settlement', reserved, cost)
  end
end

local mode, cost_of_each, now, bytes_asked = 0, 0, 0, #asked
if bytes_asked >= @header_bytes then mode, cost_of_each, now = unpack_from('<@header', asked) end
local note_at -- where in the request the note of a denial stands
local reserved_at, actual -- to settle: when the cost was charged, and what it has turned out to be
local opens = mode >= 128 -- whether what is charged is marked as open, until it is settled: a log does that
if mode >= 16 then
  if opens then mode = mode - 128 end
  if mode >= 32 then
    bytes_asked = bytes_asked - @settlement_bytes
    reserved_at, actual = unpack_from('<@settlement', asked, bytes_asked + 1)
  elseif mode >= 16 then
    local low, high, note_bytes = string.byte(asked, -@memory_bytes, -1)
    denials, bytes_asked = low + 256 * high, bytes_asked - @memory_bytes - note_bytes
    note_at = bytes_asked + 1
  end
end
local rules_asked = (bytes_asked - @header_bytes) / @rule_bytes
if rules_asked < 1 or rules_asked > 255 or rules_asked % 1 ~= 0 then
  return redis.error_reply('ERR ratewarden: argument 1: a packed request of @header_bytes bytes, and @rule_bytes for '
    .. 'each of 1 to 255 rules, is wanted, not ' .. bytes_asked .. ' bytes; or as text now, cost, mode, and limit, window and burst of each rule')
end
local acquires, without_usage, counts, gives_back = mode % 2 == 1, mode % 4 >= 2, mode % 8 >= 4, mode % 16 >= 8
local tokens = #KEYS / (denials and 4 or counts and 3 or 2)
local known_mode = (mode <= 8 or mode == 12 or mode == 21 or mode == 23 or mode == 32 or mode == 36)
  and (acquires or not opens)
local remembers = not denials or denials >= 1 and denials <= @most_denials
if not known_mode or not remembers or now > @exact or tokens < 1 or tokens > @most_tokens or tokens % 1 ~= 0
  or costs and #costs ~= @number_bytes * tokens then
  local wrong = 'argument 1: the mode must be @mode_numbers, not ' .. mode + (opens and 128 or 0)
  if known_mode then
    if not remembers then
      wrong = 'argument 1: from 1 to @most_denials denials can be remembered, not ' .. denials
    elseif now > @exact then
      wrong = 'argument 1: now must be 0, or microseconds up to 2^53 - 1'
    elseif tokens < 1 or tokens > @most_tokens or tokens % 1 ~= 0 then
      wrong = (denials and 'four' or counts and 'three' or 'two') .. ' keys are wanted for each of up to @most_tokens tokens, not '
        .. #KEYS .. ' in all'
    else
      wrong = 'argument 2: @number_bytes bytes are wanted for the cost of each of ' .. tokens .. ' tokens, not '
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
