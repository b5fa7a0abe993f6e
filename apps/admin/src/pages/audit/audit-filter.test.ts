import { expect, it } from "vitest";
import { askedFor, none } from "./audit-filter.ts";

it("asks for whole days in the browser's time zone, from the first moment to the last", () => {
  const {
    since = "",
    until = "",
    ...others
  } = askedFor({
    ...none,
    action: "user.ban",
    from: "2026-03-01",
    to: "2026-03-31",
  });
  expect(others).toEqual({ action: "user.ban" });
  expect(new Date(since)).toEqual(new Date(2026, 2, 1));
  expect(new Date(until)).toEqual(new Date(2026, 2, 31, 23, 59, 59, 999));
});

it("omits empty and invalid days", () => {
  expect(askedFor({ ...none, from: "yesterday", targetId: "u1" })).toEqual({ targetId: "u1" });
});
