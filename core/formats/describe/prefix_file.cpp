// SPDX-License-Identifier: MIT
#include "core/formats/describe/prefix_file.h"

#include "core/formats/describe/format_saving.h"
#include "core/formats/describe/user_formats.h"
#include "core/formats/files/file_faults.h"
#include "core/formats/files/located_json.h"
#include "core/formats/foreign/prefixes.h"
#include "core/model/errors.h"
#include "core/model/text.h"
#include "core/redis/socket.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <sys/file.h>

#include <cerrno>
#include <system_error>

namespace ratewarden {
namespace {

constexpr std::size_t mostPrefixes = 1000;
constexpr std::size_t longestName = 200;

const CatalogueFormat& formatSaidIn(const std::string& format)
{
    const CatalogueFormat* const found = currentCatalogue()->find(format);
    if (!found)
        throw InvalidArgument(fmt::format("there is no format \"{}\"; \"{}\" stands for no limiter",
                                          printable(format), PrefixFile::none));
    return *found;
}

void checkSaid(const std::string& beginning, const std::string& format)
{
    const FormatFile& file = formatSaidIn(format).file();
    if (!canBegin(file, beginning))
        static_cast<void>(prefixOfKeys(file, beginning)); // says why
}

// Of several programs, or threads, that say something at once the next one adds to what the one before wrote.
template <typename Edit>
void editPrefixes(const Edit& edit)
{
    const std::filesystem::path path = userFormatPath("prefixes");
    std::error_code ignored; // then it cannot be opened
    std::filesystem::create_directories(path.parent_path(), ignored);
    const Descriptor folder(open(path.parent_path().c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    if (folder.number() < 0 || flock(folder.number(), LOCK_EX) != 0)
        throw InvalidArgument({Fault::CannotWrite, path.string(), std::generic_category().message(errno)});
    PrefixFile file = savedPrefixes();
    edit(file.formats);
    nlohmann::ordered_json json = nlohmann::ordered_json::object();
    for (const auto& [start, name] : file.formats)
        json[charactersOf(start)] = name;
    writeUserFile(path, json.dump(2) + "\n");
}

// Whether one option of a program gives both their prefix, and their names tell them apart all the same, as
// those of what rack-attack counts and of whom it bans. Of the formats that come with the library those are
// of one program whose usual prefix is the same, but for plain counters, of which nothing tells whose they
// are; a user's own may have any.
bool standBeside(const CatalogueFormat& said, const CatalogueFormat& beside)
{
    const auto comesWithTheLibrary = [](const CatalogueFormat& format) {
        return builtInCatalogue().find(format.name()) == &format;
    };
    const auto textOf = [](const FormatFile& file) {
        return file.keys.front().names.front().text();
    };
    const auto usual = [](const FormatFile& file) {
        return file.keys.front().names.front().type("prefix")->choices;
    };
    const FormatFile& one = said.file();
    const FormatFile& other = beside.file();
    return comesWithTheLibrary(said) && comesWithTheLibrary(beside) && takesPrefix(one) &&
           takesPrefix(other) && usual(one) == usual(other) && textOf(one) != textOf(other) &&
           !(isPlainCounter(one) && isPlainCounter(other));
}

} // namespace

PrefixFile parsePrefixFile(std::string_view text)
{
    const LocatedJson json = parseLocatedJson(PrefixFile::name, text);
    PrefixFile file;
    if (json.type == LocatedJson::Type::Object && json.items.empty())
        return file; // all was taken back
    for (const auto& [name, field] : JsonField(PrefixFile::name, json, "").members(mostPrefixes)) {
        const std::string format = field.text(longestName);
        const auto beginning = bytesOf(name);
        if (!beginning)
            field.fail(Fault::NameAboveByte);
        try {
            if (format != PrefixFile::none)
                checkSaid(*beginning, format);
        } catch (const InvalidArgument& error) {
            field.fail(error.problem());
        }
        file.formats.emplace(*beginning, format);
    }
    return file;
}

std::vector<PrefixUse> prefixesOf(const PrefixFile& file)
{
    std::vector<PrefixUse> uses;
    for (const auto& [beginning, format] : file.formats) {
        if (format == PrefixFile::none)
            continue;
        const CatalogueFormat& said = formatSaidIn(format);
        if (!takesPrefix(said.file()))
            continue;
        uses.push_back({format, prefixOfKeys(said.file(), beginning)});
        const auto catalogue = currentCatalogue();
        for (const auto& other : catalogue->formats())
            if (standBeside(said, *other))
                uses.push_back({other->file().name, prefixOfKeys(said.file(), beginning)});
    }
    return uses;
}

std::vector<std::string> refusedIn(const PrefixFile& file)
{
    std::vector<std::string> beginnings;
    for (const auto& [beginning, format] : file.formats)
        if (format == PrefixFile::none)
            beginnings.push_back(beginning);
    return beginnings;
}

SaidFormats saidIn(const PrefixFile& file)
{
    SaidFormats said = file.formats;
    std::erase_if(said, [](const auto& one) { return one.second == PrefixFile::none; });
    return said;
}

void savePrefix(const std::string& beginning, const std::string& format)
{
    if (format != PrefixFile::none)
        checkSaid(beginning, format);
    else if (beginning.empty())
        throw InvalidArgument("a prefix is missing");
    editPrefixes([&](auto& formats) { formats[beginning] = format; });
}

void forgetPrefix(const std::string& beginning)
{
    editPrefixes([&](auto& formats) {
        if (formats.erase(beginning) == 0)
            throw InvalidArgument(
                fmt::format("no format was chosen for keys that begin with \"{}\"", printable(beginning)));
    });
}

PrefixFile savedPrefixes()
{
    const std::filesystem::path path = userFormatPath("prefixes");
    return std::filesystem::exists(path) ? parsePrefixFile(readUserFile(path)) : PrefixFile();
}

} // namespace ratewarden
