-- SPDX-License-Identifier: MIT
-- Joined in front of every deciding script at build time. What the arguments and the reply mean: lua/README.md.
--   KEYS[1] window state of the token under the policy     KEYS[2] control key of the token: block, overrides
--   ARGV    now or '', cost, 'acquire' or 'peek', then limit, window (microseconds) and burst of each rule

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
local limits, windows, bursts, longest = {}, {}, {}, 0
local function read_rules(numbers, from)
  limits, windows, bursts, longest = {}, {}, {}, 0
  for i = from, #numbers, 3 do
    local limit, window = whole(numbers[i], 0, MAX_UNITS), whole(numbers[i + 1], 1, MAX_UNITS)
    local burst = whole(numbers[i + 2], 0, MAX_UNITS)
    if not limit or not window or not burst then return i end
    limits[#limits + 1], windows[#windows + 1] = limit, window
    bursts[#bursts + 1] = limit > 0 and burst > 0 and burst or limit
    if window > longest then longest = window end
  end
end

local wrong = read_rules(ARGV, 4)
if wrong then
  return redis.error_reply('ERR ratewarden: argument ' .. wrong .. ' does not begin a limit, a window and a burst')
end
if #KEYS ~= 2 or #limits == 0 or not cost
    or not (acquiring or ARGV[3] == 'peek') or not (given_now or ARGV[1] == '') then
  return redis.error_reply('ERR ratewarden: wants 2 keys, now, cost, acquire or peek, and three numbers for each rule')
end
local now = given_now
if not now then
  local time = redis.call('TIME')
  now = time[1] * 1000000 + time[2]
end

-- Most tokens have no control key.
local control = redis.call('HGETALL', KEYS[2])
local blocked_until, overridden
if #control > 0 then
  local fields = {}
  for i = 1, #control, 2 do fields[control[i]] = control[i + 1] end
  -- A moment as the control key holds it; 0: for good. Unreadable: rather for good than not at all.
  local function moment(text)
    return text and (string.find(text, '^%d+$') and whole(text, 0, MAX_UNITS) or 0)
  end
  blocked_until = moment(fields.block_until)
  local policy = string.match(KEYS[1], ':([^:]*):[^:]*$') or ''
  local override_until = moment(fields['override_until:' .. policy])
  if override_until and (override_until == 0 or override_until > now) then
    local numbers = {}
    for number in string.gmatch(fields['override_rules:' .. policy] or '', '%S+') do numbers[#numbers + 1] = number end
    if read_rules(numbers, 1) or #limits == 0 then
      return redis.error_reply('WRONGTYPE ratewarden: the override in ' .. KEYS[2] .. ' cannot be read')
    end
    overridden = true
  end
end

local verdict, denying_rule, retry_after = ALLOWED, 0, 0
local used, reset_after = {}, {}

-- What one rule says; `wait` is how long until the cost fits under it alone, zero or less when it fits now.
-- A rule that can never hold the cost outranks all, then the rule that makes wait the longest.
local function add_rule(i, used_units, reset, wait)
  used[i], reset_after[i] = used_units, reset
  if verdict == NEVER_FITS then return end
  if cost > bursts[i] then
    verdict, denying_rule, retry_after = NEVER_FITS, i, NEVER
  elseif wait > retry_after then
    verdict, denying_rule, retry_after = DENIED_BY_RULE, i, wait
  end
end

-- A block outranks what the rules say; they are still reported.
local function apply_block()
  if blocked_until == 0 then
    verdict, denying_rule, retry_after = BLOCKED, 0, NEVER
  elseif blocked_until and blocked_until > now then
    verdict, denying_rule, retry_after = BLOCKED, 0, blocked_until - now
  end
end

local function charges()
  return verdict == ALLOWED and cost > 0 and acquiring
end

local function milliseconds_to_live(microseconds)
  return math.ceil(microseconds / 1000) + (given_now and REPLAY_GRACE or 0)
end

local function reply()
  local answer = { verdict, denying_rule, retry_after, now, overridden and 1 or 0 }
  for i = 1, #limits do
    answer[#answer + 1] = used[i]
    answer[#answer + 1] = reset_after[i]
    if overridden then
      answer[#answer + 1] = limits[i]
      answer[#answer + 1] = windows[i]
      answer[#answer + 1] = bursts[i]
    end
  end
  return answer
end
