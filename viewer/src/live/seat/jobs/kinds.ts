// Which jobs there are, and on which machines.
import { fittingsOf } from "../../machine/fittings";
import type { Description, Frame } from "../../protocol";
import type { Source } from "../../source";
import { Bucket } from "./bucket";
import { DigTrench } from "./dig_trench";
import type { Job } from "./job";
import { LoadTruck } from "./load_truck";
import { loadMarker, PlaceLoad } from "./place_load";

export interface JobKind {
  id: string;
  title: string;
  text: string;
  isFor: (model: Description) => boolean;
  make: (model: Description, frame: Frame, source: Source, setting: number) => Job;
}

// From where it stands: the hints are an excavator's; a loader on its wheels drives there.
const digs = (model: Description): boolean => Bucket.of(model) !== null && fittingsOf(model).bases.length === 0;
const bucketOf = (model: Description): Bucket => Bucket.of(model) as Bucket;

export const kJobs: JobKind[] = [
  {
    id: "place",
    title: "Place the load in the circle",
    text: "Take the load to the circle on the ground, lower it and hold it still for a second. Time, energy and the highest pressure count a third each.",
    isFor: (model) => !digs(model) && loadMarker(model) !== "",
    make: (model, frame, source, setting) => new PlaceLoad(model, frame, source, setting),
  },
  {
    id: "trench",
    title: "Dig a trench",
    text: "Take 0.8 m³ out of the marked strip and tip it beside. Time, energy for each ton, the highest pressure and what is spilled count a quarter each.",
    isFor: digs,
    make: (model, frame, source, setting) => new DigTrench(model, frame, source, setting, bucketOf(model)),
  },
  {
    id: "truck",
    title: "Load a truck",
    text: "Dig a ton and tip it into the truck that stands on the left. Time, energy for each ton, the highest pressure and what is spilled count a quarter each.",
    isFor: digs,
    make: (model, frame, source, setting) => new LoadTruck(model, frame, source, setting, bucketOf(model)),
  },
];
