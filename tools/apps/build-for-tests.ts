import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { shareStock } from "@wordloom/testing/service/stock";
import { browserProgram } from "@wordloom/testing/browser/browser-program";

/**
 * Prepares the browser tests: builds the web apps and unpacks the browser, once for all workers.
 *
 * @returns the cleanup
 */
export async function setup(): Promise<() => void> {
  await Promise.all([buildApps(), browserProgram()]);
  return shareStock();
}

/** Builds the web apps as `npm start` would. */
export async function buildApps(): Promise<void> {
  const script = join(import.meta.dirname, "../build.ts");
  const { stderr } = await promisify(execFile)(process.execPath, [script, "apps"]);
  process.stderr.write(stderr);
}
