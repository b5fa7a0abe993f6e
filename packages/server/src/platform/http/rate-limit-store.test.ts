import { describe, expect, it } from "vitest";
import { createTestClock } from "@wordloom/testing/service/test-clock";
import { createMemoryStore } from "./rate-limit-store.ts";

describe("createMemoryStore", () => {
  it("counts the hits of a window, which starts with the first hit", () => {
    const clock = createTestClock();
    const store = createMemoryStore(clock);
    expect(store.hit("a", "k", 60_000)).toEqual({ count: 1, resetInMs: 60_000 });
    clock.advance(59_999);
    expect(store.hit("a", "k", 60_000)).toEqual({ count: 2, resetInMs: 1 });
    clock.advance(1);
    expect(store.hit("a", "k", 60_000)).toEqual({ count: 1, resetInMs: 60_000 });
  });

  it("gives a hit back, but never below zero", () => {
    const store = createMemoryStore(createTestClock());
    void store.hit("a", "k", 60_000);
    void store.hit("a", "k", 60_000);
    void store.giveBack("a", "k", 60_000);
    expect(store.hit("a", "k", 60_000)).toMatchObject({ count: 2 });
    for (let n = 0; n < 5; n += 1) void store.giveBack("a", "k", 60_000);
    void store.giveBack("a", "never counted", 60_000);
    expect(store.hit("a", "k", 60_000)).toMatchObject({ count: 1 });
    expect(store.hit("a", "never counted", 60_000)).toMatchObject({ count: 1 });
  });

  it("keeps keys and buckets apart", () => {
    const store = createMemoryStore(createTestClock());
    void store.hit("a", "k", 60_000);
    expect(store.hit("a", "other", 60_000)).toMatchObject({ count: 1 });
    expect(store.hit("b", "k", 60_000)).toMatchObject({ count: 1 });
  });

  it("ignores changes of the system clock", () => {
    const clock = createTestClock();
    const store = createMemoryStore(clock);
    void store.hit("a", "k", 60_000);
    clock.setTo("2001-01-01T00:00:00Z");
    clock.advance(60_000);
    expect(store.hit("a", "k", 60_000)).toMatchObject({ count: 1 });
  });

  it("removes only expired windows when swept", () => {
    const clock = createTestClock();
    const store = createMemoryStore(clock);
    for (let n = 0; n < 5; n += 1) void store.hit("a", `old${n}`, 60_000);
    clock.advance(30_000);
    void store.hit("a", "young", 60_000);
    void store.hit("b", "short", 1_000);
    clock.advance(30_000);
    expect(store.sweep()).toBe(6);
    expect(store.hit("a", "young", 60_000)).toMatchObject({ count: 2 });
  });

  it("forgets the oldest of more than 25,000 keys", () => {
    const store = createMemoryStore(createTestClock());
    for (let n = 0; n <= 25_000; n += 1) void store.hit("a", String(n), 60_000);
    expect(store.hit("a", "25000", 60_000)).toMatchObject({ count: 2 });
    expect(store.hit("a", "0", 60_000)).toMatchObject({ count: 1 });
  });
});
