// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ctl/output.h"

#include "core/model/errors.h"
#include "core/model/text.h"
#include "core/model/whole_file.h"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <system_error>

namespace ratewarden::ctl {

std::string localTime(Instant moment)
{
    const std::time_t seconds = std::chrono::floor<std::chrono::seconds>(moment).time_since_epoch().count();
    return fmt::format("{:%Y-%m-%d %H:%M:%S %z}", fmt::localtime(seconds));
}

std::string untilText(const std::optional<Instant>& until)
{
    return until ? "until " + localTime(*until) : std::string("for good");
}

std::string endText(const std::optional<Instant>& until)
{
    return until ? localTime(*until) : std::string("for good");
}

std::string counted(std::uint64_t number, const char* one, const char* many)
{
    return fmt::format("{} {}", number, number == 1 ? one : many);
}

std::string shellWord(const std::string& text)
{
    constexpr auto plain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_.,:@%+/-";
    if (!text.empty() && text.find_first_not_of(plain) == std::string::npos)
        return text;
    std::string word = "'";
    for (const char byte : text)
        word += byte == '\'' ? std::string("'\\''") : std::string(1, byte);
    return word + "'";
}

void replaceFile(const std::filesystem::path& path, const std::string& text)
{
    try {
        WholeFile file(path);
        file.write(text);
        file.commit();
    } catch (const std::system_error& error) {
        throw InvalidArgument(
            fmt::format("{} cannot be written: {}", printable(path.string()), error.code().message()));
    }
}

} // namespace ratewarden::ctl
