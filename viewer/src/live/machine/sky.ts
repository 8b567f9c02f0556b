// Ground that goes to a horizon, under a sky: what is far away becomes the sky's colour.
import { CircleGeometry, Color, Fog, Mesh, MeshBasicMaterial, Scene } from "three";

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

export function horizonFloor(size: number, height: number, dark: boolean): Mesh {
  const look = new MeshBasicMaterial({ color: kColours[dark ? "dark" : "light"].ground, polygonOffset: true, polygonOffsetFactor: 2, polygonOffsetUnits: 2 });
  const mesh = new Mesh(new CircleGeometry(kFar * size, 48).rotateX(-Math.PI / 2), look);
  mesh.position.y = height;
  return mesh;
}
