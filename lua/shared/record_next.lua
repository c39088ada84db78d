-- SPDX-License-Identifier: MIT
-- The record when the cost is charged.
if next_a then
  if next_a > latest then latest = next_a end
  if limit >= NARROW_LIMIT or next_c and next_c >= NARROW_LIMIT then
    charged = charged .. pack(WIDE, tag + 32768, next_a, next_b, next_c)
  else
    charged = charged .. pack(NARROW, tag, next_a, next_b, next_c)
  end
end
