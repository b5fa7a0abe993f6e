import { afterAll, afterEach, beforeEach, describe, expect, it } from "vitest";
import type { TestAccount } from "@wordloom/testing/content/accounts";
import { buildTestApp, type TestApp } from "@wordloom/testing/service/build-test-app";
import { closeCleanDatabase } from "@wordloom/testing/databases/database-cleaner";
import { connectDevice } from "@wordloom/testing/content/devices";
import { noPeers } from "../../../platform/peers/peers.ts";
import { checkHeartbeats, noteSign } from "./heartbeats.service.ts";

// Checks when devices are notified that their data can no longer be trusted. The tests run the
// worker every five seconds of a clock that they control.

let app: TestApp;
let learner: TestAccount;

beforeEach(async () => {
  app = await buildTestApp();
  learner = await app.learner();
});
afterEach(() => app.close());
afterAll(closeCleanDatabase);

/** Seconds from the start at which alarms were sent. */
async function alarmsDuring(seconds: number, meanwhile: (second: number) => void = () => {}) {
  const alarms: number[] = [];
  for (let second = 5; second <= seconds; second += 5) {
    app.clock.advance(5_000);
    meanwhile(second);
    app.hub.forgetRecorded();
    await app.jobs.runNow("heartbeat_watchdog");
    for (const sent of app.hub.recorded()) {
      expect(sent).toBe("u1/d1:data_corrupted");
      alarms.push(second);
    }
  }
  return alarms;
}

describe("heartbeat_watchdog", () => {
  it("notifies a connected device after five silent checks in a row, then every 50 s", async () => {
    connectDevice(app, learner, "d1");
    expect(await alarmsDuring(140)).toEqual([35, 85, 135]);
  });

  it("notifies only the silent device, on its own stream", async () => {
    const own = connectDevice(app, learner, "d1");
    const other = connectDevice(app, learner, "d2");
    const heard = (second: number) => second && noteSign(app.deps, "d2", app.clock.nowMs());
    expect(await alarmsDuring(35, heard)).toEqual([35]);
    expect([own.types(), other.types()]).toEqual([
      ["maintenance", "data_corrupted"],
      ["maintenance"],
    ]);
  });

  it("starts over with every sign of life", async () => {
    connectDevice(app, learner, "d1");
    const once = (second: number) => {
      if (second === 30) noteSign(app.deps, "d1", app.clock.nowMs());
    };
    expect(await alarmsDuring(70, once)).toEqual([65]);
  });

  it("stays quiet with a sign of life every ten seconds", async () => {
    connectDevice(app, learner, "d1");
    const steady = (second: number) => {
      if (second % 10 === 0) noteSign(app.deps, "d1", app.clock.nowMs());
    };
    expect(await alarmsDuring(120, steady)).toEqual([]);
  });

  it("ignores devices without a stream", async () => {
    const stream = connectDevice(app, learner, "d1");
    const gone = (second: number) => {
      if (second === 20) stream.hangUp();
    };
    expect(await alarmsDuring(120, gone)).toEqual([]);
  });

  it("pauses during maintenance and for 30 s after it", async () => {
    connectDevice(app, learner, "d1");
    const maintained = (second: number) => {
      if (second === 15) app.deps.maintenance.set(true);
      if (second === 60) app.deps.maintenance.set(false);
    };
    // The last check under maintenance is at 55 s, so checks count again from 85 s on.
    expect(await alarmsDuring(110, maintained)).toEqual([105]);
  });

  it("pauses while other processes are unreachable and for 15 s after it", async () => {
    connectDevice(app, learner, "d1");
    let reachable = true;
    const peers = {
      ...noPeers,
      get reachable() {
        return reachable;
      },
    };
    const alarms: number[] = [];
    for (let second = 5; second <= 90; second += 5) {
      app.clock.advance(5_000);
      reachable = second < 20 || second > 40;
      app.hub.forgetRecorded();
      await checkHeartbeats({ ...app.deps, peers });
      if (app.hub.recorded().length > 0) alarms.push(second);
    }
    // The last check without the other processes is at 40 s, so checks count again from 55 s on.
    expect(alarms).toEqual([75]);
  });

  it("counts telemetry as a sign of life", async () => {
    connectDevice(app, learner, "d1");
    const headers = {
      authorization: `Bearer ${learner.token}`,
      "x-device-id": "d1",
      "x-device-platform": "ios",
      "x-app-version": "1.2.3",
    };
    await app.send("GET", "/api/users/me", { headers });
    const payload = { device: { timezone: "Europe/Rome", model: "iPhone 17" } };
    const body = { eventType: "periodic", clientTs: "2026-05-01T12:00:00.000Z", payload };
    expect(await alarmsDuring(30)).toEqual([]);
    expect((await app.send("POST", "/api/telemetry", { headers, body })).status).toBe(200);
    expect(await alarmsDuring(35)).toEqual([35]);
  });
});
