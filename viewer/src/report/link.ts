// A link to an instant and a span: #t=2.5&from=1&to=4.
import type { Clock } from "./clock";

const number = (hash: string, name: string): number | null => {
  const text = new URLSearchParams(hash.replace(/^#/, "")).get(name);
  return text === null || !Number.isFinite(Number(text)) ? null : Number(text);
};

export const instantIn = (hash: string): number | null => number(hash, "t");

export function linkTo(time: number, span: { from: number; to: number } | null): string {
  const short = (value: number): string => String(Number(value.toPrecision(6)));
  return `#t=${short(time)}${span === null ? "" : `&from=${short(span.from)}&to=${short(span.to)}`}`;
}

// The address follows the clock, a little later; what it holds at first is shown.
export function keepInstant(clock: Clock): void {
  const [from, to] = [number(location.hash, "from"), number(location.hash, "to")];
  if (from !== null && to !== null) clock.setSpan(from, to);
  let timer = 0;
  const keep = (): void => {
    clearTimeout(timer);
    timer = window.setTimeout(() => {
      try {
        history.replaceState(null, "", linkTo(clock.time, clock.zoomed ? clock : null));
      } catch {
        // a page without an address of its own
      }
    }, 400);
  };
  clock.add({ showTime: keep, showSpan: keep });
}
