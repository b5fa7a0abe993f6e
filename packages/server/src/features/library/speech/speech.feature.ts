import type { Feature } from "../../../feature.ts";
import { speechRoutes } from "./speech.routes.ts";

/** Speech: words spoken by the service. */
export const speechFeature: Feature = {
  name: "speech",
  routes: [speechRoutes],
  owns: ["speech_counts"],
  personalTables: [{ table: "speech_counts", column: "user_id" }],
};
