// SPDX-License-Identifier: MIT
// A tool of the build: writes a C++ source that holds every format file of a folder.
//     embed_catalogue <folder> <file to write>
#include <algorithm>
#include <cstdio>
#include <exception>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

namespace {

namespace fs = std::filesystem;

// As a raw literal; no format file has its end in it, as JSON text has no such line.
constexpr const char* literalBegin = "R\"format(";
constexpr const char* literalEnd = ")format\"";

std::string textOf(const fs::path& path)
{
    std::ifstream file(path, std::ios::binary);
    if (!file)
        throw std::runtime_error("cannot read " + path.string());
    std::string text{std::istreambuf_iterator<char>(file), {}};
    if (text.find(literalEnd) != std::string::npos)
        throw std::runtime_error(path.string() + " contains " + literalEnd);
    return text;
}

void write(const fs::path& folder, const fs::path& output)
{
    std::vector<fs::path> files;
    for (const auto& entry : fs::directory_iterator(folder))
        if (entry.path().extension() == ".json")
            files.push_back(entry.path());
    std::ranges::sort(files);
    std::ofstream source(output, std::ios::binary);
    source
        << "// SPDX-License-Identifier: MIT\n// Written by embed_catalogue.\n"
           "#include \"core/formats/foreign/catalogue_files.h\"\n\n#include <array>\n\nnamespace ratewarden "
           "{\n\n"
           "std::span<const EmbeddedFile> catalogueFiles()\n{\n    static constexpr std::array<EmbeddedFile, "
        << files.size() << "> files{{\n";
    for (const fs::path& file : files)
        source << "        {\"" << file.filename().string() << "\", " << literalBegin << textOf(file)
               << literalEnd << "},\n";
    source << "    }};\n    return files;\n}\n\n} // namespace ratewarden\n";
    if (!source.flush())
        throw std::runtime_error("cannot write " + output.string());
}

} // namespace

int main(int argc, char** argv)
try {
    const std::span arguments(argv, std::size_t(argc));
    if (arguments.size() != 3)
        throw std::runtime_error("usage: embed_catalogue <folder> <file to write>");
    write(arguments[1], arguments[2]);
    return 0;
} catch (const std::exception& error) {
    std::fprintf(stderr, "embed_catalogue: %s\n", error.what());
    return 1;
}
