import { expect, it } from "vitest";
import { changesOf } from "./changes-of.ts";

it("sends only the fields that were changed here", () => {
  const shown = { username: "Ada", email: "ada@example.org" };
  expect(changesOf(shown, { ...shown, email: "new@example.org" })).toEqual({
    email: "new@example.org",
  });
  expect(changesOf(shown, shown)).toEqual({});
});
