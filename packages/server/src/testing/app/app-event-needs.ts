import type { AppEvent } from "@wordloom/contract";
import type { TestAccount } from "@wordloom/testing/content/accounts";
import type { TestApp, TestReply } from "@wordloom/testing/service/build-test-app";
import type { ScenarioApp } from "./scenarios.ts";

const DAY_MS = 86_400_000;

/** The fields of an event that a test sets. */
export type AppEventAbout = Partial<AppEvent> & { readonly daysAgo?: number };

/** The device in the headers of an app-event request. */
export interface ReportingDevice {
  readonly id: string;
  readonly owner: TestAccount;
  readonly platform?: string;
}

/** Registers a device; null for one without an owner. */
export async function registerDevice(app: TestApp, id: string, owner: TestAccount | null) {
  const nowMs = app.clock.nowMs();
  const seen = { first_seen_at_ms: nowMs, last_seen_at_ms: nowMs };
  const row = { id, user_id: owner?.id ?? null, platform: "ios", ...seen };
  await app.deps.database.insertInto("devices").values(row).execute();
}

export function deviceHeaders(id: string, platform = "ios"): Record<string, string> {
  return { "x-device-id": id, "x-device-platform": platform, "x-app-version": "1.2.3" };
}

let made = 0;

/** An event with the present time and a unique id. */
export function appEvent(app: TestApp, about: Partial<AppEvent> = {}): AppEvent {
  made += 1;
  return {
    clientEventId: `event-${made}`,
    name: "word_lookup",
    category: "behavior",
    clientTsMs: app.clock.nowMs(),
    ...about,
  };
}

/** Sends events from a device. */
export function report(
  app: TestApp,
  device: ReportingDevice,
  events: readonly unknown[],
): Promise<TestReply> {
  const headers = { ...device.owner.headers, ...deviceHeaders(device.id, device.platform) };
  return app.send("POST", "/api/telemetry/app-events", { body: { events }, headers });
}

/** Reports of two learners: u1 on an iPhone, u2 in a browser. */
export async function reportOfTwo(
  app: ScenarioApp,
  ofU1: readonly AppEventAbout[],
  ofU2: readonly AppEventAbout[] = [],
): Promise<void> {
  const u2 = await app.learner();
  await registerDevice(app, "d1", app.u1);
  await registerDevice(app, "d2", u2);
  const dated = ({ daysAgo = 0, ...about }: AppEventAbout) =>
    appEvent(app, { clientTsMs: app.clock.nowMs() - daysAgo * DAY_MS, ...about });
  if (ofU1.length > 0) await report(app, { id: "d1", owner: app.u1 }, ofU1.map(dated));
  const inBrowser = { id: "d2", owner: u2, platform: "web" };
  if (ofU2.length > 0) await report(app, inBrowser, ofU2.map(dated));
}

export const crashReport = {
  name: "crash",
  category: "error",
  props: { signature: "s1", kind: "k" },
} as const;

/** The duration of a request, measured by the app. */
export function tripReport(ms: number): AppEventAbout {
  return { name: "api_rtt", category: "perf", props: { ms, endpoint: "/x", status: 200 } };
}
