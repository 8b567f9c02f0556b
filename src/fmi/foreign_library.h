// What the two versions share: an open library, and variables by their types.
#pragma once

#include <dlfcn.h>

#include <cmath>
#include <limits>
#include <type_traits>

#include "fmi/foreign.h"

namespace bramah {

// A shared object, open; its functions by name.
class Library {
 public:
  explicit Library(const std::string& path) : path_(path), handle_(dlopen(path.c_str(), RTLD_NOW)) {
    if (!handle_) throw InputError("the FMU's binary cannot be loaded: " + std::string(dlerror()));
  }
  ~Library() { dlclose(handle_); }
  Library(const Library&) = delete;
  Library& operator=(const Library&) = delete;

  template <class Function>
  void find(const char* name, Function*& function) const {
    function = reinterpret_cast<Function*>(dlsym(handle_, name));
    if (!function) throw InputError(path_ + ": the FMU's binary has no function " + name);
  }

 private:
  std::string path_;
  void* handle_;
};

// Stretches of variables of one type, one after the other; false as soon as one fails.
template <class Do>
bool by_type(Foreign::Places places, Do one_type) {
  for (std::size_t first = 0, last = 0; first < places.size(); first = last) {
    while (last < places.size() && places[last].type == places[first].type) ++last;
    if (!one_type(places[first].type, first, last - first)) return false;
  }
  return true;
}

// What arrives as a double is rounded for whole numbers, and kept inside of what they can be.
template <class T>
T converted(double value) {
  if constexpr (std::is_same_v<T, bool>) return value != 0.0;
  if constexpr (std::is_floating_point_v<T>) return static_cast<T>(value);
  const double whole = std::nearbyint(value);
  if (!(whole > static_cast<double>(std::numeric_limits<T>::min())))
    return std::numeric_limits<T>::min();
  if (whole >= static_cast<double>(std::numeric_limits<T>::max()))
    return std::numeric_limits<T>::max();
  return static_cast<T>(whole);
}

// Value references as arrays; it keeps its memory.
class ReferenceList {
 public:
  const std::uint32_t* of(Foreign::Places places, std::size_t first, std::size_t n) {
    list_.resize(n);
    for (std::size_t k = 0; k < n; ++k) list_[k] = places[first + k].reference;
    return list_.data();
  }

 private:
  std::vector<std::uint32_t> list_;
};

[[nodiscard]] std::unique_ptr<Foreign> open_foreign2(const std::string& binary, bool saves);
[[nodiscard]] std::unique_ptr<Foreign> open_foreign3(const std::string& binary, bool saves);

}  // namespace bramah
