// SPDX-License-Identifier: MIT
#include "core/lab/report_pictures.h"

#include "core/algorithms/admission.h"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <ctime>
#include <memory>

namespace ratewarden {
namespace {

constexpr int pictureWidth = 960;
constexpr int pictureHeight = 160;
constexpr int pictureBars = 120;

/// Which of `count` equal parts of the time the moment lies in.
int partOf(Instant moment, PictureTime time, int count)
{
    const double whole = std::max<double>(1, double((time.to - time.from).count()));
    return std::clamp(int(double((moment - time.from).count()) / whole * count), 0, count - 1);
}

/// How many requests of one part of the time got what: enforced allows + 2 * candidate allows.
using Tally = std::array<std::uint64_t, 4>;

/// Bottom to top, with the class of its colour. What the candidate changes lies on top, where it can be
/// compared.
struct Layer {
    std::size_t outcome;
    const char* style;
};
constexpr std::array layers{Layer{3, "both"}, Layer{0, "neither"}, Layer{2, "freed"}, Layer{1, "newly"}};

} // namespace

std::string timeAxis(PictureTime time)
{
    const auto utc = [](Instant moment) {
        const auto seconds = std::chrono::floor<std::chrono::seconds>(moment).time_since_epoch().count();
        return fmt::format("{:%Y-%m-%d %H:%M:%S}", fmt::gmtime(std::time_t(seconds)));
    };
    return fmt::format("<p class=\"axis ends\"><span>{}</span><span>{} UTC</span></p>", utc(time.from),
                       utc(time.to));
}

std::string requestsPicture(const GroupedTrace& traffic, const Comparison& comparison, PictureTime time)
{
    std::array<Tally, pictureBars> tallies{};
    const std::unique_ptr<Admission> enforced = makeAdmission(comparison.enforced.policy);
    const std::unique_ptr<Admission> candidate = makeAdmission(comparison.candidate.policy);
    std::vector<std::uint8_t> one;
    std::vector<std::uint8_t> other;
    for (TokenId token = 0; token < traffic.tokens(); ++token) {
        const TimedRequests requests{traffic.times(token), traffic.costs(token)};
        enforced->admit(requests, Clients::AsRecorded, &one);
        candidate->admit(requests, Clients::AsRecorded, &other);
        for (std::size_t i = 0; i < requests.times.size(); ++i)
            ++tallies.at(std::size_t(partOf(requests.times[i], time, pictureBars)))
                  .at(std::size_t(one[i] + 2 * other[i]));
    }
    std::uint64_t highest = 1;
    for (const Tally& tally : tallies)
        highest = std::max(highest, tally[0] + tally[1] + tally[2] + tally[3]);
    std::string svg = fmt::format(R"(<svg viewBox="0 0 {} {}" role="img" aria-label="Requests over time">)",
                                  pictureWidth, pictureHeight);
    const double step = double(pictureWidth) / pictureBars;
    const double unit = double(pictureHeight) / double(highest);
    for (const Layer& layer : layers) {
        svg += fmt::format(R"(<path class="{}" d=")", layer.style);
        for (std::size_t bar = 0; bar < tallies.size(); ++bar) {
            const std::uint64_t count = tallies[bar].at(layer.outcome);
            if (count == 0)
                continue;
            std::uint64_t below = 0;
            for (const Layer* lower = layers.data(); lower != &layer; ++lower)
                below += tallies[bar].at(lower->outcome);
            svg +=
                fmt::format("M{:.1f} {:.1f}h{:.1f}v{:.1f}h-{:.1f}z", double(bar) * step,
                            pictureHeight - double(below) * unit, step - 1, -double(count) * unit, step - 1);
        }
        svg += "\"/>";
    }
    return svg + fmt::format("</svg>{}<p class=\"axis\">highest bar: {} requests in {}</p>", timeAxis(time),
                             highest, durationText((time.to - time.from) / pictureBars));
}

std::string timeLinePicture(const std::vector<RequestStep>& enforced,
                            const std::vector<RequestStep>& candidate, PictureTime time)
{
    // Two points wide each: what there is to see of a mark.
    constexpr int marks = pictureWidth / 2;
    struct Strip {
        int top;
        int size;
        const char* style;
        std::array<bool, marks> set{};
    };
    std::array strips{Strip{8, 6, "both"},    Strip{2, 12, "newly"}, Strip{26, 6, "both"},
                      Strip{20, 12, "newly"}, Strip{36, 6, "newly"}, Strip{36, 6, "freed"}};
    for (std::size_t i = 0; i < std::min(enforced.size(), candidate.size()); ++i) {
        if (enforced[i].time < time.from || enforced[i].time > time.to)
            continue;
        const auto at = std::size_t(partOf(enforced[i].time, time, marks));
        strips[enforced[i].allowed() ? 0 : 1].set.at(at) = true;
        strips[candidate[i].allowed() ? 2 : 3].set.at(at) = true;
        if (enforced[i].allowed() != candidate[i].allowed())
            strips[enforced[i].allowed() ? 4 : 5].set.at(at) = true;
    }
    std::string svg =
        fmt::format(R"(<svg viewBox="0 0 {} 44" role="img" aria-label="Time line">)", pictureWidth);
    for (const Strip& strip : strips) {
        std::string path;
        for (int at = 0; at < marks; ++at)
            if (strip.set.at(std::size_t(at)))
                path += fmt::format("M{} {}h1.5v{}h-1.5z", 2 * at, strip.top, strip.size);
        if (!path.empty())
            svg += fmt::format(R"(<path class="{}" d="{}"/>)", strip.style, path);
    }
    return svg + "</svg>";
}

} // namespace ratewarden
