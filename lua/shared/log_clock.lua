-- SPDX-License-Identifier: MIT
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
