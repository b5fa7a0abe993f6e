import { chromium, type Browser } from "playwright-core";
import { browserProgram } from "./browser-program.ts";

let opened: Promise<Browser> | undefined;

/**
 * The Chromium that comes from npm, one for all tests of a worker; it ends with the worker.
 * The arguments that its package proposes are not used: they switch web security off.
 */
export function openBrowser(): Promise<Browser> {
  opened ??= launch();
  return opened;
}

/**
 * What draws and what asks the network work in Chromium's main process: less to be passed on. The
 * first feature is one that Playwright names itself, where a later list replaces it.
 */
const FEWER_PROCESSES = [
  "--in-process-gpu",
  "--enable-features=CDPScreenshotNewSurface,NetworkServiceInProcess2",
];

/** Once more if it crashes at its start, which it was seen to do once in about 1,500 times. */
async function launch(): Promise<Browser> {
  const executablePath = await browserProgram();
  const args = ["--no-sandbox", "--disable-gpu", ...FEWER_PROCESSES];
  const start = () => chromium.launch({ executablePath, args });
  return start().catch(start);
}

/** For scripts. Tests leave it to the files that come after them in their worker. */
export async function closeBrowser(): Promise<void> {
  const browser = await opened;
  opened = undefined;
  await browser?.close();
}
