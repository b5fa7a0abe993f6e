import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { now } from "./clock.ts";
import { queryClient } from "../../service/query-client.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe("the time that screens show", () => {
  it("advances every 30 seconds while a screen uses it", () => {
    const stop = now.subscribe(() => undefined);
    const startMs = now.get();
    vi.advanceTimersByTime(65_000);
    expect(now.get()).toBe(startMs + 60_000);
    stop();
    expect(vi.getTimerCount()).toBe(0);
  });

  it("is current as soon as a screen uses it", () => {
    vi.advanceTimersByTime(600_000);
    now.subscribe(() => undefined)();
    expect(now.get()).toBe(vi.getMockedSystemTime()?.getTime());
  });

  it("is never before the latest reply", () => {
    const stop = now.subscribe(() => undefined);
    vi.advanceTimersByTime(10_000);
    queryClient.setQueryData(["some reply"], 1);
    expect(now.get()).toBe(vi.getMockedSystemTime()?.getTime());
    stop();
    queryClient.clear();
  });
});
