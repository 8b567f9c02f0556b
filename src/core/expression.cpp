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

// Signs that keyboards and drawings have, in the letters that the grammar knows.
struct Sign {
  std::string_view utf8, ascii;
};
constexpr Sign kSigns[] = {
    {"\u00b5", "u"},       // micro sign
    {"\u03bc", "u"},       // Greek mu
    {"\u00b0C", " degC"},  // refused below
    {"\u00b0", " deg"},   {"\u00b2", "^2"}, {"\u00b3", "^3"},
    {"\u00b7", "*"},      {"\u22c5", "*"},  {"\u00d7", "*"},  // dots and cross
    {"\u2212", "-"},      {"\u2013", "-"},                    // minus, en dash
    {"\u00a0", " "},      {"\u202f", " "},  {"\u2009", " "},  // blanks
};

std::string in_ascii(std::string_view text) {
  if (std::ranges::none_of(text, [](char c) { return static_cast<unsigned char>(c) > 0x7f; }))
    return std::string(text);
  std::string out;
  while (!text.empty()) {
    const auto found = std::find_if(std::begin(kSigns), std::end(kSigns),
                                    [&](const Sign& sign) { return text.starts_with(sign.utf8); });
    const bool known = found != std::end(kSigns);
    out += known ? found->ascii : text.substr(0, 1);
    text.remove_prefix(known ? found->utf8.size() : 1);
  }
  return out;
}

// At most so many bytes, without cutting a letter of several.
std::string_view beginning(std::string_view text, std::size_t most) {
  if (text.size() <= most) return text;
  while (most > 0 && (static_cast<unsigned char>(text[most]) & 0xc0u) == 0x80u) --most;
  return text.substr(0, most);
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
    const auto digit_at = [this](std::size_t i) { return i < text_.size() && is_digit(text_[i]); };
    if (text_[pos_] == ',' && pos_ > 0 && digit_at(pos_ - 1) && digit_at(pos_ + 1))
      throw QuantityError("a decimal point is written \".\", not \",\"");
    const auto before = text_.substr(0, pos_).find_last_not_of(' ');
    if (digit_at(pos_) && before != std::string_view::npos) {
      if (is_digit(text_[before])) throw QuantityError("a number has no blanks inside: 1500 kg");
      if (is_letter(text_[before])) throw QuantityError("a unit comes after its number: 90 mm");
    }
    throw QuantityError("unexpected " + quoted(beginning(text_.substr(pos_), 12)));
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
    return unit_of(word).has_value();
  }
  // The unit of a word such as mm2. A length is called L more often than a litre is: L2 is no
  // square of litres, and where a parameter is called L, that is meant.
  std::optional<Quantity> unit_of(std::string_view word) const {
    const std::string_view name = letters(word);
    if (name == "L" && (word != name || std::ranges::count(scope_.names(), name) > 0))
      return std::nullopt;
    return find_unit(name);
  }
  // m3/(s V): true if the parenthesis holds units, so that it belongs to the unit before it.
  bool group_has_units_only() const {
    for (std::size_t i = pos_ + 1; i < text_.size() && text_[i] != ')'; ++i) {
      if (!is_letter(text_[i])) {
        if (text_[i] == '(' || text_[i] == '+' || text_[i] == '-') return false;
        continue;
      }
      const std::string_view word = word_at(i);
      if (!unit_of(word)) return false;
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
    const auto found = unit_of(word);
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
    if (word == "degC" || word == "C")
      throw QuantityError("temperatures are absolute: write 293.15 K for 20 degrees Celsius");
    std::vector<std::string> names = scope_.names();
    for (std::string& unit : unit_names())
      if (misspelt_unit(word, unit)) names.push_back(std::move(unit));
    const std::string hint = did_you_mean(word, names);
    const std::string text = "unknown unit or parameter " + quoted(word.substr(0, 40)) + hint;
    if (hint.empty()) throw UnknownWord(text);
    throw QuantityError(text);
  }
  // Units are short, and any two are near each other: rpm is no misspelt lpm.
  static bool misspelt_unit(std::string_view word, std::string_view unit) {
    if (edit_distance(word.substr(0, 1), unit.substr(0, 1)) > 0) return false;
    return edit_distance(word, unit) <= (word.size() < 3 ? 0 : 1);
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
  const std::string ascii = in_ascii(text);
  const Quantity q = Parser(ascii, scope).whole();
  if (!std::isfinite(q.value)) throw QuantityError("the value is not finite");
  return q;
}

bool is_name(std::string_view text) {
  if (text.empty() || !is_letter(text.front())) return false;
  return std::all_of(text.begin(), text.end(), [](char c) { return is_letter(c) || is_digit(c); });
}

}  // namespace bramah
