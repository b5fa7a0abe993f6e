import type { Feature } from "../../../feature.ts";
import { recordsRoutes } from "./records.routes.ts";
import { recordsWorker, takeoverWorker } from "./records.worker.ts";
import { studyAnswersRoutes } from "./study-answers.routes.ts";

/** Accepting answers, the outbox, and applying them. */
export const recordsFeature: Feature = {
  name: "records",
  routes: [recordsRoutes, studyAnswersRoutes],
  workers: [recordsWorker, takeoverWorker],
  owns: ["answer_outbox"],
  personalTables: [{ table: "answer_outbox", column: "user_id" }],
};
