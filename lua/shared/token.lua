-- SPDX-License-Identifier: MIT
-- The block and the override of the token. An error of one token's keys is that token's
-- answer, and keeps no other from being decided.
local key, request, rules, at = KEYS[token], asked, rules_asked, @rules_at -- at: where the rules begin
do
  --#include shared/keys.lua
  if not fits then
    return redis.error_reply('ERR ratewarden: ' .. (
      not of_token and 'key ' .. token .. ' is no state key: rw:{token}:policy:@suffixes is wanted, other bytes than 0x21 to '
      .. '0x7E written as %XX'
      or not is_own and 'key ' .. token .. ' is of another algorithm: rw:{token}:policy:@suffixes is wanted'
      or not has_control and 'key ' .. tokens + token .. ' must be the control key of the same token as key ' .. token
      .. ': rw:{token}:control'
      or not has_counts and 'key ' .. 2 * tokens + token .. ' must be the counts key of the same token and policy as key '
      .. token .. ': rw:{token}:policy:counts'
      or 'key ' .. 3 * tokens + token .. ' must be the denials key of the same token and policy as key ' .. token
      .. ': rw:{token}:policy:denials'))
  end
end
if cost > @exact then return redis.error_reply('ERR ratewarden: a cost below 2^53 is wanted') end
local blocked_until, override
if controlled then
  local control_key = KEYS[tokens + token]
  local control, fields = try('HGETALL', control_key), {}
  if control.err then
    --#set error control.err
    --#set bad_key control_key
    --#include shared/other_type.lua
  end
  for i = 1, #control, 2 do fields[control[i]] = control[i + 1] end
  -- A moment as the control key holds it; 0: for good. Unreadable: rather for good than not at all.
  local function moment(text)
    local number = text and string.find(text, '^%d+$') and tonumber(text) or 0
    return text and (number <= @exact and number or 0)
  end
  blocked_until = moment(fields.block_until)
  local policy = string.match(key, ':([^:]*):[^:]*$') or ''
  local override_until = moment(fields['override_until:' .. policy])
  if override_until and (override_until == 0 or override_until > now) then
    local numbers = {}
    for digits in string.gmatch(fields['override_rules:' .. policy] or '', '%S+') do
      local number = string.find(digits, '^%d+$') and tonumber(digits)
      if not number or number > @exact then numbers = {} break end
      numbers[#numbers + 1] = number
    end
    rules = #numbers / 3
    if rules < 1 or rules > 255 or rules % 1 ~= 0 then
      return redis.error_reply('WRONGTYPE ratewarden: the override in ' .. control_key .. ' cannot be read; lift it')
    end
    override = pack('<' .. string.rep('I7', #numbers), unpack(numbers))
    request = string.sub(asked, 1, @header_bytes) .. override
  end
end

-- patience: the longest that a token can have to wait under these rules
local verdict, denying_rule, retry_after, longest, patience = 0, 0, 0, 0, 0
local charges, settled = false, 0 -- whether the cost is charged; under how many rules it is settled
