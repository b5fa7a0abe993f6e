import type { AppEvent } from "@wordloom/contract";
import type { TestAccount } from "./accounts.ts";
import type { TestApp, TestReply } from "./build-test-app.ts";

/** The app that stands in the headers of tests about app events. */
export interface ReportingDevice {
  readonly id: string;
  readonly owner: TestAccount;
  readonly platform?: string;
}

/** Registers a device; null: it is nobody's. */
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

/** An event of now, with an id of its own. */
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
