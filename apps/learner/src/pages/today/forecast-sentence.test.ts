import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { createTranslator } from "@wordloom/web/text/translator";

const languages = ["en", "zh", "ja", "ko", "es", "fr", "de"] as const;

function said(language: (typeof languages)[number], overdue: number): string {
  const file = new URL(`../../text/${language}/today.json`, import.meta.url);
  const { forecast_sentence: text } = JSON.parse(readFileSync(file, "utf8"));
  const { t } = createTranslator(language, { text });
  return t("text", { today: 23, overdue, later: "40" });
}

describe("the sentence about the next days", () => {
  it("counts the overdue words among those of today", () => {
    expect(said("en", 17)).toBe("23 reviews due today (17 overdue), 40 in the next six days.");
    expect(said("zh", 17)).toBe("今天待复习 23 个（17 个已逾期），之后六天 40 个。");
    expect(said("es", 1)).toBe(
      "23 repasos pendientes hoy (1 atrasado), 40 en los próximos seis días.",
    );
  });

  it.each(languages)("mentions them beside those of today, if there are any: %s", (language) => {
    expect(said(language, 17)).toMatch(/23\D*[(（]\D*17\D*[)）].*40/u);
    expect(said(language, 0)).not.toMatch(/[(（]/u);
  });
});
