// What the sources use of C++20 and the standard library of Debian's Emscripten (libc++ 13) does not have yet: included
// in front of every file of this build, and of no other, so that the sources need not know. Each function does what the
// standard says of the one that it stands for, as far as it is used here; a newer library has them all, and the
// header is then empty.
#pragma once

#include <version>
#if defined(_LIBCPP_VERSION) && _LIBCPP_VERSION < 15000

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <iterator>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

_LIBCPP_BEGIN_NAMESPACE_STD

// ------------------------------------------------------------------ algorithms of whole ranges
namespace ranges {

namespace bramah_older {

template <class Range>
auto first(Range& range) {
  return std::begin(range);
}
template <class Range>
auto last(Range& range) {
  return std::end(range);
}

template <class Less, class Projection>
struct Compare {
  Less less;
  Projection projection;
  template <class A, class B>
  bool operator()(A&& a, B&& b) {
    return std::invoke(less, std::invoke(projection, std::forward<A>(a)),
                       std::invoke(projection, std::forward<B>(b)));
  }
};

struct Less {
  template <class A, class B>
  constexpr bool operator()(const A& a, const B& b) const {
    return a < b;
  }
};
struct Equal {
  template <class A, class B>
  constexpr bool operator()(const A& a, const B& b) const {
    return a == b;
  }
};

}  // namespace bramah_older

template <class Out>
struct older_in_out {
  Out in, out;
};
template <class Value>
struct older_min_max {
  Value min, max;
};

template <class Range, class Test, class Projection = identity>
constexpr auto find_if(Range&& range, Test test, Projection projection = {}) {
  auto at = bramah_older::first(range);
  for (const auto end = bramah_older::last(range); at != end; ++at)
    if (std::invoke(test, std::invoke(projection, *at))) break;
  return at;
}
template <class Range, class Value, class Projection = identity>
constexpr auto find(Range&& range, const Value& value, Projection projection = {}) {
  auto at = bramah_older::first(range);
  for (const auto end = bramah_older::last(range); at != end; ++at)
    if (std::invoke(projection, *at) == value) break;
  return at;
}
template <class Range, class Test, class Projection = identity>
constexpr bool any_of(Range&& range, Test test, Projection projection = {}) {
  for (auto&& one : range)
    if (std::invoke(test, std::invoke(projection, one))) return true;
  return false;
}
template <class Range, class Test, class Projection = identity>
constexpr bool all_of(Range&& range, Test test, Projection projection = {}) {
  for (auto&& one : range)
    if (!std::invoke(test, std::invoke(projection, one))) return false;
  return true;
}
template <class Range, class Test, class Projection = identity>
constexpr bool none_of(Range&& range, Test test, Projection projection = {}) {
  return !any_of(range, test, projection);
}
template <class Range, class Test, class Projection = identity>
constexpr ptrdiff_t count_if(Range&& range, Test test, Projection projection = {}) {
  ptrdiff_t found = 0;
  for (auto&& one : range) found += std::invoke(test, std::invoke(projection, one)) ? 1 : 0;
  return found;
}
template <class Range, class Value, class Projection = identity>
constexpr ptrdiff_t count(Range&& range, const Value& value, Projection projection = {}) {
  ptrdiff_t found = 0;
  for (auto&& one : range) found += std::invoke(projection, one) == value ? 1 : 0;
  return found;
}
template <class Range>
constexpr auto adjacent_find(Range&& range) {
  return std::adjacent_find(bramah_older::first(range), bramah_older::last(range));
}
template <class A, class B, class Test = bramah_older::Equal>
constexpr bool equal(A&& a, B&& b, Test test = {}) {
  return std::equal(bramah_older::first(a), bramah_older::last(a), bramah_older::first(b),
                    bramah_older::last(b), test);
}

template <class Range, class Out>
constexpr auto copy(Range&& range, Out out) {
  const Out end = std::copy(bramah_older::first(range), bramah_older::last(range), out);
  return older_in_out<Out>{end, end};
}
template <class From, class To, class Out>
constexpr auto copy(From from, To to, Out out) {
  const Out end = std::copy(from, to, out);
  return older_in_out<Out>{end, end};
}
template <class Range, class Out>
constexpr auto move(Range&& range, Out out) {
  const Out end = std::move(bramah_older::first(range), bramah_older::last(range), out);
  return older_in_out<Out>{end, end};
}
template <class Range, class Out, class Test>
constexpr auto copy_if(Range&& range, Out out, Test test) {
  const Out end = std::copy_if(bramah_older::first(range), bramah_older::last(range), out, test);
  return older_in_out<Out>{end, end};
}
template <class Range, class Out, class Change>
constexpr auto transform(Range&& range, Out out, Change change) {
  const Out end =
      std::transform(bramah_older::first(range), bramah_older::last(range), out, change);
  return older_in_out<Out>{end, end};
}
template <class Range, class Value>
constexpr void fill(Range&& range, const Value& value) {
  for (auto&& one : range) one = value;
}
template <class Range, class Value, class Other>
constexpr void replace(Range&& range, const Value& from, const Other& to) {
  for (auto&& one : range)
    if (one == from) one = to;
}

template <class Range, class Order = bramah_older::Less, class Projection = identity>
constexpr void sort(Range&& range, Order order = {}, Projection projection = {}) {
  std::sort(bramah_older::first(range), bramah_older::last(range),
            bramah_older::Compare<Order, Projection>{order, projection});
}
template <class Range, class Order = bramah_older::Less, class Projection = identity>
constexpr void stable_sort(Range&& range, Order order = {}, Projection projection = {}) {
  std::stable_sort(bramah_older::first(range), bramah_older::last(range),
                   bramah_older::Compare<Order, Projection>{order, projection});
}
template <class Range, class Order = bramah_older::Less, class Projection = identity>
constexpr bool is_sorted(Range&& range, Order order = {}, Projection projection = {}) {
  return std::is_sorted(bramah_older::first(range), bramah_older::last(range),
                        bramah_older::Compare<Order, Projection>{order, projection});
}
template <class Range, class Order = bramah_older::Less, class Projection = identity>
constexpr auto max_element(Range&& range, Order order = {}, Projection projection = {}) {
  return std::max_element(bramah_older::first(range), bramah_older::last(range),
                          bramah_older::Compare<Order, Projection>{order, projection});
}
template <class Range, class Order = bramah_older::Less, class Projection = identity>
constexpr auto min_element(Range&& range, Order order = {}, Projection projection = {}) {
  return std::min_element(bramah_older::first(range), bramah_older::last(range),
                          bramah_older::Compare<Order, Projection>{order, projection});
}
template <class Range, class Order = bramah_older::Less, class Projection = identity>
constexpr auto minmax_element(Range&& range, Order order = {}, Projection projection = {}) {
  const auto both =
      std::minmax_element(bramah_older::first(range), bramah_older::last(range),
                          bramah_older::Compare<Order, Projection>{order, projection});
  return older_min_max<decltype(both.first)>{both.first, both.second};
}
template <class Range, class Order = bramah_older::Less, class Projection = identity>
constexpr auto minmax(Range&& range, Order order = {}, Projection projection = {}) {
  const auto both = minmax_element(range, order, projection);
  return older_min_max<std::remove_cvref_t<decltype(*both.min)>>{*both.min, *both.max};
}

template <class Range, class Value, class Order = bramah_older::Less, class Projection = identity>
constexpr auto lower_bound(Range&& range, const Value& value, Order order = {},
                           Projection projection = {}) {
  return std::partition_point(
      bramah_older::first(range), bramah_older::last(range),
      [&](auto&& one) { return std::invoke(order, std::invoke(projection, one), value); });
}
template <class Range, class Value, class Order = bramah_older::Less, class Projection = identity>
constexpr auto upper_bound(Range&& range, const Value& value, Order order = {},
                           Projection projection = {}) {
  return std::partition_point(
      bramah_older::first(range), bramah_older::last(range),
      [&](auto&& one) { return !std::invoke(order, value, std::invoke(projection, one)); });
}
template <class Range, class Value>
constexpr bool binary_search(Range&& range, const Value& value) {
  return std::binary_search(bramah_older::first(range), bramah_older::last(range), value);
}

}  // namespace ranges

