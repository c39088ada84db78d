-- SPDX-License-Identifier: MIT
-- The charged records become the state. To move its expiry costs more than to write it. So it is moved
-- only when the end of what counts comes into another step, a sixteenth of the longest window for records
-- of which it moves with every charge, and is set to the end of the step after that.
--# Who includes it sets in_place: whether the state can be written over.
local step = @step
local expires = latest - latest % step
if @in_place and latest_before - latest_before % step == expires then
  call('SETRANGE', key, '0', charged)
else
  call('SET', key, charged, 'PX', math.ceil((expires + 2 * step - now) / 1000) + grace)
end
