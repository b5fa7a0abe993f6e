import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { shareStock } from "../../apps/learner/testing/stock.ts";

/**
 * Before the browser tests: the web apps as `npm start` would build them.
 *
 * @returns what is to be done after them
 */
export function setup(): () => void {
  const script = join(import.meta.dirname, "../build.ts");
  execFileSync(process.execPath, [script, "apps"], { stdio: ["ignore", "ignore", "inherit"] });
  return shareStock();
}
