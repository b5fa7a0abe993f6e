import { describe, expect, it } from "vitest";
import { errorSignature } from "./error-signature.ts";

const failing = (text: string) => new TypeError(text);

describe("errorSignature", () => {
  it("is the same for the same place and kind, whatever the message", async () => {
    const one = await errorSignature(failing("about a word"));
    expect(one).toEqual({ signature: expect.stringMatching(/^[0-9a-f]{16}$/), kind: "TypeError" });
    expect(await errorSignature(failing("about another"))).toEqual(one);
    expect(await errorSignature(new TypeError("elsewhere"))).not.toEqual(one);
  });

  it("exists for thrown values that are not errors", async () => {
    expect((await errorSignature("text")).kind).toBe("string");
  });
});
