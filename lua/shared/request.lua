-- SPDX-License-Identifier: MIT
-- Joined in front of every deciding script at build time. What the arguments and the reply mean: lua/README.md.
--   KEYS[1] window state of the token under the policy     KEYS[2] control key of the token
--   ARGV    now or '', cost, 'acquire' or 'peek', then limit and window (microseconds) of each rule

local ALLOWED, DENIED_BY_RULE, BLOCKED, NEVER_FITS = 0, 1, 2, 3
local NEVER = -1 -- as a retry-after: waiting does not help
local MAX_UNITS = 9007199254740991
-- A clock that was handed in says nothing about when the server may forget: such state is kept an hour longer.
local REPLAY_GRACE = 3600000

-- Lua reads "nan", "inf" and "0x1p3" as numbers too, and every comparison with nan is false.
local function whole(text, lowest, highest)
  local number = tonumber(text)
  return number and number >= lowest and number <= highest and number == math.floor(number) and number or nil
end

local given_now, cost, acquiring = whole(ARGV[1], 0, MAX_UNITS), whole(ARGV[2], 0, MAX_UNITS), ARGV[3] == 'acquire'
local limits, windows, longest = {}, {}, 0
for i = 4, #ARGV, 2 do
  local limit, window = whole(ARGV[i], 0, MAX_UNITS), whole(ARGV[i + 1], 1, MAX_UNITS)
  if not limit or not window then
    return redis.error_reply('ERR ratewarden: argument ' .. i .. ' does not begin a limit and a window')
  end
  limits[#limits + 1], windows[#windows + 1] = limit, window
  if window > longest then longest = window end
end
if #KEYS ~= 2 or #limits == 0 or not cost
    or not (acquiring or ARGV[3] == 'peek') or not (given_now or ARGV[1] == '') then
  return redis.error_reply('ERR ratewarden: wants 2 keys, now, cost, acquire or peek, and a limit and window for each rule')
end
local now = given_now
if not now then
  local time = redis.call('TIME')
  now = time[1] * 1000000 + time[2]
end

local verdict, denying_rule, retry_after = ALLOWED, 0, 0
local used, reset_after = {}, {}

-- What one rule says; `wait` is how long until the cost fits under it alone, zero or less when it fits now.
-- A rule whose limit is below the cost outranks all, then the rule that makes wait the longest.
local function add_rule(i, used_units, reset, wait)
  used[i], reset_after[i] = used_units, reset
  if verdict == NEVER_FITS then return end
  if cost > limits[i] then
    verdict, denying_rule, retry_after = NEVER_FITS, i, NEVER
  elseif wait > retry_after then
    verdict, denying_rule, retry_after = DENIED_BY_RULE, i, wait
  end
end

-- A block outranks what the rules say; they are still reported.
local function apply_block()
  local block_until = redis.call('HGET', KEYS[2], 'block_until')
  if not block_until then return end
  -- Unreadable: rather blocked than let through.
  block_until = string.find(block_until, '^%d+$') and whole(block_until, 0, MAX_UNITS) or 0
  if block_until == 0 then
    verdict, denying_rule, retry_after = BLOCKED, 0, NEVER
  elseif block_until > now then
    verdict, denying_rule, retry_after = BLOCKED, 0, block_until - now
  end
end

local function charges()
  return verdict == ALLOWED and cost > 0 and acquiring
end

local function milliseconds_to_live(microseconds)
  return math.ceil(microseconds / 1000) + (given_now and REPLAY_GRACE or 0)
end

local function reply()
  local answer = { verdict, denying_rule, retry_after, now }
  for i = 1, #limits do
    answer[3 + 2 * i], answer[4 + 2 * i] = used[i], reset_after[i]
  end
  return answer
end
