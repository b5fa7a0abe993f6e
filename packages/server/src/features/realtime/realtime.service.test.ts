import { afterAll, beforeEach, describe, expect, it } from "vitest";
import type { Deps } from "../../deps.ts";
import type { StreamRequest } from "../../platform/events/hub.ts";
import { closeCleanDatabase, openCleanDatabase } from "../../testing/database-cleaner.ts";
import { createTestClock } from "../../testing/test-clock.ts";
import { followAsAdmin, followAsLearner, type DeviceNames } from "./realtime.service.ts";

const learner = { kind: "learner", id: "u1", sessionId: "s1" } as const;
const admin = { kind: "admin", id: "a1", sessionId: "s2", role: "admin" } as const;

const appHeaders = { "x-device-id": "d1", "x-device-platform": "ios" };

let needs: Pick<Deps, "clock" | "database">;
beforeEach(async () => {
  needs = { clock: createTestClock(), database: await openCleanDatabase() };
});
afterAll(closeCleanDatabase);

/** What the hub is asked to open for a learner with these headers and this query. */
async function asked(headers: Record<string, string> = {}, named: DeviceNames = {}) {
  const requests: StreamRequest[] = [];
  const deps = {
    ...needs,
    events: { open: (request: StreamRequest) => requests.push(request) },
    maintenance: { active: true },
  } as unknown as Deps;
  const caller = { header: (name: string) => headers[name] };
  await followAsLearner(deps, learner, caller, named);
  followAsAdmin(deps, admin, caller);
  return requests;
}

describe("followAsLearner", () => {
  it("follows as that learner, under that sign-in, from where the client left off", async () => {
    expect((await asked({ "last-event-id": "boot-7" }))[0]).toEqual({
      listener: { kind: "learner", accountId: "u1", sessionId: "s1" },
      lastEventId: "boot-7",
      maintenanceActive: true,
    });
  });

  it.each<[string, Record<string, string>, DeviceNames, object | undefined]>([
    ["headers", appHeaders, {}, { id: "d1", platform: "ios" }],
    ["the query", {}, { deviceId: "d2", platform: "web" }, { id: "d2", platform: "web" }],
    ["headers first", { "x-device-id": "d1" }, { deviceId: "d2" }, { id: "d1" }],
    ["nobody", {}, { platform: "web" }, undefined],
    ["an empty header", { "x-device-id": "" }, {}, undefined],
    ["far too long a header", { "x-device-id": "d".repeat(129) }, {}, undefined],
  ])("takes the device from %s", async (_name, headers, named, device) => {
    expect((await asked(headers, named))[0]?.listener.device).toEqual(device);
  });

  it("says when the device is banned", async () => {
    const row = { id: "d1", platform: "ios", first_seen_at_ms: 1, last_seen_at_ms: 1 };
    const banned = { ...row, banned_at_ms: 1 };
    await needs.database.insertInto("devices").values(banned).execute();
    const [request] = await asked(appHeaders);
    expect(request?.listener.device).toEqual({ id: "d1", platform: "ios", banned: true });
  });
});

describe("followAsAdmin", () => {
  it("names no device", async () => {
    expect((await asked({ "x-device-id": "d1" }))[1]?.listener).toEqual({
      kind: "admin",
      accountId: "a1",
      sessionId: "s2",
    });
  });
});
