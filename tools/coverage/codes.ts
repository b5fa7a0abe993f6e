import { errors } from "@wordloom/contract";
import { nameInTable, type TestPromise } from "./promises.ts";

/** Number of tests listed for each code; further ones are only counted. */
const NAMED_MAX = 3;

/** Reserved codes of the admin API, by status. */
const later: Readonly<Record<number, readonly string[]>> = {
  422: ["SHA256_MISMATCH"],
};

const isLater: ReadonlySet<string> = new Set(Object.values(later).flat());

/** Used and reserved codes. */
export function allCodes(): Set<string> {
  return new Set([...Object.keys(errors), ...isLater]);
}

/** Rows of the table of codes: used ones first, then reserved ones. */
export function codeLines(promises: readonly TestPromise[]): string[] {
  const now = Object.entries(errors).filter(([code]) => !isLater.has(code));
  return [
    ...now.map(([code, { status }]) => {
      const shown = promises.filter((promise) => shows(promise, code));
      const names = shown.slice(0, NAMED_MAX).map(nameInTable).join("; ");
      return `| \`${code}\` | ${status} | ${shown.length} | ${names} |`;
    }),
    ...Object.entries(later).flatMap(([status, codes]) =>
      codes.map((code) => `| \`${code}\` | ${status} | later |  |`),
    ),
  ];
}

/** Codes without a test, and reserved codes that a test uses. */
export function uncoveredCodes(promises: readonly TestPromise[]): string[] {
  return [...allCodes()].flatMap((code) => {
    const isShown = promises.some((promise) => shows(promise, code));
    if (isShown === isLater.has(code)) {
      return isShown ? [`that ${code} is for later: there are tests of it`] : [`the code ${code}`];
    }
    return [];
  });
}

/**
 * Whether a test contains a code, directly or in its constants; a code followed by a colon is part
 * of a message.
 */
export function mentions({ text }: TestPromise, code: string): boolean {
  return text.includes(code) && new RegExp(`\\b${code}\\b(?!:)`).test(text);
}

/** Only tests of the service count, because only the service sends codes. */
function shows(promise: TestPromise, code: string): boolean {
  return promise.file.startsWith("packages/server/") && mentions(promise, code);
}
