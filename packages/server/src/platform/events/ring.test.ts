import type { PushedEvent } from "@wordloom/contract";
import { describe, expect, it } from "vitest";
import { createRing, toMessage, type Ring } from "./ring.ts";

const event: PushedEvent = { type: "maintenance", active: true };
const message = toMessage(event, { kind: "all" });

/** A ring of size four after `count` events. */
function ringAfter(count: number) {
  const ring = createRing("boot1", 4);
  for (let n = 0; n < count; n += 1) ring.add(message);
  return ring;
}

function seqsSince(ring: Ring, id: string) {
  const sent = ring.since(id);
  return sent === "gap" ? "gap" : sent.map((one) => one.id.seq);
}

describe("toMessage", () => {
  it("makes the JSON of an event only when somebody reads it, and once", () => {
    let made = 0;
    const counted = { ...event, toJSON: () => (made += 1) };
    const sent = createRing("boot1").add(toMessage(counted, { kind: "all" }));
    expect(made).toBe(0);
    expect([sent.json, sent.json, sent.bytes.length > 0]).toEqual(["1", "1", true]);
    expect(made).toBe(1);
  });
});

describe("createRing", () => {
  it("formats an event once, with its id", () => {
    const sent = createRing("boot1").add(message);
    expect(sent.bytes.toString()).toBe(
      'id: boot1-1\nevent: maintenance\ndata: {"type":"maintenance","active":true}\n\n',
    );
    expect(sent.bytes).toBe(sent.bytes);
  });

  // After ten events, a ring of four has 7, 8, 9 and 10.
  it.each([
    ["nothing after the newest", "boot1-10", []],
    ["what followed a known one", "boot1-8", [9, 10]],
    ["all it knows after the last one that fell out", "boot1-6", [7, 8, 9, 10]],
    ["a gap when something fell out unseen", "boot1-5", "gap"],
    ["a gap for a number not given out yet", "boot1-11", "gap"],
    ["a gap for another server start", "boot2-9", "gap"],
    ["nothing for an id without a number", "boot1", []],
    ["nothing for an id that is not ours", "boot1-9; drop", []],
    ["nothing for a number beyond reason", `boot1-${"9".repeat(20)}`, []],
  ])("returns %s", (_name, id, expected) => {
    expect(seqsSince(ringAfter(10), id)).toEqual(expected);
  });

  it("returns all events after id 0 while it is not full", () => {
    expect(seqsSince(ringAfter(3), "boot1-0")).toEqual([1, 2, 3]);
  });

  it("continues with numbers assigned elsewhere", () => {
    const ring = ringAfter(3);
    const { sent, unbroken } = ring.put(message, { bootId: "boot1", seq: 4 });
    expect(unbroken).toBe(true);
    expect(sent.bytes.toString()).toContain("id: boot1-4\n");
    expect(seqsSince(ring, "boot1-2")).toEqual([3, 4]);
  });

  it.each([
    ["a number was left out", { bootId: "boot1", seq: 5 }],
    ["another history began", { bootId: "boot2", seq: 4 }],
  ])("lets no client catch up across a gap: %s", (_name, id) => {
    const ring = ringAfter(3);
    expect(ring.put(message, id).unbroken).toBe(false);
    expect(seqsSince(ring, "boot1-3")).toBe("gap");
    expect(seqsSince(ring, `${id.bootId}-${id.seq - 1}`)).toEqual([id.seq]);
    expect(ring.latest()).toHaveLength(1);
  });

  it("forgets everything before a restart", () => {
    const ring = ringAfter(3);
    ring.restart({ bootId: "boot1", seq: 1_003 });
    expect(seqsSince(ring, "boot1-3")).toBe("gap");
    expect(seqsSince(ring, "boot1-1003")).toEqual([]);
    expect(ring.put(message, { bootId: "boot1", seq: 1_004 }).unbroken).toBe(true);
  });
});
