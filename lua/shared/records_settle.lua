-- SPDX-License-Identifier: MIT
-- Settles under each rule whose record still has what was reserved. As what is settled may be above the limit, it may
-- also be above what a narrow record can hold.
--# Who includes it gives these parts:
--#   settle        sets the numbers of rule i's record, next_a_i and so on, and counts in `settled`
--#   settled_all   what is to be done when all rules are through
if reserved_at then
  --#include shared/settlement.lua
  for i = 1, rules do
    --#include shared/rule.lua
    local @prepared
    --#include prepare
    --#include shared/record.lua
    local next_a_i, next_b_i, next_c_i = a_i, b_i, c_i
    --#include settle
    --#include shared/record_next.lua
  end
  local charges = settled > 0 and actual ~= cost
  --#include settled_all
  --#include shared/records_write.lua
  --#include shared/settled.lua
end
