import path from "node:path";
import type { Page } from "playwright-core";
import { settled } from "@wordloom/testing/browser/pages";
import type { TestService } from "@wordloom/testing/service/web-service";
import type { DeckFacts } from "./deck-file.ts";

/** The state of the learner's evening. */
export interface Evening {
  readonly service: TestService;
  /** When it began, ms since 1970. */
  readonly startMs: number;
  readonly page: Page;
  /** The same learner in a browser that speaks Chinese. */
  readonly chinese: Page;
  /** Folder of the photographs. */
  readonly folder: string;
  readonly faults: string[];
  readonly deck: DeckFacts;
}

/** What the deck was worth, by the page of its import. */
export interface Worth {
  /** Address of that page. */
  readonly address: string;
  readonly known: number;
  readonly learning: number;
  readonly due: number;
}

/** What the screens say of the same learner. */
export interface Numbers {
  /** Of the list "Due". */
  readonly due: number;
  /** Of the list "Mine". */
  readonly own: number;
  /** By the bar of Progress. */
  readonly states: Readonly<Record<string, number>>;
  readonly answers: number;
  readonly days: number;
}

/** Records a fault unless the screens agree; NaN is what a screen did not say. */
export function same(
  { faults }: Evening,
  what: string,
  values: Readonly<Record<string, unknown>>,
): void {
  const told = Object.entries(values).map(([screen, value]) => `${screen} ${String(value)}`);
  const found = new Set(Object.values(values));
  if (found.size > 1 || found.has(NaN)) faults.push(`${what}: ${told.join(", ")}`);
}

/** What this screen says, line by line. */
export async function linesOf(page: Page): Promise<string[]> {
  await settled(page);
  const text = await page.getByRole("main").innerText();
  return text.split("\n").flatMap((line) => line.trim() || []);
}

/** Prints what a screen says. */
export function print(title: string, lines: readonly string[], max = 14): void {
  console.log(`\n${title}`);
  for (const line of lines.slice(0, max)) console.log(`  ${line}`);
}

/** The number in the first line that matches; NaN without one. */
export function numberIn(lines: readonly string[], pattern: RegExp): number {
  const found = lines.map((line) => pattern.exec(line)?.[1]).find((one) => one !== undefined);
  return found === undefined ? NaN : Number(found.replaceAll(",", ""));
}

/** Reads the numbers of Words and Progress, as the learner would. */
export async function readNumbers({ page }: Evening): Promise<Numbers> {
  const count = async (filter: string) => {
    await page.goto(`/words?filter=${filter}`);
    return numberIn(await linesOf(page), /^([\d,]+) words?$|^The ([\d,]+) most overdue/) || 0;
  };
  const due = await count("due");
  const own = await count("own");
  await page.goto("/progress");
  const lines = await linesOf(page);
  const states = await page
    .getByRole("figure", { name: "Your words" })
    .locator("dl > div")
    .evaluateAll((parts) =>
      parts.map((part) => [
        part.querySelector("dt")?.textContent ?? "",
        Number(part.querySelector("dd")?.textContent?.replaceAll(",", "")),
      ]),
    );
  return {
    due,
    own,
    states: Object.fromEntries(states) as Record<string, number>,
    answers: numberIn(lines, /^([\d,]+) answers? so far/) || 0,
    days: numberIn(lines, /You studied on ([\d,]+) days? in the last twelve months/) || 0,
  };
}

/** The words that Progress has in one of its states. */
export const met = ({ states }: Numbers): number =>
  Object.values(states).reduce((sum, count) => sum + count, 0);

/** Photographs a screen at phone and desk, light and dark, and in Chinese. */
export async function photograph(evening: Evening, name: string): Promise<void> {
  const { page, chinese } = evening;
  await chinese.goto(page.url());
  await settled(chinese);
  const looks = [
    [page, "en", "light"],
    [page, "en", "dark"],
    [chinese, "zh", "light"],
  ] as const;
  for (const [shown, language, colorScheme] of looks) {
    await shown.emulateMedia({ colorScheme });
    for (const [size, width] of [
      ["phone", 390],
      ["desk", 1440],
    ] as const) {
      await shown.setViewportSize({ width, height: 900 });
      const file = `${name}-${size}-${language}-${colorScheme}.png`;
      await shown.screenshot({ path: path.join(evening.folder, file), fullPage: true });
    }
  }
  await page.emulateMedia({ colorScheme: "light" });
}
