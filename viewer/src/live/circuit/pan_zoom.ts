// Moving about in a picture: drag, wheel, two fingers. Works on the picture's viewBox.

interface View {
  x: number;
  y: number;
  width: number;
  height: number;
}

const kClosest = 0.08; // of the whole picture
const kReadable = 9; // pixels on the screen that numbers should have, within limits of the picture's own
const kSmallest = 12.5;
const kLargest = 40;
const kStill = 5; // pixels a click may move

// Of the numbers at lines, where a pixel is `scale` units of the picture.
export const numberSize = (scale: number): number => Math.min(kLargest, Math.max(kSmallest, kReadable * scale));

export class PanZoom {
  private view: View = { x: 0, y: 0, width: 100, height: 100 };
  private whole: View = this.view;
  private readonly pointers = new Map<number, { x: number; y: number }>();
  private travelled = 0;
  private touched = false; // the person has chosen a view

  constructor(private readonly picture: SVGSVGElement) {
    picture.addEventListener(
      "wheel",
      (event) => {
        event.preventDefault();
        this.zoomAt(event.clientX, event.clientY, 1.0015 ** event.deltaY);
      },
      { passive: false },
    );
    picture.addEventListener("pointerdown", (event) => {
      if (this.pointers.size === 0) this.travelled = 0;
      this.pointers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    });
    picture.addEventListener("pointermove", (event) => this.drag(event));
    for (const end of ["pointerup", "pointercancel", "pointerleave"] as const)
      picture.addEventListener(end, (event) => this.pointers.delete(event.pointerId));
    picture.addEventListener("dblclick", () => this.fit());
    new ResizeObserver(() => this.touched || this.fit()).observe(picture);
  }

  get isClick(): boolean {
    return this.travelled < kStill;
  }

  setSize(width: number, height: number): void {
    this.whole = { x: 0, y: 0, width, height };
    this.fit();
  }

  fit = (): void => {
    this.touched = false;
    this.view = { ...this.whole };
    this.show();
  };

  private drag(event: PointerEvent): void {
    const before = this.pointers.get(event.pointerId);
    if (before === undefined) return;
    const others = [...this.pointers].filter(([id]) => id !== event.pointerId).map(([, at]) => at);
    const now = { x: event.clientX, y: event.clientY };
    this.pointers.set(event.pointerId, now);
    this.travelled += Math.hypot(now.x - before.x, now.y - before.y);
    if (this.isClick) return;
    const scale = this.scale();
    const share = 1 / this.pointers.size; // two fingers move the picture together
    this.view.x -= share * scale * (now.x - before.x);
    this.view.y -= share * scale * (now.y - before.y);
    this.touched = true;
    if (others.length === 1) {
      const [other] = others;
      const ratio =
        Math.hypot(before.x - other.x, before.y - other.y) /
        Math.max(1, Math.hypot(now.x - other.x, now.y - other.y));
      this.zoomAt(0.5 * (now.x + other.x), 0.5 * (now.y + other.y), ratio);
    }
    this.show();
  }

  zoomBy(factor: number): void {
    const { left, top, width, height } = this.picture.getBoundingClientRect();
    this.zoomAt(left + width / 2, top + height / 2, factor);
  }

  private zoomAt(clientX: number, clientY: number, factor: number): void {
    const width = Math.min(2 * this.whole.width, Math.max(kClosest * this.whole.width, this.view.width * factor));
    const ratio = width / this.view.width;
    const frame = this.picture.getBoundingClientRect();
    const scale = this.scale();
    const x = this.view.x + this.view.width / 2 + scale * (clientX - frame.left - frame.width / 2);
    const y = this.view.y + this.view.height / 2 + scale * (clientY - frame.top - frame.height / 2);
    this.view = {
      x: x - (x - this.view.x) * ratio,
      y: y - (y - this.view.y) * ratio,
      width,
      height: this.view.height * ratio,
    };
    this.touched = true;
    this.show();
  }

  // Units of the picture per pixel.
  private scale(): number {
    const { width, height } = this.picture.getBoundingClientRect();
    return Math.max(this.view.width / Math.max(1, width), this.view.height / Math.max(1, height));
  }

  private show(): void {
    const { x, y, width, height } = this.view;
    this.picture.setAttribute("viewBox", `${x} ${y} ${width} ${height}`);
    this.picture.style.setProperty("--number", `${numberSize(this.scale()).toFixed(1)}px`);
  }
}
