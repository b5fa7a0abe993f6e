import type { FileGroups } from "@wordloom/web/build";

/**
 * Which modules share a file. By default the build makes one for every set of screens that share
 * something: about a hundred small files, each costing a round trip, while a browser requests six
 * at a time. A group takes its modules and all their imports, except those of an earlier group.
 */
export const fileGroups: FileGroups = [
  // main.ts stays separate, or the browser would request it twice.
  { name: "begin", tags: ["$initial"], test: (id) => !id.endsWith("/src/main.ts"), priority: 5 },
  // Includes what is shown until the words are loaded, and what nearly every screen uses.
  { name: "app", test: /\/(app|study-skeleton|refusal-text)\.tsx?$/, priority: 4 },
  { name: "session", test: /\/study-session\/open-study\.ts$/, priority: 3 },
  { name: "study", test: /\/pages\/study\/study-page\.tsx$/, priority: 2 },
  { name: "endpoints", test: /virtual:endpoint\//, minShareCount: 2, priority: 1 },
  { name: "controls", test: /\/packages\/(ui|web)\/src\//, minShareCount: 4, priority: 1 },
];
