// Back to the beginning, without losing the drive: what was is kept for as long as the page offers the way back.
import { toast } from "./panels/toasts";
import type { Session } from "./session";

export const kBeforeStart = "before the start"; // the snapshot's name; one taken again replaces it
const kWorthKeeping = 1; // s of a drive

export function startAgain(session: Session): void {
  const t = session.frame?.t ?? 0;
  const isKept = t > kWorthKeeping && session.send({ type: "snapshot", name: kBeforeStart });
  if (!session.send({ type: "reset" }) || !isKept) return;
  toast("Started again.", "note", { text: `Go back to ${t.toFixed(1)} s`, act: () => session.send({ type: "restore", name: kBeforeStart }) });
}
