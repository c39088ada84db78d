-- SPDX-License-Identifier: MIT
-- What is asked, and by which clock. What it means: lua/README.md.
--   KEYS    the state of each token under the policy, then the control key of each (block, overrides);
--           then, if requests are counted, the key of each token's counts
--   ARGV    the request packed, and if the tokens' costs differ these; or, of one token, as text: now or '', cost,
--           'acquire', 'peek' or 'give-back', then limit, window and burst of each rule
-- What arrives as text is packed first, as a library would have sent it. A script takes a few microseconds,
-- and of those most go into calls, functions, tables and numbers written as text.
--#set exact 2^53 - 1
--#set longest_window 2^47 - 1
--#set most_tokens 4000
--#set number_bytes 7
--#set header BI7I7
--#set header_bytes 15
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
if as_text then
  -- "number % 1 == 0" and the range also refuse nan, inf and the like, which Lua reads.
  local function whole(text)
    local number = tonumber(text)
    return number and number >= 0 and number <= @exact and number % 1 == 0 and number or nil
  end
  local mode = ({ peek = 0, acquire = 1, ['give-back'] = 8 })[ARGV[3]]
  local given, units = ARGV[1] == '' and 0 or whole(ARGV[1]), whole(ARGV[2])
  if not (mode and given and units) or #ARGV < 6 or #ARGV % 3 ~= 0 then
    return redis.error_reply('ERR ratewarden: wants now, cost, acquire, peek or give-back, and three numbers for each '
      .. 'rule')
  end
  if #KEYS == 3 then mode = mode + 4 end -- counts
  asked, costs = pack('<@header', mode, units, given), nil
  for i = 4, #ARGV, 3 do
    local limit, window, burst = whole(ARGV[i]), whole(ARGV[i + 1]), whole(ARGV[i + 2])
    if not (limit and window and burst) then
      return redis.error_reply('ERR ratewarden: a limit, a window and a burst are wanted for rule ' .. (i - 1) / 3)
    end
    asked = asked .. pack('<@rule', limit, window, burst)
  end
end

local rules_asked = (#asked - @header_bytes) / @rule_bytes
if rules_asked < 1 or rules_asked > 255 or rules_asked % 1 ~= 0 then
  return redis.error_reply('ERR ratewarden: wants a request of @header_bytes bytes, and @rule_bytes for each rule, up to 255')
end
local mode, cost_of_each, now = unpack_from('<@header', asked)
local acquires, without_usage, counts, gives_back = mode % 2 == 1, mode % 4 >= 2, mode % 8 >= 4, mode == 8
local tokens = #KEYS / (counts and 3 or 2)
if mode > 8 or now > @exact or tokens < 1 or tokens > @most_tokens or tokens % 1 ~= 0
  or costs and #costs ~= @number_bytes * tokens then
  return redis.error_reply('ERR ratewarden: wants a mode that there is, a now below 2^53, two keys for each of up to '
    .. '@most_tokens tokens or three where they are counted, and @number_bytes bytes for each cost')
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
