// SPDX-License-Identifier: MIT
#pragma once

namespace ratewarden {

/// What can be wrong with a format file, with a pattern, or with the folder of the user's files. Behind each
/// stands which values its Problem has, in their order; "why" is Problem::because.
enum class FormatFault {
    // Where it is.
    InFile,      ///< the file, the line, why
    InField,     ///< the file, the line, the field's path, why
    InName,      ///< the character counted from 1, why
    AtCharacter, ///< the character counted from 1, why

    // Values of the JSON text.
    FieldTwice,
    FieldUnknown, ///< the known fields
    FieldMissing,
    FieldsTooMany,
    ValuesTooMany,
    NestedTooDeeply,
    NoObject,
    NoList,
    NoTruth,
    NoText,
    NoNumber,
    NoSeconds,
    NumberNotWhole,
    NumberRange,
    SecondsRange,
    FieldCount, ///< the most
    ItemCount,  ///< the most
    ListEmpty,
    TextLength,  ///< the longest, in bytes
    BytesLength, ///< the longest
    AboveByte,
    NameAboveByte,
    NoneOf, ///< the text, the allowed values

    // The format.
    FormatName,
    FarTime,
    WindowsRange,
    HigherEndFirst,
    OnlyOfShape, ///< the shape
    NoTat,
    OtherShape, ///< the shape that it is
    ShapelessTier,
    NoToken,
    NotNumbered,
    NoSample,

    // Its keys.
    HashFieldName,
    NotOfType, ///< the type
    MainListsBlocked,
    TokenInField,
    RuleOfKey,
    RoleName,
    OwnKeys, ///< what the names of Ratewarden's own keys begin with
    MainRequired,
    CaptureIsTime,   ///< the capture, in braces
    CaptureIsNumber, ///< the capture, in braces
    CaptureIsText,   ///< the capture, in braces
    Alternatives,    ///< how many there are, and how many of the main key

    // Its samples.
    EntryParts,
    Score,
    SampleType,
    Pttl,
    ContentOfType, ///< the type, the field that holds the content of such a key
    KeyWithoutName,
    WarningCount,
    SampleMoment,
    KeyOfNoRole, ///< the key, its type

    // Patterns.
    PatternLength, ///< the longest, in bytes
    BraceNotOpen,
    BraceNotClosed,
    BracketNotOpen,
    BracketNotClosed,
    NestedOptional,
    OptionalsTooMany, ///< the most
    OptionalEmpty,
    FreeTextsTouch,
    CaptureNameMissing,
    CaptureName,
    CaptureNamedOuter,
    ConstantEmpty,
    TypeMissing,
    TypeUnknown,
    CapturesTooMany, ///< the most
    TypeDiffers,
    BehindRest,
    PrefixEmpty,

    // Files and their folder.
    FileSize, ///< the largest, in bytes
    SymbolicLink,
    NotPlainFile,
    CannotOpen,   ///< the system's words
    CannotRead,   ///< the system's words
    FilesTooMany, ///< the most
    OtherFiles,
    FilesTooLarge,  ///< the most, in bytes
    DescribedTwice, ///< the other file, the format
    CannotWrite,    ///< the path, the system's words
    NoFolder,
};

inline constexpr FormatFault lastFormatFault = FormatFault::NoFolder;

/// Its sentence in English: see fault_text.h.
const char* patternOf(FormatFault fault);

} // namespace ratewarden
