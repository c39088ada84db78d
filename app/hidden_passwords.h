// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace ratewarden {

/// Overwrites the passwords of URLs in the program's arguments, so that `ps` shows them to nobody from then
/// on. Call it as soon as the arguments are read. Until then they were there to see:
/// RATEWARDEN_REDIS_PASSWORD is the safe way.
void hidePasswords(int argc, char** argv);

} // namespace ratewarden
