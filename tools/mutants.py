"""Finds statements of C++ that can be broken, and writes them so that an environment variable decides which one is.

A source is read as tokens, not parsed: blocks of code are told from classes and initialisers by what stands before
their brace, and a statement is what lies between two semicolons of a block. What is misread does not compile with its
mutation and is left out by the caller.
"""
import re
from dataclasses import dataclass

TOKEN = re.compile(r"""
    (?P<skip>\s+|//[^\n]*|/\*.*?\*/)
  | (?P<directive>\#(?:[^\n\\]|\\.)*)
  | (?P<text>R"(?P<raw>[^(\s]*)\(.*?\)(?P=raw)"|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)+')
  | (?P<number>(?:0[xX][0-9a-fA-F.]+(?:[pP][+-]?\d+)?|\.?\d(?:[eE][+-]|[\d.'eE])*)[uUlLfF]*)
  | (?P<name>[A-Za-z_]\w*)
  | (?P<mark><=>|->\*|<<=|>>=|\.\.\.|::|->|\+\+|--|<<|<=|>=|==|!=|&&|\|\||[-+*/%&|^]=|.)
""", re.X | re.S)

SCALARS = {"double", "int", "bool", "auto", "T", "float", "size_t", "uint64_t", "long"}
OPENS, CLOSES = "([{", ")]}"
SWAPS = {"+": "-", "-": "+", "*": "/", "/": "*", "<": "<=", "<=": "<", ">": ">=", ">=": ">", "==": "!=", "!=": "==",
         "&&": "||", "||": "&&", "++": "--", "--": "++", "min": "max", "max": "min", "sin": "cos", "cos": "sin",
         "true": "false", "false": "true"}
ASSIGNMENTS = {"+=": ("-=", "="), "-=": ("+=", "="), "*=": ("/=", "="), "/=": ("*=", "=")}
NO_VALUE = {"return", "case", "throw", "else"}  # after these a sign has one operand

# What no test should notice: words for people, room that is made, mistakes of the programmer.
LEFT_OUT = {"assert", "static_assert", "throw", "reserve", "static", "constexpr", "using", "typedef", "delete",
            "co_return", "goto"}


@dataclass
class Token:
    kind: str
    text: str
    begin: int
    end: int


@dataclass
class Site:
    """A place in a file that one mutation replaces: a whole statement, or a value."""
    kind: str  # statement, condition, bound, value
    tokens: list
    line: int
    last_line: int

    @property
    def begin(self):
        return self.tokens[0].begin

    @property
    def end(self):
        return self.tokens[-1].end


def tokenise(source):
    tokens = []
    for found in TOKEN.finditer(source):
        if found.lastgroup != "skip":
            kind = "text" if found.lastgroup == "raw" else found.lastgroup
            tokens.append(Token(kind, found.group(), found.start(), found.end()))
    return [token for token in tokens if token.kind != "skip"]


def joined(tokens):
    """Their text on one line, without comments."""
    text = ""
    for i, token in enumerate(tokens):
        text += (" " if i and tokens[i - 1].end < token.begin else "") + token.text
    return text


