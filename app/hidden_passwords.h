// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace ratewarden {

/// Overwrites the passwords of URLs in the program's arguments, so that `ps` shows them to nobody from then
/// on. Call it as soon as the arguments are read. Until then they were there to see:
/// RATEWARDEN_REDIS_PASSWORD is the safe way.
void hidePasswords(int argc, char** argv);

/// Makes that this process, whose memory holds passwords, leaves no core dump, wherever the system sends
/// them, and that no other process of the same user reads its memory (on Linux; elsewhere it leaves no core
/// file). What it starts (ssh, the demo's server) is not affected. A limit of the size of core files alone
/// would not do: a system that pipes them to a program, as systemd does, need not obey it.
void keepOutOfCoreDumps();

} // namespace ratewarden
