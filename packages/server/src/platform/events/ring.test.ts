import type { PushedEvent } from "@wordloom/contract";
import { describe, expect, it } from "vitest";
import { createRing } from "./ring.ts";

const event: PushedEvent = { type: "maintenance", active: true };

/** A ring of four that has seen `count` events. */
function ringAfter(count: number) {
  const ring = createRing("boot1", 4);
  for (let n = 0; n < count; n += 1) ring.add(event, { kind: "all" });
  return ring;
}

function seqsSince(ring: ReturnType<typeof createRing>, id: string) {
  const sent = ring.since(id);
  return sent === "gap" ? "gap" : sent.map(({ seq }) => seq);
}

describe("createRing", () => {
  it("formats an event once, with its id", () => {
    const sent = createRing("boot1").add(event, { kind: "all" });
    expect(sent.bytes.toString()).toBe(
      'id: boot1-1\nevent: maintenance\ndata: {"type":"maintenance","active":true}\n\n',
    );
  });

  // Ten events went through a ring of four: 7, 8, 9 and 10 are known.
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

  it("returns all when it is not full yet and nothing was seen", () => {
    expect(seqsSince(ringAfter(3), "boot1-0")).toEqual([1, 2, 3]);
  });
});
