import path from "node:path";
import type { Locator, Page } from "playwright-core";
import { settled } from "@wordloom/testing/browser/pages";
import type { RunningServer } from "./server.ts";

/** The operator's address. */
export const EMAIL = "operator@example.org";
/** Patience for a service in its own process on a busy machine. */
export const WAIT_MS = 30_000;

/** The state of the operator's day. */
export interface Day {
  readonly server: RunningServer;
  /** `DATA_DIR`. */
  readonly directory: string;
  /** The operator's page. */
  readonly page: Page;
  /** Folder of the photographs. */
  readonly folder: string;
  /** Faults found so far. */
  readonly faults: string[];
}

/** Goes to a page by its link in the sidebar, and photographs it. */
export async function enter(
  { page, folder }: Day,
  room: string,
  photograph: string,
): Promise<void> {
  await page
    .getByRole("navigation", { name: "Pages" })
    .getByRole("link", { name: room, exact: true })
    .click();
  await settled(page);
  await page.screenshot({ path: path.join(folder, `${photograph}.png`), fullPage: true });
}

/** The visible texts in these places, without empty ones. */
export async function textsOf(found: Locator): Promise<string[]> {
  const texts = await found.allInnerTexts();
  return texts.map((text) => text.replaceAll(/\s+/g, " ").trim()).filter((text) => text !== "");
}
