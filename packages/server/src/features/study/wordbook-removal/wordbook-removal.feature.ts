import type { Feature } from "../../../feature.ts";
import { wordbookRemovalRoutes } from "./wordbook-removal.routes.ts";

/** Deletion of learners' wordbooks, which reaches from the library to what is studied. */
export const wordbookRemovalFeature: Feature = {
  name: "wordbook-removal",
  routes: [wordbookRemovalRoutes],
};
