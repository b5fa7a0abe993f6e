import { chromium, type Browser } from "playwright-core";
import { browserProgram } from "./browser-program.ts";

let opened: Promise<Browser> | undefined;

/**
 * The Chromium from npm, one for all tests of a worker; it ends with the worker.
 * The arguments that its package proposes are not used: they switch web security off.
 */
export function openBrowser(): Promise<Browser> {
  opened ??= launch();
  return opened;
}

/**
 * Runs graphics and network inside Chromium's main process, which saves messages between processes.
 * Playwright sets the first feature, too; this list replaces Playwright's, so it repeats it.
 */
const FEWER_PROCESSES = [
  "--in-process-gpu",
  "--enable-features=CDPScreenshotNewSurface,NetworkServiceInProcess2",
];

/** Retries once if it crashes at its start, which happened about once in 1,500 starts. */
async function launch(): Promise<Browser> {
  const executablePath = await browserProgram();
  const args = ["--no-sandbox", "--disable-gpu", ...FEWER_PROCESSES];
  const start = () => chromium.launch({ executablePath, args });
  return start().catch(start);
}

/** For scripts. Tests keep the browser open for later files of their worker. */
export async function closeBrowser(): Promise<void> {
  const browser = await opened;
  opened = undefined;
  await browser?.close();
}
