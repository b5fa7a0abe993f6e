import { startPacks } from "./features/packs/start-packs.ts";
import { startAppWatch } from "./features/shell/app-watch.ts";
import { startAppFiles } from "./platform/app-files.ts";
import { loadStudy } from "./screens.ts";
import { startEventStream } from "./server-state/event-stream.ts";

/** Starts everything that the learner does not wait for. */
export function startTheRest(): void {
  startEventStream();
  startAppWatch();
  startAppFiles();
  startPacks();
  void loadStudy();
}
