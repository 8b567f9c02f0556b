// The machine in three dimensions. Draws only when something moved, and less finely where the
// graphics cannot keep up.
import { Box3, Group, PCFSoftShadowMap, Raycaster, Scene as World, Vector2, Vector3, WebGLRenderer } from "three";
import { html, styleValue } from "../../shared/dom";
import { highestSetting, type Theme } from "../colour_map";
import { isSoftware, pace } from "../pace";
import type { Description, Frame, LookAhead } from "../protocol";
import type { Job, Mark } from "../seat/jobs/job";
import type { Listener } from "../session";
import { cabPlace, OrbitCamera, tipPlace, type View } from "./camera";
import { Figure } from "./figure";
import { axisVector, Ground } from "./ground";
import { FittingsView } from "./fittings";
import { FlatShadow } from "./flat_shadow";
import { JobMark } from "./job_mark";
import { Trail } from "./paths";
import { tubeOf } from "./tube";
import { Motion } from "./pose";
import type { MeshFiles } from "./shapes";
import { terrainRows } from "./terrain";

const kLook = 300; // ms
const kCoarseWaits = [30, 36, 90]; // ms between pictures where the processor draws them itself, by strain: frames come 30 times a second
const kPatience = 40; // pictures under strain before the view gets simpler; never with ?fine in the address
const kRest = 350; // ms without a change: what stands is drawn finely, once
const kFinest = 2; // pixels for one of the page
const kNoMarks: Mark[] = [];
const kSunk = 0.02; // of its size: what stands may reach below the ground
const isFine = new URLSearchParams(location.search).has("fine");

export type Pose = Pick<Frame, "points" | "bodies">;

export class MachineView implements Listener {
  readonly element = html("div", { class: "machine-view", role: "img", "aria-label": "The machine" });
  private readonly world = new World();
  private readonly renderer: WebGLRenderer | null;
  private readonly camera: OrbitCamera | null = null;
  private readonly ground: Ground | null = null;
  private readonly motion = new Motion();
  private model: Description | null = null;
  private readonly machine = new Group();
  private figure: Figure | null = null;
  private ghost: Figure | null = null;
  private trails: Trail[] = [];
  private futures: Group | null = null;
  private fittings: FittingsView | null = null;
  private readonly flat = new FlatShadow();
  private withForces = false;
  private places = new Map<string, number>(); // of channels
  private values: (number | null)[] = [];
  private mark: JobMark | null = null;
  onPick: (part: string) => void = () => {}; // a cylinder was clicked
  private lit: string[] = [];
  private size = 1;
  private stands = false; // on the ground
  private stale = true;
  private readonly isSoft: boolean = false; // the processor draws
  private isRefined = false; // what stands is drawn finely
  private strained = 0; // pictures drawn under strain
  private quality = 2; // 2 with shadows, 1 without, 0 coarse
  private drawn = 0;
  private pictures = 0;
  private readonly reach = new Box3(); // everything the machine has been to
  private looked = 0;
  private lastTime = -Infinity;

  // `files`: the meshes; `isKept`: the picture can be printed and saved.
  constructor(
    private theme: Theme,
    private readonly files: MeshFiles,
    isKept = false,
    private readonly complain: (problem: string) => void = () => {},
  ) {
    this.renderer = makeRenderer(isKept);
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
    this.listenForPicks(this.renderer.domElement);
    this.camera = new OrbitCamera(this.renderer.domElement, () => (this.stale = true));
    this.ground = new Ground(this.world);
    this.isSoft = isSoftware(rendererName(this.renderer.getContext()));
    if (this.isSoft) this.simplify(1);
    this.world.add(this.machine, this.flat.object);
    new ResizeObserver(() => this.resize()).observe(this.element);
    requestAnimationFrame((now) => this.tick(now));
  }

  onModel(model: Description): void {
    this.model = model;
    this.machine.clear();
    this.figure = this.ghost = this.fittings = null;
    this.values = [];
    this.places = new Map(model.channels.map(({ name }, k) => [name, k]));
    this.trails = [];
    this.reach.makeEmpty();
    this.showFutures(null);
    if (this.mark !== null) this.world.remove(this.mark.object);
    this.mark = null;
    this.camera?.setMachine(model.planar, model.up);
    this.size = 0; // the first frame tells
  }

  onFrame(frame: Frame): void {
    if (frame.t !== this.lastTime) this.motion.push(frame, performance.now()); // a machine that pauses says the same again
    this.take(frame);
  }

  // At once, without a way from the pose before.
  showPose(frame: Frame): void {
    this.motion.jump(frame);
    this.take(frame);
  }

  // Cylinders of these names are lit up.
  light(names: string[]): void {
    this.lit = names;
    for (const cylinder of this.figure?.cylinders ?? []) cylinder.light(names.includes(cylinder.name));
    this.element.dataset.lit = (this.figure?.cylinders ?? []).filter(({ name }) => names.includes(name)).map(({ name }) => name).join(" ");
    this.stale = true;
  }

