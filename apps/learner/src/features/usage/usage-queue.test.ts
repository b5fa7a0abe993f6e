import { describe, expect, it } from "vitest";
import { createUsageQueue } from "./usage-queue.ts";

function opened() {
  const sent: string[][] = [];
  const planned: (() => void)[] = [];
  const world = { isOn: true, isReached: true };
  let ids = 0;
  const queue = createUsageQueue({
    isOn: () => world.isOn,
    send: (events) => {
      if (!world.isReached) return Promise.reject(new Error("unreachable"));
      sent.push(events.map(({ clientEventId }) => clientEventId));
      return Promise.resolve();
    },
    now: () => 1_000.4,
    newId: () => String((ids += 1)),
    after: (_, run) => planned.push(run),
  });
  const note = (count: number) => {
    for (let at = 0; at < count; at += 1) queue.note("screen_view", "behavior", { screen: "home" });
  };
  return { queue, note, sent, planned, world };
}

describe("the usage reports", () => {
  it("contain nothing, and schedule nothing, while they are off", async () => {
    const { queue, note, sent, planned, world } = opened();
    world.isOn = false;
    note(3);
    await queue.flush();
    expect([sent, planned]).toEqual([[], []]);
  });

  it("contain nothing from before they were switched on", async () => {
    const { queue, note, sent, world } = opened();
    note(3);
    world.isOn = false;
    await queue.flush();
    world.isOn = true;
    await queue.flush();
    expect(sent).toEqual([]);
  });

  it("are sent in batches of fifty, with one request scheduled at a time", async () => {
    const { queue, note, sent, planned } = opened();
    note(60);
    expect(planned).toHaveLength(1);
    await queue.flush();
    await queue.flush();
    expect(sent.map(({ length }) => length)).toEqual([50, 10]);
  });

  it("wait while the service is down, and drop the oldest events above the limit", async () => {
    const { queue, note, sent, world } = opened();
    world.isReached = false;
    note(250);
    await queue.flush();
    world.isReached = true;
    for (let at = 0; at < 5; at += 1) await queue.flush();
    expect(sent.flat()).toHaveLength(200);
    expect(sent[0]?.[0]).toBe("51");
  });
});
