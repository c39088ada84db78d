-- SPDX-License-Identifier: MIT
-- Rule i, its numbers checked.
local limit, window, burst = tonumber(numbers[offset + 1]), tonumber(numbers[offset + 2]), tonumber(numbers[offset + 3])
offset = offset + 3
if not (limit and window and burst and limit >= 0 and limit <= 9007199254740991 and limit % 1 == 0
    and window >= 1 and window <= 9007199254740991 and window % 1 == 0
    and burst >= 0 and burst <= 9007199254740991 and burst % 1 == 0) then
  return redis.error_reply((overridden and 'WRONGTYPE ratewarden: the override cannot be read, at rule '
    or 'ERR ratewarden: a limit, a window and a burst are wanted for rule ') .. i)
end
if burst == 0 or limit == 0 then burst = limit end
if window > longest then longest = window end
