import type { Worker } from "../../../platform/jobs/worker.ts";
import { endSessionsThatAreOver } from "./session-ends.service.ts";

/** Ends the learning sessions that are over: with the learner's day, or after two idle hours. */
export const learningSessionEnds: Worker = {
  name: "learning_session_ends",
  schedule: { everyMs: 60_000 },
  async run(deps, signal, moves) {
    const ended = await endSessionsThatAreOver(deps, signal, moves);
    if (ended > 0) deps.log.debug({ ended }, "learning sessions ended");
  },
};
