import type { Translator } from "../../text/use-text.ts";

const UNITS = [
  ["gigabyte", 1e9],
  ["megabyte", 1e6],
  ["kilobyte", 1e3],
] as const;

/** "3.4 GB", "12 MB": in the largest unit that is at least one. */
export function bytesText(bytes: number, number: Translator["number"]): string {
  const [unit, size] = UNITS.find(([, least]) => bytes >= least) ?? (["byte", 1] as const);
  const value = bytes / size;
  const maximumFractionDigits = value < 10 && size > 1 ? 1 : 0;
  // The short form of bytes has no plural.
  const unitDisplay = unit === "byte" ? "long" : "short";
  return number(value, { style: "unit", unit, unitDisplay, maximumFractionDigits });
}
