// What an operator wants to know at a glance: load, reach, height, how much of the machine is used, how near it is to
// tipping. From the machine's own channels and points alone; what it does not have is not told. Pure functions.
import { highestSetting } from "../colour_map";
import { fittingsOf } from "../machine/fittings";
import type { Description, Frame } from "../protocol";
import type { Source } from "../source";

export interface Figures {
  load: number; // [kg] what hangs on ropes and what was taken up; NaN: nothing tells
  reach: number; // [m] from the first body's place to the marker, level
  height: number; // [m] of the marker
  used: number; // highest cylinder pressure over the highest setting; NaN: no oil
  margin: number; // [m] against tipping; NaN: it cannot
  alarms: string[];
}

const kGravity = 9.81;
const kFull = 1; // of the setting
const kNear = 0.3; // [m] where the machine file says nothing

export function markerPlace({ scene, drawing }: Description, frame: Pick<Frame, "points">, wanted?: string): [number, number, number] {
  const marker = scene.markers.find(({ name }) => name === wanted) ?? scene.markers[0];
  const at = 3 * (marker?.point ?? drawing.points.length - 1);
  return [frame.points[at] ?? 0, frame.points[at + 1] ?? 0, frame.points[at + 2] ?? 0];
}

// Level distance and height of a place over where the machine stands.
export function reachOf({ up }: Description, frame: Pick<Frame, "bodies">, place: number[]): { reach: number; height: number } {
  const level = [0, 1, 2].filter((axis) => axis !== up);
  return { reach: Math.hypot(...level.map((axis) => place[axis] - (frame.bodies[axis] ?? 0))), height: place[up] };
}

function loadOf(model: Description, source: Source): number {
  const ropes = fittingsOf(model).ropes.map(({ name, falls }) => source.value(`${name}.tension`) * falls);
  const taken = fittingsOf(model).payloads.map(({ name }) => source.value(`${name}.mass`));
  const parts = [...ropes.map((force) => force / kGravity), ...taken].filter(Number.isFinite);
  return parts.length === 0 ? NaN : parts.reduce((sum, one) => sum + one, 0);
}

export function figuresOf(model: Description, frame: Frame, source: Source): Figures {
  const place = markerPlace(model, frame);
  const { reach, height } = reachOf(model, frame, place);
  const setting = highestSetting(model.scheme);
  const pressures = model.scheme.parts
    .filter(({ role }) => role === "actuator")
    .flatMap(({ ports }) => ports.map(({ node }) => source.value(model.scheme.nodes[node]?.pressure ?? "")))
    .filter(Number.isFinite);
  const used = pressures.length === 0 || setting <= 0 ? NaN : Math.max(...pressures) / setting;
  const tipping = fittingsOf(model).bases[0]?.name;
  const margin = tipping === undefined ? NaN : source.value(`${tipping}.margin`);
  const isNear = tipping !== undefined && (source.value(`${tipping}.near_tipping`) > 0 || margin < kNear);
  const alarms = [
    ...(used > kFull ? [`pressure over its setting (${Math.round(100 * used)} %)`] : []),
    ...(isNear ? [source.value(`${tipping}.lifted`) > 0 ? "a foot has left the ground" : "near tipping"] : []),
  ];
  return { load: loadOf(model, source), reach, height, used, margin, alarms };
}
