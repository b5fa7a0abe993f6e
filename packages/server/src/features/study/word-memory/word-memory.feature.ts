import type { Feature } from "../../../feature.ts";
import { wordMemoryRoutes } from "./word-memory.routes.ts";

/** The engine's estimate of a learner's memory of one word, over time. */
export const wordMemoryFeature: Feature = {
  name: "word-memory",
  routes: [wordMemoryRoutes],
};
