// Ground that goes to a horizon, under a sky: what is far away becomes the sky's colour.
import { Color, Fog, Mesh, MeshBasicMaterial, Path, Scene, Shape, ShapeGeometry, Vector2 } from "three";

const kColours = {
  light: { sky: "#dfe8ef", ground: "#cdd1cc" },
  dark: { sky: "#171c20", ground: "#22282b" },
};
const kFar = 14; // sizes of the machine

export function setSky(scene: Scene, size: number, dark: boolean): void {
  const { sky } = kColours[dark ? "dark" : "light"];
  scene.background = new Color(sky);
  scene.fog = new Fog(sky, 3.5 * size, kFar * size);
}

// `gap`: corners of a terrain that is drawn itself, in the floor's plane; none: there is no gap.
export function horizonFloor(size: number, height: number, dark: boolean, gap: Vector2[]): Mesh {
  const look = new MeshBasicMaterial({ color: kColours[dark ? "dark" : "light"].ground, polygonOffset: true, polygonOffsetFactor: 2, polygonOffsetUnits: 2 });
  const outline = new Shape().absarc(0, 0, kFar * size, 0, 2 * Math.PI);
  if (gap.length > 0) outline.holes.push(new Path(gap));
  const mesh = new Mesh(new ShapeGeometry(outline, 24).rotateX(-Math.PI / 2), look);
  mesh.position.y = height;
  return mesh;
}
