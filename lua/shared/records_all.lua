-- SPDX-License-Identifier: MIT
-- Every record of `bytes`, each as { tag, a, b, c }; nil if that is not a state of ours.
local function all_records(bytes)
  local all, place = {}, 1
  while place <= #bytes do
    local wide = (string.byte(bytes, place + 1) or 0) >= 128
    local size = wide and @wide_size or @narrow_size
    if place + size - 1 > #bytes then return nil end
    local record = { unpack_from(wide and '<@wide' or '<@narrow', bytes, place) }
    record[#record] = nil -- the place behind it
    if wide then record[1] = record[1] - @wide_mark end
    all[#all + 1], place = record, place + size
  end
  return all
end
