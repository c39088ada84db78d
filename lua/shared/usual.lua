-- SPDX-License-Identifier: MIT
-- The usual case, without loops over rules, functions and tables, as these are what costs most: a charge under
-- up to four rules, no token with a control key, and states of the usual form. It leaves the first token that is
-- not like this, and all after it, to what follows.
--# Who includes it gives these parts:
--#   all_rules   what is the same for all tokens
--#   each_rule   the same, for rule i; it may set usual to false
--#   usually     decides for the token with `key`: sets verdict and report; or sets usual to false
if rules_asked <= 4 and acquires and not controlled and not as_text then
  local rules_form = '<@rule'
  if rules_asked == 2 then
    rules_form = '<@rule@rule'
  elseif rules_asked == 3 then
    rules_form = '<@rule@rule@rule'
  elseif rules_asked == 4 then
    rules_form = '<@rule@rule@rule@rule'
  end
  local @{limit_i, window_i, burst_i}
    = unpack_from(rules_form, asked, @rules_at)
  local usual, many, longest, patience, keys, sub = true, costs or tokens > 1, 0, 0, KEYS, string.sub
  --#include all_rules
  --#rule
  if rules_asked >= i then
    usual = usual and limit_i >= 1 and burst_i <= @exact and window_i >= @shortest_window and window_i <= @longest_window
    if window_i > longest then longest = window_i end
    --#include each_rule
  end
  --#end rule
  if usual then
    if many then answers = {} end
    for token = 1, tokens do
      local key, cost = keys[token], cost_of_each
      if costs then cost = unpack_from('<I7', costs, 1 + (token - 1) * @number_bytes) end
      local verdict, denying_rule, retry_after, report = 0, 0, 0, nil
      --#include usually
      if not usual then break end -- what follows goes on from here
      if counts then
        --#include shared/count_request.lua
      end
      if not many then return report end
      answers[token] = report
    end
    if usual then return answers end
  end
end
