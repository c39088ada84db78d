// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/text/format_fault_text.h"

#include <QCoreApplication>

namespace ratewarden::ui {
namespace {

QString tr(const char* text)
{
    return QCoreApplication::translate("FormatFault", text);
}

} // namespace

QString faultPattern(FormatFault fault)
{
    switch (fault) {
    case FormatFault::InFile:
        return tr("%1, line %2: %3");
    case FormatFault::InField:
        return tr("%1, line %2, %3: %4");
    case FormatFault::InName:
        return tr("in its name, at character %1: %2");
    case FormatFault::AtCharacter:
        return tr("at character %1: %2");
    case FormatFault::FieldTwice:
        return tr("it stands there twice");
    case FormatFault::FieldUnknown:
        return tr("there is no such field here; there are %1");
    case FormatFault::FieldMissing:
        return tr("it is missing");
    case FormatFault::FieldsTooMany:
        return tr("there are too many fields");
    case FormatFault::ValuesTooMany:
        return tr("it has too many values");
    case FormatFault::NestedTooDeeply:
        return tr("values are nested too deeply");
    case FormatFault::NoObject:
        return tr("it must be an object");
    case FormatFault::NoList:
        return tr("it must be a list");
    case FormatFault::NoTruth:
        return tr("it must be true or false");
    case FormatFault::NoText:
        return tr("it must be a text");
    case FormatFault::NoNumber:
        return tr("it must be a number");
    case FormatFault::NoSeconds:
        return tr("it must be a number of seconds");
    case FormatFault::NumberNotWhole:
        return tr("it must be a whole number");
    case FormatFault::NumberRange:
        return tr("the number is out of range");
    case FormatFault::SecondsRange:
        return tr("so many seconds cannot be counted in nanoseconds");
    case FormatFault::FieldCount:
        return tr("it must have 1 to %1 fields");
    case FormatFault::ItemCount:
        return tr("it must have at most %1 items");
    case FormatFault::ListEmpty:
        return tr("the list is empty");
    case FormatFault::TextLength:
        return tr("it must have 1 to %1 bytes");
    case FormatFault::BytesLength:
        return tr("it must have at most %1 bytes");
    case FormatFault::AboveByte:
        return tr("each character stands for one byte, and one is above U+00FF: write the bytes of its UTF-8 "
                  "as \\u00xx");
    case FormatFault::NameAboveByte:
        return tr("in its name each character stands for one byte, and one is above U+00FF");
    case FormatFault::NoneOf:
        return tr("“%1” is none of %2");
    case FormatFault::FormatName:
        return tr("it consists of words of a-z and 0-9, joined by “-”");
    case FormatFault::FarTime:
        return tr("it must be 0 seconds to 100 years");
    case FormatFault::WindowsRange:
        return tr("it must be above 0, and 10|12 at most");
    case FormatFault::HigherEndFirst:
        return tr("the lower end comes first");
    case FormatFault::OnlyOfShape:
        return tr("only the shape %1 has it");
    case FormatFault::NoTat:
        return tr("none of the keys captures the moment “tat”");
    case FormatFault::OtherShape:
        return tr("what is captured makes it the shape %1");
    case FormatFault::ShapelessTier:
        return tr("what cannot be read cannot be changed: the tier of the shape none is label");
    case FormatFault::NoToken:
        return tr("none of them captures the token");
    case FormatFault::NoSample:
        return tr("it needs one sample at least");
    case FormatFault::HashFieldName:
        return tr("its name must have 1 to 1000 characters, up to U+00FF");
    case FormatFault::NotOfType:
        return tr("a key of the type %1 has none");
    case FormatFault::MainListsBlocked:
        return tr("a set of blocked tokens stands beside the main key");
    case FormatFault::RoleName:
        return tr("the name of a role consists of a-z, 0-9 and _");
    case FormatFault::OwnKeys:
        return tr("keys that begin with “%1” are Ratewarden's own");
    case FormatFault::MainRequired:
        return tr("the main key needs no such mark: without it there is no state");
    case FormatFault::CaptureIsTime:
        return tr("%1: it is a time: its type is s, ms, us, ns, period, php-interval or u32");
    case FormatFault::CaptureIsNumber:
        return tr("%1: it is a number: its type is int, uint, num or u32");
    case FormatFault::CaptureIsText:
        return tr("%1: it is a text: its type cannot be a number or a time");
    case FormatFault::Alternatives:
        return tr("it has %1 alternatives and the main key %2: each belongs to that of the main key in the "
                  "same place");
    case FormatFault::EntryParts:
        return tr("an entry is a list of two: member and score, or id and fields");
    case FormatFault::Score:
        return tr("a score is a number as Redis writes it");
    case FormatFault::SampleType:
        return tr("a key has one type");
    case FormatFault::Pttl:
        return tr("it is a number of milliseconds, or -1 for none");
    case FormatFault::ContentOfType:
        return tr("a key of the type %1 has “%2”");
    case FormatFault::KeyWithoutName:
        return tr("a key without a name");
    case FormatFault::WarningCount:
        return tr("it is a number of warnings");
    case FormatFault::SampleMoment:
        return tr("it is the moment of the sample, in seconds since 1970");
    case FormatFault::KeyOfNoRole:
        return tr("“%1”, a %2, is none of the keys that this file describes");
    case FormatFault::PatternLength:
        return tr("a pattern has %1 bytes at most");
    case FormatFault::BraceNotOpen:
        return tr("a “}” that closes nothing; the character itself is “}}”");
    case FormatFault::BraceNotClosed:
        return tr("a “{” that nothing closes; the character itself is “{{”");
    case FormatFault::BracketNotOpen:
        return tr("a “]” that closes nothing; the character itself is “]]”");
    case FormatFault::BracketNotClosed:
        return tr("a “[” that nothing closes; the character itself is “[[”");
    case FormatFault::NestedOptional:
        return tr("optional parts do not nest");
    case FormatFault::OptionalsTooMany:
        return tr("more than %1 optional parts");
    case FormatFault::OptionalEmpty:
        return tr("an optional part without content");
    case FormatFault::FreeTextsTouch:
        return tr("two captures of any text side by side: nothing says where the first one ends");
    case FormatFault::CaptureNameMissing:
        return tr("a capture has a name that begins with a letter: {name}");
    case FormatFault::CaptureName:
        return tr("a name of a capture consists of a-z, 0-9 and _");
    case FormatFault::CaptureNamedOuter:
        return tr("“outer” is the name of the prefix that frameworks put in front");
    case FormatFault::ConstantEmpty:
        return tr("a constant without text");
    case FormatFault::TypeMissing:
        return tr("a type is missing after “:”");
    case FormatFault::TypeUnknown:
        return tr("no such type; there are int, uint, num, s, ms, us, ns (each with its decimals: s0, s4), "
                  "period, period360, hexN, alnumN, uuid, bytesN, rest, u32be, u32le, php-interval, and one "
                  "of several texts: a|b|c");
    case FormatFault::CapturesTooMany:
        return tr("more than %1 captures");
    case FormatFault::TypeDiffers:
        return tr("the same name with another type");
    case FormatFault::BehindRest:
        return tr("nothing can follow a capture of the type rest");
    case FormatFault::PrefixEmpty:
        return tr("a prefix has at least one character");
    case FormatFault::FileSize:
        return tr("it is larger than %1 bytes");
    case FormatFault::SymbolicLink:
        return tr("symbolic links are not followed: put the file itself here");
    case FormatFault::NotPlainFile:
        return tr("it is not a plain file");
    case FormatFault::CannotOpen:
        return tr("it cannot be opened: “%1”");
    case FormatFault::CannotRead:
        return tr("it cannot be read: “%1”");
    case FormatFault::FilesTooMany:
        return tr("it is one too many: %1 files at most are read, in the order of their names");
    case FormatFault::OtherFiles:
        return tr("it holds too many files that are no format files");
    case FormatFault::FilesTooLarge:
        return tr("the files before it hold %1 bytes together");
    case FormatFault::DescribedTwice:
        return tr("%1 describes the format %2 already");
    case FormatFault::CannotWrite:
        return tr("cannot write %1: “%2”");
    case FormatFault::NoFolder:
        return tr(
            "there is no folder for formats of your own: set RATEWARDEN_FORMATS, XDG_DATA_HOME or HOME");
    }
    return {};
}

} // namespace ratewarden::ui
