// The circle on the ground that a load is to be placed in.
import { DoubleSide, Group, Mesh, MeshBasicMaterial, Quaternion, RingGeometry, CircleGeometry, Vector3 } from "three";
import type { Circle } from "../seat/job";

export function circleMark({ centre, radius }: Circle, up: Vector3, isInside: boolean): Group {
  const paint = (opacity: number): MeshBasicMaterial =>
    new MeshBasicMaterial({ color: isInside ? "#0a9d6e" : "#e0457b", side: DoubleSide, transparent: true, opacity, depthWrite: false });
  const mark = new Group();
  mark.add(new Mesh(new RingGeometry(0.86 * radius, radius, 48), paint(0.95)), new Mesh(new CircleGeometry(0.86 * radius, 48), paint(0.22)));
  mark.quaternion.copy(new Quaternion().setFromUnitVectors(new Vector3(0, 0, 1), up));
  mark.position.set(...centre).addScaledVector(up, 0.02);
  return mark;
}
