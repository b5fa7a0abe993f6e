import { describe, expect, it } from "vitest";
import { createRecordingSink } from "@wordloom/testing/service/recording-sink";
import type { Listener } from "./sse-connection.ts";
import { createEventHub, type EventHub, type HubNeeds } from "./hub.ts";

/** A hub whose timer and sessions are controlled by the test. */
function setUp(settings: Partial<HubNeeds["settings"]> = {}) {
  const live = new Set<string>();
  const endedListeners: ((accountId: string) => void)[] = [];
  let beat = () => {};
  let running = false;
  let nowMs = 0;
  const counts: number[] = [];
  const hub = createEventHub({
    clock: { nowMs: () => nowMs, monotonicMs: () => nowMs },
    ids: { next: () => "00000000-0000-4000-8000-00000000abcd", secret: () => "secret" },
    log: { warn: () => {} } as unknown as HubNeeds["log"],
    metrics: { streams: (count: number) => counts.push(count) } as unknown as HubNeeds["metrics"],
    sessions: {
      findMany: async (ids: readonly string[]) => new Set(ids.filter((id) => live.has(id))),
      onEnded: (listener: (accountId: string) => void) => endedListeners.push(listener),
    } as unknown as HubNeeds["sessions"],
    settings: {
      LIMITS_MAX_SSE_CONNECTIONS: 5_000,
      LIMITS_MAX_SSE_CONNECTIONS_PER_USER: 5,
      ...settings,
    } as HubNeeds["settings"],
    every: (_ms, onBeat) => {
      beat = onBeat;
      running = true;
      return () => {
        running = false;
      };
    },
  });

  const open = (listener: Partial<Listener> = {}, lastEventId?: string, maintenance = false) => {
    const full: Listener = { kind: "learner", accountId: "u1", sessionId: "s1", ...listener };
    live.add(full.sessionId);
    const sink = createRecordingSink();
    const body = hub.open({ listener: full, lastEventId, maintenanceActive: maintenance });
    body.start(sink);
    return sink;
  };
  const beats = async (count: number) => {
    for (let n = 0; n < count; n += 1) {
      nowMs += 1_000;
      beat();
    }
    await new Promise((resolve) => setImmediate(resolve));
  };
  const endSession = async (sessionId: string, accountId?: string) => {
    live.delete(sessionId);
    if (accountId !== undefined) endedListeners.forEach((listener) => listener(accountId));
    await new Promise((resolve) => setImmediate(resolve));
  };
  return { hub, open, beats, endSession, counts, isBeating: () => running };
}

const state = {
  type: "amas_state",
  attention: 1,
  fatigue: 0,
  motivation: 0.5,
  confidence: 0.5,
  sessionEventCount: 1,
  totalEventCount: 2,
} as const;

describe("a new stream", () => {
  it("starts with the retry time and the maintenance state, without an id", () => {
    const { open } = setUp();
    expect(open({}, undefined, true).text()).toBe(
      'retry: 3000\n\nevent: maintenance\ndata: {"type":"maintenance","active":true}\n\n',
    );
  });

  it("closes the account's oldest stream when it is the sixth", () => {
    const { hub, open } = setUp();
    const first = open();
    const others = [open(), open(), open(), open()];
    open({ accountId: "u2" });
    expect(first.ended).toBe(false);
    open();
    expect(first.ended).toBe(true);
    expect(others.some((sink) => sink.ended)).toBe(false);
    expect(hub.count()).toBe(6);
  });

  it("closes an administrator's oldest stream when it is the sixth", () => {
    const { hub, open } = setUp();
    const sinks = Array.from({ length: 6 }, () => open({ kind: "admin", accountId: "a1" }));
    expect(sinks.map((sink) => sink.ended)).toEqual([true, ...Array<boolean>(5).fill(false)]);
    expect(hub.count()).toBe(5);
  });

  it("is refused with Retry-After when the process is full", () => {
    const { open } = setUp({ LIMITS_MAX_SSE_CONNECTIONS: 2 });
    open({ accountId: "u1" });
    open({ accountId: "u2" });
    expect(() => open({ accountId: "u3" })).toThrow(
      expect.objectContaining({ code: "RATE_LIMITED", extras: { retryAfterSecs: 30 } }),
    );
  });

  it("of an administrator is counted separately from learners'", () => {
    const { open } = setUp({ LIMITS_MAX_SSE_CONNECTIONS: 1 });
    open();
    for (let n = 0; n < 64; n += 1) open({ kind: "admin", accountId: `a${n}` });
    expect(() => open({ kind: "admin", accountId: "a65" })).toThrow("Too many requests");
  });

  it("frees its place when the client disconnects", () => {
    const { hub, open, counts, isBeating } = setUp();
    open().hangUp();
    expect(hub.count()).toBe(0);
    expect(counts).toEqual([1, 0]);
    expect(isBeating()).toBe(false);
  });
});

