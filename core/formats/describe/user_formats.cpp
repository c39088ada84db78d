// SPDX-License-Identifier: MIT
#include "core/formats/describe/user_formats.h"

#include "core/formats/describe/prefix_file.h"
#include "core/formats/files/file_faults.h"
#include "core/formats/files/located_json.h"
#include "core/model/text.h"
#include "core/redis/socket.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <map>
#include <mutex>
#include <set>
#include <string_view>
#include <system_error>
#include <utility>

namespace ratewarden {
namespace {

namespace fs = std::filesystem;

// Of a folder that was meant to be another one.
constexpr std::size_t mostFolderEntries = 100'000;

std::string systemReason(int error)
{
    return std::generic_category().message(error);
}

// The line on which a file that was read names its format.
int lineOfName(const std::string& name, const std::string& text)
{
    const LocatedJson root = parseLocatedJson(name, text);
    return JsonField(name, root, "").at("format").json().line;
}

class Loader {
public:
    Loader(const fs::path& folder, const LoadedFormats& before)
    {
        m_loaded.folder = folder;
        for (const UserFormat& one : before.formats)
            m_before.emplace(one.file, &one);
    }

    LoadedFormats run()
    {
        const std::set<fs::path> files = list();
        std::size_t count = 0;
        for (const fs::path& path : files) {
            if (++count > maxUserFormats) {
                refuse(path, 0, "", {Fault::FilesTooMany, maxUserFormats});
                continue;
            }
            try {
                if (path.filename() == PrefixFile::name)
                    m_loaded.prefixes = readUserFile(path);
                else
                    take(path);
            } catch (const BadFormatFile& error) {
                refuse(path, error.line(), error.field(), error.reason());
                keepEarlier(path);
            }
        }
        return std::move(m_loaded);
    }

private:
    std::set<fs::path> list()
    {
        std::set<fs::path> files;
        std::error_code error;
        fs::directory_iterator entry(m_loaded.folder, error);
        for (std::size_t looked = 0; !error && entry != fs::directory_iterator(); entry.increment(error)) {
            if (++looked > mostFolderEntries) {
                refuse(m_loaded.folder, 0, "", Fault::OtherFiles);
                break;
            }
            const fs::path& path = entry->path();
            if (path.extension() == ".json" && !path.filename().native().starts_with('.'))
                files.insert(path);
        }
        if (error && error != std::errc::no_such_file_or_directory)
            refuse(m_loaded.folder, 0, "", {Fault::CannotRead, systemReason(error.value())});
        return files;
    }

    void take(const fs::path& path)
    {
        const std::string name = path.filename().string();
        UserFormat one{path, readUserFile(path), nullptr, false};
        m_bytes += one.text.size();
        if (m_bytes > maxUserFormatBytes)
            throw BadFormatFile(name, 0, "", {Fault::FilesTooLarge, maxUserFormatBytes});
        const auto before = m_before.find(path);
        if (before != m_before.end() && before->second->text == one.text)
            one.format = before->second->format;
        else
            one.format = std::make_shared<const CatalogueFormat>(parseFormatFile(name, one.text));
        const std::string& format = one.format->file().name;
        const auto [other, isNew] = m_files.try_emplace(format, name);
        if (!isNew)
            throw BadFormatFile(name, lineOfName(name, one.text), "format",
                                {Fault::DescribedTwice, other->second, format});
        one.replacesBuiltIn = builtInCatalogue().find(format) != nullptr;
        m_loaded.formats.push_back(std::move(one));
    }

    // A file that is being edited may be wrong for a while.
    void keepEarlier(const fs::path& path)
    {
        const auto before = m_before.find(path);
        if (before == m_before.end() ||
            !m_files.try_emplace(before->second->format->file().name, path.filename().string()).second)
            return;
        m_loaded.formats.push_back(*before->second);
        m_loaded.refused.back().earlierInUse = true;
    }

    void refuse(const fs::path& path, int line, const std::string& field, Problem reason)
    {
        m_loaded.refused.push_back({path, line, field, std::move(reason), false});
    }

