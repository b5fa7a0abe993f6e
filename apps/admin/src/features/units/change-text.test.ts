import { describe, expect, it } from "vitest";
import { createTranslator } from "@wordloom/web/text/translator";
import type { Translator } from "../../text/use-text.ts";
import { withChange, withPoints } from "./change-text.ts";

const text = createTranslator("en", {
  "app-events.compared": "{name} ({change})",
  "app-events.compared_before": "{name} (before: {before})",
  "app-events.compared_points": "{name} ({points} points)",
}) as unknown as Translator;

describe("a figure compared with the previous period", () => {
  it.each([
    [112, 100, "Events (+12%)"],
    [50, 100, "Events (-50%)"],
    [100, 100, "Events (0%)"],
    // 1,415 % of almost nothing is meaningless.
    [91, 6, "Events (before: 6)"],
    [0.5, 2.25, "Events (before: 2.3)"],
    [3, 0, "Events"],
    [0, 0, "Events"],
    [null, 4, "Events"],
  ])("%s after %s is %s", (value, prevValue, said) => {
    expect(withChange("Events", { value, prevValue }, text)).toBe(said);
  });

  it("differs in points if it is a share", () => {
    expect(withPoints("Correct", { value: 0.75, prevValue: 0.725 }, text)).toBe(
      "Correct (+2.5 points)",
    );
    expect(withPoints("Correct", { value: 0.75, prevValue: null }, text)).toBe("Correct");
  });
});
