import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

type Collect = (how: { type: "major"; execution: "sync"; flavor: "last-resort" }) => void;

/**
 * Gives back what only the start needed. Loading some thousand modules makes V8 set aside tens of
 * megabytes for young objects, and it keeps them for as long as nobody else asks for memory; a
 * collection of this kind lets go of them. Takes about a tenth of a second.
 */
export function releaseStartMemory(): void {
  setFlagsFromString("--expose-gc");
  const collect = runInNewContext("gc") as Collect;
  setFlagsFromString("--no-expose-gc");
  collect({ type: "major", execution: "sync", flavor: "last-resort" });
}
