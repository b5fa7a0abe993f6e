import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { noPeers } from "../peers/peers.ts";
import { createRemoteWake } from "./remote-wake.ts";

describe("createRemoteWake", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it("sends requests that come together once, and later ones again", () => {
    const sent: string[] = [];
    const notify = (topic: string, about?: string) => void sent.push(`${topic} ${about}`);
    const wake = createRemoteWake({ ...noPeers, notify });
    for (let n = 0; n < 100; n += 1) wake("records_outbox");
    wake("other");
    expect(sent).toEqual([]);
    vi.runAllTimers();
    expect(sent).toEqual(["work_waiting records_outbox", "work_waiting other"]);
    wake("records_outbox");
    vi.runAllTimers();
    expect(sent).toHaveLength(3);
  });
});
