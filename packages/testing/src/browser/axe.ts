import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Page } from "playwright-core";

const require = createRequire(import.meta.url);
const axeSource = readFileSync(require.resolve("axe-core/axe.min.js"), "utf8");

interface AxeNode {
  readonly target: readonly unknown[];
  readonly failureSummary?: string;
}

interface AxeResult {
  readonly violations: readonly {
    readonly id: string;
    readonly help: string;
    readonly nodes: readonly AxeNode[];
  }[];
}

/**
 * Judges the page, or a part of it, by the rules of WCAG 2.2 AA and axe's best practices.
 *
 * @returns one line for each thing that breaks a rule; empty when all is well
 */
export function axe(page: Page, part = "html"): Promise<string[]> {
  return judge(page, part, {});
}

/** Judges by what a theme changes: colours. @returns as `axe` */
export function axeOfColours(page: Page, part = "html"): Promise<string[]> {
  return judge(page, part, { runOnly: ["color-contrast"] });
}

/**
 * Judges the page in the light theme, and in the dark one by what a theme changes: colours.
 *
 * @returns as `axe`, with the theme where it is the dark one
 */
export async function axeInBothThemes(page: Page, part = "html"): Promise<string[]> {
  await page.emulateMedia({ colorScheme: "light" });
  const light = await judge(page, part, {});
  await page.emulateMedia({ colorScheme: "dark" });
  const dark = await axeOfColours(page, part);
  await page.emulateMedia({ colorScheme: "light" });
  return [...light, ...dark.map((line) => `dark: ${line}`)];
}

/** By the protocol itself: as Playwright hands code on, it would be copied and parsed once more. */
async function bringAxe(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("Runtime.evaluate", { expression: axeSource });
  await devtools.detach();
}

async function judge(page: Page, part: string, options: object): Promise<string[]> {
  const isThere = await page.evaluate(() => "axe" in globalThis);
  if (!isThere) await bringAxe(page);
  const { violations } = await page.evaluate<AxeResult, { part: string; options: object }>(
    async ({ part: selector, options: more }) => {
      const { axe: judged } = globalThis as unknown as {
        axe: { run: (part: string, options: object) => Promise<AxeResult> };
      };
      const found = await judged.run(selector, { resultTypes: ["violations"], ...more });
      // Nothing else of it is passed on: of each rule that is kept there is something to tell.
      return { violations: found.violations };
    },
    { part, options },
  );
  return violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ target, failureSummary = "" }) => {
      const why = failureSummary.split("\n").slice(1, 2).join("").trim();
      return `${id}: ${help} at ${target.join(" ")} (${why})`;
    }),
  );
}

/**
 * Judges what a screen itself shows, in both themes: for further states of one that is judged as a
 * whole elsewhere. What stands around it, and what rules say of a page, is the same in all of them,
 * and half of the work.
 *
 * @returns as `axeInBothThemes`
 */
export const axeOfContent = (page: Page): Promise<string[]> => axeInBothThemes(page, "main");
