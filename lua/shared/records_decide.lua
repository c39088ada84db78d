-- SPDX-License-Identifier: MIT
-- The decision for any number of rules, any cost and any records; and what is settled.
--# Who includes it gives these parts:
--#   read_more     what else the records tell
--#   check_rule    refuses a rule that cannot be, and completes one that says too little
--#   charge_any    sets wait, and the numbers of rule i's record once the cost is charged: next_a_i and so on
--#   settle        sets these numbers once what was reserved is settled, and counts in `settled`
--#   settled_all   what is to be done when all rules are through
--#   usage_of      the function that tells a rule's used and reset by its record
--#include shared/records_all.lua

local function decide(token, cost)
  --#include shared/token.lua
  --#include shared/records_read.lua
  --#include read_more
  if reserved_at then
    --#include shared/settlement.lua
  end
  for i = 1, rules do
    --#include shared/rule.lua
    --#include check_rule
    --#include shared/record.lua
    local wait, next_a_i, next_b_i, next_c_i = 0, a_i, b_i, c_i
    if reserved_at then
      --#include settle
    else
      --#include charge_any
      --#include shared/judge.lua
    end
    --#include shared/record_next.lua
  end
  if reserved_at then
    charges = settled > 0 and actual ~= cost
    --#include settled_all
  else
    --#include shared/verdict.lua
  end
  --#include shared/records_write.lua
  if reserved_at then
    --#include shared/settled.lua
  end

  if as_text then
    --#include usage_of
    --#include shared/records_report.lua
  end
  --#include shared/reply.lua
end
