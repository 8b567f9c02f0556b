// The bucket of a machine that digs: how deep its edge is, what it holds, what has fallen out of it since the frame before.
import { fittingsOf } from "../../machine/fittings";
import type { Description, Frame } from "../../protocol";
import type { Source } from "../../source";
import { markerPlace } from "../figures";

const kEnough = 350; // kg: worth a way
const kEmpty = 60; // kg

export class Bucket {
  mass = 0; // kg in it
  depth = 0; // m of its edge in the ground; negative: above
  fallen = 0; // kg since the frame before
  isLaden = false; // it was filled and not yet emptied
  teeth: number[] = [0, 0, 0];
  place: number[] = [0, 0, 0]; // of what it holds
  private isFirst = true;

  private constructor(
    private readonly model: Description,
    private readonly load: { name: string; point: number },
    private readonly edge: string, // channel
  ) {}

  // Null: the machine does not dig.
  static of(model: Description): Bucket | null {
    const has = (channel: string): boolean => model.channels.some(({ name }) => name === channel);
    const load = fittingsOf(model).payloads.find(({ name }) => has(`${name}.ahead`));
    const edge = fittingsOf(model).contacts.find(({ name }) => has(`${name}.depth`));
    return load === undefined || edge === undefined ? null : new Bucket(model, load, `${edge.name}.depth`);
  }

  onFrame(frame: Frame, source: Source): void {
    const before = this.mass;
    this.mass = source.value(`${this.load.name}.mass`) || 0;
    this.depth = source.value(this.edge) || 0;
    this.fallen = this.isFirst ? 0 : Math.max(0, before - this.mass);
    this.isFirst = false;
    this.isLaden = this.isLaden ? this.mass > kEmpty : this.mass >= kEnough;
    this.teeth = markerPlace(this.model, frame);
    const at = 3 * this.load.point;
    this.place = [0, 1, 2].map((axis) => frame.points[at + axis] ?? 0);
  }
}
