-- SPDX-License-Identifier: MIT
-- Used and reset for each rule, for an answer as text; a packed one carries the records themselves.
records = all_records(report)
report, at = '', @rules_at
for i = 1, rules do
  --#include shared/rule.lua
  local tag = window_i % @tags
  local a_i, b_i, c_i
  --#include shared/record_by_tag.lua
  report = report .. pack('<@usage', usage(limit_i, window_i, burst_i, a_i, b_i, c_i))
end
