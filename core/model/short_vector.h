// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <initializer_list>
#include <stdexcept>
#include <type_traits>
#include <vector>

namespace ratewarden {

/// A vector that stores up to `few` values in the object itself and more on the heap. A decision about up to
/// four rules thus allocates nothing.
template <class Value, std::size_t few>
class ShortVector {
    static_assert(std::is_trivially_copyable_v<Value>);

public:
    using value_type = Value;
    using iterator = Value*;
    using const_iterator = const Value*;

    ShortVector() = default;
    ShortVector(std::initializer_list<Value> values) : ShortVector(values.begin(), values.end()) {}
    template <class Iterator>
    ShortVector(Iterator first, Iterator last)
    {
        for (; first != last; ++first)
            push_back(*first);
    }

    std::size_t size() const { return m_size; }
    bool empty() const { return m_size == 0; }
    Value* data() { return m_size <= few ? m_few.data() : m_many.data(); }
    const Value* data() const { return m_size <= few ? m_few.data() : m_many.data(); }
    Value* begin() { return data(); }
    Value* end() { return data() + m_size; }
    const Value* begin() const { return data(); }
    const Value* end() const { return data() + m_size; }
    Value& operator[](std::size_t i) { return data()[i]; }
    const Value& operator[](std::size_t i) const { return data()[i]; }
    Value& back() { return data()[m_size - 1]; }
    const Value& back() const { return data()[m_size - 1]; }

    /// Throws std::out_of_range.
    Value& at(std::size_t i) { return data()[checked(i)]; }
    const Value& at(std::size_t i) const { return data()[checked(i)]; }

    void push_back(const Value& value)
    {
        if (m_size < few) {
            m_few[m_size] = value;
        } else {
            if (m_size == few)
                m_many.assign(m_few.begin(), m_few.end());
            m_many.push_back(value);
        }
        ++m_size;
    }

    void clear()
    {
        m_size = 0;
        m_many.clear();
    }

    friend bool operator==(const ShortVector& one, const ShortVector& other)
    {
        return std::ranges::equal(one, other);
    }

private:
    std::size_t checked(std::size_t i) const
    {
        if (i >= m_size)
            throw std::out_of_range("ShortVector::at");
        return i;
    }

    std::array<Value, few> m_few{};
    std::size_t m_size = 0;
    std::vector<Value> m_many; // all, if they are more
};

} // namespace ratewarden