describe("an event", () => {
  it("for a learner is sent to all of their streams and nobody else's", () => {
    const { hub, open } = setUp();
    const mine = [open(), open()];
    const others = [open({ accountId: "u2" }), open({ kind: "admin", accountId: "a1" })];
    hub.toUser("u1", state);
    expect(mine.map((sink) => sink.types().at(-1))).toEqual(["amas_state", "amas_state"]);
    expect(others.flatMap((sink) => sink.types())).toEqual(["maintenance", "maintenance"]);
  });

  it("for a device is sent only to its owner's streams that named it", async () => {
    const { hub, open } = setUp();
    const named = open({ device: { id: "d1" } });
    const unnamed = open();
    const thief = open({ accountId: "u2", device: { id: "d1" } });
    hub.toDevice("u1", "d1", state);
    expect([named, unnamed, thief].map((sink) => sink.types().length)).toEqual([2, 1, 1]);
    expect(await hub.isOnline("u1", "d1")).toBe(true);
    expect(await hub.isOnline("u1", "d2")).toBe(false);
  });

  it("for administrators is not sent to learners", () => {
    const { hub, open } = setUp();
    const [learner, admin] = [open(), open({ kind: "admin", accountId: "u1" })];
    hub.toAdmins({ type: "worker_missed", workerName: "w", missCount: 3 });
    expect(learner.types()).toEqual(["maintenance"]);
    expect(admin.types()).toEqual(["maintenance", "worker_missed"]);
  });

  it("for all is sent to all", () => {
    const { hub, open } = setUp();
    const sinks = [open(), open({ kind: "admin", accountId: "a1" })];
    hub.toAll({ type: "incident", errorRate: 0.1, windowSecs: 300 });
    expect(sinks.map((sink) => sink.types().at(-1))).toEqual(["incident", "incident"]);
  });
});

describe("reconnecting with Last-Event-ID", () => {
  it("sends the missed events for this client, in order", () => {
    const { hub, open } = setUp();
    hub.toUser("u1", state);
    hub.toUser("u2", state);
    hub.toAdmins({ type: "worker_missed", workerName: "w", missCount: 3 });
    hub.toAll({ type: "incident", errorRate: 0.1, windowSecs: 300 });
    const sink = open({}, "00000000abcd-0");
    expect(sink.types()).toEqual(["maintenance", "amas_state", "incident"]);
    expect(sink.text()).toContain("id: 00000000abcd-4\nevent: incident");
  });

  it("sends one resync and nothing else after a restart of the server", () => {
    const { hub, open } = setUp();
    hub.toUser("u1", state);
    const sink = open({}, "feedfeedfeed-1");
    expect(sink.types()).toEqual(["maintenance", "resync"]);
    expect(sink.text()).toContain('\n\nevent: resync\ndata: {"type":"resync"}\n\n');
  });

  it("sends one resync if the ring no longer has the events", () => {
    const { hub, open } = setUp();
    for (let n = 0; n < 257; n += 1) hub.toUser("u1", state);
    expect(open({}, "00000000abcd-0").types()).toEqual(["maintenance", "resync"]);
    expect(open({}, "00000000abcd-1").types()).toHaveLength(1 + 256);
  });

  it("sends nothing for a malformed id", () => {
    const { hub, open } = setUp();
    hub.toUser("u1", state);
    expect(open({}, "what?").types()).toEqual(["maintenance"]);
  });
});

