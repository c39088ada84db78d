// SPDX-License-Identifier: GPL-3.0-or-later
// Numbers as Python's pickle and MessagePack hold them, of which any bytes may stand in a key: read or
// refused, and what was read is written in a form that reads the same.
#include "core/formats/files/pattern.h"
#include "core/formats/files/pickled_list.h"
#include "tests/fuzz/fuzz.h"

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

using namespace ratewarden;

namespace {

std::vector<std::string> textsOf(const std::vector<PickledNumber>& numbers)
{
    std::vector<std::string> texts;
    for (const PickledNumber& one : numbers)
        texts.push_back(one.text);
    return texts;
}

void readPickled(std::string_view bytes)
{
    const auto part = readPickledList(bytes, false);
    const auto whole = readPickledList(bytes);
    if (!whole)
        return;
    const std::vector<std::string> texts = textsOf(*whole);
    require(part && textsOf(*part) == texts);
    std::size_t last = 0;
    for (const PickledNumber& one : *whole) {
        require(one.begin > last && one.length >= 1 && one.begin + one.length < bytes.size());
        last = one.begin;
    }
    const auto written = pickledList(texts);
    require(written && textsOf(readPickledList(*written).value()) == texts);
    // Its beginnings hold the first of its numbers, and none is lost again.
    std::size_t held = 0;
    for (std::size_t size = 0; size < bytes.size(); ++size) {
        const auto cut = readPickledList(bytes.substr(0, size), false);
        require(cut ? cut->size() >= held : held == 0);
        if (!cut)
            continue;
        held = cut->size();
        const std::vector<std::string> first = textsOf(*cut);
        require(first.size() <= texts.size() && std::equal(first.begin(), first.end(), texts.begin()));
    }
}

// A count and a moment, whose ranges are not the same.
void readMsgpack(std::string_view bytes)
{
    static const std::vector<Pattern> patterns{Pattern("{count:msgpack-int}"), Pattern("{end:msgpack-int}")};
    for (const Pattern& pattern : patterns) {
        Record record;
        if (!pattern.match(bytes, record))
            continue;
        const auto written = pattern.print(record);
        Record again;
        require(written && pattern.match(*written, again) && again == record);
    }
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    const std::string_view bytes(reinterpret_cast<const char*>(data), size);
    readPickled(bytes);
    readMsgpack(bytes);
    return 0;
}
