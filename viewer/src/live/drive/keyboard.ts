// Keys as levers: held down a lever goes out, let go it comes back, with Shift a third of the way; Space pauses. Keys typed into a form are not ours. A click leaves no
// focus behind: what was clicked last would take Space and letters from the machine.
import type { Levers } from "./levers";
import { keyName } from "./mapping";

const kAnswersSpace = "button, select, summary, a, [role=button], input[type=checkbox], input[type=radio]";

function isTyping(target: EventTarget | null, key: string): boolean {
  if (target instanceof HTMLInputElement) return !["range", "checkbox", "radio", "button"].includes(target.type);
  if (target instanceof HTMLSelectElement) return key.length > 1; // arrows choose; letters drive
  return target instanceof HTMLTextAreaElement;
}

// Space pauses, unless a lever or a dialog has it, or the Tab key has led to something that answers to it.
function isPauseKey(event: KeyboardEvent): boolean {
  if (event.key !== " " || event.repeat || event.defaultPrevented || isTyping(event.target, " ")) return false;
  const answers = event.target instanceof Element && event.target.matches(kAnswersSpace);
  return !answers && document.querySelector("dialog[open]") === null;
}

// Focus that came with the pointer goes once the click has done its work.
function forgetClicks(): void {
  let byPointer = false;
  const forget = (event: Event): void => {
    const held = event.target instanceof Element ? event.target.closest(kAnswersSpace) : null;
    const isOurs = held === document.activeElement && held?.closest("dialog") === null;
    if (byPointer && isOurs) (held as HTMLElement | SVGElement).blur();
  };
  window.addEventListener("pointerdown", () => (byPointer = true), { capture: true });
  window.addEventListener("keydown", (event) => event.key === "Tab" && (byPointer = false), { capture: true });
  window.addEventListener("click", (event) => !(event.target instanceof HTMLSelectElement) && forget(event));
  window.addEventListener("change", (event) => event.target instanceof HTMLSelectElement && forget(event));
}

export function listenToKeys(levers: Levers, togglePause: () => void): void {
  forgetClicks();
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
    if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target, key) || !isOurs(key)) return;
    event.preventDefault();
    levers.isFine = event.shiftKey;
    if (event.repeat || !levers.mayDrive()) return;
    down.add(key);
    apply();
  });
  window.addEventListener("keyup", (event) => {
    levers.isFine = event.shiftKey === true;
    down.delete(keyName(event.key ?? "")); // filled-in forms send events without a key
    apply();
  });
  window.addEventListener("blur", () => {
    down.clear();
    apply();
  });
}
