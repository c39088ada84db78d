// SPDX-License-Identifier: MIT
#include "core/formats/intent.h"
#include "core/model/fault_text.h"

namespace ratewarden {

const char* patternOf(Caution caution)
{
    switch (caution) {
    case Caution::CachedByClients:
        return FAULT_TEXT("Its clients answer from memory for a while: the change may show later.");
    case Caution::DeniedCutsBlock:
        return FAULT_TEXT("A refused request may shorten the block to one window.");
    case Caution::EndsEarlyWhenSilent:
        return FAULT_TEXT("Without requests the block ends early.");
    case Caution::WholeSeconds:
        return FAULT_TEXT("The layout stores whole seconds: the end is up to one second off.");
    case Caution::ForGood:
        return FAULT_TEXT("The block does not end by itself: it holds until it is lifted by hand.");
    case Caution::ListMayBeOff:
        return FAULT_TEXT("Its clients look at the list of blocked tokens only where that is switched on.");
    case Caution::LastsToWindowEnd:
        return FAULT_TEXT("The block may last until the end of the window in which it ends.");
    case Caution::LongerThanAsked:
        return FAULT_TEXT("The token is denied for longer than that already: the block lasts as long.");
    case Caution::MayMeanTheOpposite:
        return FAULT_TEXT("The key fits another format as well, to which what is written means something "
                          "else, such as what is left for what is used: make sure which limiter it is.");
    case Caution::QuotaIsWholeAfter:
        return FAULT_TEXT("When the block ends, the token has its whole quota again.");
    case Caution::QuotaRefillsAfter:
        return FAULT_TEXT("When the block ends, the token's quota refills from empty.");
    case Caution::SharedKey:
        return FAULT_TEXT("It writes a key that other tokens share.");
    case Caution::StillRunning:
        return FAULT_TEXT("Requests that still run are counted no longer: for a while more than the limit "
                          "may run at once.");
    case Caution::WriteWithCare:
        return FAULT_TEXT("Check the commands: values of this format are easily misread, or it is known from "
                          "its source alone.");
    }
    return "";
}

} // namespace ratewarden
