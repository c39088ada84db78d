-- SPDX-License-Identifier: MIT
-- Reads every record of `bytes` into `records`, each as { tag, a, b, c }; nil if that is not a state of ours.
do
  local place = 1
  records = {}
  while place <= #bytes do
    local wide = (string.byte(bytes, place + 1) or 0) >= 128
    local size = wide and @wide_size or @narrow_size
    if place + size - 1 > #bytes then records = nil break end
    local record = { unpack_from(wide and '<@wide' or '<@narrow', bytes, place) }
    record[#record] = nil -- the place behind it
    if wide then record[1] = record[1] - @wide_mark end
    records[#records + 1], place = record, place + size
  end
end
