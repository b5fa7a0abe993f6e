import { errors } from "@wordloom/contract";
import { afterAll, beforeAll, expect, it } from "vitest";
import { missingEndpoints } from "@wordloom/testing/heavy/heavy-catalog";
import { startHeavyService, type HeavyService } from "@wordloom/testing/heavy/heavy-service";
import { createStallMeter, type StallMeter } from "@wordloom/testing/heavy/stall-meter";

// Checks of the worst requests that need no clock; `stall.timed.test.ts` and the benchmark `stall`
// measure whether they stop others.
let service: HeavyService;
let meter: StallMeter;

beforeAll(async () => {
  service = await startHeavyService({ words: 10, states: 1, records: 1, sessions: 1, notes: 1 });
  meter = createStallMeter(service.server.url, service.server.pid);
});
afterAll(async () => {
  meter.close();
  await service.close();
});

it("knows a worst legal request of every endpoint that takes input", () => {
  expect(missingEndpoints(service)).toEqual([]);
});

it.each([
  ["/api/amas/batch-process", "events", "BATCH_TOO_LARGE"],
  ["/api/words/batch-get", "ids", "BATCH_TOO_LARGE"],
  ["/api/word-states/batch-update", "updates", "BATCH_TOO_LARGE"],
  ["/api/word-states/batch", "wordIds", "BATCH_TOO_LARGE"],
  ["/api/records/batch", "records", "BATCH_TOO_LARGE"],
  ["/api/learning/next-words", "excludeWordIds", "LEARNING_TOO_MANY_EXCLUDES"],
  ["/api/learning/complete-session", "masteredWordIds", "BATCH_TOO_LARGE"],
  ["/api/learning/complete-session", "events", "LEARNING_EVENTS_TOO_LARGE"],
  ["/api/user-profile/habit", "preferredHours", "INVALID_PREFERRED_HOURS"],
  ["/api/telemetry/app-events", "events", "APP_EVENTS_TOO_LARGE"],
] as const)("judges the length of 2 MiB of {} to %s in %s first: %s", async (path, field, code) => {
  const list = `[${"{},".repeat(699_000).slice(0, -1)}]`;
  const headers = {
    ...service.heavy.headers,
    "x-device-id": service.deviceId,
    "x-device-platform": "web",
    "x-app-version": "1.2.3",
  };
  const body = Buffer.from(`{"${field}":${list}}`);
  const reply = await meter.measure({ method: "POST", path, headers, body });
  expect(reply).toMatchObject({ status: errors[code].status, code });
});
