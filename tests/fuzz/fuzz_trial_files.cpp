// SPDX-License-Identifier: GPL-3.0-or-later
// Any text as a trial file, as an expectation and as a candidate: it is read or refused, and what was read is
// written in a form that reads the same.
#include "core/lab/trial_file.h"
#include "tests/fuzz/fuzz.h"

#include <cstdint>
#include <string_view>

using namespace ratewarden;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    tryTo([&] {
        const TrialFile trial = parseTrialFile("fuzz", text);
        require(!trial.candidates.empty());
        require(parseTrialFile("again", trialFileText(trial)) == trial);
    });
    tryTo([&] {
        const Expectation expectation = parseExpectation(text);
        require(parseExpectation(notation(expectation)) == expectation);
    });
    tryTo([&] {
        const Candidate candidate = parseCandidate(text);
        require(parseCandidate(notation(candidate)) == candidate);
    });
    return 0;
}
