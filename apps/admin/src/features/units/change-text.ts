import type { Translator } from "../../text/use-text.ts";

interface Compared {
  readonly value: number | null;
  /** The value of the preceding period of the same length. */
  readonly prevValue: number | null;
}

/** Below this, a percentage would reflect the small base rather than the change. */
const BASE_MIN = 10;

/** "+12%"; undefined without a base, or from one that is too small for a percentage. */
export function percentChange(
  { value, prevValue }: Compared,
  { number }: Pick<Translator, "number">,
): string | undefined {
  if (value === null || prevValue === null || prevValue < BASE_MIN) return undefined;
  return number(value / prevValue - 1, { style: "percent", signDisplay: "exceptZero" });
}

/**
 * A figure's name with its change: "Answers (+12%)"; from a tiny base "Answers (before: 3)"; from
 * zero, no comparison.
 */
export function withChange(
  name: string,
  compared: Compared,
  text: Pick<Translator, "t" | "number">,
): string {
  const { value, prevValue } = compared;
  const change = percentChange(compared, text);
  if (change !== undefined) return text.t("app-events.compared", { name, change });
  if (value === null || prevValue === null || prevValue === 0 || prevValue === value) return name;
  const before = text.number(prevValue, { maximumFractionDigits: 1 });
  return text.t("app-events.compared_before", { name, before });
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
