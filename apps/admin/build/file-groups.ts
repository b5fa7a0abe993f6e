import type { FileGroups } from "@wordloom/web/build";

/**
 * Which modules share an output file. By default the build creates one for every set of pages that
 * share something: a hundred small files, of which a browser requests six at a time.
 * A group takes the modules that it names and all their imports, unless an earlier group has them.
 */
export const fileGroups: FileGroups = [
  { name: "begin", tags: ["$initial"], priority: 2 },
  { name: "endpoints", test: /virtual:endpoint\//, minShareCount: 2, priority: 1 },
  {
    name: "shared",
    test: /\/(packages\/(ui|web)|apps\/admin)\/src\//,
    minShareCount: 3,
    priority: 1,
  },
];
