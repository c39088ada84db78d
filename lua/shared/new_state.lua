-- SPDX-License-Identifier: MIT
-- Of the usual case: no state begins under keys that do not belong together. That what there is began under such keys
-- is not looked at again with each charge, as that would cost 5 % and, in calls for many tokens, 12 %.
--#include shared/keys.lua
usual = usual and fits
