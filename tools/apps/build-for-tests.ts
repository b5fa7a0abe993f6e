import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { shareStock } from "@wordloom/testing/service/stock";
import { browserProgram } from "@wordloom/testing/browser/browser-program";

/**
 * Before the browser tests: the web apps and the browser, once for all workers.
 *
 * @returns what is to be done after them
 */
export async function setup(): Promise<() => void> {
  await Promise.all([buildApps(), browserProgram()]);
  return shareStock();
}

/** The web apps as `npm start` would build them. */
export async function buildApps(): Promise<void> {
  const script = join(import.meta.dirname, "../build.ts");
  const { stderr } = await promisify(execFile)(process.execPath, [script, "apps"]);
  process.stderr.write(stderr);
}
