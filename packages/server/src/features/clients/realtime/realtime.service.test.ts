import { afterAll, beforeEach, describe, expect, it } from "vitest";
import type { Deps } from "../../../deps.ts";
import type { StreamRequest } from "../../../platform/events/hub.ts";
import {
  closeCleanDatabase,
  openCleanDatabase,
} from "@wordloom/testing/databases/database-cleaner";
import { partialDeps } from "../../../testing/app/partial-deps.ts";
import { createTestClock } from "@wordloom/testing/service/test-clock";
import { followAsAdmin, followAsLearner, type DeviceInfo } from "./realtime.service.ts";

const learner = { kind: "learner", id: "u1", sessionId: "s1" } as const;
const admin = { kind: "admin", id: "a1", sessionId: "s2", role: "admin" } as const;

const appHeaders = { "x-device-id": "d1", "x-device-platform": "ios" };

let needs: Pick<Deps, "clock" | "database">;
beforeEach(async () => {
  needs = { clock: createTestClock(), database: await openCleanDatabase() };
});
afterAll(closeCleanDatabase);

/** Requests to the hub for a learner and an administrator with these headers and this query. */
async function openRequests(headers: Record<string, string> = {}, query: DeviceInfo = {}) {
  const requests: StreamRequest[] = [];
  const deps = partialDeps({
    ...needs,
    events: {
      open(request: StreamRequest) {
        requests.push(request);
        return { start: () => {} };
      },
    },
    maintenance: { active: true },
  });
  const caller = { header: (name: string) => headers[name] };
  await followAsLearner(deps, learner, caller, query);
  followAsAdmin(deps, admin, caller);
  return requests;
}

describe("followAsLearner", () => {
  it("opens a stream for the learner and session, from the last event received", async () => {
    expect((await openRequests({ "last-event-id": "boot-7" }))[0]).toEqual({
      listener: { kind: "learner", accountId: "u1", sessionId: "s1" },
      lastEventId: "boot-7",
      maintenanceActive: true,
    });
  });

  it.each<[string, Record<string, string>, DeviceInfo, object | undefined]>([
    ["headers", appHeaders, {}, { id: "d1", platform: "ios" }],
    ["the query", {}, { deviceId: "d2", platform: "web" }, { id: "d2", platform: "web" }],
    ["headers before the query", { "x-device-id": "d1" }, { deviceId: "d2" }, { id: "d1" }],
    ["nowhere without an id", {}, { platform: "web" }, undefined],
    ["nowhere with an empty header", { "x-device-id": "" }, {}, undefined],
    ["nowhere with too long a header", { "x-device-id": "d".repeat(129) }, {}, undefined],
  ])("reads the device from %s", async (_name, headers, query, device) => {
    expect((await openRequests(headers, query))[0]?.listener.device).toEqual(device);
  });

  it("passes on that the device is banned", async () => {
    const row = { id: "d1", platform: "ios", first_seen_at_ms: 1, last_seen_at_ms: 1 };
    const banned = { ...row, banned_at_ms: 1 };
    await needs.database.insertInto("devices").values(banned).execute();
    const [request] = await openRequests(appHeaders);
    expect(request?.listener.device).toEqual({ id: "d1", platform: "ios", banned: true });
  });
});

describe("followAsAdmin", () => {
  it("opens a stream without a device", async () => {
    expect((await openRequests({ "x-device-id": "d1" }))[1]?.listener).toEqual({
      kind: "admin",
      accountId: "a1",
      sessionId: "s2",
    });
  });
});
