import type { FileGroups } from "@wordloom/web/build";

/**
 * Which modules share a file. Left to itself the build makes one for every set of screens that
 * share something: a hundred small ones, and a browser asks for six at a time, a round trip each.
 *
 * A group takes what it names with all that this imports, unless an earlier one has it.
 */
export const fileGroups: FileGroups = [
  // main.ts itself stays apart, or it would be asked for twice.
  { name: "begin", tags: ["$initial"], test: (id) => !id.endsWith("/src/main.ts"), priority: 5 },
  // With what stands until the words are there, and what else nearly every screen has.
  { name: "app", test: /\/(app|study-skeleton|refusal-text)\.tsx?$/, priority: 4 },
  { name: "session", test: /\/study-session\/open-study\.ts$/, priority: 3 },
  { name: "study", test: /\/pages\/study\/study-page\.tsx$/, priority: 2 },
  { name: "controls", test: /\/packages\/(ui|web)\/src\//, minShareCount: 4, priority: 1 },
];
