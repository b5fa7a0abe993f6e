import { describe, expect, it } from "vitest";
import { roomAt, roomGroups } from "./room-list.ts";

describe("rooms", () => {
  it("are found by the longest path that an address begins with", () => {
    expect(roomAt("/")?.path).toBe("/");
    expect(roomAt("/audit/17")?.path).toBe("/audit");
    expect(roomAt("/auditing")).toBeUndefined();
  });

  it("have one address each", () => {
    const paths = roomGroups.flatMap(({ rooms }) => rooms.map(({ path }) => path));
    expect(new Set(paths).size).toBe(paths.length);
  });
});
