// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace ratewarden {

/// Opens /dev/null in the place of each standard stream that the program was started without. Call it before
/// anything else: otherwise the next file or connection gets the number, and what is printed goes there.
/// Writing to a standard output that was closed still fails, so that the program can say so.
void keepStandardStreams();

} // namespace ratewarden
