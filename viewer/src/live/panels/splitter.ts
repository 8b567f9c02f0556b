// The border between the machine and what is beside it can be moved.
import { html } from "../../shared/dom";

const kKey = "bramah.side";
const kLeast = 300; // px, each

export function makeSplitter(root: HTMLElement, wide: HTMLButtonElement): HTMLElement {
  const bar = html("div", {
    class: "splitter",
    role: "separator",
    "aria-orientation": "vertical",
    tabindex: 0,
    "aria-label": "Width of the side panel",
  });
  const width = (): number => root.getBoundingClientRect().right - bar.getBoundingClientRect().right;
  const tell = (): void => {
    for (const [name, value] of [["min", kLeast], ["now", width()], ["max", root.clientWidth - kLeast]] as const)
      bar.setAttribute(`aria-value${name}`, String(Math.round(value)));
  };
  const set = (side: number): void => {
    const wanted = Math.max(kLeast, Math.min(root.clientWidth - kLeast, side));
    root.style.setProperty("--side", `${wanted}px`);
    localStorage.setItem(kKey, String(Math.round(wanted)));
    tell();
  };
  new ResizeObserver(tell).observe(bar);
  new ResizeObserver(tell).observe(root);
  const kept = Number(localStorage.getItem(kKey));
  if (kept >= kLeast) root.style.setProperty("--side", `min(${kept}px, 70vw)`);
  wide.addEventListener("click", () => {
    set(width() > 0.55 * root.clientWidth ? Math.min(520, 0.44 * root.clientWidth) : 0.7 * root.clientWidth);
  });
  bar.addEventListener("pointerdown", (event) => bar.setPointerCapture(event.pointerId));
  bar.addEventListener("pointermove", (event) => {
    if (bar.hasPointerCapture(event.pointerId)) set(root.getBoundingClientRect().right - event.clientX);
  });
  bar.addEventListener("keydown", (event) => {
    if (event.key === "ArrowLeft") set(width() + 40);
    if (event.key === "ArrowRight") set(width() - 40);
  });
  return bar;
}
