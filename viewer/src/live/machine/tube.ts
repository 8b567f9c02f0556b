// Two hundred futures as one solid: a tube around their mean path, as wide each way as they spread that way. Each side has the
// colour of the worst of the futures that go there.
import { BufferAttribute, BufferGeometry, Color, DoubleSide, Group, Mesh, MeshBasicMaterial, Vector3 } from "three";
import type { Future, LookAhead } from "../protocol";

export const kSides = 16;
const kTight = 0.3; // [m] margin against tipping

export type Breaks = "nothing" | "pressure" | "reach" | "tipping" | "failed";
export const kBreaks: Record<Breaks, { text: string; colour: string }> = {
  nothing: { text: "nothing breaks", colour: "#1a9e77" },
  pressure: { text: "pressure over the highest setting", colour: "#e08a1e" },
  reach: { text: "a cylinder comes to its end", colour: "#7a5cc4" },
  tipping: { text: "tips, or nearly", colour: "#d0342c" },
  failed: { text: "cannot be computed", colour: "#6b7780" },
};
const kWorst: Breaks[] = ["nothing", "reach", "pressure", "tipping", "failed"]; // the last one shows

// `setting`: the highest of the machine's [Pa]; 0: there is none.
export function breaksOf({ peak, margin, stop, failed }: Future, setting: number): Breaks {
  if (failed !== "") return "failed";
  if (margin !== null && margin < kTight) return "tipping";
  if (setting > 0 && (peak ?? 0) > setting) return "pressure";
  return stop !== "" ? "reach" : "nothing";
}

export const worse = (a: Breaks, b: Breaks): Breaks => (kWorst.indexOf(a) >= kWorst.indexOf(b) ? a : b);

export interface Ring {
  centre: Vector3;
  rim: Vector3[]; // kSides
  breaks: Breaks[];
}

const sample = ({ path }: Future, k: number): Vector3 => {
  const at = 3 * Math.min(k, path.length / 3 - 1);
  return new Vector3(path[at], path[at + 1], path[at + 2]);
};

// Rings across the mean path; `least` is the radius where the futures do not spread.
export function ringsOf(futures: Future[], setting: number, least: number): Ring[] {
  const whole = futures.filter(({ path }) => path.length >= 6);
  const count = Math.max(0, ...whole.map(({ path }) => path.length / 3));
  const breaks = whole.map((future) => breaksOf(future, setting));
  const samples = Array.from({ length: count }, (_, k) => whole.map((future) => sample(future, k)));
  const centres = samples.map((places) => places.reduce((sum, place) => sum.add(place), new Vector3()).multiplyScalar(1 / places.length));
  const [u, v] = crossAxes(samples[count - 1] ?? [], centres[count - 1] ?? new Vector3());
  return centres.map((centre, k) => ringAt(centre, samples[k], breaks, u, v, least));
}

// The two directions in which the ends spread the most, so that the tube is not seen edge on.
function crossAxes(ends: Vector3[], centre: Vector3): [Vector3, Vector3] {
  const away = ends.map((end) => end.clone().sub(centre));
  const first = principal(away, new Vector3(1, 0.3, 0.2));
  const rest = away.map((one) => one.clone().addScaledVector(first, -one.dot(first)));
  const second = principal(rest, new Vector3(0.2, 0.3, 1).addScaledVector(first, -new Vector3(0.2, 0.3, 1).dot(first)));
  return [first, second.addScaledVector(first, -second.dot(first)).normalize()];
}

// Power iteration on the scatter.
function principal(away: Vector3[], start: Vector3): Vector3 {
  let axis = start.clone().normalize();
  for (let round = 0; round < 12; ++round) {
    const next = away.reduce((sum, one) => sum.addScaledVector(one, one.dot(axis)), new Vector3());
    if (next.length() < 1e-12) break;
    axis = next.normalize();
  }
  return axis;
}

function ringAt(centre: Vector3, places: Vector3[], breaks: Breaks[], u: Vector3, v: Vector3, least: number): Ring {
  const rim: Vector3[] = [];
  const sides: Breaks[] = [];
  for (let side = 0; side < kSides; ++side) {
    const angle = (2 * Math.PI * side) / kSides;
    const way = u.clone().multiplyScalar(Math.cos(angle)).addScaledVector(v, Math.sin(angle));
    let reach = least;
    let worst: Breaks = "nothing";
    places.forEach((place, k) => {
      const away = place.clone().sub(centre);
      const along = away.dot(way);
      reach = Math.max(reach, along);
      if (along >= 0.7 * away.length()) worst = worse(worst, breaks[k]); // it goes that way
    });
    rim.push(centre.clone().addScaledVector(way, reach));
    sides.push(worst);
  }
  return { centre, rim, breaks: sides };
}

export function tubeOf(result: LookAhead, setting: number, size: number): Group {
  const rings = ringsOf(result.futures, setting, 0.004 * size);
  const place: number[] = [];
  const colour: number[] = [];
  const index: number[] = [];
  rings.forEach(({ rim, breaks }, k) => {
    rim.forEach((point, side) => {
      place.push(point.x, point.y, point.z);
      const { r, g, b } = new Color(kBreaks[breaks[side]].colour);
      colour.push(r, g, b);
      if (k === 0) return;
      const [a, b1] = [(k - 1) * kSides + side, (k - 1) * kSides + ((side + 1) % kSides)];
      index.push(a, b1, a + kSides, b1, b1 + kSides, a + kSides);
    });
  });
  const last = (rings.length - 1) * kSides;
  for (let side = 1; side + 1 < kSides && rings.length > 0; ++side) index.push(last, last + side, last + side + 1);
  const geometry = new BufferGeometry().setIndex(index);
  geometry.setAttribute("position", new BufferAttribute(new Float32Array(place), 3));
  geometry.setAttribute("color", new BufferAttribute(new Float32Array(colour), 3));
  const skin = new Mesh(geometry, new MeshBasicMaterial({ vertexColors: true, transparent: true, opacity: 0.42, side: DoubleSide, depthWrite: false }));
  skin.frustumCulled = false;
  return new Group().add(skin);
}
