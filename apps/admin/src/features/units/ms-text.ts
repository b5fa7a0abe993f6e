import type { Translator } from "../../text/use-text.ts";

/** "38 ms", "1.2 s": with a useful precision. */
export function msText(ms: number | null, number: Translator["number"]): string {
  if (ms === null) return "–";
  const isLong = ms >= 1_000;
  const value = isLong ? ms / 1_000 : ms;
  return number(value, {
    style: "unit",
    unit: isLong ? "second" : "millisecond",
    maximumFractionDigits: value < 10 ? 1 : 0,
  });
}
