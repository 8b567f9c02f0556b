// Which stretch of time the plots show: the last seconds as they come, or one that is held still.

export class TimeWindow {
  onChange: () => void = () => {};
  private held: [number, number] | null = null;

  constructor(public span: number) {} // s

  get isHeld(): boolean {
    return this.held !== null;
  }

  // No time before the start.
  range(latest: number): [number, number] {
    return this.held ?? [Math.max(0, latest - this.span), Math.max(1, latest)];
  }

  hold(from: number, to: number): void {
    if (!(to > from)) return;
    this.held = [from, to];
    this.onChange();
  }

  follow(): void {
    this.held = null;
    this.onChange();
  }
}
