import { liveThrough } from "@wordloom/testing/content/history";
import { openContext, openPage } from "@wordloom/testing/browser/pages";
import type { TestService } from "@wordloom/testing/service/web-service";
import { newAdmin } from "./admins.ts";
import { newDevice, reportOf } from "./devices.ts";
import { addDictionaries } from "./dictionary-content.ts";
import { writeFeedback } from "./feedback-content.ts";
import { publishPacks } from "./pack-content.ts";
import { pagePaths } from "./page-paths.ts";
import { giveUpAnswers, writeLog } from "./troubles.ts";
import { useApps } from "./usage.ts";

const names = ["Ada", "李雷", "Grace", "韩梅梅", "Alan", "Katherine", "王芳", "Edsger", "Barbara"];
const password = "Lovelace1815";
/** The service's clock is advanced by this, so that accounts are older than their answers. */
export const AGE_MS = 15 * 86_400_000;
const HOUR_MS = 3_600_000;
const DAYS_OF_USE = 12;
const lines = [
  { level: "info", msg: "listening on 127.0.0.1:3000" },
  { level: "warn", msg: "the clock is 800 ms off that of the database", worker: "clock_probe" },
  { level: "error", msg: "an answer was given up: no such word: w-1815", worker: "records_outbox" },
] as const;
const days = [13, 12, 10, 9, 7, 6, 4, 3, 2, 1].map((daysAgo, index) => ({
  daysAgo,
  words: 8 + ((index * 5) % 14),
  rightShare: 0.62 + (index % 4) * 0.08,
}));

const clicks = [
  { label: "Next", tag: "button" },
  { label: "Next", tag: "button" },
  { label: "Settings", tag: "a" },
];

/** All parts except the profile, which has no address of its own. */
const learnerParts = ["learning", "engine", "devices", "doings", "audit"] as const;

/**
 * Fills a service with the data of one in regular use.
 * @returns addresses of the console below `/admin`, by name: the pages, and an example of each kind
 *   of item
 */
export async function fillService(service: TestService): Promise<Readonly<Record<string, string>>> {
  const learners = await people(service);
  const message = await writeFeedback(service.url, password);
  const book = await service.app.deps.database
    .selectFrom("wordbooks")
    .select("id")
    .orderBy("name")
    .executeTakeFirstOrThrow();
  await devices(service);
  await broadcasts(service);
  await lookForUpdates(service);
  await makeKeys(service);
  await publishPacks(service);
  await addDictionaries(service);
  const experiment = await startExperiment(service);
  await useApps(service, DAYS_OF_USE);
  await giveUpAnswers(service, "one-of-them", ["no such word: w-1815", "the database is full"]);
  writeLog(service, lines);
  const { entry, word } = await oneOfEach(service);
  return {
    ...pagePaths,
    learner: `/users/${learners[0]}`,
    ...Object.fromEntries(
      learnerParts.map((part) => [`learner_${part}`, `/users/${learners[0]}?part=${part}`]),
    ),
    entry: `/audit/${entry}`,
    word: `/words/${word}`,
    message: `/feedback/${message}`,
    device: "/clients/phone-1",
    reports: "/clients/phone-1?part=reports",
    telemetry: "/clients/phone-1?part=summary",
    book: `/books/${book.id}`,
    experiment: `/engine/experiments/${experiment}`,
  };
}

/** A detailed entry of the audit log, and a word. */
async function oneOfEach({ app }: TestService) {
  const { database } = app.deps;
  const entry = await database
    .selectFrom("audit_log")
    .select("id")
    .where("action", "in", ["client.device.ban", "user.device_ban"])
    .executeTakeFirstOrThrow();
  const word = await database
    .selectFrom("words")
    .select("id")
    .orderBy("text")
    .executeTakeFirstOrThrow();
  return { entry: entry.id, word: word.id };
}

