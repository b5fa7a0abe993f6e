import { describe, expect, it } from "vitest";
import { afterStep, timelineOf } from "./timeline.ts";

const replyAt = (createdAt: string) => ({
  id: `reply ${createdAt}`,
  feedbackId: "1",
  authorKind: "admin",
  authorId: "2",
  body: "Mended.",
  createdAt,
});
const stepAt = (createdAt: string, kind: "created" | "reply" | "status") => ({
  id: `${kind} ${createdAt}`,
  kind,
  actor: "2",
  summary: "open → resolved",
  createdAt,
});

describe("the timeline of a message", () => {
  it("lists replies and changes in order, and nothing twice", () => {
    const [early, middle, late] = ["08:00", "09:00", "10:00"].map(
      (time) => `2026-11-23T${time}:00.000Z`,
    ) as [string, string, string];
    const moments = timelineOf(
      [replyAt(middle) as never],
      [stepAt(early, "created"), stepAt(middle, "reply"), stepAt(late, "status")],
    );
    expect(moments.map(({ kind }) => kind)).toEqual(["reply", "step"]);
  });

  it.each([
    ["status", "open → in_progress", "in_progress"],
    ["priority", "normal → high", "high"],
    ["assigned", "Assigned to 0190-17", "0190-17"],
    ["assigned", "Assigned to nobody", undefined],
    ["read", "Opened for the first time", undefined],
  ] as const)("of %s, %s, names what it is now", (kind, summary, expected) => {
    expect(afterStep({ kind, summary })).toBe(expected);
  });
});