  // The cylinder under a place of the window; empty: none.
  partAt(x: number, y: number): string {
    const { camera, figure } = this;
    const { left, top, width, height } = this.element.getBoundingClientRect();
    if (camera === null || figure === null || width === 0) return "";
    const ray = new Raycaster();
    ray.setFromCamera(new Vector2((2 * (x - left)) / width - 1, 1 - (2 * (y - top)) / height), camera.camera);
    const hits = figure.cylinders.map(({ name, object }) => ({ name, hit: ray.intersectObject(object)[0]?.distance ?? Infinity }));
    const nearest = hits.reduce((best, one) => (one.hit < best.hit ? one : best), { name: "", hit: Infinity });
    return nearest.name;
  }

  // Where a cylinder's middle is in the window, for those who look for it.
  placeOf(name: string): { x: number; y: number } | null {
    const { camera } = this;
    const cylinder = this.figure?.cylinders.find((one) => one.name === name);
    if (camera === null || cylinder === undefined) return null;
    const { left, top, width, height } = this.element.getBoundingClientRect();
    const at = new Box3().setFromObject(cylinder.object).getCenter(new Vector3()).project(camera.camera);
    return { x: left + 0.5 * width * (1 + at.x), y: top + 0.5 * height * (1 - at.y) };
  }

  private listenForPicks(canvas: HTMLElement): void {
    let from = { x: 0, y: 0 };
    canvas.addEventListener("pointerdown", ({ clientX: x, clientY: y }) => (from = { x, y }));
    canvas.addEventListener("click", ({ clientX: x, clientY: y }) => {
      const name = Math.hypot(x - from.x, y - from.y) < 5 ? this.partAt(x, y) : "";
      if (name !== "") this.onPick(name);
    });
  }

  // Another run of the same or a like machine at the same instant; null: none.
  showGhost(model: Description, frame: Pose | null): void {
    if (frame === null && this.ghost !== null) this.machine.remove(this.ghost.object);
    if (frame === null) this.ghost = null;
    else if (this.ghost === null && this.size > 0) {
      this.ghost = new Figure(model, this.size, this.files, () => this.ghost?.fade());
      this.ghost.fade();
      this.machine.add(this.ghost.object);
    }
    if (frame !== null) this.ghost?.place(Float64Array.from(frame.points), Float64Array.from(frame.bodies));
    this.stale = true;
  }

  // What is drawn now, as it is.
  get picture(): HTMLCanvasElement | null {
    this.draw(performance.now());
    return this.renderer?.domElement ?? null;
  }

  private take(frame: Frame): void {
    this.values = frame.values;
    if (this.size === 0) this.furnish(frame);
    const isBack = frame.t < this.lastTime;
    const isNew = frame.t !== this.lastTime;
    this.lastTime = frame.t;
    for (const trail of this.trails) {
      if (isBack) trail.clear();
      trail.push(frame.points, 0.004 * this.size);
    }
    this.stale ||= isNew;
    if (performance.now() - this.looked > kLook) this.widen();
  }

  onLookAhead(result: LookAhead): void {
    this.showFutures(result);
  }

