// SPDX-License-Identifier: MIT
#pragma once

namespace ratewarden {

/// A deleter for std::unique_ptr that calls a function of a C library: `std::unique_ptr<SSL,
/// Freed<SSL_free>>`.
template <auto Free>
struct Freed {
    template <class T>
    void operator()(T* object) const
    {
        Free(object);
    }
};

} // namespace ratewarden
