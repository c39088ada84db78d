-- SPDX-License-Identifier: MIT
-- For shared/usual.lua: states that hold narrow records of just these rules in their order, or nothing.
--#set in_place state
--#part beforehand
-- The beginning of an answer that allows; where there is but one, to pack all of it at once is faster.
local head = many and pack('<xxxxxxxxxxxI7', now)
local most = 1048576 -- of a cost: times a limit it stays below 2^53
--#rule
if burst_i == 0 then burst_i = limit_i end
--#include prepare
if burst_i < most then most = burst_i end
local tag_i = window_i % 32749
--#end rule
--#end part
--#part usually
local state, usual, @{@numbers} = try('GET', key), cost >= 1 and cost <= most, @{@zeros}
if state then
  usual = usual and #state == @n * @narrow_size
  if usual then
    local @{found_i}
    @{found_i, @numbers} = unpack_from('<@{@narrow|}', state)
    usual = @{found_i == tag_i| and }
  end
end
if not usual then break end
local latest, latest_before = 0, 0
local @{@charged}
--#rule
do
  if a_i > latest_before then latest_before = a_i end
  local wait = 0
  --#include charge
  if wait > retry_after then verdict, denying_rule, retry_after = 1, i, wait end
  if next_a_i > latest then latest = next_a_i end
end
--#end rule
if verdict == 0 then
  local charged
  if many then
    charged = pack('<@{@narrow|}', @{tag_i, @charged})
    report = head .. charged
  else
    report = pack('<xxxxxxxxxxxI7@{@narrow|}', now, @{tag_i, @charged})
    charged = sub(report, 19)
  end
  --#include shared/records_keep.lua
else
  report = pack('<BBBi8I7', verdict, denying_rule, 0, retry_after, now) .. (state or '')
end
--#end part
--#include shared/usual.lua
