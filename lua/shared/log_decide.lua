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

-- Should the clock have gone back, the newest entry stands in for it until it has caught up.
local clock = log.newest_at and math.max(log.newest_at, now) or now
-- Most windows hold all of the log or nothing of it, and rules mostly stand in the order of their
-- windows: once nothing is so old, the storage is not asked again.
local none_up_to, before_all
local function charged_up_to(moment)
  if log.newest_at <= moment then return log.total end
  if none_up_to and moment <= none_up_to then return before_all end
  local total = log.total_up_to(moment)
  if not total then
    none_up_to, before_all = moment, log.before_all()
    total = before_all
  end
  return total
end
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
  local to_live, from = math.ceil((clock + longest - now) / 1000) + grace, nil
  -- A log that is to live longer than these rules ask for is also charged by longer ones: another version
  -- of the policy, or a caller with rules of its own. What to forget is theirs to say.
  local lives = call('PTTL', key)
  if lives <= to_live then from = clock - longest end
  -- The running total leaves the exact numbers once in 2^53 units.
  local renumbers = log.total + cost > @exact
  if renumbers then
    log.renumber(from)
    -- Where all that is left is too much, what these rules do not count goes.
    if log.total + cost > @exact then log.renumber(clock - longest) end
  end
  log.add(clock, cost, from, to_live)
  if renumbers and not from then call('PEXPIRE', key, lives) end -- the key was written anew
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
