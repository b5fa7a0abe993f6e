import type { Feature } from "../../../feature.ts";
import { wordListsRoutes } from "./word-lists.routes.ts";

/** Wordbooks from and to text: pasted or uploaded lists, and downloaded files. */
export const wordListsFeature: Feature = {
  name: "word-lists",
  routes: [wordListsRoutes],
};
