-- SPDX-License-Identifier: MIT
-- The record when the cost is charged.
if next_a_i > latest then latest = next_a_i end
-- What was charged under a larger limit than this may stay, if units are given back.
if limit_i >= @narrow_limit or next_b_i >= @narrow_limit or next_c_i and next_c_i >= @narrow_limit then
  charged = charged .. pack('<@wide', tag + @wide_mark, next_a_i, next_b_i, next_c_i)
else
  charged = charged .. pack('<@narrow', tag, next_a_i, next_b_i, next_c_i)
end
