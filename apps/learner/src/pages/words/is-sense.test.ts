import { expect, test } from "vitest";
import { isSense } from "./is-sense.ts";

test.each(["害怕", "快乐", "房子", " 爱 ", "ねこ", "집", "fear"])(
  "%s is searched by sense",
  (search) => expect(isSense(search)).toBe(true),
);

test.each(["", "  ", "fe", "fe ", "ла"])("%j is not searched by sense yet", (search) =>
  expect(isSense(search)).toBe(false),
);
