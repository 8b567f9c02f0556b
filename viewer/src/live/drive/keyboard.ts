// Keys as levers: down is full way, up is back. Keys typed into a form are not ours.
import type { Levers } from "./levers";
import { keyName } from "./mapping";

function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target instanceof HTMLInputElement) return !["range", "checkbox", "radio", "button"].includes(target.type);
  return target instanceof HTMLSelectElement || target instanceof HTMLTextAreaElement;
}

// The space bar pauses, unless a lever has it or a button has the focus.
function isPauseKey(event: KeyboardEvent): boolean {
  return (
    event.key === " " &&
    !event.repeat &&
    (event.target === document.body || event.target instanceof HTMLCanvasElement)
  );
}

export function listenToKeys(levers: Levers, togglePause: () => void): void {
  const down = new Set<string>();
  const apply = (): void => {
    for (const lever of levers.list) {
      const [plus, minus] = lever.control.keys.map(keyName);
      lever.keys = Number(plus !== undefined && down.has(plus)) - Number(minus !== undefined && down.has(minus));
    }
  };
  const isOurs = (key: string): boolean =>
    levers.list.some(({ control }) => control.keys.some((name) => keyName(name) === key));
  window.addEventListener("keydown", (event) => {
    const key = keyName(event.key ?? "");
    if (isPauseKey(event) && !isOurs(key)) {
      event.preventDefault();
      return togglePause();
    }
    if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target) || !isOurs(key)) return;
    event.preventDefault();
    if (event.repeat || !levers.mayDrive()) return;
    down.add(key);
    apply();
  });
  window.addEventListener("keyup", (event) => {
    down.delete(keyName(event.key ?? "")); // filled-in forms send events without a key
    apply();
  });
  window.addEventListener("blur", () => {
    down.clear();
    apply();
  });
}
