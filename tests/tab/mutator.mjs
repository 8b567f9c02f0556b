// Changes a few characters of a text at random, the same ones on every computer; after tests/model_file/mutator.h.
export class Mutator {
  constructor(seed) {
    this.state = (seed * 2654435769 + 1) >>> 0;
  }

  below(n) {
    // xorshift32
    this.state ^= this.state << 13;
    this.state ^= this.state >>> 17;
    this.state ^= this.state << 5;
    this.state >>>= 0;
    return this.state % n;
  }

  pick(list) {
    return list[this.below(list.length)];
  }

  scaleANumber(text) {
    const from = this.below(text.length);
    const found = /\d[\d.]*/.exec(text.slice(from));
    if (found === null) return text;
    const end = from + found.index + found[0].length;
    return text.slice(0, end) + this.pick(["e-9", "e-3", "e2", "e6", "e12", "e30", "e300"]) + text.slice(end);
  }

  mutate(text) {
    const changes = 1 + this.below(4);
    for (let k = 0; k < changes && text.length > 0; ++k) text = this.change(text);
    return text;
  }

  change(text) {
    const pieces = ["nan", "1e308", "-", "[[", "}}", "&a ", "*a", "0 m", "static", "sqrt(", "^-0.5", ": : ", "\n- ", "!!binary ", "ground", "1/0"];
    const at = this.below(text.length);
    const before = text.slice(0, at);
    switch (this.below(6)) {
      case 0:
        return before + this.pick([..."{}[]:,#&*!|>'\"%@`-?+^/()0129eE.nanifm \n\t\u0080\u0001"]) + text.slice(at + 1);
      case 1:
        return before + text.slice(at + 1 + this.below(20));
      case 2:
        return before + this.pick(pieces) + text.slice(at);
      case 3: {
        const from = this.below(text.length);
        return before + text.slice(from, from + 40) + text.slice(at);
      }
      case 4:
        return before;
      default: {
        const other = this.below(text.length);
        const letters = [...text];
        [letters[at], letters[other]] = [letters[other] ?? "", letters[at] ?? ""];
        return letters.join("");
      }
    }
  }
}
