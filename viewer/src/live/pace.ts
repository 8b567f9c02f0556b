// How well the browser keeps up with drawing. Views that repaint often ask here how often they may: on a
// machine without a graphics processor, or a busy one, pictures come more rarely and levers stay prompt.

const kSlow = 28; // ms between pictures, a running mean
const kVerySlow = 60;
const kLongest = 1000; // a page in the background does not count

// Graphics drawn by the processor itself.
export function isSoftware(renderer: string): boolean {
  return /swiftshader|llvmpipe|softpipe|software|basic render/i.test(renderer);
}

class Pace {
  private mean = 16;
  private before = 0;

  start(): void {
    requestAnimationFrame((now) => this.tick(now));
  }

  // 0 fine, 1 slow, 2 very slow
  get strain(): number {
    return this.mean > kVerySlow ? 2 : this.mean > kSlow ? 1 : 0;
  }

  // Milliseconds to leave between repaints of something that would like `wish`.
  interval(wish: number): number {
    return wish * [1, 2, 5][this.strain];
  }

  private tick(now: number): void {
    requestAnimationFrame((next) => this.tick(next));
    const gap = now - this.before;
    this.before = now;
    if (gap < kLongest) this.mean += 0.06 * (gap - this.mean);
    else if (!document.hidden) this.mean = Math.max(this.mean, 2 * kVerySlow);
  }
}

export const pace = new Pace();
