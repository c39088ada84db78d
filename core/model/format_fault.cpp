// SPDX-License-Identifier: MIT
#include "core/model/format_fault.h"

namespace ratewarden {

std::string_view patternOf(FormatFault fault)
{
    switch (fault) {
    case FormatFault::InFile:
        return "{}, line {}: {}";
    case FormatFault::InField:
        return "{}, line {}, {}: {}";
    case FormatFault::InName:
        return "in its name, at character {}: {}";
    case FormatFault::AtCharacter:
        return "at character {}: {}";
    case FormatFault::FieldTwice:
        return "it stands there twice";
    case FormatFault::FieldUnknown:
        return "there is no such field here; there are {}";
    case FormatFault::FieldMissing:
        return "it is missing";
    case FormatFault::FieldsTooMany:
        return "there are too many fields";
    case FormatFault::ValuesTooMany:
        return "it has too many values";
    case FormatFault::NestedTooDeeply:
        return "values are nested too deeply";
    case FormatFault::NoObject:
        return "it must be an object";
    case FormatFault::NoList:
        return "it must be a list";
    case FormatFault::NoTruth:
        return "it must be true or false";
    case FormatFault::NoText:
        return "it must be a text";
    case FormatFault::NoNumber:
        return "it must be a number";
    case FormatFault::NoSeconds:
        return "it must be a number of seconds";
    case FormatFault::NumberNotWhole:
        return "it must be a whole number";
    case FormatFault::NumberRange:
        return "the number is out of range";
    case FormatFault::SecondsRange:
        return "so many seconds cannot be counted in nanoseconds";
    case FormatFault::FieldCount:
        return "it must have 1 to {} fields";
    case FormatFault::ItemCount:
        return "it must have at most {} items";
    case FormatFault::ListEmpty:
        return "the list is empty";
    case FormatFault::TextLength:
        return "it must have 1 to {} bytes";
    case FormatFault::BytesLength:
        return "it must have at most {} bytes";
    case FormatFault::AboveByte:
        return "each character stands for one byte, and one is above U+00FF: write the bytes of its UTF-8 as "
               "\\u00xx";
    case FormatFault::NameAboveByte:
        return "in its name each character stands for one byte, and one is above U+00FF";
    case FormatFault::NoneOf:
        return "\"{}\" is none of {}";
    case FormatFault::FormatName:
        return "it consists of words of a-z and 0-9, joined by \"-\"";
    case FormatFault::FarTime:
        return "it must be 0 seconds to 100 years";
    case FormatFault::WindowsRange:
        return "it must be above 0, and 10|12 at most";
    case FormatFault::HigherEndFirst:
        return "the lower end comes first";
    case FormatFault::OnlyOfShape:
        return "only the shape {} has it";
    case FormatFault::NoTat:
        return "none of the keys captures the moment \"tat\"";
    case FormatFault::OtherShape:
        return "what is captured makes it the shape {}";
    case FormatFault::ShapelessTier:
        return "what cannot be read cannot be changed: the tier of the shape none is label";
    case FormatFault::NoToken:
        return "none of them captures the token";
    case FormatFault::NoSample:
        return "it needs one sample at least";
    case FormatFault::HashFieldName:
        return "its name must have 1 to 1000 characters, up to U+00FF";
    case FormatFault::NotOfType:
        return "a key of the type {} has none";
    case FormatFault::MainListsBlocked:
        return "a set of blocked tokens stands beside the main key";
    case FormatFault::RoleName:
        return "the name of a role consists of a-z, 0-9 and _";
    case FormatFault::OwnKeys:
        return "keys that begin with \"{}\" are Ratewarden's own";
    case FormatFault::MainRequired:
        return "the main key needs no such mark: without it there is no state";
    case FormatFault::CaptureIsTime:
        return "{}: it is a time: its type is s, ms, us, ns, period, php-interval or u32";
    case FormatFault::CaptureIsNumber:
        return "{}: it is a number: its type is int, uint, num or u32";
    case FormatFault::CaptureIsText:
        return "{}: it is a text: its type cannot be a number or a time";
    case FormatFault::Alternatives:
        return "it has {} alternatives and the main key {}: each belongs to that of the main key in the same "
               "place";
    case FormatFault::EntryParts:
        return "an entry is a list of two: member and score, or id and fields";
    case FormatFault::Score:
        return "a score is a number as Redis writes it";
    case FormatFault::SampleType:
        return "a key has one type";
    case FormatFault::Pttl:
        return "it is a number of milliseconds, or -1 for none";
    case FormatFault::ContentOfType:
        return "a key of the type {} has \"{}\"";
    case FormatFault::KeyWithoutName:
        return "a key without a name";
    case FormatFault::WarningCount:
        return "it is a number of warnings";
    case FormatFault::SampleMoment:
        return "it is the moment of the sample, in seconds since 1970";
    case FormatFault::KeyOfNoRole:
        return "\"{}\", a {}, is none of the keys that this file describes";
    case FormatFault::PatternLength:
        return "a pattern has {} bytes at most";
    case FormatFault::BraceNotOpen:
        return "a \"}\" that closes nothing; the character itself is \"}}\"";
    case FormatFault::BraceNotClosed:
        return "a \"{\" that nothing closes; the character itself is \"{{\"";
    case FormatFault::BracketNotOpen:
        return "a \"]\" that closes nothing; the character itself is \"]]\"";
    case FormatFault::BracketNotClosed:
        return "a \"[\" that nothing closes; the character itself is \"[[\"";
    case FormatFault::NestedOptional:
        return "optional parts do not nest";
    case FormatFault::OptionalsTooMany:
        return "more than {} optional parts";
    case FormatFault::OptionalEmpty:
        return "an optional part without content";
    case FormatFault::FreeTextsTouch:
        return "two captures of any text side by side: nothing says where the first one ends";
    case FormatFault::CaptureNameMissing:
        return "a capture has a name that begins with a letter: {name}";
    case FormatFault::CaptureName:
        return "a name of a capture consists of a-z, 0-9 and _";
    case FormatFault::CaptureNamedOuter:
        return "\"outer\" is the name of the prefix that frameworks put in front";
    case FormatFault::ConstantEmpty:
        return "a constant without text";
    case FormatFault::TypeMissing:
        return "a type is missing after \":\"";
    case FormatFault::TypeUnknown:
        return "no such type; there are int, uint, num, s, ms, us, ns (each with its decimals: s0, s4), "
               "period, period360, hexN, alnumN, uuid, bytesN, rest, u32be, u32le, php-interval, and one of "
               "several texts: a|b|c";
    case FormatFault::CapturesTooMany:
        return "more than {} captures";
    case FormatFault::TypeDiffers:
        return "the same name with another type";
    case FormatFault::BehindRest:
        return "nothing can follow a capture of the type rest";
    case FormatFault::PrefixEmpty:
        return "a prefix has at least one character";
    case FormatFault::FileSize:
        return "it is larger than {} bytes";
    case FormatFault::SymbolicLink:
        return "symbolic links are not followed: put the file itself here";
    case FormatFault::NotPlainFile:
        return "it is not a plain file";
    case FormatFault::CannotOpen:
        return "it cannot be opened: {}";
    case FormatFault::CannotRead:
        return "it cannot be read: {}";
    case FormatFault::FilesTooMany:
        return "it is one too many: {} files at most are read, in the order of their names";
    case FormatFault::OtherFiles:
        return "it holds too many files that are no format files";
    case FormatFault::FilesTooLarge:
        return "the files before it hold {} bytes together";
    case FormatFault::DescribedTwice:
        return "{} describes the format {} already";
    case FormatFault::CannotWrite:
        return "cannot write {}: {}";
    case FormatFault::NoFolder:
        return "there is no folder for formats of your own: set RATEWARDEN_FORMATS, XDG_DATA_HOME or HOME";
    }
    return {};
}

} // namespace ratewarden