// ------------------------------------------------------------------------- numbers as text
// The longest decimal number at the beginning: no blanks, no plus sign, no hexadecimal digits. strtod rounds correctly.
inline from_chars_result from_chars(const char* first, const char* last, double& value,
                                    chars_format = chars_format::general) {
  const auto is_digit = [](char c) { return c >= '0' && c <= '9'; };
  const char* at = first;
  if (at != last && *at == '-') ++at;
  const auto says = [&](string_view word) {
    if (static_cast<size_t>(last - at) < word.size()) return false;
    for (size_t k = 0; k < word.size(); ++k)
      if ((at[k] | 0x20) != word[k]) return false;
    return true;
  };
  if (says("inf") || says("nan")) {
    const bool is_nan = says("nan");
    const double found = is_nan ? NAN : HUGE_VAL;
    at += !is_nan && says("infinity") ? 8 : 3;
    value = *first == '-' ? -found : found;
    return {at, errc{}};
  }
  const char* const digits = at;
  while (at != last && is_digit(*at)) ++at;
  ptrdiff_t found = at - digits;
  if (at != last && *at == '.') {
    const char* const fraction = ++at;
    while (at != last && is_digit(*at)) ++at;
    found += at - fraction;
  }
  if (found == 0) return {first, errc::invalid_argument};
  if (at != last && (*at | 0x20) == 'e') {
    const char* power = at + 1;
    if (power != last && (*power == '+' || *power == '-')) ++power;
    if (power != last && is_digit(*power)) {
      while (power != last && is_digit(*power)) ++power;
      at = power;
    }
  }
  const string text(first, at);
  const double read = std::strtod(text.c_str(), nullptr);
  bool is_zero = true;  // as written
  for (const char c : text) {
    if (c == 'e' || c == 'E') break;
    if (c >= '1' && c <= '9') is_zero = false;
  }
  if (std::isinf(read) || (read == 0.0 && !is_zero)) return {at, errc::result_out_of_range};
  value = read;
  return {at, errc{}};
}

