// SPDX-License-Identifier: MIT
#include "core/model/format_fault.h"

#include "core/model/fault_text.h"

namespace ratewarden {

const char* patternOf(FormatFault fault)
{
    switch (fault) {
    case FormatFault::InFile:
        return FAULT_TEXT("%1, line %2: %3");
    case FormatFault::InField:
        return FAULT_TEXT("%1, line %2, %3: %4");
    case FormatFault::InName:
        return FAULT_TEXT("in its name, at character %1: %2");
    case FormatFault::AtCharacter:
        return FAULT_TEXT("at character %1: %2");
    case FormatFault::FieldTwice:
        return FAULT_TEXT("it stands there twice");
    case FormatFault::FieldUnknown:
        return FAULT_TEXT("there is no such field here; there are %1");
    case FormatFault::FieldMissing:
        return FAULT_TEXT("it is missing");
    case FormatFault::FieldsTooMany:
        return FAULT_TEXT("there are too many fields");
    case FormatFault::ValuesTooMany:
        return FAULT_TEXT("it has too many values");
    case FormatFault::NestedTooDeeply:
        return FAULT_TEXT("values are nested too deeply");
    case FormatFault::NoObject:
        return FAULT_TEXT("it must be an object");
    case FormatFault::NoList:
        return FAULT_TEXT("it must be a list");
    case FormatFault::NoTruth:
        return FAULT_TEXT("it must be true or false");
    case FormatFault::NoText:
        return FAULT_TEXT("it must be a text");
    case FormatFault::NoNumber:
        return FAULT_TEXT("it must be a number");
    case FormatFault::NoSeconds:
        return FAULT_TEXT("it must be a number of seconds");
    case FormatFault::NumberNotWhole:
        return FAULT_TEXT("it must be a whole number");
    case FormatFault::NumberRange:
        return FAULT_TEXT("the number is out of range");
    case FormatFault::SecondsRange:
        return FAULT_TEXT("so many seconds cannot be counted in nanoseconds");
    case FormatFault::FieldCount:
        return FAULT_TEXT("it must have 1 to %1 fields");
    case FormatFault::ItemCount:
        return FAULT_TEXT("it must have at most %1 items");
    case FormatFault::ListEmpty:
        return FAULT_TEXT("the list is empty");
    case FormatFault::TextLength:
        return FAULT_TEXT("it must have 1 to %1 bytes");
    case FormatFault::BytesLength:
        return FAULT_TEXT("it must have at most %1 bytes");
    case FormatFault::AboveByte:
        return FAULT_TEXT("each character stands for one byte, and one is above U+00FF: write the bytes of "
                          "its UTF-8 as \\u00xx");
    case FormatFault::NameAboveByte:
        return FAULT_TEXT("in its name each character stands for one byte, and one is above U+00FF");
    case FormatFault::NoneOf:
        return FAULT_TEXT("“%1” is none of %2");
    case FormatFault::FormatName:
        return FAULT_TEXT("it consists of words of a-z and 0-9, joined by “-”");
    case FormatFault::FarTime:
        return FAULT_TEXT("it must be 0 seconds to 100 years");
    case FormatFault::WindowsRange:
        return FAULT_TEXT("it must be above 0, and 10|12 at most");
    case FormatFault::HigherEndFirst:
        return FAULT_TEXT("the lower end comes first");
    case FormatFault::OnlyOfShape:
        return FAULT_TEXT("only the shape %1 has it");
    case FormatFault::NoTat:
        return FAULT_TEXT("none of the keys captures the moment “tat”");
    case FormatFault::OtherShape:
        return FAULT_TEXT("what is captured makes it the shape %1");
    case FormatFault::ShapelessTier:
        return FAULT_TEXT("what cannot be read cannot be changed: the tier of the shape none is label");
    case FormatFault::NoToken:
        return FAULT_TEXT("none of them captures the token");
    case FormatFault::NotNumbered:
        return FAULT_TEXT("only keys whose names have the number of the window have it");
    case FormatFault::NoSample:
        return FAULT_TEXT("it needs one sample at least");
    case FormatFault::HashFieldName:
        return FAULT_TEXT("its name must have 1 to 1000 characters, up to U+00FF");
    case FormatFault::NotOfType:
        return FAULT_TEXT("a key of the type %1 has none");
    case FormatFault::MainListsBlocked:
        return FAULT_TEXT("a set of blocked tokens stands beside the main key");
    case FormatFault::TokenInField:
        return FAULT_TEXT("tokens are fields only of the one key of a format, which has no other fields, and "
                          "whose name has the number or the start of its window, and no token");
    case FormatFault::RuleOfKey:
        return FAULT_TEXT("keys count under rules of their own only where the main key does, and another "
                          "one; they are strings that hold a counter, and their names have no window");
    case FormatFault::RoleName:
        return FAULT_TEXT("the name of a role consists of a-z, 0-9 and _");
    case FormatFault::OwnKeys:
        return FAULT_TEXT("keys that begin with “%1” are Ratewarden's own");
    case FormatFault::MainRequired:
        return FAULT_TEXT("the main key needs no such mark: without it there is no state");
    case FormatFault::CaptureIsTime:
        return FAULT_TEXT("%1: it is a time: its type is s, ms, us, ns, period, php-interval, u32 or f64");
    case FormatFault::CaptureIsNumber:
        return FAULT_TEXT("%1: it is a number: its type is int, uint, num or u32");
    case FormatFault::CaptureIsText:
        return FAULT_TEXT("%1: it is a text: its type cannot be a number or a time");
    case FormatFault::Alternatives:
        return FAULT_TEXT("it has %1 alternatives and the main key %2: each belongs to that of the main key "
                          "in the same place");
    case FormatFault::EntryParts:
        return FAULT_TEXT("an entry is a list of two: member and score, or id and fields");
    case FormatFault::Score:
        return FAULT_TEXT("a score is a number as Redis writes it");
    case FormatFault::SampleType:
        return FAULT_TEXT("a key has one type");
    case FormatFault::Pttl:
        return FAULT_TEXT("it is a number of milliseconds, or -1 for none");
    case FormatFault::ContentOfType:
        return FAULT_TEXT("a key of the type %1 has “%2”");
    case FormatFault::KeyWithoutName:
        return FAULT_TEXT("a key without a name");
    case FormatFault::WarningCount:
        return FAULT_TEXT("it is a number of warnings");
    case FormatFault::SampleMoment:
        return FAULT_TEXT("it is the moment of the sample, in seconds since 1970");
    case FormatFault::KeyOfNoRole:
        return FAULT_TEXT("“%1”, a %2, is none of the keys that this file describes");
    case FormatFault::PatternLength:
        return FAULT_TEXT("a pattern has %1 bytes at most");
    case FormatFault::BraceNotOpen:
        return FAULT_TEXT("a “}” that closes nothing; the character itself is “}}”");
    case FormatFault::BraceNotClosed:
        return FAULT_TEXT("a “{” that nothing closes; the character itself is “{{”");
    case FormatFault::BracketNotOpen:
        return FAULT_TEXT("a “]” that closes nothing; the character itself is “]]”");
    case FormatFault::BracketNotClosed:
        return FAULT_TEXT("a “[” that nothing closes; the character itself is “[[”");
    case FormatFault::NestedOptional:
        return FAULT_TEXT("optional parts do not nest");
    case FormatFault::OptionalsTooMany:
        return FAULT_TEXT("more than %1 optional parts");
    case FormatFault::OptionalEmpty:
        return FAULT_TEXT("an optional part without content");
    case FormatFault::FreeTextsTouch:
        return FAULT_TEXT("two captures of any text side by side: nothing says where the first one ends");
    case FormatFault::CaptureNameMissing:
        return FAULT_TEXT("a capture has a name that begins with a letter: {name}");
    case FormatFault::CaptureName:
        return FAULT_TEXT("a name of a capture consists of a-z, 0-9 and _");
    case FormatFault::CaptureNamedOuter:
        return FAULT_TEXT("“outer” is the name of the prefix that frameworks put in front");
    case FormatFault::ConstantEmpty:
        return FAULT_TEXT("a constant without text");
    case FormatFault::TypeMissing:
        return FAULT_TEXT("a type is missing after “:”");
    case FormatFault::TypeUnknown:
        return FAULT_TEXT("no such type; there are int, uint, num, s, ms, us, ns (each with its decimals: "
                          "s0, s4), period, period360, hexN, alnumN, uuid, bytesN, rest, u32be, u32le, "
                          "f64be, igbinary-int, php-interval, and one of several texts: a|b|c");
    case FormatFault::CapturesTooMany:
        return FAULT_TEXT("more than %1 captures");
    case FormatFault::TypeDiffers:
        return FAULT_TEXT("the same name with another type");
    case FormatFault::BehindRest:
        return FAULT_TEXT("nothing can follow a capture of the type rest");
    case FormatFault::PrefixEmpty:
        return FAULT_TEXT("a prefix has at least one character");
    case FormatFault::FileSize:
        return FAULT_TEXT("it is larger than %1 bytes");
    case FormatFault::SymbolicLink:
        return FAULT_TEXT("symbolic links are not followed: put the file itself here");
    case FormatFault::NotPlainFile:
        return FAULT_TEXT("it is not a plain file");
    case FormatFault::CannotOpen:
        return FAULT_TEXT("it cannot be opened: %1");
    case FormatFault::CannotRead:
        return FAULT_TEXT("it cannot be read: %1");
    case FormatFault::FilesTooMany:
        return FAULT_TEXT("it is one too many: %1 files at most are read, in the order of their names");
    case FormatFault::OtherFiles:
        return FAULT_TEXT("it holds too many files that are no format files");
    case FormatFault::FilesTooLarge:
        return FAULT_TEXT("the files before it hold %1 bytes together");
    case FormatFault::DescribedTwice:
        return FAULT_TEXT("%1 describes the format %2 already");
    case FormatFault::CannotWrite:
        return FAULT_TEXT("cannot write %1: %2");
    case FormatFault::NoFolder:
        return FAULT_TEXT(
            "there is no folder for formats of your own: set RATEWARDEN_FORMATS, XDG_DATA_HOME or HOME");
    }
    return "";
}

} // namespace ratewarden
