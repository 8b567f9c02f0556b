// The buttons' pictures, 16 x 16, in the colour of the text.
import { svg } from "../../shared/dom";

const kPaths = {
  pause: "M4 3h3v10H4zM9 3h3v10H9z",
  play: "M4 2.5v11l9-5.5z",
  step: "M3 3v10l7-5zM11 3h2v10h-2z",
  reset: "M8 3V0L3.5 4 8 8V5a4 4 0 1 1-4 4H2a6 6 0 1 0 6-6z",
  snapshot: "M6 2l-1 2H2v9h12V4h-3l-1-2zm2 4a3 3 0 1 1 0 6 3 3 0 0 1 0-6z",
  back: "M7 3L1 8l6 5V9.5c4 0 6 1 8 3.5-.5-4-3-6.5-8-6.5z",
  record: "M8 3a5 5 0 1 1 0 10A5 5 0 0 1 8 3z",
  save: "M7 1h2v7h3l-4 4-4-4h3zM2 13h12v2H2z",
  theme: "M8 1a7 7 0 1 0 0 14A7 7 0 0 0 8 1zm0 2v10A5 5 0 0 1 8 3z",
  full: "M1 6V1h5v2H3v3zM10 1h5v5h-2V3h-3zM1 10h2v3h3v2H1zM13 10h2v5h-5v-2h3z",
  fit: "M8 1l5 3v8l-5 3-5-3V4zM8 3.3L5.6 4.8 8 6.2l2.4-1.4zM4.6 6v5l2.6 1.6V7.6zM11.4 6L8.8 7.6v5l2.6-1.6z",
  sound: "M2 6h3l4-4v12L5 10H2zM11 5c1.3 1.6 1.3 4.4 0 6l1 1c2-2.3 2-5.7 0-8z",
  wide: "M5 4L1 8l4 4V9h6v3l4-4-4-4v3H5z",
} as const;

export type Icon = keyof typeof kPaths;

export function icon(name: Icon): SVGElement {
  return svg(
    "svg",
    { class: "icon", viewBox: "0 0 16 16", width: 16, height: 16, "aria-hidden": "true" },
    svg("path", { d: kPaths[name], fill: "currentColor", "fill-rule": "evenodd" }),
  );
}
