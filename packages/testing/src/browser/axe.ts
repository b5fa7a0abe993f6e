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
 * Checks the page, or a part of it, against WCAG 2.2 AA and axe's best practices.
 *
 * @returns one line per violation; empty if there is none
 */
export function axe(page: Page, part = "html"): Promise<string[]> {
  return judge(page, part, {});
}

/** Checks only the colors, which depend on the theme. @returns as `axe` */
export function axeOfColors(page: Page, part = "html"): Promise<string[]> {
  return judge(page, part, { runOnly: ["color-contrast"] });
}

/**
 * Checks the page in the light theme, and its colors in the dark theme, too.
 *
 * @returns as `axe`; violations in the dark theme name it
 */
export async function axeInBothThemes(page: Page, part = "html"): Promise<string[]> {
  await page.emulateMedia({ colorScheme: "light" });
  const light = await judge(page, part, {});
  await page.emulateMedia({ colorScheme: "dark" });
  const dark = await axeOfColors(page, part);
  await page.emulateMedia({ colorScheme: "light" });
  return [...light, ...dark.map((line) => `dark: ${line}`)];
}

/** Uses the DevTools protocol directly: Playwright would copy and parse the code once more. */
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
      // Violations are all we need, so nothing else is transferred.
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
 * Checks only the content of a screen, in both themes: for further states of a screen that another
 * test checks as a whole. Its frame and the rules for whole pages are the same in all states, and
 * checking them takes half of the time.
 *
 * @returns as `axeInBothThemes`
 */
export const axeOfContent = (page: Page): Promise<string[]> => axeInBothThemes(page, "main");
