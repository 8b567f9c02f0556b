// Light or dark: as the system says, until somebody chooses.
import type { Theme } from "../colour_map";

const kKey = "bramah.theme";
const dark = matchMedia("(prefers-color-scheme: dark)");

export class ThemeChoice {
  onChange: (theme: Theme) => void = () => {};

  constructor() {
    dark.addEventListener("change", () => this.apply());
    this.apply();
  }

  get theme(): Theme {
    const chosen = localStorage.getItem(kKey);
    if (chosen === "light" || chosen === "dark") return chosen;
    return dark.matches ? "dark" : "light";
  }

  toggle = (): void => {
    const next: Theme = this.theme === "dark" ? "light" : "dark";
    const system: Theme = dark.matches ? "dark" : "light";
    if (next === system) localStorage.removeItem(kKey);
    else localStorage.setItem(kKey, next);
    this.apply();
  };

  private apply(): void {
    document.documentElement.dataset.theme = this.theme;
    this.onChange(this.theme);
  }
}
