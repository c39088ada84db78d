-- SPDX-License-Identifier: MIT
-- Records: for algorithms whose state has a constant size, one for each rule, so that rules can be reordered and edited
-- under live state, and a caller with other rules forgives nothing. A record is
--   a tag of two bytes that tells the rule by its window; its highest bit says that the wide format follows
--   the numbers of the algorithm, little-endian; the first is the moment from which the record no longer counts
-- The wide format is for numbers that the narrow one cannot hold. The tag is the window modulo 32749, the largest prime
-- that leaves the highest bit free.
--#set decide decide
--#set tags 32749
--#set wide_mark 2^15

--# For shared/usual.lua: states that hold narrow records of just these rules in their order, or nothing.
--#set in_place state
--#set allows xxxxxxxxxxxI7
--#part all_rules
local head = many and pack('<@allows', now) -- the beginning of an answer that allows
local most = 2^20 -- of a cost: times a limit it stays below 2^53
local size, records_form, answer_form = rules_asked * @narrow_size, '<@narrow', '<@allows@narrow'
if rules_asked == 2 then
  records_form, answer_form = '<@narrow@narrow', '<@allows@narrow@narrow'
elseif rules_asked == 3 then
  records_form, answer_form = '<@narrow@narrow@narrow', '<@allows@narrow@narrow@narrow'
elseif rules_asked == 4 then
  records_form, answer_form = '<@narrow@narrow@narrow@narrow', '<@allows@narrow@narrow@narrow@narrow'
end
--#rule
local @prepared
--#end rule
--#end part
--#part each_rule
usual = usual and @usual_rule
tag_i = window_i % @tags
if burst_i == 0 then burst_i = limit_i end
if burst_i < most then most = burst_i end
--#include prepare
if @patience_of > patience then patience = @patience_of end
--#end part
--#part usually
local state = try('GET', key)
usual = cost >= 1 and cost <= most and (not state or #state == size)
if not state then
  --#include shared/new_state.lua
end
if usual then
  local @{found_i, @numbers}
    = unpack_from(records_form, state or string.rep('\0', size))
  local latest, latest_before = 0, 0
  --#rule
  local @charged
  if rules_asked >= i then
    if state and found_i ~= tag_i then usual = false end
    if a_i > latest_before then latest_before = a_i end
    local wait = 0
    --#include charge
    if wait > retry_after then verdict, denying_rule, retry_after = denied, i, wait end
    if next_a_i > latest then latest = next_a_i end
  end
  --#end rule
  usual = usual and retry_after <= patience -- else the state lies in the future
  if verdict == 0 and usual then
    local charged
    if many then
      charged = pack(records_form,
        @{tag_i, @charged})
      report = head .. charged
    else -- faster than to join them
      report = pack(answer_form, now,
        @{tag_i, @charged})
      charged = sub(report, @answer_bytes + 1)
    end
    --#include shared/records_keep.lua
  else
    report = pack('<@answer', verdict, denying_rule, 0, retry_after, now) .. (state or '')
  end
end
--#end part

--#include shared/usual.lua
