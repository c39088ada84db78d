// SPDX-License-Identifier: MIT
#include "core/formats/describe/format_saving.h"

#include "core/formats/describe/format_writer.h"
#include "core/formats/describe/user_formats.h"
#include "core/formats/files/file_faults.h"
#include "core/model/whole_file.h"

#include <system_error>

namespace ratewarden {
namespace {

namespace fs = std::filesystem;

[[noreturn]] void refuseSaving(const fs::path& path, const std::string& reason)
{
    throw InvalidArgument({Fault::CannotWrite, path.string(), reason});
}

} // namespace

void writeFormatFile(const fs::path& path, const FormatFile& file)
{
    writeUserFile(path, formatFileText(file));
}

void writeUserFile(const fs::path& path, const std::string& text)
{
    std::error_code error;
    if (path.has_parent_path())
        fs::create_directories(path.parent_path(), error);
    if (error)
        refuseSaving(path, error.message());
    try {
        // The part of a file has a name that begins with a dot, which is nobody's format.
        WholeFile whole(path);
        whole.write(text);
        whole.commit();
    } catch (const std::system_error& failure) {
        refuseSaving(path, failure.code().message());
    }
}

fs::path userFormatPath(const std::string& name)
{
    const fs::path folder = userFormatsFolder();
    if (folder.empty())
        throw InvalidArgument(Fault::NoFolder);
    return folder / (name + ".json");
}

} // namespace ratewarden
