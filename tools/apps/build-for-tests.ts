import { execFileSync } from "node:child_process";
import { join } from "node:path";

/** Before the browser tests: the web apps as `npm start` would build them. */
export function setup(): void {
  const script = join(import.meta.dirname, "../build-apps.ts");
  execFileSync(process.execPath, [script], { stdio: ["ignore", "ignore", "inherit"] });
}
