// SPDX-License-Identifier: MIT
#pragma once

#include "core/model/problem.h"

/// What can be wrong with a format file, with a pattern, or with the folder of the user's files.
namespace ratewarden::Fault {

// Where it is.
inline constexpr FaultCode InFile{FAULT_TEXT("%1, line %2: %3")};
inline constexpr FaultCode InField{FAULT_TEXT("%1, line %2, %3: %4")};
inline constexpr FaultCode InName{FAULT_TEXT("in its name, at character %1: %2")};
inline constexpr FaultCode AtCharacter{FAULT_TEXT("at character %1: %2")};

// Values of the JSON text.
inline constexpr FaultCode FieldTwice{FAULT_TEXT("it stands there twice")};
inline constexpr FaultCode FieldUnknown{FAULT_TEXT("there is no such field here; there are %1")};
inline constexpr FaultCode FieldAbsent{FAULT_TEXT("it is missing")};
inline constexpr FaultCode FieldsTooMany{FAULT_TEXT("there are too many fields")};
inline constexpr FaultCode ValuesTooMany{FAULT_TEXT("it has too many values")};
inline constexpr FaultCode NestedTooDeeply{FAULT_TEXT("values are nested too deeply")};
inline constexpr FaultCode NoObject{FAULT_TEXT("it must be an object")};
inline constexpr FaultCode NoList{FAULT_TEXT("it must be a list")};
inline constexpr FaultCode NoTruth{FAULT_TEXT("it must be true or false")};
inline constexpr FaultCode NoText{FAULT_TEXT("it must be a text")};
inline constexpr FaultCode NoNumber{FAULT_TEXT("it must be a number")};
inline constexpr FaultCode NoSeconds{FAULT_TEXT("it must be a number of seconds")};
inline constexpr FaultCode NumberRange{FAULT_TEXT("the number is out of range")};
inline constexpr FaultCode SecondsRange{FAULT_TEXT("so many seconds cannot be counted in nanoseconds")};
inline constexpr FaultCode FieldCount{FAULT_TEXT("it must have 1 to %1 fields")};
inline constexpr FaultCode ItemCount{FAULT_TEXT("it must have at most %1 items")};
inline constexpr FaultCode ListEmpty{FAULT_TEXT("the list is empty")};
inline constexpr FaultCode TextLength{FAULT_TEXT("it must have 1 to %1 bytes")};
inline constexpr FaultCode BytesLength{FAULT_TEXT("it must have at most %1 bytes")};
inline constexpr FaultCode AboveByte{FAULT_TEXT(
    "each character stands for one byte, and one is above U+00FF: write the bytes of its UTF-8 as \\u00xx")};
inline constexpr FaultCode NameAboveByte{
    FAULT_TEXT("in its name each character stands for one byte, and one is above U+00FF")};
inline constexpr FaultCode NoneOf{FAULT_TEXT("“%1” is none of %2")};

// The format.
inline constexpr FaultCode FormatName{FAULT_TEXT("it consists of words of a-z and 0-9, joined by “-”")};
inline constexpr FaultCode FarTime{FAULT_TEXT("it must be 0 seconds to 100 years")};
inline constexpr FaultCode WindowsRange{FAULT_TEXT("it must be above 0, and 10|12 at most")};
inline constexpr FaultCode HigherEndFirst{FAULT_TEXT("the lower end comes first")};
inline constexpr FaultCode OnlyOfShape{FAULT_TEXT("only the shape %1 has it")};
inline constexpr FaultCode NoTat{FAULT_TEXT("none of the keys captures the moment “tat”")};
inline constexpr FaultCode OtherShape{FAULT_TEXT("what is captured makes it the shape %1")};
inline constexpr FaultCode ShapelessTier{
    FAULT_TEXT("what cannot be read cannot be changed: the tier of the shape none is label")};
inline constexpr FaultCode SlicesTier{
    FAULT_TEXT("slices that are fields of one key are not changed: their tier is label")};
inline constexpr FaultCode NoToken{FAULT_TEXT("none of them captures the token")};
inline constexpr FaultCode NotNumbered{
    FAULT_TEXT("only keys whose names have the number of the window have it")};
inline constexpr FaultCode NoSample{FAULT_TEXT("it needs one sample at least")};

// Its keys.
inline constexpr FaultCode HashFieldName{FAULT_TEXT("its name must have 1 to 1000 characters, up to U+00FF")};
inline constexpr FaultCode NotOfType{FAULT_TEXT("a key of the type %1 has none")};
inline constexpr FaultCode MainListsBlocked{FAULT_TEXT("a set of blocked tokens stands beside the main key")};
inline constexpr FaultCode TokenInField{
    FAULT_TEXT("tokens are fields only of the one key of a format, which has no other fields, and whose name "
               "has the number or the start of its window, and no token")};
inline constexpr FaultCode RuleOfKey{
    FAULT_TEXT("keys count under rules of their own only where the main key does, and another one; they are "
               "strings that hold a counter, and their names have no window")};
inline constexpr FaultCode RoleName{FAULT_TEXT("the name of a role consists of a-z, 0-9 and _")};
inline constexpr FaultCode OwnKeys{FAULT_TEXT("keys that begin with “%1” are Ratewarden's own")};
inline constexpr FaultCode MainRequired{
    FAULT_TEXT("the main key needs no such mark: without it there is no state")};
inline constexpr FaultCode CaptureIsTime{
    FAULT_TEXT("%1: it is a time: its type is s, ms, us, ns, period, php-interval, u32 or f64")};
inline constexpr FaultCode CaptureIsNumber{
    FAULT_TEXT("%1: it is a number: its type is int, uint, num or u32")};
inline constexpr FaultCode CaptureIsText{
    FAULT_TEXT("%1: it is a text: its type cannot be a number or a time")};
inline constexpr FaultCode Alternatives{FAULT_TEXT(
    "it has %1 alternatives and the main key %2: each belongs to that of the main key in the same place")};

// Its samples.
inline constexpr FaultCode EntryParts{
    FAULT_TEXT("an entry is a list of two: member and score, or id and fields")};
inline constexpr FaultCode Score{FAULT_TEXT("a score is a number as Redis writes it")};
inline constexpr FaultCode SampleType{FAULT_TEXT("a key has one type")};
inline constexpr FaultCode Pttl{FAULT_TEXT("it is a number of milliseconds, or -1 for none")};
inline constexpr FaultCode ContentOfType{FAULT_TEXT("a key of the type %1 has “%2”")};
inline constexpr FaultCode KeyWithoutName{FAULT_TEXT("a key without a name")};
inline constexpr FaultCode WarningCount{FAULT_TEXT("it is a number of warnings")};
inline constexpr FaultCode SampleMoment{FAULT_TEXT("it is the moment of the sample, in seconds since 1970")};
inline constexpr FaultCode KeyOfNoRole{
    FAULT_TEXT("“%1”, a %2, is none of the keys that this file describes")};

// Patterns.
inline constexpr FaultCode PatternLength{FAULT_TEXT("a pattern has %1 bytes at most")};
inline constexpr FaultCode BraceNotOpen{
    FAULT_TEXT("a “}” that closes nothing; the character itself is “}}”")};
inline constexpr FaultCode BraceNotClosed{
    FAULT_TEXT("a “{” that nothing closes; the character itself is “{{”")};
inline constexpr FaultCode BracketNotOpen{
    FAULT_TEXT("a “]” that closes nothing; the character itself is “]]”")};
inline constexpr FaultCode BracketNotClosed{
    FAULT_TEXT("a “[” that nothing closes; the character itself is “[[”")};
inline constexpr FaultCode NestedOptional{FAULT_TEXT("optional parts do not nest")};
inline constexpr FaultCode OptionalsTooMany{FAULT_TEXT("more than %1 optional parts")};
inline constexpr FaultCode OptionalEmpty{FAULT_TEXT("an optional part without content")};
inline constexpr FaultCode FreeTextsTouch{
    FAULT_TEXT("two captures of any text side by side: nothing says where the first one ends")};
inline constexpr FaultCode CaptureNameMissing{
    FAULT_TEXT("a capture has a name that begins with a letter: {name}")};
inline constexpr FaultCode CaptureName{FAULT_TEXT("a name of a capture consists of a-z, 0-9 and _")};
inline constexpr FaultCode CaptureNamedOuter{
    FAULT_TEXT("“outer” is the name of the prefix that frameworks put in front")};
inline constexpr FaultCode ConstantEmpty{FAULT_TEXT("a constant without text")};
inline constexpr FaultCode TypeMissing{FAULT_TEXT("a type is missing after “:”")};
inline constexpr FaultCode TypeUnknown{
    FAULT_TEXT("no such type; there are int, uint, num, s, ms, us, ns (each with its decimals: s0, s4), "
               "period, period360, hexN, alnumN, uuid, bytesN, rest, u32be, u32le, f64be, igbinary-int, "
               "php-interval, and one of several texts: a|b|c")};
inline constexpr FaultCode CapturesTooMany{FAULT_TEXT("more than %1 captures")};
inline constexpr FaultCode TypeDiffers{FAULT_TEXT("the same name with another type")};
inline constexpr FaultCode BehindRest{FAULT_TEXT("nothing can follow a capture of the type rest")};
inline constexpr FaultCode PrefixEmpty{FAULT_TEXT("a prefix has at least one character")};

// Files and their folder.
inline constexpr FaultCode FileSize{FAULT_TEXT("it is larger than %1 bytes")};
inline constexpr FaultCode SymbolicLink{
    FAULT_TEXT("symbolic links are not followed: put the file itself here")};
inline constexpr FaultCode NotPlainFile{FAULT_TEXT("it is not a plain file")};
inline constexpr FaultCode CannotOpen{FAULT_TEXT("it cannot be opened: %1")};
inline constexpr FaultCode CannotRead{FAULT_TEXT("it cannot be read: %1")};
inline constexpr FaultCode FilesTooMany{
    FAULT_TEXT("it is one too many: %1 files at most are read, in the order of their names")};
inline constexpr FaultCode OtherFiles{FAULT_TEXT("it holds too many files that are no format files")};
inline constexpr FaultCode FilesTooLarge{FAULT_TEXT("the files before it hold %1 bytes together")};
inline constexpr FaultCode DescribedTwice{FAULT_TEXT("%1 describes the format %2 already")};
inline constexpr FaultCode CannotWrite{FAULT_TEXT("cannot write %1: %2")};
inline constexpr FaultCode NoFolder{
    FAULT_TEXT("there is no folder for formats of your own: set RATEWARDEN_FORMATS, XDG_DATA_HOME or HOME")};

} // namespace ratewarden::Fault
