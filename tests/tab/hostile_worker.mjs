// Takes machine files, one after the other: checks each, and steps those that are machines.
import { parentPort } from "node:worker_threads";
import { startModule } from "./module.mjs";

const tab = await startModule();
parentPort.postMessage({ ready: true });
parentPort.on("message", (text) => {
  tab.write("models/hostile.yaml", text);
  const checked = tab.ask({ do: "check", model: "models/hostile.yaml" });
  if (checked.problems !== undefined) return parentPort.postMessage({ problems: checked.problems });
  const until = `${5 * checked.answer.step_s} s`;
  const ran = tab.ask({ do: "run", model: "models/hostile.yaml", until, csv: "/out/hostile.csv" });
  parentPort.postMessage({ problems: ran.problems ?? [], isMachine: true });
});