class Reader:
    """Walks through a file and gathers its sites."""

    def __init__(self, source):
        self.source, self.sites = source, []
        self.tokens = [t for t in tokenise(source) if t.kind != "directive"]
        self.match, stack = {}, []
        for i, token in enumerate(self.tokens):
            if token.kind == "mark" and token.text in OPENS:
                stack.append(i)
            elif token.kind == "mark" and token.text in CLOSES and stack:
                self.match[stack.pop()] = i

    def text(self, i):
        return self.tokens[i].text if 0 <= i < len(self.tokens) else ""

    def is_code(self, brace):
        """Whether a brace opens a block of statements."""
        i = brace - 1
        while self.text(i) in ("const", "noexcept", "override", "mutable", "final"):
            i -= 1
        if self.text(i) in (")", "]", "else", "do", "try"):
            return True
        k = i  # ) -> Type {
        while self.tokens[k].kind == "name" or self.text(k) in ("::", "<", ">", "*", "&", ","):
            k -= 1
        return self.text(k) == "->" and self.text(k - 1) in (")", "noexcept", "const")

    def read(self):
        i = 0
        while i < len(self.tokens):
            if self.text(i) == "{" and self.is_code(i):
                self.block(i + 1, self.match[i])
                i = self.match[i]
            i += 1
        return self.sites

    def block(self, i, end):
        while i < end:
            i = self.statement(i, end)

    def add(self, kind, begin, end):
        tokens = self.tokens[begin:end]
        if not tokens or any(t.text in LEFT_OUT or t.kind == "text" or t.text == "{" and t.kind == "mark"
                             and self.is_code(begin + k) for k, t in enumerate(tokens)):
            return
        line = self.source.count("\n", 0, tokens[0].begin) + 1
        self.sites.append(Site(kind, tokens, line, line + self.source.count("\n", tokens[0].begin, tokens[-1].end)))

    def inner(self, begin, end):
        """Blocks of lambdas inside a statement."""
        i = begin
        while i < end:
            if self.text(i) == "{" and self.tokens[i].kind == "mark" and self.is_code(i):
                self.block(i + 1, self.match[i])
                i = self.match[i]
            i += 1

    def until(self, marks, i, end):
        """The next of some marks outside of brackets."""
        while i < end and not (self.tokens[i].kind == "mark" and self.text(i) in marks):
            i = self.match.get(i, i) + 1
        return min(i, end)

    def statement(self, i, end):
        word = self.text(i)
        if word == "{":
            self.block(i + 1, self.match[i])
            return self.match[i] + 1
        if word in ("if", "while", "for", "switch", "catch"):
            if self.text(i + 1) == "constexpr":  # both branches belong to types
                return self.statement(self.match[i + 2] + 1, end)
            close = self.match[i + 1]
            self.head(word, i + 2, close)
            return close + 1 if self.text(close + 1) == ";" else self.statement(close + 1, end)
        if word in ("else", "do", "try", ";"):
            return i + 1
        if word in ("case", "default") or self.text(i + 1) == ":":
            return self.until({":"}, i, end) + 1
        stop = self.until({";"}, i, end)
        self.inner(i, stop)
        if stop < end:
            self.simple(i, stop)
        return stop + 1

    def head(self, word, i, close):
        self.inner(i, close)
        parts = [i]
        while (stop := self.until({";"}, parts[-1], close)) < close:
            parts.append(stop + 1)
        if word == "for" and len(parts) == 3:
            self.declared(i, parts[1] - 1)
            self.add("bound", parts[1], parts[2] - 1)
        elif word in ("if", "while"):
            self.add("condition", parts[-1], close)

    def simple(self, i, stop):
        word = self.text(i)
        if word == "return" and stop > i + 1 or word == "continue":
            self.add("statement", i, stop + 1)
        elif word == "return" or word == "break" or self.declared(i, stop):
            pass
        elif self.is_expression(i, stop):
            self.add("statement", i, stop + 1)

    def declared(self, i, stop):
        """const double a = x, b = y: every value is a place of its own."""
        while self.text(i) in ("const", "std", "::"):
            i += 1
        if self.text(i) not in SCALARS or self.tokens[i + 1].kind != "name":
            return False
        i += 1
        while i < stop:
            comma = self.until({","}, i, stop)
            if self.text(i + 1) == "=":
                self.add("value", i + 2, comma)
            i = comma + 1
        return True

    def is_expression(self, i, stop):
        """x = ...; x += ...; f(...); ++x, not a declaration: no two names stand side by side."""
        for k in range(i, stop):
            text = self.text(k)
            if text in ("=", "(", "[") or text in ASSIGNMENTS or text in ("++", "--"):
                return True
            if self.tokens[k].kind == "name" and self.tokens[k + 1].kind == "name" or text in ("<", "&", "{"):
                return False
        return False


def sites_of(source):
    return sorted(Reader(source).read(), key=lambda site: site.begin)


def is_binary(tokens, i):
    if i == 0 or i + 1 == len(tokens):
        return False
    before = tokens[i - 1]
    return before.text in (")", "]") or before.kind == "number" or (
        before.kind == "name" and before.text not in NO_VALUE)


def other_number(tokens, i):
    """0 -> 1, 1 -> 0, everything else twice; no whole number that is an argument becomes larger than 1."""
    text, around = tokens[i].text, [tokens[k].text if 0 <= k < len(tokens) else "" for k in (i - 1, i + 1)]
    if re.fullmatch(r"[\d.]+(e[-+]?\d+)?", text) is None or around == ["<", ">"]:
        return None
    if not text.isdigit():
        return {0.0: "1.0", 1.0: "0.0"}.get(float(text), f"2.0 * {text}")
    argument = around[0] in ("(", ",") and around[1] in (")", ",")
    return {"0": "1", "1": "0"}.get(text, None if argument else f"2 * {text}")


ENDS_OPERAND = {"&&", "||", "(", "[", "{", ",", "?", ":", "=", "return", ";", "!", "<", ">", "<=", ">=", "==", "!="}
REVERSED = {"<": ">", ">": "<", "<=": ">=", ">=": "<="}


def at_the_limit(tokens, i):
    """a < b -> a <= b, of whole numbers: no test can tell the two apart where a and b are real."""
    k, depth = i - 1, 0
    while k >= 0 and (depth > 0 or tokens[k].text not in ENDS_OPERAND):
        depth += (tokens[k].text in ")]}") - (tokens[k].text in OPENS)
        k -= 1
    left = joined(tokens[k + 1:i])
    return f"{joined(tokens[:k + 1])} bramah_whole({left}) {SWAPS[tokens[i].text]} {joined(tokens[i + 1:])}"


