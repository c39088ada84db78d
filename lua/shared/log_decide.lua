-- SPDX-License-Identifier: MIT
-- The decision by this log.
--#set patience_of window_i

if reserved_at then
  --#include shared/log_settle.lua
end
if gives_back and cost > 0 then -- given back; the answer is how it stands then
  for i = 1, rules do -- nothing is done for rules that cannot be read
    --#include shared/rule.lua
  end
  if log.newest_at then log.take_back(cost) end
  return decide(token, 0)
end

--#include shared/log_clock.lua
local used, windows = {}, {}
for i = 1, rules do
  --#include shared/rule.lua
  burst_i = limit_i
  used[i], windows[i] = log.newest_at and log.total - charged_up_to(clock - window_i) or 0, window_i
  local wait = 0
  if cost > 0 and cost <= limit_i and used[i] > limit_i - cost then -- differences, as a sum may be above 2^53
    wait = log.reached(log.total - (limit_i - cost), clock - window_i) + window_i - now
  end
  --#include shared/judge.lua
end
--#include shared/verdict.lua
local newest_at, more = log.newest_at, 0
if charges then
  --#set charged_at clock
  --#include shared/log_charge.lua
  newest_at, more = clock, cost
end
local report = ''
if not without_usage then
  for i = 1, rules do
    local in_use = used[i] + more
    report = report .. pack('<@usage', in_use, in_use > 0 and newest_at + windows[i] - now or 0)
  end
end
--#include shared/reply.lua
