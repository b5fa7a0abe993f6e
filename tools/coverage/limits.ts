import { accountLimits } from "./limits/accounts.ts";
import { deviceLimits } from "./limits/devices.ts";
import { platformLimits } from "./limits/platform.ts";
import { studyLimits } from "./limits/study.ts";
import { wordLimits } from "./limits/words.ts";
import { workerLimits } from "./limits/workers.ts";
import { shortName, type TestPromise } from "./promises.ts";

/**
 * A limit of the interface, its value, and its tests: exact titles by file (`words.routes` is
 * `words.routes.test.ts`), for both edges if there are two.
 *
 * A title that occurs in several suites of a file needs the suite: `Username / refuses %j`. A row
 * of `it.each` is given after an arrow: `judges %s → no id`.
 */
export type Limit = readonly [
  name: string,
  value: string,
  shownBy: Readonly<Record<string, readonly string[]>>,
];

const limits: readonly Limit[] = [
  ...accountLimits,
  ...wordLimits,
  ...studyLimits,
  ...deviceLimits,
  ...platformLimits,
  ...workerLimits,
];

/** Rows of the table of limits. */
export function limitLines(): string[] {
  return limits.map(([name, value, shownBy]) => {
    const files = Object.entries(shownBy).map(
      ([file, titles]) => `${file}: ${titles.map(titleInTable).join("; ")}`,
    );
    return `| ${name} | ${value} | ${files.join("<br>")} |`;
  });
}

/** Limits with no test, a test that does not exist, or an ambiguous one. */
export function uncoveredLimits(promises: readonly TestPromise[], among = limits): string[] {
  return among.flatMap(([name, , shownBy]) => {
    const titles = titlesOf(shownBy);
    if (titles.length === 0) return [`the limit of ${name}: it names no test`];
    return titles.flatMap(({ file, title }) => {
      const found = testsWith(promises, file, title).length;
      if (found === 1) return [];
      const what = found === 0 ? "there is no test" : `there are ${found} tests`;
      return [`the limit of ${name}: ${what} “${title}” in ${file}.test.ts`];
    });
  });
}

const ARROW = " → ";

/** `judges %s (no id)` */
function titleInTable(title: string): string {
  const [test = "", row] = title.replaceAll("|", "\\|").split(ARROW);
  return row === undefined ? test : `${test} (${row})`;
}

function titlesOf(shownBy: Limit[2]): { file: string; title: string }[] {
  return Object.entries(shownBy).flatMap(([file, titles]) =>
    titles.map((title) => ({ file, title })),
  );
}

function testsWith(promises: readonly TestPromise[], file: string, title: string): TestPromise[] {
  const [wanted = "", row = ""] = title.split(ARROW);
  return promises.filter((promise) => {
    const full = ["", ...promise.suites, promise.name].join(" / ");
    return (
      shortName(promise.file) === file &&
      full.endsWith(` / ${wanted}`) &&
      promise.text.includes(row)
    );
  });
}
