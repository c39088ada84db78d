-- SPDX-License-Identifier: MIT
-- The beginning of every deciding script: what is asked, the clock, block and override. What it means: lua/README.md.
--   KEYS    the window state of each token under the policy, then the control key of each: block, overrides; then, if
--           they are counted, the key of each token's counts
--   ARGV    the request packed, and if the tokens' costs differ these; or, of one token, as text: now or '', cost,
--           'acquire', 'peek' or 'give-back', then limit, window and burst of each rule
-- A script takes a few microseconds, and of those most go into calls, functions, tables and numbers written as text. So
-- the parts of a script are joined as text, and what arrives as text is packed first, as a library would have sent it.

local call, pack, unpack_from = redis.call, struct.pack, struct.unpack
local asked, as_text = ARGV[1], #ARGV > 2
local costs = not as_text and ARGV[2]
if as_text then
  -- "number % 1 == 0" and the range also refuse nan, inf and the like, which Lua reads.
  local function whole(text)
    local number = tonumber(text)
    return number and number >= 0 and number <= 9007199254740991 and number % 1 == 0 and number or nil
  end
  local mode = ({ acquire = 1, peek = 0, ['give-back'] = 8 })[ARGV[3]]
  local given, units = ARGV[1] == '' and 0 or whole(ARGV[1]), whole(ARGV[2])
  if not (mode and given and units) or #ARGV < 6 or #ARGV % 3 ~= 0 then
    return redis.error_reply('ERR ratewarden: wants now, cost, acquire, peek or give-back, and three numbers for each '
      .. 'rule')
  end
  if #KEYS == 3 then mode = mode + 4 end
  asked = pack('<BI7I7', mode, units, given)
  for i = 4, #ARGV, 3 do
    local limit, window, burst = whole(ARGV[i]), whole(ARGV[i + 1]), whole(ARGV[i + 2])
    if not (limit and window and burst) then
      return redis.error_reply('ERR ratewarden: a limit, a window and a burst are wanted for rule ' .. (i - 1) / 3)
    end
    asked = asked .. pack('<I7I7I7', limit, window, burst)
  end
end
local rules_asked = (#(asked or '') - 15) / 21
if rules_asked < 1 or rules_asked > 255 or rules_asked % 1 ~= 0 then
  return redis.error_reply('ERR ratewarden: wants a request of 15 bytes, and 21 for each rule, up to 255')
end
local mode, cost_of_each, now = unpack_from('<BI7I7', asked)
local tokens = (mode < 4 or mode == 8) and #KEYS / 2 or #KEYS / 3
if mode > 8 or now > 9007199254740991 or tokens < 1 or tokens % 1 ~= 0 or costs and #costs ~= 7 * tokens then
  return redis.error_reply('ERR ratewarden: wants a mode that there is, a now below 2^53, two keys for each token or '
    .. 'three where they are counted, and 7 bytes for each cost')
end
-- A clock that was handed in says nothing about when the server may forget: such state is kept an hour longer.
local grace = 3600000
if now == 0 then
  local time = call('TIME')
  now, grace = time[1] * 1000000 + time[2], 0
end
local controlled -- some token is; most have no control key
if tokens == 1 then
  controlled = call('EXISTS', KEYS[2]) == 1
else
  controlled = call('EXISTS', unpack(KEYS, tokens + 1, 2 * tokens)) > 0
end

-- What follows, down to shared/reply.lua, is the body of this. An error of one token's keys is that token's answer, and
-- keeps no other from being decided.
local function decide(token, cost)
local key, request, rules, at = KEYS[token], asked, rules_asked, 16 -- at: where the rules begin
if cost > 9007199254740991 then return redis.error_reply('ERR ratewarden: a cost below 2^53 is wanted') end
local blocked_until, override
if controlled then
  local control_key = KEYS[tokens + token]
  local control, fields = redis.pcall('HGETALL', control_key), {}
  if control.err then return control end
  for i = 1, #control, 2 do fields[control[i]] = control[i + 1] end
  -- A moment as the control key holds it; 0: for good. Unreadable: rather for good than not at all.
  local function moment(text)
    local number = text and string.find(text, '^%d+$') and tonumber(text) or 0
    return text and (number <= 9007199254740991 and number or 0)
  end
  blocked_until = moment(fields.block_until)
  local policy = string.match(key, ':([^:]*):[^:]*$') or ''
  local override_until = moment(fields['override_until:' .. policy])
  if override_until and (override_until == 0 or override_until > now) then
    local numbers = {}
    for digits in string.gmatch(fields['override_rules:' .. policy] or '', '%S+') do
      local number = string.find(digits, '^%d+$') and tonumber(digits)
      if not number or number > 9007199254740991 then numbers = {} break end
      numbers[#numbers + 1] = number
    end
    rules = #numbers / 3
    if rules < 1 or rules > 255 or rules % 1 ~= 0 then
      return redis.error_reply('WRONGTYPE ratewarden: the override in ' .. control_key .. ' cannot be read')
    end
    override = pack('<' .. string.rep('I7', #numbers), unpack(numbers))
    request = string.sub(asked, 1, 15) .. override
  end
end

local verdict, denying_rule, retry_after, longest = 0, 0, 0, 0 -- allowed; 1: denied by a rule, 2: blocked, 3: never fits
