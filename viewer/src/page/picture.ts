// A plot taken out of its page: a picture that needs no style sheet, with title and legend; as SVG or PNG.
import { fileName, saveBlob, saveText } from "../report/download";
import { html, styleValue, svg } from "../shared/dom";

const kStyles = [
  "fill", "stroke", "stroke-width", "stroke-dasharray", "stroke-linejoin", "opacity", "font-size", "font-family", "text-anchor",
];
const kHead = 26;
const kRow = 18;
const kLetter = 6.4;
const kSharpness = 2; // pixels of a PNG for one of the page

export interface Key {
  sample: SVGElement[]; // 30 x 12
  name: string;
}

function wearStyle(from: Element, to: Element): void {
  const style = getComputedStyle(from);
  for (const name of kStyles) to.setAttribute(name, style.getPropertyValue(name));
  to.removeAttribute("class");
  [...from.children].forEach((child, k) => wearStyle(child, to.children[k]));
}

// `picture` is in the page, so that its style is known; legend entries that are samples of it, too.
export function standAlone(picture: SVGSVGElement, title: string, keys: Key[]): SVGSVGElement {
  const [width, height] = [Number(picture.getAttribute("width")), Number(picture.getAttribute("height"))];
  const entry = 44 + kLetter * Math.max(0, ...keys.map(({ name }) => name.length));
  const columns = Math.max(1, Math.floor((width - 20) / entry));
  const whole = kHead + height + kRow * Math.ceil(keys.length / columns) + 10;
  const inside = picture.cloneNode(true) as SVGSVGElement;
  wearStyle(picture, inside);
  inside.setAttribute("y", String(kHead));
  const text = (x: number, y: number, words: string, size: number): SVGElement =>
    svg("text", { x, y, fill: styleValue("--ink"), "font-size": size, "font-family": "system-ui, sans-serif" }, words);
  const legend = keys.map(({ sample, name }, k) => {
    const [x, y] = [12 + entry * (k % columns), kHead + height + kRow * Math.floor(k / columns)];
    const line = sample.map((part) => {
      const copy = part.cloneNode(true) as SVGElement;
      wearStyle(part, copy);
      return copy;
    });
    return svg("g", { transform: `translate(${x} ${y})` }, ...line, text(38, 10, name, 11));
  });
  return svg("svg", { xmlns: "http://www.w3.org/2000/svg", width, height: whole, viewBox: `0 0 ${width} ${whole}` },
    svg("rect", { width: "100%", height: "100%", fill: styleValue("--card") }), text(12, 18, title, 13), inside, ...legend);
}

export const svgText = (picture: SVGSVGElement): string => new XMLSerializer().serializeToString(picture);

async function pngOf(picture: SVGSVGElement): Promise<Blob> {
  const address = URL.createObjectURL(new Blob([svgText(picture)], { type: "image/svg+xml" }));
  try {
    const image = new Image();
    image.src = address;
    await image.decode();
    const canvas = html("canvas", { width: kSharpness * image.width, height: kSharpness * image.height });
    canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
    return await new Promise((done, fail) => canvas.toBlob((blob) => (blob ? done(blob) : fail(new Error("no picture"))), "image/png"));
  } finally {
    URL.revokeObjectURL(address);
  }
}

// Three small buttons; what they save is made when they are used.
export function exportButtons(title: string, picture: () => SVGSVGElement, csv: () => string): HTMLElement {
  const name = fileName(title);
  const button = (label: string, act: () => void): HTMLElement => {
    const one = html("button", { type: "button", "aria-label": `Save ${title} as ${label}`, title: `Save as ${label}` }, label);
    one.addEventListener("click", act);
    return one;
  };
  return html("span", { class: "exports" },
    button("PNG", () => void pngOf(picture()).then((blob) => saveBlob(`${name}.png`, blob))),
    button("SVG", () => saveText(`${name}.svg`, svgText(picture()), "image/svg+xml")),
    button("CSV", () => saveText(`${name}.csv`, csv())));
}
