// What is plotted before anybody has chosen: cylinder pressures and where the markers are.
import type { Channel, Description } from "../protocol";

const kMostPressures = 6;

export function defaultChannels(model: Description): string[] {
  const names = new Set(model.channels.map(({ name }) => name));
  const has = (list: string[]): string[] => list.filter((name) => names.has(name));
  const cylinders = model.scheme.parts.filter(({ motion }) => motion === "piston").map(({ name }) => name);
  const pressures = has([...cylinders.map((c) => `${c}.A.p`), ...cylinders.map((c) => `${c}.B.p`)]).slice(
    0,
    kMostPressures,
  );
  const places = model.scene.markers.flatMap(({ name }) => has([`${name}.x`, `${name}.y`, `${name}.z`]));
  const chosen = [...pressures, ...places];
  if (chosen.length > 0) return chosen;
  return model.channels
    .filter(({ unit }) => ["Pa", "m", "rad"].includes(unit))
    .slice(0, 4)
    .map(({ name }) => name);
}

// One strip per unit, in the order in which units first appear.
export function groupByUnit(chosen: string[], channels: Channel[]): { unit: string; names: string[] }[] {
  const groups = new Map<string, string[]>();
  for (const name of chosen) {
    const channel = channels.find((candidate) => candidate.name === name);
    if (channel !== undefined) groups.set(channel.unit, [...(groups.get(channel.unit) ?? []), name]);
  }
  return [...groups].map(([unit, names]) => ({ unit, names }));
}

// Every word must be found in the name or the description.
export function findChannels(channels: Channel[], query: string, most: number): Channel[] {
  const words = query
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== "");
  const fits = ({ name, description }: Channel): boolean => {
    const text = `${name} ${description}`.toLowerCase();
    return words.every((word) => text.includes(word));
  };
  return channels.filter(fits).slice(0, most);
}
