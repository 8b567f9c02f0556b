// The machine in three dimensions. Draws only when something moved, and less finely where the
// graphics cannot keep up.
import { Box3, Group, Object3D, PCFSoftShadowMap, Scene as World, Vector3, WebGLRenderer } from "three";
import { html, styleValue } from "../../shared/dom";
import { pressureEnd, type Theme } from "../colour_map";
import { isSoftware, pace } from "../pace";
import type { Description, Frame, LookAhead } from "../protocol";
import type { Listener } from "../session";
import { CylinderView, makeSkeleton, type Moving } from "./bars";
import { OrbitCamera } from "./camera";
import { Ground } from "./ground";
import { futureLines, Trail } from "./paths";
import { Motion } from "./pose";
import { makeShape } from "./shapes";

const kLook = 300; // ms
const kPatience = 40; // pictures under strain before the view gets simpler; never with ?fine in the address
const isFine = new URLSearchParams(location.search).has("fine");

export class MachineView implements Listener {
  readonly element = html("div", { class: "machine-view", "aria-label": "The machine" });
  private readonly world = new World();
  private readonly renderer: WebGLRenderer | null;
  private readonly camera: OrbitCamera | null = null;
  private readonly ground: Ground | null = null;
  private readonly motion = new Motion();
  private model: Description | null = null;
  private machine = new Group();
  private bodies: Object3D[] = [];
  private moving: Moving[] = [];
  private trails: Trail[] = [];
  private futures: Group | null = null;
  private size = 1;
  private stale = true;
  private strained = 0; // pictures drawn under strain
  private quality = 2; // 2 with shadows, 1 without, 0 coarse
  private drawn = 0;
  private readonly reach = new Box3(); // everything the machine has been to
  private looked = 0;
  private lastTime = -Infinity;

  constructor(private theme: Theme) {
    this.renderer = makeRenderer();
    if (this.renderer === null) {
      this.element.append(
        html(
          "p",
          { class: "empty" },
          "This browser has no WebGL, so the machine cannot be drawn. Everything else works.",
        ),
      );
      return;
    }
    this.element.append(this.renderer.domElement);
    this.camera = new OrbitCamera(this.renderer.domElement, () => (this.stale = true));
    this.ground = new Ground(this.world);
    if (isSoftware(rendererName(this.renderer.getContext()))) this.simplify(0);
    this.world.add(this.machine);
    new ResizeObserver(() => this.resize()).observe(this.element);
    requestAnimationFrame((now) => this.tick(now));
  }

  onModel(model: Description): void {
    this.model = model;
    this.world.remove(this.machine);
    this.machine = new Group();
    this.world.add(this.machine);
    this.moving = [];
    this.trails = [];
    this.reach.makeEmpty();
    this.showFutures(null);
    this.bodies = model.scene.bodies.map(() => new Group());
    for (const body of this.bodies) this.machine.add(body);
    this.camera?.setMachine(model.planar, model.up);
    this.size = 0; // the first frame tells
  }

  onFrame(frame: Frame): void {
    this.motion.push(frame, performance.now());
    if (this.size === 0) this.furnish(frame);
    const isBack = frame.t < this.lastTime;
    this.lastTime = frame.t;
    for (const trail of this.trails) {
      if (isBack) trail.clear();
      trail.push(frame.points, 0.004 * this.size);
    }
    this.stale = true;
    if (performance.now() - this.looked > kLook) this.widen();
  }

  onLookAhead(result: LookAhead): void {
    this.showFutures(result);
  }

  showFutures(result: LookAhead | null): void {
    if (this.futures !== null) this.world.remove(this.futures);
    this.futures = null;
    if (result !== null) {
      this.futures = futureLines(result, pressureEnd(this.model?.scheme ?? null), this.theme);
      this.world.add(this.futures);
    }
    this.stale = true;
  }

  setTheme(theme: Theme): void {
    this.theme = theme;
    if (this.model !== null && this.size > 0) this.buildGround();
    this.stale = true;
  }

  fit = (): void => {
    this.reach.copy(this.box());
    this.camera?.fit(this.reach);
  };

  // A machine that reaches out of the picture is seen from farther away.
  private widen(): void {
    this.looked = performance.now();
    const before = this.reach.clone();
    this.reach.union(this.box());
    if (!before.equals(this.reach)) this.camera?.follow(this.reach);
  }

  private get up(): number {
    return this.model?.planar === true ? 1 : (this.model?.up ?? 2);
  }