def is_template(tokens, i):
    """Whether < or > holds a type or a size, as in static_cast<int>(x) and head<3>()."""
    near = [tokens[k].text if 0 <= k < len(tokens) else "" for k in range(i - 2, i + 3)]
    if near[2] == "<":
        return near[1].endswith("_cast") or near[3] in SCALARS | {"std", "const"} or near[4] == ">"
    return near[3] in ("(", ">") or near[1] in SCALARS | {">"} or near[0] == "<"


def depth_of_index(tokens):
    """For each token, whether it stands inside [ ]: an index is not broken, it would leave its array."""
    depth, inside = 0, []
    for token in tokens:
        depth -= token.text == "]"
        inside.append(depth > 0)
        depth += token.text == "["
    return inside


def token_changes(tokens):
    """(what is done, tokens) for every token that can be another."""
    inside = depth_of_index(tokens)
    for i, token in enumerate(tokens):
        text, new = token.text, []
        after = tokens[i + 1].text if i + 1 < len(tokens) else ""
        if inside[i] or token.kind == "text":
            continue
        if text in ("-", "+") and not is_binary(tokens, i):
            new = [""] if text == "-" else []
        elif text in ("*", "&&") and not is_binary(tokens, i):
            new = []
        elif text in ("min", "max", "sin", "cos"):
            new = [SWAPS[text]] if after == "(" else []
        elif text in REVERSED:
            if is_binary(tokens, i) and not is_template(tokens, i):
                yield f"{text} -> {SWAPS[text]}", at_the_limit(tokens, i)
                new = [REVERSED[text]]
        elif text in SWAPS:
            new = [SWAPS[text]]
        elif text in ASSIGNMENTS:
            new = list(ASSIGNMENTS[text])
        elif text == "!" and token.kind == "mark":
            new = [""]
        elif token.kind == "number":
            new = [n for n in [other_number(tokens, i)] if n]
        for changed in new:
            yield f"{text} -> {changed or 'nothing'}", joined(tokens[:i]) + f" {changed} " + joined(tokens[i + 1:])


def changes(site):
    """All ways to break a site: (what is done, new text). bramah_opposite and bramah_twice take no whole numbers."""
    tokens = site.tokens
    if site.kind == "bound":
        if len(tokens) > 2 and tokens[1].text in ("<", "<="):
            yield "one less", f"{joined(tokens[:1])} + 1 {joined(tokens[1:])}"
        return
    yield from token_changes(tokens)
    whole = joined(tokens)
    if site.kind == "condition":
        yield "negated", f"!({whole})"
    elif site.kind == "statement" and tokens[0].text != "return":
        yield "dropped", ";"
    else:
        value = tokens[1:-1] if tokens[0].text == "return" else tokens
        if value[0].text == "{" or len(value) == 1 and value[0].kind == "number":
            return
        for word in ("opposite", "twice"):
            changed = f"bramah_{word}({joined(value)})"
            yield word, f"return {changed};" if site.kind == "statement" else changed


def guarded(site, number, changed):
    """The text that takes the site's place. As many lines as before, so that messages of the compiler tell the site."""
    chosen = f"bramah_mutant({number})"
    original = joined(site.tokens)
    if site.kind == "statement":
        text = f"{{ if ({chosen}) {{ {changed} }} else {{ {original} }} }}"
    else:
        text = f"({chosen} ? ({changed}) : ({original}))"
    return text + "\n" * (site.last_line - site.line)


def rewrite(source, mutants):
    """The source with all of them: (site, number, changed)."""
    for site, number, changed in sorted(mutants, key=lambda m: -m[0].begin):
        source = source[:site.begin] + guarded(site, number, changed) + source[site.end:]
    return '#include "bramah_mutant.h"\n#line 1\n' + source


# Chosen by the environment, 0: none. Writes at the end which ones the program came by.
HEADER = """#pragma once
#include <concepts>
#include <cstdio>
#include <cstdlib>
#include <type_traits>

inline const int bramah_chosen = [] {
  const char* text = std::getenv("BRAMAH_MUTANT");
  return text ? std::atoi(text) : 0;
}();
struct BramahReached {
  unsigned char at[SIZE] = {};
  ~BramahReached() {
    const char* path = std::getenv("BRAMAH_REACHED");
    std::FILE* file = path ? std::fopen(path, "w") : nullptr;
    for (int i = 0; file && i < SIZE; ++i)
      if (at[i]) std::fprintf(file, "%d\\n", i);
    if (file) std::fclose(file);
  }
};
inline BramahReached bramah_reached;

constexpr bool bramah_mutant(int number) noexcept {
  if (std::is_constant_evaluated()) return false;
  bramah_reached.at[number] = 1;
  return bramah_chosen == number;
}
template <class T>
constexpr T bramah_opposite(const T& x) requires(std::same_as<T, bool> || !std::integral<T> && requires { T(-x); }) {
  if constexpr (std::same_as<T, bool>)
    return !x;
  else
    return -x;
}
template <class T>
constexpr T bramah_twice(const T& x) requires(!std::integral<T> && requires { T(x + x); }) {
  return x + x;
}
template <std::integral T>
constexpr T bramah_whole(T x) {
  return x;
}
"""
