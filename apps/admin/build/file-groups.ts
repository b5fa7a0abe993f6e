import type { FileGroups } from "@wordloom/web/build";

/**
 * Which modules share a file. Left to itself the build makes one for every set of rooms that share
 * something: a hundred small ones, and a browser asks for six at a time.
 *
 * A group takes what it names with all that this imports, unless an earlier one has it.
 */
export const fileGroups: FileGroups = [
  { name: "begin", tags: ["$initial"], priority: 2 },
  {
    name: "shared",
    test: /\/(packages\/(ui|web)|apps\/admin)\/src\//,
    minShareCount: 3,
    priority: 1,
  },
];
