-- SPDX-License-Identifier: MIT
--# Charges the log. Who includes it sets charged_at.
local to_live, from = math.ceil((clock + longest - now) / 1000) + grace, nil
-- A log that is to live longer than these rules ask for is also charged by longer ones: another version
-- of the policy, or a caller with rules of its own. What to forget is theirs to say.
local lives = call('PTTL', key)
if lives <= to_live then from = clock - @log_longest end
-- The running total leaves the exact numbers once in 2^53 units.
local renumbers = log.total + cost > @exact
if renumbers then
  log.renumber(from)
  -- Where all that is left is too much, what these rules do not count goes.
  if log.total + cost > @exact then log.renumber(clock - @log_longest) end
end
log.add(@charged_at, cost, from, to_live)
if renumbers and not from then call('PEXPIRE', key, lives) end -- the key was written anew
