import type { Worker } from "../../../platform/jobs/worker.ts";
import { removeLateAnswers } from "./late-answers.service.ts";

export const wordAftercare: Worker = {
  name: "word_aftercare",
  schedule: { everyMs: 60_000 },
  run: removeLateAnswers,
};
