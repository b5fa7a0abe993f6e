import { describe, expect, it } from "vitest";
import { redactText } from "./log-redaction.ts";

const jwt = "eyJhbGciOi.eyJzdWIi.c2lnbmF0dXJl";

describe("redactText", () => {
  it.each([
    [`token ${jwt}!`, "token [hidden]!"],
    [`session-${jwt}`, "[hidden]"],
    [`key wlk_ABCDEF27_${"a-_9".repeat(10)}abc.`, "key [hidden]."],
    ["Bearer abc.def", "Bearer [hidden]"],
    ["postgres://ada:pw@host/db", "postgres://[hidden]@host/db"],
    ["1.redis://:pw@host", "1.redis://[hidden]@host"],
    ["to ada.l+x@example.org, please", "to [hidden], please"],
    ["-ada@example.org", "[hidden]"],
  ])("hides the secret of %j", (text, shown) => {
    expect(redactText(text)).toBe(shown);
  });

  it.each(["eyJ of a bird", "a@b", "https://example.org/a@b", "v1.2.3", "key-eyJ.a"])(
    "leaves %j unchanged",
    (text) => {
      expect(redactText(text)).toBe(text);
    },
  );

  // These would take minutes in quadratic time.
  it.each(["a", "a.", "eyJ-", "a-", "a@", "a://", "bearer ", "eyJa."])(
    "reads a long text of %j once",
    (part) => {
      expect(redactText(part.repeat(1_000_000 / part.length))).toBeTypeOf("string");
    },
  );
});
