import { readFileSync } from "node:fs";
import type { MonitoringHealth, OverviewDashboard } from "@wordloom/contract";
import { describe, expect, it } from "vitest";
import { createTranslator } from "@wordloom/web/text/translator";
import { flatTexts } from "@wordloom/web/text/languages";
import type { Translator } from "../../text/use-text.ts";
import { headlineOf, sentencesOf } from "./sentences.ts";

const files = ["overview.json", "sentences.json"].map((name) => {
  const file = new URL(`../../text/en/${name}`, import.meta.url);
  return [name, JSON.parse(readFileSync(file, "utf8"))] as const;
});
const texts = flatTexts(Object.fromEntries(files));
const text = createTranslator("en", texts) as unknown as Translator;

const day = {
  activeLearners: 0,
  answers: 0,
  correct: 0,
  newWords: 0,
  sessions: 0,
  newUsers: 0,
  retention: null,
};

const well: OverviewDashboard = {
  generatedAt: "2026-01-01T00:00:00Z",
  status: { overall: "ok", reasons: [], reasonDetails: [] },
  live: { learnerStreams: 0, adminStreams: 1, devices: 0 },
  today: day,
  sameDayLastWeek: day,
  waiting: {
    openFeedback: 0,
    unreadFeedback: 0,
    pendingSuggestions: 0,
    flaggedDevices: 0,
    deadLetters: 0,
    missedWorkers: 0,
    unreadNotifications: 0,
  },
  outbox: { pending: 0, lagSecs: 0 },
  disk: { freeBytes: 50e9, totalBytes: 100e9 },
  lastBackup: { at: "2025-12-31T20:00:00Z", ok: true, ageHours: 4, isDatedAhead: false },
  update: { latestVersion: null, hasUpdate: false },
  maintenance: false,
};

const health = {
  storeProbeOk: true,
  dbSizeBytes: 3.4e9,
  errorRate: 0,
  services: { redis: { healthy: true, detail: "In English.", code: "answers", args: {} } },
} as unknown as MonitoringHealth;

const said = (change: Partial<OverviewDashboard>, about: Partial<MonitoringHealth> = {}) => {
  const sentences = sentencesOf({ ...well, ...change }, { ...health, ...about }, text);
  return { sentences, headline: headlineOf(sentences, text) };
};

describe("the sentences of the overview", () => {
  it("say that everything is fine, with details", () => {
    const { sentences, headline } = said({});
    expect(headline).toBe("All is well.");
    expect(sentences.every(({ tone }) => tone === "firm")).toBe(true);
    expect(sentences.map(({ text: line }) => line)).toContain("50% of the disk is free.");
  });

  const reasons = (
    overall: "degraded" | "down",
    code: OverviewDashboard["status"]["reasonDetails"][number]["code"],
  ) => ({
    status: { overall, reasons: ["In English."], reasonDetails: [{ code, args: {} }] },
  });
  const faults: [string, Partial<OverviewDashboard>, Partial<MonitoringHealth>, string][] = [
    [
      "an old backup",
      { lastBackup: { at: "x", ok: false, ageHours: 50, isDatedAhead: false } },
      {},
      "2 days ago: too old",
    ],
    [
      "a backup dated in the future",
      {
        lastBackup: { at: null, ok: false, ageHours: null, isDatedAhead: true },
        ...reasons("degraded", "backup_stale"),
      },
      {},
      "its age is unknown",
    ],
    ["maintenance", { maintenance: true }, {}, "Maintenance is on"],
    ["answers that wait", { outbox: { pending: 3, lagSecs: 600 } }, {}, "10 minutes"],
    [
      "answers that were given up",
      { waiting: { ...well.waiting, deadLetters: 2 } },
      {},
      "2 dead letters: answers that couldn’t be applied",
    ],
    [
      "late workers",
      { waiting: { ...well.waiting, missedWorkers: 2 } },
      {},
      "2 workers are overdue",
    ],
    ["a disk that is nearly full", reasons("degraded", "disk_nearly_full"), {}, "nearly full"],
    ["a full disk", reasons("down", "disk_full"), {}, "is full"],
    [
      "many errors",
      reasons("degraded", "requests_failing"),
      { errorRate: 0.25 },
      "25% of requests",
    ],
    ["a database that takes no writes", reasons("down", "database_read_only"), {}, "no writes"],
    ["a silent database", {}, { storeProbeOk: false }, "is not responding"],
    [
      "a part that ails",
      {},
      {
        services: {
          redis: { healthy: false, detail: "In English.", code: "silent", args: {} },
        } as never,
      },
      "redis: Not responding.",
    ],
  ];

  it("give every reason why a part needs attention", () => {
    const requests = {
      healthy: false,
      detail: "In English.",
      code: "forwarded_untrusted",
      args: {},
      also: [{ detail: "In English.", code: "address_refused_auth", args: {} }],
    };
    const { sentences } = said({}, { services: { requests } as never });
    expect(sentences.filter(({ tone }) => tone === "slip").map((one) => one.text)).toEqual([
      expect.stringContaining("TRUST_PROXY is off"),
      expect.stringContaining("“Networks that share an address”"),
    ]);
  });

  it.each(faults)("put %s first, and in the headline if it is alone", (_, change, about, words) => {
    const { sentences, headline } = said(change, about);
    expect(sentences[0]).toMatchObject({ tone: "slip", text: expect.stringContaining(words) });
    expect(headline).toContain(words);
  });

  it("report one failure in 25 requests without alarm", () => {
    const { sentences, headline } = said({}, { errorRate: 0.04 });
    expect(sentences.find(({ key }) => key === "errors")).toMatchObject({
      tone: "firm",
      text: expect.stringContaining("4%"),
    });
    expect(headline).toBe("All is well.");
  });

  it("count the items if more than one needs a person", () => {
    const { headline } = said({ maintenance: true, outbox: { pending: 3, lagSecs: 600 } });
    expect(headline).toBe("2 issues need attention.");
  });

  it("report a missing first backup without alarm", () => {
    const { sentences } = said({
      lastBackup: { at: null, ok: false, ageHours: null, isDatedAhead: false },
    });
    expect(sentences.find(({ key }) => key === "backup")?.text).toBe("No good backup yet.");
  });
});
