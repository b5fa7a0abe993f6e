import { describe, expect, it } from "vitest";
import { createRequestMinutes } from "./request-minutes.ts";

const START_MS = Date.parse("2026-05-01T12:00:00Z");

function noteAt(minutes: ReturnType<typeof createRequestMinutes>, secs: number, route = "GET /a") {
  const nowMs = START_MS + secs * 1_000;
  minutes.note({ route, status: 200, seconds: 0.01, nowMs, deliberate: false });
}

describe("request minutes", () => {
  it("keep quarters of a minute, and routes", () => {
    const minutes = createRequestMinutes();
    for (const secs of [0, 14, 15, 59]) noteAt(minutes, secs);
    noteAt(minutes, 60, "GET /b");
    const [first, second, ...others] = minutes.waiting();
    expect(others).toEqual([]);
    expect(first?.slots.map(({ total }) => total)).toEqual([2, 1, 0, 1]);
    expect(first?.routes.get("GET /a")?.total).toBe(4);
    expect(second?.startMs).toBe(START_MS + 60_000);
    expect([...(second?.routes.keys() ?? [])]).toEqual(["GET /b"]);
  });

  it("are forgotten once they are stored", () => {
    const minutes = createRequestMinutes();
    noteAt(minutes, 0);
    noteAt(minutes, 60);
    minutes.stored(minutes.waiting().slice(0, 1));
    expect(minutes.waiting()).toHaveLength(1);
    minutes.stored(minutes.waiting());
    noteAt(minutes, 61);
    expect(minutes.waiting()[0]?.routes.get("GET /a")?.total).toBe(1);
  });

  it("are at most sixty while they cannot be stored", () => {
    const minutes = createRequestMinutes();
    for (let n = 0; n < 100; n += 1) noteAt(minutes, n * 60);
    expect(minutes.waiting()).toHaveLength(60);
    expect(minutes.waiting().at(-1)?.startMs).toBe(START_MS + 99 * 60_000);
  });
});
