import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { noPeers } from "../peers.ts";
import { createNudge } from "./nudge.ts";

describe("createNudge", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it("tells of what is asked for in one go once, and of what comes later again", () => {
    const told: string[] = [];
    const tell = (topic: string, about?: string) => void told.push(`${topic} ${about}`);
    const nudge = createNudge({ ...noPeers, tell });
    for (let n = 0; n < 100; n += 1) nudge("records_outbox");
    nudge("other");
    expect(told).toEqual([]);
    vi.runAllTimers();
    expect(told).toEqual(["work_waiting records_outbox", "work_waiting other"]);
    nudge("records_outbox");
    vi.runAllTimers();
    expect(told).toHaveLength(3);
  });
});
