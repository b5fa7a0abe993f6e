import path from "node:path";
import type { Locator, Page } from "playwright-core";
import { settled } from "@wordloom/testing/browser/pages";
import type { RunningServer } from "./server.ts";

/** The operator's. */
export const EMAIL = "operator@example.org";
/** A process of its own on a busy machine. */
export const WAIT_MS = 30_000;

/** The operator's day, as far as it has come. */
export interface Day {
  readonly server: RunningServer;
  /** The operator's page. */
  readonly page: Page;
  /** Of the photographs. */
  readonly folder: string;
  /** What is not as it should be. */
  readonly faults: string[];
}

/** Goes to a room by its link at the side, and photographs it. */
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

/** What is shown in these places, without empty ones. */
export async function textsOf(found: Locator): Promise<string[]> {
  const texts = await found.allInnerTexts();
  return texts.map((text) => text.replaceAll(/\s+/g, " ").trim()).filter((text) => text !== "");
}