describe("a banned device", () => {
  const device = { id: "d1" };
  const bannedDevice = { id: "d1", banned: true };
  const ban = (hub: EventHub, type: "banned" | "unbanned") => hub.toDevice("u1", "d1", { type });

  it("receives only maintenance and ban events until the ban is lifted", () => {
    const { hub, open } = setUp();
    const [sink, other] = [open({ device }), open({ device: { id: "d2" } })];
    ban(hub, "banned");
    hub.toUser("u1", state);
    hub.toAll({ type: "maintenance", active: true });
    ban(hub, "unbanned");
    hub.toUser("u1", state);
    const around = ["maintenance", "banned", "maintenance", "unbanned", "amas_state"];
    expect(sink.types()).toEqual(around);
    expect(other.types()).toEqual(["maintenance", "amas_state", "maintenance", "amas_state"]);
  });

  it("receives only those if it connects while banned", () => {
    const { hub, open } = setUp();
    const sink = open({ device: bannedDevice });
    hub.toUser("u1", state);
    ban(hub, "unbanned");
    hub.toUser("u1", state);
    expect(sink.types()).toEqual(["maintenance", "unbanned", "amas_state"]);
  });

  it("catches up only on events it would have received", () => {
    const { hub, open } = setUp();
    hub.toUser("u1", state);
    ban(hub, "banned");
    hub.toUser("u1", state);
    const sinceThen = open({ device: bannedDevice }, "00000000abcd-0");
    expect(sinceThen.types()).toEqual(["maintenance", "amas_state", "banned"]);
    ban(hub, "unbanned");
    const pardoned = open({ device }, "00000000abcd-0");
    expect(pardoned.types()).toEqual(["maintenance", "amas_state", "banned", "unbanned"]);
  });
});

describe("presence", () => {
  it("lists every device once, with the time of its first stream", async () => {
    const { hub, open, beats } = setUp();
    open({ device: { id: "d1", platform: "ios" } });
    await beats(2);
    open({ device: { id: "d1" } });
    const gone = open({ accountId: "u2", device: { id: "d1", platform: "web" } });
    open({ accountId: "u3" });
    const [mine, other] = await hub.presence();
    const name = { deviceId: "d1", connectedAtMs: 0, platform: "ios" };
    expect(mine).toEqual({ ...name, userId: "u1", connections: 2 });
    expect(other).toMatchObject({ userId: "u2", connectedAtMs: 2_000, connections: 1 });
    gone.hangUp();
    expect(await hub.presence()).toEqual([mine]);
  });

  it("counts the streams of one learner and of all, including those without a device", async () => {
    const { hub, open } = setUp();
    open({ device: { id: "d1" } });
    open({});
    open({ accountId: "u2" });
    open({ kind: "admin", accountId: "a1" });
    expect(await hub.learnerStreams("u1")).toBe(2);
    expect(await hub.learnerStreams()).toBe(3);
  });
});

describe("the stream timer", () => {
  it("pings every stream once in 15 s", async () => {
    const { open, beats } = setUp();
    const sinks = [open(), open({ accountId: "u2" }), open({ kind: "admin", accountId: "a1" })];
    const pings = () => sinks.map((sink) => sink.text().split(": ping\n\n").length - 1);
    await beats(15);
    expect(pings()).toEqual([1, 1, 1]);
    await beats(30);
    expect(pings()).toEqual([3, 3, 3]);
  });

  it("ends the streams of an ended session within 5 s", async () => {
    const { open, beats, endSession } = setUp();
    const [gone, kept] = [open(), open({ sessionId: "s2" })];
    await endSession("s1");
    await beats(4);
    expect([gone.ended, kept.ended]).toEqual([true, false]);
  });

  it("ends them at once if the session ended in this process", async () => {
    const { open, endSession } = setUp();
    const [gone, kept] = [open(), open({ sessionId: "s2" })];
    await endSession("s1", "u1");
    expect([gone.ended, kept.ended]).toEqual([true, false]);
  });

  it("closes a client that does not read for 30 s, and no other", async () => {
    const { hub, open, beats } = setUp();
    const [stuck, reading] = [open(), open()];
    stuck.stall();
    hub.toUser("u1", state);
    await beats(31);
    expect([stuck.destroyed, reading.destroyed]).toEqual([true, false]);
  });
});

describe("closeAll", () => {
  it("ends every stream after a last retry line, and opens no more", () => {
    const { hub, open, isBeating } = setUp();
    const sinks = [open(), open({ kind: "admin", accountId: "a1" })];
    hub.closeAll();
    expect(sinks.map((sink) => sink.ended)).toEqual([true, true]);
    expect(sinks.every((sink) => sink.text().endsWith("\n\nretry: 3000\n\n"))).toBe(true);
    expect(hub.count()).toBe(0);
    expect(isBeating()).toBe(false);
    expect(() => open()).toThrow(expect.objectContaining({ code: "UNAVAILABLE" }));
  });
});
