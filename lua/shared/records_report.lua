-- SPDX-License-Identifier: MIT
-- Used and reset for each rule, for an answer as text; a packed one carries the records themselves.
local bytes = report
--#include shared/records_all.lua
report, at = '', 16
for i = 1, rules do
  --#include shared/rule.lua
  local tag = window % 32749
  local a, b, c
  --#include shared/record_by_tag.lua
  report = report .. pack('<I7I7', usage(limit, window, burst, a, b, c))
end
