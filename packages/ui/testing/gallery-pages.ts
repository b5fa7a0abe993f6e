import type { Page } from "playwright-core";
import { openContext, openPage, type View } from "@wordloom/testing/browser/pages";

const DESK = { width: 1440, height: 900, locale: "en-GB" } as const;

const faults = new WeakMap<Page, readonly string[]>();

/**
 * A page in a browser context of its own, desktop-sized by default. Close it with
 * `page.context().close()`.
 */
export async function newPage(url: string, view: View = {}): Promise<Page> {
  const context = await openContext(url, { ...DESK, ...view });
  const opened = await openPage(context, { mayMissFiles: false });
  faults.set(opened.page, opened.faults);
  return opened.page;
}

/** Errors of the page so far: uncaught ones, and those on its console. */
export const faultsOf = (page: Page): readonly string[] => faults.get(page) ?? [];
