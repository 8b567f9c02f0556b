// What the browser keeps from one visit to the next: edited files by their paths, the machine last seen, its sliders.
const kFiles = "bramah.files";
const kLast = "bramah.last";

function read<Value>(key: string, otherwise: Value): Value {
  try {
    return (JSON.parse(localStorage.getItem(key) ?? "null") as Value | null) ?? otherwise;
  } catch {
    return otherwise;
  }
}
function write(key: string, value: unknown): void {
  try {
    localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // full, or forbidden: the page works, and forgets
  }
}

export interface Last {
  path: string;
  set: Record<string, string>;
}
export const keptFiles = (): Record<string, string> => read(kFiles, {});
export const keepFiles = (files: Record<string, string>): void => write(kFiles, files);
export const keptLast = (): Last | null => read<Last | null>(kLast, null);
export const keepLast = (last: Last): void => write(kLast, last);
