// SPDX-License-Identifier: MIT
// A tool of the build: writes a C++ source that holds every script of lua/, joined with its parts, beside its
// SHA-1, the name Redis knows it by. What its lines "--#…" and its "@" mean: lua/README.md, "Parts".
//     embed_scripts <folder of the scripts> <file to write>
// Or writes the joined scripts as they are, for people to read and for other programs to take:
// and, for sha1sum and for callers, SHA1SUMS beside them:
//     embed_scripts --joined <folder of the scripts> <folder to write>
#include <openssl/evp.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <exception>
#include <filesystem>
#include <fstream>
#include <map>
#include <regex>
#include <span>
#include <sstream>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace {

using Lines = std::vector<std::string>;
namespace fs = std::filesystem;

constexpr int mostRules = 4; // that text is repeated for
constexpr int contract = 1;  // the version of resources/docs/scripts.md that the scripts keep to

Lines linesOf(const fs::path& path)
{
    std::ifstream file(path);
    if (!file)
        throw std::runtime_error("cannot read " + path.string());
    Lines lines;
    for (std::string line; std::getline(file, line);)
        lines.push_back(line);
    return lines;
}

// Where text stands.
struct Place {
    int rule = 0;       // for which it is there; 0: for none
    std::string indent; // of the line that includes it
};

class Joiner {
public:
    explicit Joiner(fs::path folder) : m_folder(std::move(folder)) {}

    std::string joined(const std::string& file)
    {
        join(linesOf(m_folder / file), {});
        return std::move(m_text);
    }

private:
    void join(std::span<const std::string> lines, const Place& place)
    {
        static const std::regex directive(R"(( *)--#(\w+) ?(.*))");
        for (std::size_t i = 0; i < lines.size(); ++i) {
            std::smatch match;
            if (!std::regex_match(lines[i], match, directive)) {
                if (!isNote(lines[i]) && (place.rule < 2 || !isComment(lines[i]))) // said once is enough
                    add(lines[i].empty() ? "" : place.indent + numbered(settled(lines[i]), place.rule));
                continue;
            }
            const std::string what = match[2];
            const std::string argument = match[3];
            if (what == "include") {
                const auto part = m_parts.find(argument);
                join(part != m_parts.end() ? part->second : partOf(m_folder / argument),
                     {place.rule, place.indent + match[1].str()});
                continue;
            }
            if (what == "set") {
                const std::size_t space = argument.find(' ');
                m_settings[argument.substr(0, space)] = named(argument.substr(space + 1));
                continue;
            }
            const auto block = lines.subspan(i + 1, lengthOfBlock(lines.subspan(i + 1), what));
            i += block.size() + 1;
            if (what == "part")
                m_parts[argument] = Lines(block.begin(), block.end());
            else if (what == "rule")
                for (int rule = 1; rule <= mostRules; ++rule)
                    join(block, {rule, place.indent});
            else
                throw std::runtime_error("what is this? " + lines[i]);
        }
    }

    void add(const std::string& line)
    {
        if (!line.empty() || !m_text.ends_with("\n\n")) // one empty line is enough
            m_text += line + '\n';
    }

    // Without its licence, which the script says.
    static Lines partOf(const fs::path& path)
    {
        Lines lines = linesOf(path);
        std::erase_if(lines, [](const std::string& line) { return line.starts_with("-- SPDX-"); });
        return lines;
    }

    static std::size_t lengthOfBlock(std::span<const std::string> lines, const std::string& what)
    {
        const std::regex end(" *--#end " + what);
        const auto found =
            std::ranges::find_if(lines, [&](const std::string& line) { return std::regex_match(line, end); });
        if (found == lines.end())
            throw std::runtime_error("--#" + what + " has no end");
        return std::size_t(found - lines.begin());
    }

    // For those who read the parts.
    static bool isNote(const std::string& line)
    {
        const std::size_t at = line.find_first_not_of(' ');
        return at != std::string::npos && line.compare(at, 4, "--# ") == 0;
    }

    static bool isComment(const std::string& line)
    {
        const std::size_t at = line.find_first_not_of(' ');
        return at == std::string::npos || line.compare(at, 2, "--") == 0;
    }

    // With @name replaced by what it was set to.
    std::string named(std::string line) const
    {
        for (const auto& [name, text] : m_settings) {
            const std::regex mark("@" + name + "\\b");
            for (std::smatch match; std::regex_search(line, match, mark);)
                line = match.prefix().str() + text + match.suffix().str();
        }
        return line;
    }

