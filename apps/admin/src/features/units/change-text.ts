import type { Translator } from "../../text/use-text.ts";

interface Compared {
  readonly value: number | null;
  /** The value of the preceding period of the same length. */
  readonly prevValue: number | null;
}

/** Below this, a percentage would reflect the small base rather than the change. */
const BASE_MIN = 10;

/**
 * A figure's name with its change: "Answers (+12%)"; from a tiny base "Answers (before: 3)"; from
 * zero, no comparison.
 */
export function withChange(
  name: string,
  { value, prevValue }: Compared,
  { t, number }: Pick<Translator, "t" | "number">,
): string {
  if (value === null || prevValue === null || prevValue === 0) return name;
  if (prevValue < BASE_MIN) {
    if (prevValue === value) return name;
    const before = number(prevValue, { maximumFractionDigits: 1 });
    return t("app-events.compared_before", { name, before });
  }
  const change = number(value / prevValue - 1, { style: "percent", signDisplay: "exceptZero" });
  return t("app-events.compared", { name, change });
}

/** A share's name with its change in percentage points: "Correct (+2.5 points)". */
export function withPoints(
  name: string,
  { value, prevValue }: Compared,
  { t, number }: Pick<Translator, "t" | "number">,
): string {
  if (value === null || prevValue === null) return name;
  const points = number((value - prevValue) * 100, {
    maximumFractionDigits: 1,
    signDisplay: "exceptZero",
  });
  return t("app-events.compared_points", { name, points });
}
