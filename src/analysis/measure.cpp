// The text of a measure is gone through once: each reduction is carried out and stands for a named
// value from then on, which leaves arithmetic with units for core/expression.h.
#include "analysis/measure.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <deque>
#include <limits>
#include <optional>

#include "analysis/reductions.h"
#include "analysis/study_axes.h"
#include "core/expression.h"

namespace bramah {
namespace {

const Dimension kNumber{};

bool in_word(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '.';
}

std::string trimmed(const std::string& text) {
  const auto first = text.find_first_not_of(" \t"), last = text.find_last_not_of(" \t");
  return first == std::string::npos ? "" : text.substr(first, last - first + 1);
}

// The names that an expression was rewritten to use.
class ValueNames : public Scope {
 public:
  const Quantity* find(std::string_view name) const override {
    for (const auto& [known, value] : all_)
      if (known == name) return &value;
    return nullptr;
  }
  std::string add(const Quantity& value) {
    all_.emplace_back(fmt::format("value_{}_", all_.size()), value);
    return all_.back().first;
  }
  Quantity& at(std::size_t k) { return all_[k].second; }

 private:
  std::deque<std::pair<std::string, Quantity>> all_;
};

// Words of a text one after the other; what is between them is handed on as it is.
template <class Take>
std::string with_words(const std::string& text, const Take& take) {
  std::string out;
  for (std::size_t k = 0; k < text.size();) {
    if (std::isdigit(static_cast<unsigned char>(text[k]))) {  // a number, its exponent too
      while (k < text.size() &&
             (std::isdigit(static_cast<unsigned char>(text[k])) || text[k] == '.'))
        out += text[k++];
      if (k + 1 < text.size() && (text[k] == 'e' || text[k] == 'E') &&
          (std::isdigit(static_cast<unsigned char>(text[k + 1])) ||
           ((text[k + 1] == '-' || text[k + 1] == '+') && k + 2 < text.size() &&
            std::isdigit(static_cast<unsigned char>(text[k + 2])))))
        out += text[k++], out += text[k++];
      continue;
    }
    if (!in_word(text[k])) {
      out += text[k++];
      continue;
    }
    const std::size_t from = k;
    while (k < text.size() && in_word(text[k])) ++k;
    out += take(text.substr(from, k - from), k);  // may move k on
  }
  return out;
}

// The inside of the bracket that opens at `at`; `at` moves behind it.
std::string bracket(const std::string& text, std::size_t& at) {
  const std::size_t from = at + 1;
  int depth = 0;
  for (; at < text.size(); ++at) {
    if (text[at] == '(') ++depth;
    if (text[at] == ')' && --depth == 0) return text.substr(from, at++ - from);
  }
  throw InputError(fmt::format("\"{}\": a bracket is not closed", text));
}

Quantity evaluated(const std::string& text, const Scope& scope, const std::string& whole) {
  try {
    return evaluate(text, scope);
  } catch (const QuantityError& error) {
    throw InputError(fmt::format("\"{}\": {}", whole, error.what()));
  }
}

class MeasureReader {
 public:
  MeasureReader(const std::string& text, const MeasureSource& source)
      : text_(text), source_(source) {}

  Quantity value() {
    const std::string rest = with_words(
        text_, [&](const std::string& word, std::size_t& k) { return replaced(word, k); });
    Quantity result = evaluated(rest, names_, text_);
    if (none_) result.value = NAN;
    return result;
  }

 private:
  [[noreturn]] void refuse(const std::string& what) const {
    throw InputError(fmt::format("\"{}\": {}", text_, what));
  }

  std::string replaced(const std::string& word, std::size_t& k) {
    const auto open = text_.find_first_not_of(' ', k);
    if (open != std::string::npos && text_[open] == '(') {
      if (word == "energy" || word == "energy_share") {
        k = open;
        return keep(energy(word, trimmed(bracket(text_, k))));
      }
      std::size_t end = open;
      const std::vector<std::string> arguments = split_list(bracket(text_, end), ',');
      if (!is_reduction(word) || !has_channel(arguments.front())) return word;
      k = end;
      return keep(reduced(word, arguments));
    }
    if (const auto found = source_.named.find(word); found != source_.named.end())
      return keep(found->second);
    if (channel(word) >= 0)
      refuse(fmt::format("{} is a channel; say which of its values, e.g. max({}) or end({})", word,
                         word, word));
    if (word.find('.') != std::string::npos) unknown(word);
    return word;
  }

  [[noreturn]] void unknown(const std::string& word) const {
    std::vector<std::string> known;
    if (source_.model)
      for (const Channel& c : source_.model->channels()) known.push_back(c.name);
    for (const auto& [name, value] : source_.named) known.push_back(name);
    refuse(fmt::format("no channel is called \"{}\"{}", word, suggestion(word, known)));
  }

