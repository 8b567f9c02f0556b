// Line colours that stay apart for colour-blind eyes (Okabe and Ito 2008, the yellow darkened on
// paper and the blue lightened on black), then the same again dashed.

export type Theme = "light" | "dark";

const kColours: Record<Theme, string[]> = {
  light: ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#b58900", "#56b4e9", "#444444"],
  dark: ["#56a8e6", "#f08a4b", "#2fbf94", "#e09cc4", "#e6c24d", "#9bd3f5", "#cccccc"],
};

const kDashes: number[][] = [[], [6, 3], [2, 3], [10, 3, 2, 3]];

export function lineColour(index: number, theme: Theme): string {
  return kColours[theme][index % kColours[theme].length];
}

export function lineDash(index: number): number[] {
  return kDashes[Math.floor(index / kColours.light.length) % kDashes.length];
}

// A legend's piece of the line itself.
export function paintSwatch(swatch: HTMLElement, index: number, theme: Theme): void {
  swatch.style.borderTopColor = lineColour(index, theme);
  swatch.style.borderTopStyle = lineDash(index).length > 0 ? "dashed" : "solid";
}
