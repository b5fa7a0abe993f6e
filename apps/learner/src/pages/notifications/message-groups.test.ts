import type { Notification } from "@wordloom/contract";
import { describe, expect, it } from "vitest";
import { groupsOf } from "./message-groups.ts";

const message = (id: string, type: Notification["type"], minute: number): Notification => ({
  id,
  userId: "ada",
  type,
  title: id,
  message: id,
  read: false,
  createdAt: new Date(minute * 60_000).toISOString(),
  ...(type === "reminder" && { wordId: `word of ${id}` }),
});

describe("messages", () => {
  it("of one morning's overdue words are one line, others a line each", () => {
    const list = [
      message("a", "achievement", 3_000),
      message("b", "reminder", 2_000),
      message("c", "reminder", 2_000),
      message("d", "reminder", 2_000),
      message("e", "reminder", 560),
      message("f", "info", 560),
    ];
    const lines = groupsOf(list).map(({ first, others }) =>
      [first, ...others].map(({ id }) => id).join(""),
    );
    expect(lines).toEqual(["a", "bcd", "e", "f"]);
  });
});