  // A value that is not there, or not looked at yet, has a dimension all the same.
  std::string keep(Quantity value) {
    if (!std::isfinite(value.value)) none_ = true, value.value = 1.0;
    return names_.add(value);
  }

  int channel(std::string_view name) const {
    return source_.model ? source_.model->find_channel(name) : -1;
  }

  bool has_channel(const std::string& text) const {
    bool found = false;
    int depth = 0;
    with_words(text, [&](const std::string& word, std::size_t& k) {
      const auto open = text.find_first_not_of(' ', k);
      const bool call = open != std::string::npos && open < text.size() && text[open] == '(';
      if (call && is_reduction(word)) ++depth;  // max(max(a), max(b)): of numbers
      const bool dotted = word.find('.') != std::string::npos && !source_.named.contains(word);
      if (!call && (channel(word) >= 0 || dotted)) found = true;
      return word;
    });
    return found && depth == 0;
  }

  static bool is_reduction(const std::string& word) {
    constexpr const char* kAll[] = {"max",       "min",         "range",       "start",
                                    "end",       "mean",        "rms",         "integral",
                                    "at",        "time_of_max", "time_of_min", "time_to_reach",
                                    "overshoot", "settling",    "quantile"};
    return std::any_of(std::begin(kAll), std::end(kAll),
                       [&](const char* one) { return word == one; });
  }

  // ------------------------------------------------------------------------------------- channels
  struct Series {
    std::vector<double> x;
    Dimension dimension;
  };

  Series series(const std::string& text) {
    std::vector<int> columns;
    ValueNames row;
    const std::string rest = with_words(text, [&](const std::string& word, std::size_t& k) {
      const auto open = text.find_first_not_of(' ', k);
      if (open != std::string::npos && text[open] == '(') return word;
      const int c = channel(word);
      if (c < 0) {
        if (word.find('.') != std::string::npos) unknown(word);
        return word;
      }
      columns.push_back(c);
      const Channel& about = source_.model->channels()[static_cast<std::size_t>(c)];
      return row.add({1.0 + 0.1 * static_cast<double>(columns.size()), dimension_of(about.unit)});
    });
    Series result;
    result.dimension = evaluated(rest, row, text_).dimension;
    if (!source_.recording) return result;
    const Recording& rows = *source_.recording;
    result.x.resize(rows.times.size());
    const bool alone = columns.size() == 1 && rest.find_first_of(" +-*/^(") == std::string::npos;
    for (std::size_t k = 0; k < result.x.size(); ++k) {
      const auto values = rows.row(k);
      if (alone) {
        result.x[k] = values[static_cast<std::size_t>(columns[0])];
        continue;
      }
      for (std::size_t c = 0; c < columns.size(); ++c)
        row.at(c).value = values[static_cast<std::size_t>(columns[c])];
      result.x[k] = evaluated(rest, row, text_).value;
    }
    return result;
  }

  Quantity argument(const std::string& word, const std::vector<std::string>& arguments,
                    std::size_t k, const Dimension& expected) {
    const Quantity value = MeasureReader(arguments[k], source_).value();
    if (!compatible(value.dimension, expected))
      refuse(fmt::format("{}(): \"{}\" is {}, expected {}", word, arguments[k],
                         describe(value.dimension), describe(expected)));
    return value;
  }

  Quantity reduced(const std::string& word, const std::vector<std::string>& arguments) {
    const bool two = word == "at" || word == "time_to_reach" || word == "quantile",
               wide = word == "settling", option = word == "overshoot" || wide;
    const std::size_t least = two || wide ? 2 : 1, most = least + (option ? 1 : 0);
    if (arguments.size() < least || arguments.size() > most)
      refuse(fmt::format("{}() takes {}{} argument{}; found {}", word, least,
                         option ? fmt::format(" or {}", most) : "", most == 1 ? "" : "s",
                         arguments.size()));
    const Series s = series(arguments[0]);
    const Dimension time = dimension_of("s");
    static const std::vector<double> kNoTimes;
    const TimeCurve curve{source_.recording ? std::span<const double>(source_.recording->times)
                                            : std::span<const double>(kNoTimes),
                          s.x};
    if (word == "integral") return {looked() ? integral_of(curve) : 1.0, s.dimension * time};
    if (word == "at") return {at(curve, argument(word, arguments, 1, time)), s.dimension};
    if (word == "time_to_reach") {
      const Quantity level = argument(word, arguments, 1, s.dimension);
      return {looked() ? time_to_reach(curve, level.value) : 1.0, time};
    }
    if (word == "quantile") {
      const Quantity share = argument(word, arguments, 1, kNumber);
      if (!(share.value >= 0.0 && share.value <= 1.0))
        refuse("quantile(): expected a share from 0 to 100 %");
      return {looked() ? quantile_of(curve, share.value) : 1.0, s.dimension};
    }
    if (word == "overshoot") return {overshoot(curve, arguments, s.dimension), kNumber};
    if (word == "settling") return {settling(curve, arguments, s.dimension), time};
    if (word == "time_of_max" || word == "time_of_min") return {extreme(word, curve, true), time};
    return {extreme(word, curve, false), s.dimension};
  }