inline to_chars_result to_chars(char* first, char* last, double value, chars_format,
                                int precision) {
  const int length =
      std::snprintf(first, static_cast<size_t>(last - first), "%.*g", precision, value);
  if (length < 0 || length >= last - first) return {last, errc::value_too_large};
  return {first + length, errc{}};
}

// The fewest digits that read back as the same number; in full or with a power of ten, whichever is shorter.
template <class Real>
requires(is_floating_point_v<Real>)  //
    inline to_chars_result to_chars(char* first, char* last, Real value) {
  char text[64];
  int length = 0;
  if (!std::isfinite(value)) {
    length = std::snprintf(text, sizeof text, "%s%s", std::signbit(value) ? "-" : "",
                           std::isnan(value) ? "nan" : "inf");
  } else {
    int digits = 1;
    for (; digits <= 17; ++digits) {
      length = std::snprintf(text, sizeof text, "%.*e", digits - 1, static_cast<double>(value));
      if (static_cast<Real>(std::strtod(text, nullptr)) == value) break;
    }
    const int power = std::atoi(std::strchr(text, 'e') + 1);
    const int decimals = digits - 1 - power;
    char full[400];
    const int in_full = std::snprintf(full, sizeof full, "%.*f", decimals > 0 ? decimals : 0,
                                      static_cast<double>(value));
    if (in_full <= length) {
      if (in_full > last - first) return {last, errc::value_too_large};
      return {std::copy(full, full + in_full, first), errc{}};
    }
  }
  if (length > last - first) return {last, errc::value_too_large};
  return {std::copy(text, text + length, first), errc{}};
}

// -------------------------------------------------------------------------------- functions
template <class To, class From>
requires(sizeof(To) == sizeof(From))  //
    constexpr To bit_cast(const From& from) noexcept {
  return __builtin_bit_cast(To, from);
}

// Ei(x): its series near zero and for x > 0, a continued fraction for x < -1, the asymptotic series for large x.
inline double expint(double x) {
  constexpr double kEuler = 0.57721566490153286061;
  if (std::isnan(x)) return x;
  if (x == 0.0) return -HUGE_VAL;
  if (x < -1.0) {  // -E1(-x), by Lentz's method
    const double z = -x;
    double b = z + 1.0, c = 1e300, d = 1.0 / b, h = d;
    for (int k = 1; k < 1000; ++k) {
      const double a = -static_cast<double>(k) * k;
      b += 2.0;
      d = 1.0 / (a * d + b);
      c = b + a / c;
      const double factor = c * d;
      h *= factor;
      if (std::abs(factor - 1.0) < 1e-16) break;
    }
    return -h * std::exp(-z);
  }
  if (x < 40.0) {
    double sum = 0.0, term = 1.0;
    for (int k = 1; k < 500; ++k) {
      term *= x / k;
      sum += term / k;
      if (std::abs(term / k) < 1e-17 * std::abs(sum)) break;
    }
    return kEuler + std::log(std::abs(x)) + sum;
  }
  double sum = 1.0, term = 1.0;
  for (int k = 1; k < 60; ++k) {
    const double next = term * k / x;
    if (next > term) break;
    sum += term = next;
  }
  return std::exp(x) / x * sum;
}

// --------------------------------------------------------------------------------- threads
// There is one: what another thread would do is done at once. Right for work that is dealt out and waited for
// (run/work_pool.cpp, surrogate/normal_equations.cpp), which is what this stands for here.
class jthread {
 public:
  jthread() = default;
  template <class Work, class... Values>
  explicit jthread(Work&& work, Values&&... values) {
    std::invoke(std::forward<Work>(work), std::forward<Values>(values)...);
  }
  jthread(jthread&&) = default;
  jthread& operator=(jthread&&) = default;
  void join() {}
  bool joinable() const { return false; }
};

_LIBCPP_END_NAMESPACE_STD

#endif
