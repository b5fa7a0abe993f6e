import { describe, expect, it } from "vitest";
import { flatTexts } from "@wordloom/web/text/languages";
import { createTranslator } from "@wordloom/web/text/translator";
import sentences from "../../text/en/sentences.json" with { type: "json" };
import monitoring from "../../text/en/monitoring.json" with { type: "json" };
import type { Translator } from "../../text/use-text.ts";
import { healthHeadline } from "./health-headline.ts";

const texts = flatTexts({ "monitoring.json": monitoring, "sentences.json": sentences });
const text = createTranslator("en", texts) as unknown as Translator;

const part = (healthy: boolean, code: "silent" | "answers" = "answers") => ({
  healthy,
  detail: "In English.",
  code,
  args: {},
});
const well = {
  database: part(true),
  redis: part(true),
  workers: part(true),
  outbox: part(true),
  signer: part(true),
  mail: part(true),
  llm: part(true),
  updater: part(true),
  requests: part(true),
  backups: part(true),
};
const headline = (ailing: object, status: "ok" | "degraded" | "down" = "ok", ...codes: Code[]) =>
  healthHeadline(
    {
      services: { ...well, ...ailing },
      status,
      reasonDetails: codes.map((code) => ({ code, args: {} })),
    },
    text,
  );

type Code = "backup_stale" | "disk_full" | "disk_nearly_full";

describe("the monitoring headline", () => {
  it("says that everything is fine, or repeats the sentence of the only bad part", () => {
    expect(headline({})).toBe("All systems normal.");
    expect(headline({ mail: part(false, "silent") })).toBe("Mail: Not responding.");
  });

  it("counts several bad parts, and never calls a degraded service healthy", () => {
    expect(headline({ mail: part(false), redis: part(false) })).toBe("2 parts need attention.");
    expect(headline({}, "degraded")).toBe("Something’s wrong on the server.");
  });

  it("says what is wrong with the disk, which is no part", () => {
    expect(headline({}, "down", "disk_full")).toBe("The disk is full: nothing can be stored.");
    expect(headline({}, "degraded", "disk_nearly_full")).toBe("The disk is nearly full.");
    const stale = { backups: part(false) };
    expect(headline(stale, "degraded", "disk_nearly_full", "backup_stale")).toBe(
      "2 parts need attention.",
    );
    expect(headline(stale, "down", "disk_full", "backup_stale")).toBe(
      "The disk is full: nothing can be stored.",
    );
  });
});
