/**
 * What reading dictionaries takes, and nothing else: each thread loads its own copy of its modules.
 */
export { openDictionary } from "./dictionary/open-dictionary.ts";
export { sourceOfFile } from "./files/byte-source.ts";
export { failureOf } from "./files/unreadable.ts";
