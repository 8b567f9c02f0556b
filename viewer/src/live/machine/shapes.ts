// Shapes of the machine file as three.js objects, in the frame of their body.
import {
  BoxGeometry,
  BufferAttribute,
  BufferGeometry,
  CylinderGeometry,
  Group,
  Mesh,
  MeshStandardMaterial,
  Object3D,
  SphereGeometry,
} from "three";
import { GLTFLoader } from "three/examples/jsm/loaders/GLTFLoader.js";
import { RoundedBoxGeometry } from "three/examples/jsm/geometries/RoundedBoxGeometry.js";
import { OBJLoader } from "three/examples/jsm/loaders/OBJLoader.js";
import type { Shape } from "../protocol";

const kColours = ["#d9822b", "#c8732a", "#5b6b78", "#8d969e", "#d9a441", "#6f7f8c"];

export function bodyColour(body: number): string {
  return body < 0 ? "#4a5560" : kColours[body % kColours.length];
}

export function material(colour: string, metal = 0.15, rough = 0.6): MeshStandardMaterial {
  return new MeshStandardMaterial({ color: colour, metalness: metal, roughness: rough });
}

export function solid(geometry: BufferGeometry, paint: MeshStandardMaterial): Mesh {
  const mesh = new Mesh(geometry, paint);
  mesh.castShadow = mesh.receiveShadow = true;
  return mesh;
}

const kBevel = 0.06; // of the shortest edge
const kWidest = 0.03; // m

// A box without sharp edges.
export function bevelledBox(x: number, y: number, z: number): BufferGeometry {
  const radius = Math.min(kWidest, kBevel * Math.min(x, y, z));
  return radius > 0 ? new RoundedBoxGeometry(x, y, z, 1, radius) : new BoxGeometry(x, y, z);
}

// A bar along x whose height (y) changes from one end to the other.
export function taperedBox(length: number, height: number, width: number, endHeight: number): BufferGeometry {
  const geometry = bevelledBox(length, height, width);
  const at = geometry.getAttribute("position") as BufferAttribute;
  for (let k = 0; k < at.count; ++k) {
    const share = at.getX(k) / length + 0.5;
    at.setY(k, at.getY(k) * (1 + share * (endHeight / height - 1)));
  }
  geometry.computeVertexNormals();
  return geometry;
}

function geometryOf({ kind, size, end_height }: Shape): BufferGeometry | null {
  const [x, y, z] = size;
  switch (kind) {
    case "box":
      return bevelledBox(x, y, z);
    case "rod":
      return new CylinderGeometry(y / 2, y / 2, x, 24).rotateZ(Math.PI / 2);
    case "beam":
      return taperedBox(x, y, z, end_height > 0 ? end_height : y);
    case "sphere":
      return new SphereGeometry(x / 2, 32, 20);
    default:
      return null;
  }
}

// A mesh file's own materials stay unless the shape has a colour.
function paintMesh(object: Object3D, shape: Shape): void {
  object.traverse((part) => {
    if (!(part instanceof Mesh)) return;
    part.castShadow = part.receiveShadow = true;
    if (shape.colour !== "" || !part.material) part.material = material(shape.colour || bodyColour(shape.body));
  });
}

// The bytes of the file of a shape, by its place among the shapes.
export type MeshFiles = (index: number) => Promise<ArrayBuffer>;

async function loadMesh(shape: Shape, bytes: Promise<ArrayBuffer>, place: Group): Promise<void> {
  place.scale.set(shape.size[0] || 1, shape.size[1] || 1, shape.size[2] || 1);
  const file = await bytes;
  const object = /\.obj$/i.test(shape.mesh)
    ? new OBJLoader().parse(new TextDecoder().decode(file))
    : (await new GLTFLoader().parseAsync(file, "")).scene;
  paintMesh(object, shape);
  place.add(object);
}

export function makeShape(shape: Shape, index: number, files: MeshFiles, loaded: (problem: string) => void): Object3D {
  const geometry = geometryOf(shape);
  const object = geometry === null ? new Group() : solid(geometry, material(shape.colour || bodyColour(shape.body)));
  if (object instanceof Group)
    loadMesh(shape, files(index), object).then(
      () => loaded(""),
      () => loaded(`The mesh ${shape.mesh} could not be loaded`),
    );
  object.position.set(shape.at[0], shape.at[1], shape.at[2]);
  object.quaternion.set(shape.turn[1], shape.turn[2], shape.turn[3], shape.turn[0]);
  return object;
}
