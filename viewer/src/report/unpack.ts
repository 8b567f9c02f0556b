// Columns of numbers back from text, as src/report/packed_numbers.cpp writes them: base64, zlib, differences of the bits
// of floats, their lowest bytes first.
import type { Values } from "./data";

export class Unpacker {
  private at = 0;

  constructor(private readonly bytes: Uint8Array) {}

  static async open(base64: string): Promise<Unpacker> {
    const packed = bytesOf(base64);
    const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("deflate"));
    return new Unpacker(new Uint8Array(await new Response(stream).arrayBuffer()));
  }

  // The next `count` numbers; null: not a number.
  column(count: number): Values {
    const { bytes, at } = this;
    if (at + 4 * count > bytes.length) throw new Error("the page's numbers end early");
    const bits = new Uint32Array(count);
    let [last, second, third] = [0, 0, 0]; // bits of the numbers before
    for (let k = 0; k < count; ++k) {
      const folded = bytes[at + k] | (bytes[at + count + k] << 8) | (bytes[at + 2 * count + k] << 16) | (bytes[at + 3 * count + k] << 24);
      const now = (last + second - third + ((folded >>> 1) ^ -(folded & 1))) | 0;
      third = k < 1 ? now : second;
      second = k < 1 ? now : last;
      bits[k] = last = now;
    }
    this.at += 4 * count;
    return Array.from(new Float32Array(bits.buffer), (value) => (Number.isNaN(value) ? null : value));
  }

  // `width` columns of `count` numbers as rows.
  rows(count: number, width: number): number[] {
    const all = new Array<number>(count * width).fill(0);
    for (let c = 0; c < width; ++c) this.column(count).forEach((value, k) => (all[k * width + c] = value ?? 0));
    return all;
  }
}

export function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  const text = atob(base64);
  const bytes = new Uint8Array(text.length);
  for (let k = 0; k < text.length; ++k) bytes[k] = text.charCodeAt(k);
  return bytes;
}
