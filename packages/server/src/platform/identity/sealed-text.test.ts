import { describe, expect, it } from "vitest";
import { openSealed, sealText } from "./sealed-text.ts";

const [SECRET, PURPOSE, TEXT] = ["s".repeat(48), "reset token", "Tokên 42"];

describe("a sealed text", () => {
  it("can be opened with the same secret for the same purpose", () => {
    expect(openSealed(SECRET, PURPOSE, sealText(SECRET, PURPOSE, TEXT))).toBe(TEXT);
  });

  it("looks different each time, and never contains the text", () => {
    const seals = [1, 2].map(() => sealText(SECRET, PURPOSE, TEXT));
    expect(seals[0]).not.toBe(seals[1]);
    for (const seal of seals) expect(Buffer.from(seal, "base64url").includes(TEXT)).toBe(false);
  });

  it("cannot be opened by others, or after a change", () => {
    const seal = sealText(SECRET, PURPOSE, TEXT);
    const other = seal.at(-3) === "A" ? "B" : "A";
    expect(openSealed(`${SECRET}!`, PURPOSE, seal)).toBeUndefined();
    expect(openSealed(SECRET, "avatar", seal)).toBeUndefined();
    expect(openSealed(SECRET, PURPOSE, `${seal.slice(0, -3)}${other}${seal.slice(-2)}`)).toBe(
      undefined,
    );
    expect(openSealed(SECRET, PURPOSE, "short")).toBeUndefined();
  });
});
