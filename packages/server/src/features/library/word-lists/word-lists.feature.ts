import type { Feature } from "../../../feature.ts";
import { wordListsRoutes } from "./word-lists.routes.ts";

/** Wordbooks from and to text: pasted or uploaded lists; what files of them say. */
export const wordListsFeature: Feature = {
  name: "word-lists",
  routes: [wordListsRoutes],
};
