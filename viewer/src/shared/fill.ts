// A page in one file: its data are in one element, it is built into another.
import { html } from "./dom";

export function fillPage(build: (text: string, root: HTMLElement) => void | Promise<void>): void {
  const source = document.getElementById("report-data");
  const root = document.getElementById("report");
  if (source === null || root === null) return;
  const fail = (error: unknown): never => {
    root.append(html("p", { class: "failure", role: "alert" }, `The page could not be drawn: ${error}`));
    throw error;
  };
  try {
    void build(source.textContent ?? "{}", root)?.catch(fail);
  } catch (error) {
    fail(error);
  }
}
