-- SPDX-License-Identifier: MIT
-- The beginning of every deciding script: what is asked. What it means: lua/README.md.
--   KEYS    the window state of each token under the policy, then the control key of each: block, overrides; then, if
--           they are counted, the key of each token's counts
--   ARGV    the request packed, and if the tokens' costs differ these; or, of one token, as text: now or '', cost,
--           'acquire', 'peek' or 'give-back', then limit, window and burst of each rule
-- A script takes a few microseconds, and of those most go into calls, functions, tables and numbers written as text. So
-- the parts of a script are joined as text, and what arrives as text is packed first, as a library would have sent it.

local call, try, pack, unpack_from = redis.call, redis.pcall, struct.pack, struct.unpack
local asked, costs, as_text = ARGV[1] or '', ARGV[2], ARGV[3]
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
  asked, costs = pack('<BI7I7', mode, units, given), nil
  for i = 4, #ARGV, 3 do
    local limit, window, burst = whole(ARGV[i]), whole(ARGV[i + 1]), whole(ARGV[i + 2])
    if not (limit and window and burst) then
      return redis.error_reply('ERR ratewarden: a limit, a window and a burst are wanted for rule ' .. (i - 1) / 3)
    end
    asked = asked .. pack('<I7I7I7', limit, window, burst)
  end
end
local tokens, now, grace, controlled, answers
