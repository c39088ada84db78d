// SPDX-License-Identifier: MIT
#include "core/formats/format_saving.h"

#include "core/formats/format_writer.h"
#include "core/formats/user_formats.h"

#include <fstream>
#include <system_error>

namespace ratewarden {
namespace {

namespace fs = std::filesystem;

[[noreturn]] void refuse(const fs::path& path, const std::string& reason)
{
    throw InvalidArgument({FormatFault::CannotWrite, path.string(), reason});
}

} // namespace

void writeFormatFile(const fs::path& path, const FormatFile& file)
{
    std::error_code error;
    if (path.has_parent_path())
        fs::create_directories(path.parent_path(), error);
    if (error)
        refuse(path, error.message());
    // Files whose names begin with a dot are nobody's format.
    const fs::path whole = path.parent_path() / ("." + path.filename().string() + ".part");
    std::ofstream out(whole, std::ios::binary | std::ios::trunc);
    out << formatFileText(file);
    out.close();
    if (!out) {
        fs::remove(whole, error);
        throw InvalidArgument({FormatFault::FolderFull, path.string()});
    }
    fs::rename(whole, path, error);
    if (error) {
        const std::string reason = error.message();
        fs::remove(whole, error);
        refuse(path, reason);
    }
}

fs::path userFormatPath(const std::string& name)
{
    const fs::path folder = userFormatsFolder();
    if (folder.empty())
        throw InvalidArgument(FormatFault::NoFolder);
    return folder / (name + ".json");
}

} // namespace ratewarden
