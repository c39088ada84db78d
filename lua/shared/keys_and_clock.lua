-- SPDX-License-Identifier: MIT
-- How many tokens the keys are for, the clock, and whether some token is `controlled`; most have no control key.
if mode < 4 or mode == 8 then tokens = #KEYS / 2 else tokens = #KEYS / 3 end
if mode > 8 or now > 9007199254740991 or tokens < 1 or tokens > 4000 or tokens % 1 ~= 0 or costs and #costs ~= 7 * tokens then
  return redis.error_reply('ERR ratewarden: wants a mode that there is, a now below 2^53, two keys for each of up to 4000 '
    .. 'tokens or three where they are counted, and 7 bytes for each cost')
end
grace = 3600000 -- a clock that was handed in says nothing about when the server may forget
if now == 0 then
  local time = call('TIME')
  now, grace = time[1] * 1000000 + time[2], 0
end
if tokens == 1 then
  controlled = call('EXISTS', KEYS[2]) == 1
else
  controlled = call('EXISTS', unpack(KEYS, tokens + 1, 2 * tokens)) > 0
end
