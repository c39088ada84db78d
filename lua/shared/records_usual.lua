-- SPDX-License-Identifier: MIT
-- The usual case of algorithms with records: a charge under up to four rules, no token blocked or with an override, and
-- states that hold narrow records of just these rules in their order, or nothing. It is unrolled, so that it does
-- without loops over rules, functions and tables. From the first token on that is not like this it leaves all to what
-- follows.
--#unroll
if #asked == 15 + 21 * @n and not as_text then
  local mode, cost_of_each, given, @{limit_i, window_i, burst_i} = unpack_from('<BI7I7@{I7I7I7|}', asked)
  now = given
  --#include shared/keys_and_clock.lua
  if mode % 2 == 1 and not controlled
    and @{limit_i >= 1 and limit_i < @narrow_limit and window_i >= 1 and window_i <= 140737488355327| and } then
    local most, longest = @narrow_limit, 0 -- of the costs, and of the windows
    --#rule
    if burst_i == 0 then burst_i = limit_i end
    --#include prepare
    if burst_i < most then most = burst_i end
    if window_i > longest then longest = window_i end
    local tag_i = window_i % 32749
    --#end rule
    if most > 1048576 then most = 1048576 end -- times a limit it stays below 2^53
    local many = costs or tokens > 1
    if many then answers = {} end
    for token = 1, tokens do
      local cost = cost_of_each
      if costs then cost = unpack_from('<I7', costs, token * 7 - 6) end
      local key = KEYS[token]
      local state, usual, @{@numbers} = try('GET', key), cost >= 1 and cost <= most, @{@zeros}
      if state then
        usual = usual and #state == @n * @narrow_size
        if usual then
          local @{found_i}
          @{found_i, @numbers} = unpack_from('<@{@narrow|}', state)
          usual = @{found_i == tag_i| and }
        end
      end
      if not usual then break end
      local verdict, denying_rule, retry_after, latest, latest_before = 0, 0, 0, 0, 0
      local @{@charged}
      --#rule
      do
        if a_i > latest_before then latest_before = a_i end
        local wait = 0
        --#include charge
        if wait > retry_after then verdict, denying_rule, retry_after = 1, i, wait end
        if next_a_i > latest then latest = next_a_i end
      end
      --#end rule
      local report
      if verdict == 0 then
        report = pack('<xxxxxxxxxxxI7@{@narrow|}', now, @{tag_i, @charged})
        local charged = string.sub(report, 19)
        --#include shared/records_keep.lua
      else
        report = pack('<BBBi8I7', verdict, denying_rule, 0, retry_after, now) .. (state or '')
      end
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