  showFutures(result: LookAhead | null): void {
    if (this.futures !== null) this.world.remove(this.futures);
    this.futures = null;
    if (result !== null) {
      this.futures = tubeOf(result, highestSetting(this.model?.scheme ?? null), this.size);
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

  // Arrows of forces, the centre of gravity and the lines it may tip over.
  showForces(on: boolean): void {
    this.withForces = on;
    if (this.fittings !== null) this.fittings.forces.visible = on;
    this.stale = true;
  }

  // Where the job wants something to go; null: there is none.
  showJob(job: Pick<Job, "marks" | "isInside" | "filled"> | null): void {
    if (this.mark === null && job === null) return;
    if (this.mark === null) this.world.add((this.mark = new JobMark(axisVector(this.up))).object);
    if (this.mark.show(job?.marks ?? kNoMarks, job?.isInside ?? false, job?.filled ?? 0)) this.stale = true;
  }

  // Where the camera is: of the whole machine, or one that goes with it.
  look(view: View): void {
    this.camera?.choose(view, this.reach.copy(this.box()), () => {
      const { points, bodies } = this.motion;
      const at = (list: Float64Array, first: number): Vector3 => new Vector3(list[first] ?? 0, list[first + 1] ?? 0, list[first + 2] ?? 0);
      const tip = at(points, 3 * this.tipPoint);
      const pivot = bodies.length > 0 ? at(bodies, 0) : at(points, 0);
      return (view === "cab" ? cabPlace : tipPlace)(pivot, tip, axisVector(this.up), this.size);
    });
    this.stale = true;
  }

  // The first marker; without one the drawing's last point.
  private get tipPoint(): number {
    const { model } = this;
    return model?.scene.markers[0]?.point ?? (model?.drawing.points.length ?? 1) - 1;
  }

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
    this.figure = new Figure(model, this.size, this.files, (problem) => {
      this.stale = true;
      if (problem !== "") this.complain(problem);
    });
    this.machine.add(this.figure.object);
    this.fittings = new FittingsView(model, this.size, axisVector(this.up), (name) => this.values[this.places.get(name) ?? -1] ?? NaN);
    this.fittings.forces.visible = this.withForces;
    this.machine.add(this.fittings.object, this.fittings.forces);
    this.light(this.lit);
    this.trails = model.scene.markers.map(({ point }) => new Trail(point, styleValue("--trail")));
    for (const { object } of this.trails) this.machine.add(object);
    this.place(performance.now() + 1e3);
    this.stands = this.doesStand();
    this.buildGround();
    this.resize();
    this.fit();
  }

  // A machine with shapes that begins above height 0 stands on the ground there; linkages and pendulums may hang anywhere.
  private doesStand(): boolean {
    if (this.model === null || this.figure === null || this.model.scene.shapes.length === 0) return false;
    return new Box3().setFromObject(this.figure.object, true).min.getComponent(this.up) > -kSunk * this.size;
  }

  private buildGround(): void {
    const { ground } = this;
    if (ground === null) return;
    ground.build(this.box(), this.up, this.theme === "dark", this.stands, this.terrainCorners());
    this.flat.cast(this.machine, ground.toSun, axisVector(this.up), 0, this.theme === "dark");
    this.showShadows();
  }

  // Of a terrain that is drawn itself; none: solid ground is level.
  private terrainCorners(): Vector3[] {
    const rows = terrainRows(this.model?.drawing ?? { points: [], lines: [] });
    if (rows.length === 0) return [];
    const [first, last] = [rows[0], rows[rows.length - 1]];
    const { points } = this.motion;
    return [first[0], first[first.length - 1], last[last.length - 1], last[0]].map((k) => new Vector3(points[3 * k], points[3 * k + 1], points[3 * k + 2]));
  }

  // Of a map where the graphics are quick; else flattened ones, on solid ground.
  private showShadows(): void {
    if (this.ground !== null) this.ground.shadows = this.quality > 1;
    this.flat.object.visible = this.stands && this.quality <= 1;
  }

  private box(): Box3 {
    const box = new Box3();
    if (this.figure !== null) box.expandByObject(this.figure.object);
    if (this.stands) box.min.setComponent(this.up, Math.min(0, box.min.getComponent(this.up)));
    return box.isEmpty() ? box.expandByPoint(new Vector3()).expandByScalar(1) : box;
  }

  private place(now: number): boolean {
    const moves = this.motion.update(now);
    this.figure?.place(this.motion.points, this.motion.bodies);
    this.fittings?.update({ points: this.motion.points, bodies: this.motion.bodies });
    this.flat.update();
    return moves;
  }

  private tick(now: number): void {
    requestAnimationFrame((next) => this.tick(next));
    if (this.renderer === null || this.camera === null || this.element.clientWidth === 0 || document.hidden) return;
    this.camera.update();
    const wait = this.isSoft ? kCoarseWaits[pace.strain] : pace.interval(8);
    if (this.stale && now - this.drawn >= wait) this.draw(now);
    else if (this.isSoft && !this.stale && !this.isRefined && now - this.drawn > kRest) this.refine();
  }

  // Where the processor draws, motion is coarse; what stands need not be.
  private refine(): void {
    if (this.renderer === null || this.camera === null) return;
    this.isRefined = true;
    this.renderer.setPixelRatio(kFinest);
    this.renderer.render(this.world, this.camera.camera);
  }

  private draw(now: number): void {
    if (this.renderer === null || this.camera === null) return;
    if (this.isRefined) this.renderer.setPixelRatio(this.ratio);
    this.isRefined = false;
    this.drawn = now;
    this.element.dataset.pictures = String(++this.pictures);
    this.stale = this.place(now);
    this.renderer.render(this.world, this.camera.camera);
    if (pace.strain > 0 && ++this.strained > kPatience && this.quality > 0) this.simplify(this.quality - 1);
  }

  // First without shadows, then coarser and more rarely.
  private simplify(quality: number): void {
    if (isFine) return;
    this.quality = quality;
    this.strained = 0;
    this.showShadows();
    this.resize();
  }

  private get ratio(): number {
    return this.quality >= 1 ? Math.min(2, devicePixelRatio) : 0.7;
  }

  private resize(): void {
    const { clientWidth: width, clientHeight: height } = this.element;
    if (this.renderer === null || width === 0 || height === 0) return;
    this.renderer.setPixelRatio(this.ratio);
    this.renderer.setSize(width, height, false);
    this.camera?.resize(width, height, () => this.reach);
    this.stale = true;
  }
}

function rendererName(gl: WebGLRenderingContext | WebGL2RenderingContext): string {
  const names = gl.getExtension("WEBGL_debug_renderer_info");
  return names === null ? "" : String(gl.getParameter(names.UNMASKED_RENDERER_WEBGL));
}

function makeRenderer(isKept: boolean): WebGLRenderer | null {
  const gl = document.createElement("canvas").getContext("webgl2");
  if (gl === null) return null;
  const isSlow = isSoftware(rendererName(gl));
  gl.getExtension("WEBGL_lose_context")?.loseContext();
  try {
    const renderer = new WebGLRenderer({ antialias: isFine || !isSlow, preserveDrawingBuffer: isKept });
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
