// The one instant and the one span of time that all parts of the page show.

export interface TimeView {
  showTime(t: number): void;
  showSpan(from: number, to: number): void;
}

export class Clock {
  readonly begin: number;
  readonly end: number;
  time: number;
  from: number;
  to: number;
  private views: TimeView[] = [];
  private pending = false;

  constructor(times: number[]) {
    this.begin = times[0] ?? 0;
    this.end = times[times.length - 1] ?? 0;
    this.time = this.begin;
    this.from = this.begin;
    this.to = this.end;
  }

  add(view: TimeView): void {
    this.views.push(view);
  }

  get zoomed(): boolean {
    return this.from > this.begin || this.to < this.end;
  }

  setTime(t: number): void {
    this.time = Math.min(this.end, Math.max(this.begin, t));
    if (this.pending) return; // one refresh a frame is enough
    this.pending = true;
    requestAnimationFrame(() => {
      this.pending = false;
      for (const view of this.views) view.showTime(this.time);
    });
  }

  setSpan(from: number, to: number): void {
    this.from = Math.max(this.begin, from);
    this.to = Math.min(this.end, to);
    if (!(this.to > this.from)) {
      this.from = this.begin;
      this.to = this.end;
    }
    for (const view of this.views) view.showSpan(this.from, this.to);
    for (const view of this.views) view.showTime(this.time);
  }

  resetSpan(): void {
    this.setSpan(this.begin, this.end);
  }
}