/** Registers learners, the first of them with two weeks of answers. @returns their ids */
async function people(service: TestService): Promise<readonly string[]> {
  const ids: string[] = [];
  for (const [at, username] of names.entries()) {
    const reply = await fetch(`${service.url}/api/auth/register`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ email: `learner${at}@example.org`, username, password }),
    });
    const { data } = (await reply.json()) as { data: { user: { id: string } } };
    ids.push(data.user.id);
  }
  service.advance(AGE_MS);
  const context = await openContext(service.url);
  const { page } = await openPage(context);
  const account = { email: "learner0@example.org", password };
  await liveThrough(page, account, { days, nowMs: Date.now() + AGE_MS });
  await context.close();
  return ids;
}

/** Native apps of several versions; the first is connected and has reported. */
async function devices(service: TestService): Promise<void> {
  const versions = ["1.4.0", "1.4.0", "1.3.2", "1.4.0", "1.2.0", "1.1.0"];
  for (const [at, version] of versions.entries()) {
    const platform = at % 2 === 0 ? "android" : "ios";
    const phone = await newDevice(service, {
      id: `phone-${at + 1}`,
      platform,
      version,
      ...(at > 2 && { fingerprint: "twins" }),
    });
    await phone.report(reportOf("session_start"));
    if (at > 0) continue;
    await phone.open();
    const behavior = { currentRoute: "/study", clickCount: 14, clickTargets: clicks };
    const session = { sessionDurationSecs: 312, actionsPerMin: 11.5, errorCount: 1 };
    const of = { ...session, avgResponseTimeMs: 2140, behavior, featureUsage: { dictation: 6 } };
    await phone.report(reportOf("periodic", of));
  }
  const admin = await newAdmin(service);
  await admin.ask("POST", "/clients/phone-5/ban", { reason: "Sold answers" });
  const policy = { minVersion: "1.2.0", suggestedVersion: "1.4.0", grayscalePct: 25 };
  await admin.ask("PUT", "/clients/upgrade-policy/android", policy);
  const request = { belowVersion: "1.2.0", latestVersion: "1.4.0", message: "Please update." };
  await admin.ask("POST", "/clients/broadcast-upgrade/ios", request);
  await admin.context.close();
}

/** One sent and one scheduled broadcast. */
async function broadcasts(service: TestService): Promise<void> {
  const { ask, context } = await newAdmin(service);
  await ask("POST", "/broadcast", {
    title: "New books are here",
    message: "Two books of idioms have come; you find them among the books.",
  });
  await ask("POST", "/broadcast", {
    title: "Maintenance on Sunday",
    message: "On Sunday from 7 to 8 the service is worked on. What you learn is kept.",
    audience: { platforms: ["android", "ios"], lastActiveDays: 30 },
    scheduledAt: new Date(Date.now() + AGE_MS + 20 * HOUR_MS).toISOString(),
  });
  await context.close();
}

/** API keys: some valid, and one revoked. */
async function makeKeys(service: TestService): Promise<void> {
  const { ask, context } = await newAdmin(service);
  type Made = { id: string; key: string };
  const old = await ask<Made>("POST", "/settings/api-keys", {
    name: "Notebook",
    scopes: ["admin"],
  });
  await ask("DELETE", `/settings/api-keys/${old.id}`);
  const forever = { name: "Release pipeline", scopes: ["write"], expiresInDays: null };
  await ask("POST", "/settings/api-keys", forever);
  await ask("POST", "/settings/api-keys", { name: "Prometheus in the cellar", scopes: ["read"] });
  await context.close();
}

async function lookForUpdates(service: TestService): Promise<void> {
  const { ask, context } = await newAdmin(service);
  await ask("POST", "/updates/check");
  await context.close();
}

/** Starts an experiment. @returns its id */
async function startExperiment(service: TestService): Promise<string> {
  const { ask, context } = await newAdmin(service);
  const { id } = await ask<{ id: string }>("POST", "/amas/experiments", {
    name: "Longer intervals",
    treatmentPatch: { "memoryModel.baseDesiredRetention": 0.88 },
    primaryMetric: "day7_retention",
    guardrailMetrics: ["mastered_hold"],
  });
  await context.close();
  return id;
}
