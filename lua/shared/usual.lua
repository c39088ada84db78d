-- SPDX-License-Identifier: MIT
-- The usual case, unrolled, so that it does without loops over rules, functions and tables: a charge under up to four
-- rules, no token with a control key, and states as a part expects them. From the first token on that is not like this
-- it leaves all to what follows. Who includes it sets and gives
--   usual_rules   what it decides by, for each of the rules
--   beforehand    what is the same for all tokens
--   usually       decides for the token with `key`: sets verdict and report; or breaks
--#unroll
if #asked == 15 + 21 * @n and not as_text then
  local mode, cost_of_each, given, @{limit_i, window_i, burst_i} = unpack_from('<BI7I7@{I7I7I7|}', asked)
  now = given
  --#include shared/keys_and_clock.lua
  if mode % 2 == 1 and not controlled and @{@usual_rules| and }
    and @{window_i >= 1 and window_i <= 140737488355327 and burst_i <= 9007199254740991| and } then
    local longest = 0
    --#rule
    if window_i > longest then longest = window_i end
    --#end rule
    local many, keys, sub = costs or tokens > 1, KEYS, string.sub
    if many then answers = {} end
    --#include beforehand
    for token = 1, tokens do
      local cost, key = cost_of_each, keys[token]
      if costs then cost = unpack_from('<I7', costs, token * 7 - 6) end
      local verdict, denying_rule, retry_after, report = 0, 0, 0, nil
      --#include usually
      if mode >= 4 then
        --#include shared/count_request.lua
      end
      if not many then return report end
      answers[token] = report
    end
    if many and #answers == tokens then return answers end
  end
end
--#end unroll
