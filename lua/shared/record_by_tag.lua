-- SPDX-License-Identifier: MIT
-- The record of the rule with `tag`, out of `records`: first of all at its own place, as two rules may
-- have one window.
local record = records[i]
if not record or record[1] ~= tag then
  record = nil
  for k = 1, #records do
    if records[k][1] == tag then record = records[k] break end
  end
end
a_i, b_i, c_i = 0, 0, 0
if record then a_i, b_i, c_i = record[2], record[3], record[4] end