  // Shapes, bars and trails, as soon as the points are known.
  private furnish(frame: Frame): void {
    const { model } = this;
    if (model === null) return;
    this.size = extent(frame.points);
    model.scene.shapes.forEach((shape, k) => {
      const place = shape.body < 0 ? this.machine : this.bodies[shape.body];
      place?.add(makeShape(shape, k, () => (this.stale = true)));
    });
    this.moving = [...makeSkeleton(model, this.size), ...model.scene.cylinders.map((c) => new CylinderView(c))];
    this.trails = model.scene.markers.map(({ point }) => new Trail(point, styleValue("--trail")));
    for (const { object } of [...this.moving, ...this.trails]) this.machine.add(object);
    this.place(performance.now() + 1e3);
    this.buildGround();
    this.resize();
    this.fit();
  }

  // A machine in space with shapes stands on the ground at height 0; linkages may hang anywhere.
  private get stands(): boolean {
    return this.model?.planar === false && this.model.scene.shapes.length > 0;
  }

  private buildGround(): void {
    this.ground?.build(this.box(), this.up, this.theme === "dark", this.stands);
  }

  private box(): Box3 {
    const box = new Box3();
    for (const child of this.machine.children)
      if (!this.trails.some(({ object }) => object === child)) box.expandByObject(child);
    if (this.stands) box.min.setComponent(this.up, Math.min(0, box.min.getComponent(this.up)));
    return box.isEmpty() ? box.expandByPoint(new Vector3()).expandByScalar(1) : box;
  }

  private place(now: number): boolean {
    const moves = this.motion.update(now);
    const { bodies, points } = this.motion;
    this.bodies.forEach((body, k) => {
      const at = 7 * k;
      if (at + 7 > bodies.length) return;
      body.position.set(bodies[at], bodies[at + 1], bodies[at + 2]);
      body.quaternion.set(bodies[at + 4], bodies[at + 5], bodies[at + 6], bodies[at + 3]);
    });
    for (const part of this.moving) part.update(points);
    this.machine.updateMatrixWorld(true);
    return moves;
  }

  private tick(now: number): void {
    requestAnimationFrame((next) => this.tick(next));
    if (this.renderer === null || this.camera === null || this.element.clientWidth === 0 || document.hidden) return;
    this.camera.update();
    const wait = this.quality === 0 ? pace.interval(80) : pace.interval(8);
    if (!this.stale || now - this.drawn < wait) return;
    this.drawn = now;
    this.stale = this.place(now);
    this.renderer.setClearColor(styleValue("--stage"));
    this.renderer.render(this.world, this.camera.camera);
    if (pace.strain > 0 && ++this.strained > kPatience && this.quality > 0) this.simplify(this.quality - 1);
  }

  // First without shadows, then coarser and more rarely.
  private simplify(quality: number): void {
    if (isFine) return;
    this.quality = quality;
    this.strained = 0;
    if (this.ground !== null) this.ground.shadows = quality > 1;
    this.resize();
  }

  private resize(): void {
    const { clientWidth: width, clientHeight: height } = this.element;
    if (this.renderer === null || width === 0 || height === 0) return;
    const finest = Math.min(2, devicePixelRatio);
    this.renderer.setPixelRatio(this.quality >= 1 ? finest : 0.7);
    this.renderer.setSize(width, height, false);
    this.camera?.resize(width, height, () => this.reach);
    this.stale = true;
  }
}

function rendererName(gl: WebGLRenderingContext | WebGL2RenderingContext): string {
  const names = gl.getExtension("WEBGL_debug_renderer_info");
  return names === null ? "" : String(gl.getParameter(names.UNMASKED_RENDERER_WEBGL));
}

function makeRenderer(): WebGLRenderer | null {
  const gl = document.createElement("canvas").getContext("webgl2");
  if (gl === null) return null;
  const isSlow = isSoftware(rendererName(gl));
  gl.getExtension("WEBGL_lose_context")?.loseContext();
  try {
    const renderer = new WebGLRenderer({ antialias: isFine || !isSlow });
    renderer.shadowMap.enabled = true;
    renderer.shadowMap.type = PCFSoftShadowMap;
    return renderer;
  } catch {
    return null;
  }
}

// The largest edge of the points' box.
function extent(points: number[]): number {
  let largest = 0;
  for (let axis = 0; axis < 3; ++axis) {
    const values = points.filter((_, k) => k % 3 === axis);
    largest = Math.max(largest, Math.max(...values) - Math.min(...values));
  }
  return largest > 0 ? largest : 1;
}
