// The last frames' values of every channel, in a ring: plots and powers look back into it.

export class History {
  private readonly times: Float64Array;
  private readonly values: Float64Array; // row by row
  private start = 0;
  private count = 0;

  constructor(
    readonly channels: number,
    readonly capacity: number,
  ) {
    this.times = new Float64Array(capacity);
    this.values = new Float64Array(capacity * Math.max(1, channels));
  }

  get length(): number {
    return this.count;
  }

  get latest(): number {
    return this.count === 0 ? NaN : this.time(this.count - 1);
  }

  // A time that is not after the last one means that the machine went back: what came later is gone.
  push(t: number, row: (number | null)[]): void {
    while (this.count > 0 && this.latest >= t) --this.count;
    const at = (this.start + this.count) % this.capacity;
    this.times[at] = t;
    for (let c = 0; c < this.channels; ++c) this.values[at * this.channels + c] = row[c] ?? NaN;
    if (this.count < this.capacity) ++this.count;
    else this.start = (this.start + 1) % this.capacity;
  }

  clear(): void {
    this.start = this.count = 0;
  }

  time(row: number): number {
    return this.times[(this.start + row) % this.capacity];
  }

  value(row: number, channel: number): number {
    return this.values[((this.start + row) % this.capacity) * this.channels + channel];
  }

  // The first row at or after t.
  rowAt(t: number): number {
    let low = 0;
    let high = this.count;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.time(middle) < t) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  // Mean slope of a channel over the last `span` seconds.
  slope(channel: number, span: number): number {
    if (this.count < 2) return 0;
    const last = this.count - 1;
    const first = Math.min(last - 1, this.rowAt(this.latest - span));
    const dt = this.time(last) - this.time(first);
    return dt > 0 ? (this.value(last, channel) - this.value(first, channel)) / dt : 0;
  }
}
