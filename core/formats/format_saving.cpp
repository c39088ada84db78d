// SPDX-License-Identifier: MIT
#include "core/formats/format_saving.h"

#include "core/formats/format_writer.h"
#include "core/formats/user_formats.h"
#include "core/model/whole_file.h"

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
    try {
        // The part of a file has a name that begins with a dot, which is nobody's format.
        WholeFile whole(path);
        whole.write(formatFileText(file));
        whole.commit();
    } catch (const std::system_error& failure) {
        refuse(path, failure.code().message());
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
