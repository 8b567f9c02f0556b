// What pump and relief valves sound like: a hum that rises with flow and pressure, a hiss where oil goes over a relief
// valve. Off until somebody asks for it.
import { sumOf } from "../circuit/flows";
import type { Description, SchemePart } from "../protocol";
import type { Listener, Session } from "../session";

const kFullFlow = 100 / 6e4; // m³/s
const kIdle = 62; // Hz
const kGlide = 0.06; // s

export interface Loudness {
  pitch: number; // Hz
  hum: number; // 0 to 1
  hiss: number;
}

// Largest flow through a port of each of these parts, added up.
const flowThrough = (parts: SchemePart[], value: (channel: string) => number): number =>
  parts.reduce((sum, { ports }) => sum + Math.max(0, ...ports.map(({ flow }) => Math.abs(sumOf(flow, value)) || 0)), 0);

export function loudnessOf({ scheme }: Description, value: (channel: string) => number, pressureEnd: number): Loudness {
  const pumped = Math.min(1, flowThrough(scheme.parts.filter(({ role }) => role === "pump"), value) / kFullFlow);
  const relieved = Math.min(1, flowThrough(scheme.parts.filter(({ role }) => role === "relief"), value) / (0.3 * kFullFlow));
  const actuators = scheme.parts.filter(({ role }) => role === "actuator").flatMap(({ ports }) => ports.map(({ node }) => value(scheme.nodes[node]?.pressure ?? "")));
  const load = Math.min(1, Math.max(0, ...actuators.filter(Number.isFinite)) / pressureEnd);
  return { pitch: kIdle * (1 + 0.5 * pumped + 0.35 * load), hum: 0.25 + 0.45 * load + 0.3 * pumped, hiss: relieved > 0.02 ? 0.2 + 0.8 * relieved : 0 };
}

export class Sound implements Listener {
  private isOn = false;
  private context: AudioContext | null = null;
  private motor: OscillatorNode | null = null;
  private hum: GainNode | null = null;
  private hiss: GainNode | null = null;

  constructor(private readonly session: Session) {}

  // A browser lets a page sound only after a click; one without a loudspeaker may never say that it does.
  toggle(): boolean {
    this.isOn = !this.isOn;
    this.context ??= this.make();
    void (this.isOn ? this.context.resume() : this.context.suspend());
    return this.isOn;
  }

  onFrame(): void {
    const { model, pressureEnd, isStill } = this.session;
    const { context } = this;
    if (!this.isOn || model === null || context === null) return;
    const { pitch, hum, hiss } = loudnessOf(model, (name) => this.session.value(name), pressureEnd);
    const now = context.currentTime;
    this.motor?.frequency.setTargetAtTime(pitch, now, kGlide);
    this.hum?.gain.setTargetAtTime(isStill ? 0 : 0.1 * hum, now, kGlide);
    this.hiss?.gain.setTargetAtTime(isStill ? 0 : 0.12 * hiss, now, kGlide);
  }

  private make(): AudioContext {
    const context = new AudioContext();
    const low = new BiquadFilterNode(context, { type: "lowpass", frequency: 420 });
    const high = new BiquadFilterNode(context, { type: "bandpass", frequency: 3200, Q: 0.7 });
    this.motor = new OscillatorNode(context, { type: "sawtooth", frequency: kIdle });
    this.hum = new GainNode(context, { gain: 0 });
    this.hiss = new GainNode(context, { gain: 0 });
    const noise = new AudioBuffer({ length: context.sampleRate, sampleRate: context.sampleRate });
    const data = noise.getChannelData(0);
    for (let k = 0; k < data.length; ++k) data[k] = 2 * Math.random() - 1;
    const oil = new AudioBufferSourceNode(context, { buffer: noise, loop: true });
    this.motor.connect(low).connect(this.hum).connect(context.destination);
    oil.connect(high).connect(this.hiss).connect(context.destination);
    this.motor.start();
    oil.start();
    return context;
  }
}