    // The same, with @{text|separator} replaced by that text for each rule.
    std::string settled(std::string line) const
    {
        line = named(std::move(line));
        static const std::regex list(R"(@\{([^|}]*)(\|([^}]*))?\})");
        for (std::smatch match; std::regex_search(line, match, list);) {
            const std::string separator = match[2].matched ? match[3].str() : ", ";
            std::string all;
            for (int rule = 1; rule <= mostRules; ++rule)
                all += (rule > 1 ? separator : "") + numbered(match[1], rule);
            line = match.prefix().str() + all + match.suffix().str();
        }
        if (line.find('@') != std::string::npos)
            throw std::runtime_error("nothing is set for the @ in " + line);
        return line;
    }

    // Names that end in _i, and i itself, belong to one rule. Where text is there once for all, the ending
    // goes.
    static std::string numbered(const std::string& text, int rule)
    {
        static const std::regex suffix(R"(_i\b)");
        if (rule == 0)
            return std::regex_replace(text, suffix, "");
        static const std::regex alone(R"(\bi\b)");
        return std::regex_replace(std::regex_replace(text, suffix, "_" + std::to_string(rule)), alone,
                                  std::to_string(rule));
    }

    fs::path m_folder;
    std::map<std::string, Lines> m_parts;
    std::map<std::string, std::string> m_settings;
    std::string m_text;
};

std::string sha1(const std::string& text)
{
    std::array<unsigned char, EVP_MAX_MD_SIZE> digest{};
    unsigned int size = 0;
    if (EVP_Digest(text.data(), text.size(), digest.data(), &size, EVP_sha1(), nullptr) != 1)
        throw std::runtime_error("no SHA-1 to be had");
    std::string hexadecimal;
    for (const unsigned char byte : std::span(digest).first(size))
        for (const int digit : {byte / 16, byte % 16})
            hexadecimal += "0123456789abcdef"[digit];
    return hexadecimal;
}

// Of every script, by its name: the text that Redis gets, which is also what lua/joined/ keeps for readers.
std::map<std::string, std::string> joinedScripts(const fs::path& folder)
{
    std::map<std::string, std::string> scripts;
    for (const char* const below : {"", "admin"})
        for (const fs::directory_entry& entry : fs::directory_iterator(folder / below)) {
            const fs::path file = fs::relative(entry.path(), folder);
            if (file.extension() != ".lua")
                continue;
            std::string text = Joiner(folder).joined(file.string());
            const std::size_t afterLicence = text.find('\n') + 1;
            text.insert(afterLicence, "-- ratewarden " + file.stem().string() + ", contract " +
                                          std::to_string(contract) + "\n-- Generated from lua/" +
                                          file.generic_string() +
                                          " and its parts; edit those, then run:\n"
                                          "--   cmake --build build/dev --target join_scripts\n");
            if (!scripts.emplace(file.stem().string(), std::move(text)).second)
                throw std::runtime_error("two scripts have the name " + file.stem().string());
        }
    return scripts;
}

void write(const fs::path& path, const std::string& text)
{
    std::ofstream file(path);
    if (!(file << text).flush())
        throw std::runtime_error("cannot write " + path.string());
}

void embed(const fs::path& folder, const fs::path& output)
{
    std::ostringstream source;
    source << "// Generated from lua/ at build time.\n#include \"core/redis/script.h\"\n\n"
              "namespace ratewarden {\n\nconst std::vector<Script>& embeddedScripts()\n{\n"
              "    static const std::vector<Script> scripts{\n";
    for (const auto& [name, text] : joinedScripts(folder))
        source << "        {\"" << name << "\", \"" << sha1(text) << "\", R\"lua(" << text << ")lua\", "
               << contract << "},\n";
    source << "    };\n    return scripts;\n}\n\n} // namespace ratewarden\n";
    write(output, source.str());
}

void writeJoined(const fs::path& folder, const fs::path& output)
{
    fs::create_directories(output);
    const auto scripts = joinedScripts(folder);
    for (const fs::directory_entry& entry : fs::directory_iterator(output))
        if (entry.path().extension() == ".lua" && !scripts.contains(entry.path().stem().string()))
            fs::remove(entry.path()); // its script is gone
    std::string sums;
    for (const auto& [name, text] : scripts) {
        write(output / (name + ".lua"), text);
        sums += sha1(text) + "  " + name + ".lua\n";
    }
    write(output / "SHA1SUMS", sums);
}

} // namespace

int main(int count, char** values)
try {
    const std::span arguments(values, std::size_t(count));
    if (arguments.size() == 4 && std::string_view(arguments[1]) == "--joined")
        writeJoined(arguments[2], arguments[3]);
    else if (arguments.size() == 3)
        embed(arguments[1], arguments[2]);
    else
        throw std::runtime_error("wants the folder of the scripts and the file to write, or\n"
                                 "--joined, the folder of the scripts, and the folder to write");
    return 0;
} catch (const std::exception& error) {
    std::fprintf(stderr, "embed_scripts: %s\n", error.what());
    return 1;
}
