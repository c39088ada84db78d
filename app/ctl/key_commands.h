// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/ctl/terminal.h"
#include "core/admin/change.h"
#include "core/model/errors.h"

#include <string>
#include <string_view>
#include <vector>

namespace ratewarden::ctl {

/// Which key of whichever limiter is meant, in the commands that take a token of ours, too.
struct KeyOptions {
    std::string key;
    std::string rules;
    std::string format;
    bool dryRun = false;
};

/// --key and --format, of a command that has a token, --rules and --dry-run of its own.
void declareOtherKey(CLI::App& command, KeyOptions& options);
/// A token of ours, or a key. Returns the token's option.
CLI::Option& declareKey(CLI::App& command, std::string& token, KeyOptions& options);
/// Throws InvalidArgument unless one of the two is given, or both, of a key that holds many tokens; where
/// --key is a file, too.
bool isOfKey(const std::string& token, const KeyOptions& options);

/// A change of what the key stands for, with how that stands.
struct KeyChange {
    Change change;
    std::vector<const Format*> ties; ///< formats that the key fits as well
};
/// Throws InvalidArgument where no format recognizes the key.
KeyChange changeOfKey(Terminal& terminal, const KeyOptions& options, const std::string& token,
                      const Intent& intent, const std::string& by, const std::string& reason);

/// What is thrown at a change of a key that fits several formats, none of which --format names. `difference`:
/// between this one and the ties, "to which what would be written means something else".
InvalidArgument fitsSeveral(const std::string& key, const Format& format,
                            const std::vector<const Format*>& ties, std::string_view difference);

/// Changes what the key stands for, in its own format; or, as a dry run, prints the commands.
Exit changeKey(Terminal& terminal, const KeyOptions& options, const std::string& token, const Intent& intent,
               const std::string& by, const std::string& reason, const std::string& done);

} // namespace ratewarden::ctl
