// What became of the plotted channels when a stretch was run again with other parameters.
import { html } from "../../shared/dom";
import { changeOf, type Comparison, type Difference } from "../playback/comparison";
import { valueText } from "../quantity";

const kMost = 8;

const text = (value: number, unit: string): string => valueText(Math.abs(value) < 1e-9 ? 0 : value, unit);
const signed = (value: number, unit: string): string => (value > 1e-9 ? "+" : "") + text(value, unit);

function row(name: string, unit: string, numbers: [number, number], ends: [number, number] | null): HTMLElement {
  const cells = [text(numbers[0], unit), text(numbers[1], unit), signed(numbers[1] - numbers[0], unit), ends === null ? "" : signed(ends[1] - ends[0], unit)];
  return html("tr", {}, html("th", { scope: "row", title: name }, name), ...cells.map((cell) => html("td", { class: "number" }, cell)));
}

// Something of it is different in the digits that are shown.
const isTold = ({ unit, before, after }: Difference): boolean =>
  text(before.most, unit) !== text(after.most, unit) || text(before.end, unit) !== text(after.end, unit);

export function comparisonTable(comparison: Comparison, names: string[]): HTMLElement {
  const differences = names.flatMap((name) => comparison.difference(name) ?? []);
  const shown = differences.filter(isTold).sort((a, b) => changeOf(b) - changeOf(a)).slice(0, kMost);
  const head = html("tr", {}, ...["largest", "before", "with this", "difference", "at the end"].map((word) => html("th", { scope: "col" }, word)));
  const rows = shown.map(({ name, unit, before, after }) => row(name, unit, [before.most, after.most], [before.end, after.end]));
  const { from, until } = comparison.after;
  return html(
    "section",
    { class: "comparison", "data-testid": "comparison" },
    html("h2", {}, `Before and with ${comparison.changes || "the same parameters"}`),
    html("p", { class: "quiet" }, `${from.toFixed(1)} to ${until.toFixed(1)} s, the levers as you moved them. Dashed and ghost: before.`),
    html("table", {}, html("thead", {}, head), html("tbody", {}, row("energy taken", "J", comparison.energy, null), ...rows)),
  );
}
