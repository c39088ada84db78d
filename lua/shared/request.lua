-- SPDX-License-Identifier: MIT
-- The beginning of every deciding script: arguments, clock, block and override. What they mean: lua/README.md.
--   KEYS[1] window state of the token under the policy     KEYS[2] control key of the token: block, overrides
--   ARGV    now or '', cost, 'acquire' or 'peek', then limit, window (microseconds) and burst of each rule
-- The parts of a script are joined as text, and are almost free of functions and tables: making those is what costs a
-- short script most of its time. "number % 1 == 0" and the ranges also refuse nan, inf and the like, which Lua reads.

local call, floor, pack, unpack_from = redis.call, math.floor, struct.pack, struct.unpack
local given_now, cost, acquiring = nil, tonumber(ARGV[2]), ARGV[3] == 'acquire'
if ARGV[1] ~= '' then given_now = tonumber(ARGV[1]) or -1 end
local numbers, offset, rules = ARGV, 3, (#ARGV - 3) / 3 -- the rules' numbers stand in `numbers` behind `offset`
if #KEYS ~= 2 or rules < 1 or rules % 1 ~= 0 or not (acquiring or ARGV[3] == 'peek')
    or not (cost and cost >= 0 and cost <= 9007199254740991 and cost % 1 == 0)
    or given_now and not (given_now >= 0 and given_now <= 9007199254740991 and given_now % 1 == 0) then
  return redis.error_reply('ERR ratewarden: wants 2 keys, now, cost, acquire or peek, and three numbers for each rule')
end
local now = given_now
if not now then
  local time = call('TIME')
  now = time[1] * 1000000 + time[2]
end

local blocked_until, overridden
local control = call('HGETALL', KEYS[2])
if control[1] then -- most tokens have none
  local fields = {}
  for i = 1, #control, 2 do fields[control[i]] = control[i + 1] end
  -- A moment as the control key holds it; 0: for good. Unreadable: rather for good than not at all.
  local function moment(text)
    local number = text and string.find(text, '^%d+$') and tonumber(text) or 0
    return text and (number <= 9007199254740991 and number or 0)
  end
  blocked_until = moment(fields.block_until)
  local policy = string.match(KEYS[1], ':([^:]*):[^:]*$') or ''
  local override_until = moment(fields['override_until:' .. policy])
  if override_until and (override_until == 0 or override_until > now) then
    overridden, numbers, offset = true, {}, 0
    for number in string.gmatch(fields['override_rules:' .. policy] or '', '%S+') do numbers[#numbers + 1] = number end
    rules = #numbers / 3
    if rules < 1 or rules % 1 ~= 0 then
      return redis.error_reply('WRONGTYPE ratewarden: the override in ' .. KEYS[2] .. ' cannot be read')
    end
  end
end

local verdict, denying_rule, retry_after = 0, 0, 0 -- allowed; 1: denied by a rule, 2: blocked, 3: never fits
local answer, place = { 0, 0, 0, 0, 0 }, 5
local longest = 0