  bool looked() const { return source_.recording != nullptr; }

  double at(const TimeCurve& curve, const Quantity& t) const {
    return looked() ? value_at(curve, t.value) : 1.0;
  }

  double overshoot(const TimeCurve& curve, const std::vector<std::string>& arguments,
                   const Dimension& dimension) {
    std::optional<double> target;
    if (arguments.size() > 1) target = argument("overshoot", arguments, 1, dimension).value;
    if (!looked()) return 1.0;
    return curve.x.empty() ? NAN : overshoot_of(curve, target.value_or(curve.x.back()));
  }

  double settling(const TimeCurve& curve, const std::vector<std::string>& arguments,
                  const Dimension& dimension) {
    Quantity band = MeasureReader(arguments[1], source_).value();
    const bool share = arguments[1].find('%') != std::string::npos;
    if (!share) band = argument("settling", arguments, 1, dimension);
    std::optional<double> target;
    if (arguments.size() > 2) target = argument("settling", arguments, 2, dimension).value;
    if (!looked()) return 1.0;
    if (curve.x.empty()) return NAN;
    const double goal = target.value_or(curve.x.back());
    return settling_of(curve, share ? band.value * std::abs(goal - curve.x.front()) : band.value,
                       goal);
  }

  double extreme(const std::string& word, const TimeCurve& c, bool when) const {
    if (!looked()) return 1.0;
    if (c.x.empty()) return NAN;
    for (const double x : c.x)
      if (std::isnan(x)) return NAN;
    const auto [low, high] = std::minmax_element(c.x.begin(), c.x.end());
    if (when)
      return c.t[static_cast<std::size_t>((word == "time_of_max" ? high : low) - c.x.begin())];
    if (word == "max") return *high;
    if (word == "min") return *low;
    if (word == "range") return *high - *low;
    if (word == "start") return c.x.front();
    if (word == "end") return c.x.back();
    return word == "mean" ? mean_of(c) : rms_of(c);
  }

  // --------------------------------------------------------------------------------------- energy
  double gain(const std::string& name) const {
    const int c = channel(name);
    if (c < 0 || !looked() || source_.recording->times.empty()) return 0.0;
    const Recording& rows = *source_.recording;
    const auto k = static_cast<std::size_t>(c);
    return rows.row(rows.times.size() - 1)[k] - rows.row(0)[k];
  }

  Quantity energy(const std::string& word, const std::string& part) const {
    const Dimension joule = dimension_of("J");
    double sum = 0.0, given = 0.0;
    bool found = false;
    for (const char* kind : {"energy.source.", "energy.work.", "energy.loss."}) {
      for (const char* end : {"", ".friction", ".dampers"})
        if (channel(kind + part + end) >= 0) found = true, sum += gain(kind + part + end);
      if (found) break;
    }
    if (!found) no_books(part);
    if (word == "energy") return {looked() ? sum : 1.0, joule};
    for (const Channel& c : source_.model->channels())
      if (c.name.starts_with("energy.source.")) given += gain(c.name);
    if (!looked()) return {1.0, kNumber};
    return {given != 0.0 ? sum / given : NAN, kNumber};
  }

  [[noreturn]] void no_books(const std::string& part) const {
    std::vector<std::string> known;
    if (source_.model)
      for (const Channel& c : source_.model->channels())
        for (const std::string kind : {"energy.source.", "energy.work.", "energy.loss."})
          if (c.name.starts_with(kind)) known.push_back(c.name.substr(kind.size()));
    refuse(fmt::format("no part called \"{}\" has an account of energy{}", part,
                       suggestion(part, known)));
  }

  const std::string& text_;
  const MeasureSource& source_;
  ValueNames names_;
  bool none_ = false;
};

}  // namespace

Quantity measured(const std::string& expression, const MeasureSource& source) {
  return MeasureReader(expression, source).value();
}

NamedMeasure named_measure(const std::string& text) {
  const auto equals = text.find('=');
  if (equals == std::string::npos) return {trimmed(text), trimmed(text)};
  return {trimmed(text.substr(0, equals)), trimmed(text.substr(equals + 1))};
}

}  // namespace bramah
