#include "core/expression.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <numbers>

#include "core/nearest.h"

namespace bramah {
namespace {

constexpr std::size_t kLongestText = 1000;
constexpr int kDeepest = 50;  // parentheses, signs and powers inside each other

bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }
bool is_digit(char c) { return c >= '0' && c <= '9'; }

std::string quoted(std::string_view text) { return "\"" + std::string(text) + "\""; }

double plain(const Quantity& q, const char* role) {
  if (!dimensionless(q.dimension))
    throw QuantityError(std::string(role) + " must be a plain number, not " +
                        describe(q.dimension));
  return q.value;
}

// Angles and plain numbers are both welcome: sin(30 deg), sin(0.5).
double angle(const Quantity& q, std::string_view function) {
  if (!dimensionless(q.dimension) && !identical(q.dimension, dimension_of("rad")))
    throw QuantityError(std::string(function) + "() needs an angle, not " + describe(q.dimension));
  return q.value;
}

void require_same(const Quantity& a, const Quantity& b, std::string_view verb) {
  if (!compatible(a.dimension, b.dimension))
    throw QuantityError("cannot " + std::string(verb) + " " + describe(a.dimension) + " and " +
                        describe(b.dimension));
}

Quantity call_one(std::string_view name, const Quantity& x) {
  const Dimension rad{{0, 0, 0, 0, 0, 1}};
  if (name == "sqrt") return {std::sqrt(x.value), power(x.dimension, 0.5)};
  if (name == "abs") return {std::abs(x.value), x.dimension};
  if (name == "sin") return {std::sin(angle(x, name)), {}};
  if (name == "cos") return {std::cos(angle(x, name)), {}};
  if (name == "tan") return {std::tan(angle(x, name)), {}};
  if (name == "asin") return {std::asin(plain(x, "the argument of asin()")), rad};
  return {std::acos(plain(x, "the argument of acos()")), rad};
}

Quantity call_two(std::string_view name, const Quantity& a, const Quantity& b) {
  if (name == "atan2") {
    require_same(a, b, "take atan2() of");
    return {std::atan2(a.value, b.value), Dimension{{0, 0, 0, 0, 0, 1}}};
  }
  require_same(a, b, "compare");
  return {name == "min" ? std::min(a.value, b.value) : std::max(a.value, b.value), a.dimension};
}

int argument_count(std::string_view function) {
  for (const auto* one : {"sqrt", "abs", "sin", "cos", "tan", "asin", "acos"})
    if (function == one) return 1;
  for (const auto* two : {"atan2", "min", "max"})
    if (function == two) return 2;
  return 0;
}

class Parser {
 public:
  Parser(std::string_view text, const Scope& scope) : text_(text), scope_(scope) {}

  Quantity whole() {
    const Quantity q = sum();
    if (!at_end()) fail_here();
    return q;
  }

 private:
  // ------------------------------------------------------------------------------------ characters
  void skip_blanks() {
    while (pos_ < text_.size() && (text_[pos_] == ' ' || text_[pos_] == '\t')) ++pos_;
  }
  char peek() {
    skip_blanks();
    return pos_ < text_.size() ? text_[pos_] : '\0';
  }
  bool at_end() {
    skip_blanks();
    return pos_ == text_.size();
  }
  bool accept(char c) {
    if (peek() != c) return false;
    ++pos_;
    return true;
  }
  [[noreturn]] void fail_here() {
    if (at_end()) throw QuantityError("it ends too early");
    throw QuantityError("unexpected " + quoted(text_.substr(pos_, 12)));
  }
  void expect(char c) {
    if (!accept(c)) throw QuantityError(std::string("a ") + c + " is missing");
  }
  std::string_view word_at(std::size_t at) const {
    std::size_t end = at;
    while (end < text_.size() && (is_letter(text_[end]) || (end > at && is_digit(text_[end]))))
      ++end;
    return text_.substr(at, end - at);
  }
  double number() {
    double value = 0.0;
    const char* first = text_.data() + pos_;
    const auto [last, error] = std::from_chars(first, text_.data() + text_.size(), value);
    if (error == std::errc::result_out_of_range)
      throw QuantityError("the number is too large or too small");
    if (error != std::errc{}) fail_here();
    pos_ += static_cast<std::size_t>(last - first);
    return value;
  }

