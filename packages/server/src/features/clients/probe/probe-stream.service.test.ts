import { afterAll, afterEach, beforeEach, describe, expect, it } from "vitest";
import { transact } from "../../../platform/database/transaction.ts";
import { buildTestApp, onlyFeature, type TestApp } from "@wordloom/testing/service/build-test-app";
import { closeCleanDatabase } from "@wordloom/testing/databases/database-cleaner";
import { answerProbe, sendProbe, type SentProbe } from "../../../testing/rows/probes.ts";
import { createRecordingSink, type RecordingSink } from "@wordloom/testing/service/recording-sink";
import type { ScenarioApp } from "../../../testing/app/scenarios.ts";
import { probeRoutes } from "./probe.routes.ts";
import { followBatch } from "./probe-stream.service.ts";
import { probeSweeper } from "./probe.worker.ts";

let built: TestApp;
let app: ScenarioApp;
let sent: SentProbe[];
/**
 * The timer callbacks of the open streams. Each returns the running database check or starts one.
 */
let timers: (() => unknown)[] = [];

beforeEach(async () => {
  built = await buildTestApp({
    features: onlyFeature({ routes: [probeRoutes] }),
    settings: { PROBE_ENABLED: "true" },
  });
  const a1 = await built.admin("super_admin");
  app = { ...built, u1: await built.learner(), a1 } as ScenarioApp;
  sent = await sendProbe(app, ["device-1", "device-2"], a1);
  timers = [];
});
afterEach(() => built.close());
afterAll(closeCleanDatabase);

const every = (_ms: number, tick: () => unknown) => {
  timers.push(tick);
  return () => void (timers = timers.filter((other) => other !== tick));
};

async function follow(): Promise<RecordingSink> {
  const { id, sessionId } = app.a1;
  const admin = { kind: "admin", id, role: "super_admin", sessionId } as const;
  const sink = createRecordingSink();
  const stream = await followBatch({ ...app.deps, every }, admin, sent[0]?.batchId ?? "");
  stream.start(sink);
  await timers.at(-1)?.();
  return sink;
}

async function ticks(count: number): Promise<void> {
  for (let n = 0; n < count; n += 1) {
    await Promise.all(timers.map((tick) => tick()));
  }
}

const answer = (index: number, changed?: object) =>
  answerProbe(app, sent[index]?.requestId ?? "", changed, `device-${index + 1}`);

describe("a stream of results", () => {
  it("sends each result once, as it arrives, and ends after the last", async () => {
    const sink = await follow();
    expect(sink.types()).toEqual([]);
    await answer(0);
    await ticks(2);
    expect(sink.types()).toEqual(["result"]);
    await answer(1);
    await ticks(1);
    expect(sink.types()).toEqual(["result", "result", "completed"]);
    expect(sink.text()).toContain('{"received":2,"expected":2}');
    expect(sink.ended).toBe(true);
    expect(timers).toEqual([]);
  });

  it("sends a request for confirmation, and then the result", async () => {
    const sink = await follow();
    await answer(0, { status: "confirm_required", confirmToken: "t" });
    await ticks(2);
    expect(sink.types()).toEqual(["result"]);
    expect(sink.text()).toContain('"status":"confirm_pending"');
    await answer(0, { status: "error" });
    await ticks(1);
    expect(sink.types()).toEqual(["result", "result"]);
    expect(sink.ended).toBe(false);
  });

  it("counts timeouts as expected, not as received", async () => {
    const sink = await follow();
    await answer(0, { status: "timeout" });
    app.clock.advance(60_000);
    await probeSweeper.run(app.deps, new AbortController().signal);
    await ticks(1);
    expect(sink.text()).toContain('{"received":1,"expected":2}');
  });

  it("sends a ping every 15 s", async () => {
    const sink = await follow();
    await ticks(30);
    expect(sink.text()).toBe(": ping\n\n: ping\n\n");
  });

  it("waits for a slow client, and disconnects one that has stopped reading", async () => {
    const sink = await follow();
    sink.stall();
    await answer(0);
    await ticks(1);
    await answer(1);
    await ticks(20);
    expect(sink.types()).toEqual(["result"]);
    sink.drain();
    await ticks(1);
    expect(sink.types()).toEqual(["result", "result", "completed"]);

    sent = await sendProbe(app, ["device-1"], app.a1);
    const stuck = await follow();
    stuck.stall();
    await answer(0, { status: "confirm_required", confirmToken: "t" });
    await ticks(32);
    expect(stuck.destroyed).toBe(true);
    expect(timers).toEqual([]);
  });

  it("ends when the administrator's session ends", async () => {
    const sink = await follow();
    const { database, sessions } = app.deps;
    await transact(database, (tx) => sessions.endAllOf(tx, "admin", app.a1.id));
    await ticks(4);
    expect(sink.ended).toBe(true);
  });

  it("stops its timer when the client disconnects", async () => {
    const sink = await follow();
    expect(timers).toHaveLength(1);
    sink.hangUp();
    expect(timers).toEqual([]);
  });

  it("is refused when 64 others are open", async () => {
    const sinks: RecordingSink[] = [];
    for (let n = 0; n < 64; n += 1) sinks.push(await follow());
    await expect(follow()).rejects.toMatchObject({ code: "RATE_LIMITED" });
    sinks[0]?.hangUp();
    await follow();
  });
});
