import { afterAll, afterEach, beforeEach, describe, expect, it } from "vitest";
import { transact } from "../../platform/database/transaction.ts";
import { buildTestApp, onlyFeature, type TestApp } from "../../testing/build-test-app.ts";
import { closeCleanDatabase } from "../../testing/database-cleaner.ts";
import { answerProbe, sendProbe, type SentProbe } from "../../testing/probes.ts";
import { createRecordingSink, type RecordingSink } from "../../testing/recording-sink.ts";
import type { ScenarioApp } from "../../testing/scenarios.ts";
import { probeRoutes } from "./probe.routes.ts";
import { followBatch } from "./probe-stream.service.ts";
import { probeSweeper } from "./probe.worker.ts";

let built: TestApp;
let app: ScenarioApp;
let sent: SentProbe[];
/** Each gives the look into the database that is under way, or begins one. */
let beating: (() => unknown)[] = [];

beforeEach(async () => {
  built = await buildTestApp({
    features: onlyFeature({ routes: [probeRoutes] }),
    settings: { PROBE_ENABLED: "true" },
  });
  const a1 = await built.admin("super_admin");
  app = { ...built, u1: await built.learner(), a1 } as ScenarioApp;
  sent = await sendProbe(app, ["device-1", "device-2"], a1);
  beating = [];
});
afterEach(() => built.close());
afterAll(closeCleanDatabase);

const every = (_ms: number, beat: () => unknown) => {
  beating.push(beat);
  return () => void (beating = beating.filter((other) => other !== beat));
};

async function follow(): Promise<RecordingSink> {
  const { id, sessionId } = app.a1;
  const admin = { kind: "admin", id, role: "super_admin", sessionId } as const;
  const sink = createRecordingSink();
  const stream = await followBatch({ ...app.deps, every }, admin, sent[0]?.batchId ?? "");
  stream.start(sink);
  await beating.at(-1)?.();
  return sink;
}

async function beats(count: number): Promise<void> {
  for (let n = 0; n < count; n += 1) {
    await Promise.all(beating.map((beat) => beat()));
  }
}

const answer = (at: number, changed?: object) =>
  answerProbe(app, sent[at]?.requestId ?? "", changed, `device-${at + 1}`);

describe("a stream of results", () => {
  it("tells each result once, as it comes, and ends with the last", async () => {
    const sink = await follow();
    expect(sink.types()).toEqual([]);
    await answer(0);
    await beats(2);
    expect(sink.types()).toEqual(["result"]);
    await answer(1);
    await beats(1);
    expect(sink.types()).toEqual(["result", "result", "completed"]);
    expect(sink.text()).toContain('{"received":2,"expected":2}');
    expect(sink.ended).toBe(true);
    expect(beating).toEqual([]);
  });

  it("tells that a confirmation is asked for, and then the result", async () => {
    const sink = await follow();
    await answer(0, { status: "confirm_required", confirmToken: "t" });
    await beats(2);
    expect(sink.types()).toEqual(["result"]);
    expect(sink.text()).toContain('"status":"confirm_pending"');
    await answer(0, { status: "error" });
    await beats(1);
    expect(sink.types()).toEqual(["result", "result"]);
    expect(sink.ended).toBe(false);
  });

  it("counts what was given up as expected, not as received", async () => {
    const sink = await follow();
    await answer(0, { status: "timeout" });
    app.clock.advance(60_000);
    await probeSweeper.run(app.deps, new AbortController().signal);
    await beats(1);
    expect(sink.text()).toContain('{"received":1,"expected":2}');
  });

  it("is pinged every 15 s", async () => {
    const sink = await follow();
    await beats(30);
    expect(sink.text()).toBe(": ping\n\n: ping\n\n");
  });

  it("waits for a client that is slow, and lets go of one that stopped reading", async () => {
    const sink = await follow();
    sink.stall();
    await answer(0);
    await beats(1);
    await answer(1);
    await beats(20);
    expect(sink.types()).toEqual(["result"]);
    sink.drain();
    await beats(1);
    expect(sink.types()).toEqual(["result", "result", "completed"]);

    sent = await sendProbe(app, ["device-1"], app.a1);
    const stuck = await follow();
    stuck.stall();
    await answer(0, { status: "confirm_required", confirmToken: "t" });
    await beats(32);
    expect(stuck.destroyed).toBe(true);
    expect(beating).toEqual([]);
  });

  it("ends with the sign-in", async () => {
    const sink = await follow();
    const { database, sessions } = app.deps;
    await transact(database, (tx) => sessions.endAllOf(tx, "admin", app.a1.id));
    await beats(4);
    expect(sink.ended).toBe(true);
  });

  it("rests when the client hangs up", async () => {
    const sink = await follow();
    expect(beating).toHaveLength(1);
    sink.hangUp();
    expect(beating).toEqual([]);
  });

  it("is one of 64 at most", async () => {
    const sinks: RecordingSink[] = [];
    for (let n = 0; n < 64; n += 1) sinks.push(await follow());
    await expect(follow()).rejects.toMatchObject({ code: "RATE_LIMITED" });
    sinks[0]?.hangUp();
    await follow();
  });
});