  // ----------------------------------------------------------------------------------- expressions
  Quantity sum() {
    const Level level(depth_);
    Quantity q = product();
    for (;;) {
      const char c = peek();
      if (c != '+' && c != '-') return q;
      ++pos_;
      const Quantity other = product();
      require_same(q, other, c == '+' ? "add" : "subtract");
      q.value += c == '+' ? other.value : -other.value;
    }
  }
  Quantity product() {
    Quantity q = sign();
    for (;;) {
      const char c = peek();
      if (c != '*' && c != '/') return q;
      ++pos_;
      const Quantity other = sign();
      if (c == '/' && other.value == 0.0) throw QuantityError("division by zero");
      q = c == '*' ? Quantity{q.value * other.value, q.dimension * other.dimension}
                   : Quantity{q.value / other.value, q.dimension / other.dimension};
    }
  }
  Quantity sign() {
    const Level level(depth_);
    if (accept('+')) return sign();
    if (!accept('-')) return quantity();
    Quantity q = sign();
    q.value = -q.value;
    return q;
  }
  Quantity quantity() {
    const Quantity q = raise(primary());
    if (!unit_follows()) return q;
    const Quantity unit = units();
    return {q.value * unit.value, q.dimension * unit.dimension};
  }
  Quantity raise(const Quantity& base) {
    if (!accept('^')) return base;
    const double n = exponent();
    return {std::pow(base.value, n), power(base.dimension, n)};
  }
  double exponent() {
    const Level level(depth_);
    if (accept('-')) return -exponent();
    return plain(primary(), "an exponent");
  }
  Quantity primary() {
    const char c = peek();
    if (is_digit(c) || c == '.') return {number(), {}};
    if (accept('(')) {
      const Quantity q = sum();
      expect(')');
      return q;
    }
    if (!is_letter(c) && c != '%') fail_here();
    return named();
  }
  Quantity named() {
    const std::string_view word = word_at(pos_);
    const std::size_t after = pos_ + word.size();
    if (after < text_.size() && text_[after] == '(' && argument_count(word) > 0) return call(word);
    if (const Quantity* value = scope_.find(word)) {
      pos_ = after;
      return *value;
    }
    if (word == "pi") {
      pos_ = after;
      return {std::numbers::pi, {}};
    }
    return units();
  }
  Quantity call(std::string_view name) {
    pos_ += name.size() + 1;
    const Quantity a = sum();
    if (argument_count(name) == 1) {
      expect(')');
      return call_one(name, a);
    }
    expect(',');
    const Quantity b = sum();
    expect(')');
    return call_two(name, a, b);
  }

  // ----------------------------------------------------------------------------------------- units
  // A unit directly after a value; the 1 of "6.5e-10 1/Pa" counts as one.
  bool unit_follows() {
    const char c = peek();
    if (is_letter(c) || c == '%') return true;
    return c == '1' && text_.substr(pos_, 2) == "1/";
  }
  Quantity units() {
    Quantity q = unit();
    for (;;) {
      const std::size_t start = pos_;
      const bool divide = accept('/');
      if (!divide && !accept('*')) accept('.');
      if (!unit_starts_here()) {
        pos_ = start;
        return q;
      }
      const Quantity other = peek() == '(' ? unit_group() : unit();
      q = divide ? Quantity{q.value / other.value, q.dimension / other.dimension}
                 : Quantity{q.value * other.value, q.dimension * other.dimension};
    }
  }
  bool unit_starts_here() {
    const char c = peek();
    if (c == '%') return true;
    if (c == '(') return group_has_units_only();
    const std::string_view word = word_at(pos_);
    if (word.empty()) return false;
    const std::size_t after = pos_ + word.size();
    if (after < text_.size() && text_[after] == '(') return false;
    return find_unit(letters(word)).has_value();
  }
  // m3/(s V): true if the parenthesis holds units, so that it belongs to the unit before it.
  bool group_has_units_only() const {
    for (std::size_t i = pos_ + 1; i < text_.size() && text_[i] != ')'; ++i) {
      if (!is_letter(text_[i])) {
        if (text_[i] == '(' || text_[i] == '+' || text_[i] == '-') return false;
        continue;
      }
      const std::string_view word = word_at(i);
      if (!find_unit(letters(word))) return false;
      i += word.size() - 1;
    }
    return true;
  }
  Quantity unit_group() {
    const Level level(depth_);
    expect('(');
    const Quantity q = sum();
    expect(')');
    return raise(q);
  }
  static std::string_view letters(std::string_view word) {
    std::size_t n = 0;
    while (n < word.size() && is_letter(word[n])) ++n;
    return word.substr(0, n);
  }
  Quantity unit() {
    if (accept('1')) return {1.0, {}};
    if (accept('%')) return *find_unit("%");
    const std::string_view word = word_at(pos_);
    const std::string_view name = letters(word);
    const auto found = find_unit(name);
    const bool digits_only = std::all_of(word.begin() + name.size(), word.end(), is_digit);
    if (!found || !digits_only) unknown(word);
    pos_ += name.size();
    if (name.size() == word.size()) return raise(*found);
    // mm2: the digits are the exponent, and nothing but digits may follow the letters.
    double n = 0.0;
    std::from_chars(word.data() + name.size(), word.data() + word.size(), n);
    pos_ += word.size() - name.size();
    return {std::pow(found->value, n), power(found->dimension, n)};
  }
  [[noreturn]] void unknown(std::string_view word) const {
    if (scope_.find(word))
      throw QuantityError("write * between a value and the parameter " + quoted(word));
    std::vector<std::string> names = unit_names();
    const auto more = scope_.names();
    names.insert(names.end(), more.begin(), more.end());
    throw QuantityError("unknown unit or parameter " + quoted(word.substr(0, 40)) +
                        did_you_mean(word, names));
  }

  struct Level {
    explicit Level(int& depth) : depth_(depth) {
      if (++depth_ > kDeepest) throw QuantityError("too many levels of parentheses or signs");
    }
    ~Level() { --depth_; }
    int& depth_;
  };

  std::string_view text_;
  const Scope& scope_;
  std::size_t pos_ = 0;
  int depth_ = 0;
};

}  // namespace

Quantity evaluate(std::string_view text, const Scope& scope) {
  if (text.size() > kLongestText)
    throw QuantityError("longer than " + std::to_string(kLongestText) + " characters");
  const Quantity q = Parser(text, scope).whole();
  if (!std::isfinite(q.value)) throw QuantityError("the value is not finite");
  return q;
}

bool is_name(std::string_view text) {
  if (text.empty() || !is_letter(text.front())) return false;
  return std::all_of(text.begin(), text.end(), [](char c) { return is_letter(c) || is_digit(c); });
}

}  // namespace bramah
