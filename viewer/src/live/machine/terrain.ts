// The terrain as a surface through the points of its lines, which move where it is dug.
import { BufferAttribute, BufferGeometry, DoubleSide, Mesh, MeshStandardMaterial } from "three";
import type { Drawing } from "../protocol";
import type { Moving } from "./bars";

// Rows of the grid: the lines whose points follow each other; a single one is no surface.
export function terrainRows(drawing: Drawing): number[][] {
  const rows = drawing.lines.filter(({ kind, points }) => kind === "terrain" && points[1] === points[0] + 1).map(({ points }) => points);
  return rows.length > 1 ? rows : [];
}

const kDeep = 0.8; // m below the border: as dark as it gets
const kLight = [0.397, 0.254, 0.114]; // linear: #a98a5f
const kDark = [0.04, 0.022, 0.01];

export class TerrainView implements Moving {
  readonly object: Mesh;
  private readonly order: number[];
  private readonly places: BufferAttribute;
  private readonly colours: BufferAttribute;
  private readonly border: number[];

  constructor(rows: number[][], private readonly up: number) {
    this.order = rows.flat();
    const columns = rows[0].length;
    const corners: number[] = [];
    for (let j = 0; j + 1 < rows.length; ++j)
      for (let i = 0; i + 1 < columns; ++i) {
        const at = j * columns + i;
        corners.push(at, at + 1, at + columns, at + 1, at + columns + 1, at + columns);
      }
    this.places = new BufferAttribute(new Float32Array(3 * this.order.length), 3);
    this.border = this.order.flatMap((_, k) => (k % columns === 0 || k % columns === columns - 1 ? [k] : []));
    this.colours = new BufferAttribute(new Float32Array(3 * this.order.length), 3);
    const surface = new BufferGeometry();
    surface.setAttribute("position", this.places);
    surface.setAttribute("color", this.colours);
    surface.setIndex(corners);
    const look = new MeshStandardMaterial({ vertexColors: true, flatShading: true, roughness: 1, side: DoubleSide, polygonOffset: true, polygonOffsetFactor: -1, polygonOffsetUnits: -1 });
    this.object = new Mesh(surface, look);
    this.object.receiveShadow = true;
    this.object.frustumCulled = false;
  }

  update(points: Float64Array): void {
    const { array } = this.places;
    let isChanged = false;
    this.order.forEach((point, k) => {
      for (let axis = 0; axis < 3; ++axis) {
        const value = Math.fround(points[3 * point + axis]);
        isChanged ||= array[3 * k + axis] !== value;
        array[3 * k + axis] = value;
      }
    });
    if (!isChanged) return;
    this.places.needsUpdate = true;
    this.paint();
    this.object.geometry.computeVertexNormals();
    this.object.geometry.computeBoundingBox();
    this.object.geometry.computeBoundingSphere();
  }

  // Darker the deeper it is below the mean of its sides, and a little lighter where it is heaped up.
  private paint(): void {
    const height = (k: number): number => this.places.array[3 * k + this.up];
    const level = this.border.reduce((sum, k) => sum + height(k), 0) / this.border.length;
    for (let k = 0; k < this.order.length; ++k) {
      const share = Math.min(1, Math.max(-0.25, (level - height(k)) / kDeep));
      for (let c = 0; c < 3; ++c) this.colours.array[3 * k + c] = kLight[c] + share * (kDark[c] - kLight[c]);
    }
    this.colours.needsUpdate = true;
  }
}
