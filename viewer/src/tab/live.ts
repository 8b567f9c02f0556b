// The live page without a server: live.html?model=models/patu655.yaml. Edited files are those that the playground keeps.
import "../live/style.css";
import { startPage } from "../live/app";
import { keptFiles } from "./kept";
import { WorkerLink } from "./worker_link";

const asked = new URLSearchParams(location.search);
const link = new WorkerLink(asked.get("model") ?? "models/patu655.yaml", asked.getAll("set"), keptFiles());
Object.assign(window, { bramah: link }); // the playground around it asks for the drive
startPage(link);