    LoadedFormats m_loaded;
    std::map<fs::path, const UserFormat*> m_before;
    std::map<std::string, std::string> m_files; // of each format
    std::size_t m_bytes = 0;
};

bool sameFormats(const LoadedFormats& one, const LoadedFormats& other)
{
    return std::ranges::equal(one.formats, other.formats, {}, &UserFormat::format, &UserFormat::format);
}

// What is said of prefixes.
void takePrefixes(LoadedFormats& now, const LoadedFormats& before)
{
    try {
        const PrefixFile file = now.prefixes.empty() ? PrefixFile() : parsePrefixFile(now.prefixes);
        usePrefixes(prefixesOf(file), refusedIn(file), saidIn(file));
    } catch (const BadFormatFile& error) { // what it said before stays in use
        now.refused.push_back({now.folder / PrefixFile::name, error.line(), error.field(), error.reason(),
                               !before.prefixes.empty()});
        now.prefixes = before.prefixes;
    }
}

struct Loaded {
    std::mutex loading; ///< held while files are read
    std::mutex mutex;   ///< of what follows
    std::shared_ptr<const LoadedFormats> formats;
};

Loaded& loaded()
{
    static Loaded state;
    return state;
}

} // namespace

// What is read is what was opened, so nobody can put a device in its place in between; and a pipe that nobody
// writes to is not waited for.
std::string readUserFile(const fs::path& path)
{
    const std::string name = path.filename().string();
    const Descriptor file(open(path.c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC | O_NOCTTY));
    if (file.number() < 0)
        throw BadFormatFile(name, 0, "",
                            errno == ELOOP ? Problem(Fault::SymbolicLink)
                                           : Problem(Fault::CannotOpen, systemReason(errno)));
    struct stat about {};
    if (fstat(file.number(), &about) != 0)
        throw BadFormatFile(name, 0, "", {Fault::CannotOpen, systemReason(errno)});
    if (!S_ISREG(about.st_mode))
        throw BadFormatFile(name, 0, "", Fault::NotPlainFile);
    const auto tooLarge = [&] {
        return BadFormatFile(name, 0, "", Problem(Fault::FileSize, maxFormatFile));
    };
    if (about.st_size > off_t(maxFormatFile))
        throw tooLarge();
    std::string text(std::size_t(about.st_size) + 1, '\0');
    std::size_t length = 0;
    for (;;) {
        const ssize_t more = read(file.number(), text.data() + length, text.size() - length);
        if (more < 0 && errno == EINTR)
            continue;
        if (more < 0)
            throw BadFormatFile(name, 0, "", {Fault::CannotRead, systemReason(errno)});
        length += std::size_t(more);
        if (more == 0)
            break;
        if (length > maxFormatFile) // it has grown since
            throw tooLarge();
        if (length == text.size())
            text.resize(std::min(2 * text.size(), maxFormatFile + 1));
    }
    text.resize(length);
    return text;
}

std::filesystem::path userFormatsFolder()
{
    if (const std::string_view own = environment("RATEWARDEN_FORMATS"); !own.empty())
        return own;
    fs::path data = environment("XDG_DATA_HOME");
    if (!data.is_absolute()) { // as its specification says
        const fs::path home = environment("HOME");
        if (home.empty())
            return {};
        data = home / ".local/share";
    }
    return data / "ratewarden/formats";
}

std::string RefusedFormat::where() const
{
    const std::string name = printable(file.filename().string());
    return line > 0 ? fmt::format("{}:{}", name, line) : name;
}

std::string RefusedFormat::text() const
{
    return fmt::format("{}{}{}: {}{}", where(), field.empty() ? "" : ", ", printable(field),
                       englishText(reason), earlierInUse ? " (what it said before stays in use)" : "");
}

LoadedFormats loadFormats(const std::filesystem::path& folder, const LoadedFormats& before)
{
    return folder.empty() ? LoadedFormats() : Loader(folder, before).run();
}

std::shared_ptr<const Catalogue> catalogueWith(const LoadedFormats& loaded)
{
    std::set<std::string_view> replaced;
    for (const UserFormat& one : loaded.formats)
        replaced.insert(one.format->name());
    std::vector<std::shared_ptr<const CatalogueFormat>> all;
    for (const auto& format : builtInCatalogue().formats())
        if (!replaced.contains(format->name()))
            all.push_back(format);
    for (const UserFormat& one : loaded.formats)
        all.push_back(one.format);
    return std::make_shared<const Catalogue>(std::move(all));
}

std::shared_ptr<const LoadedFormats> reloadUserFormats()
{
    Loaded& state = loaded();
    const std::scoped_lock loading(state.loading);
    const std::shared_ptr<const LoadedFormats> before = userFormats();
    const LoadedFormats none;
    auto now = std::make_shared<LoadedFormats>(loadFormats(userFormatsFolder(), before ? *before : none));
    if (!sameFormats(*now, before ? *before : none))
        useCatalogue(catalogueWith(*now));
    takePrefixes(*now, before ? *before : none);
    const std::scoped_lock lock(state.mutex);
    state.formats = now;
    return now;
}

std::shared_ptr<const LoadedFormats> userFormats()
{
    Loaded& state = loaded();
    const std::scoped_lock lock(state.mutex);
    return state.formats;
}

} // namespace ratewarden
