import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { hash32 } from "./random.ts";
import { sha256Hex } from "./sha256.ts";

// What we check: the published examples, every length around a block boundary, and every character
// width. The reference is Node's implementation, which the engine may not use.
function oracle(text: string): string {
  return createHash("sha256").update(text, "utf8").digest("hex");
}

describe("sha256Hex", () => {
  it.each([
    ["", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"],
    ["abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"],
  ])("of the published example '%s'", (text, expected) => {
    expect(sha256Hex(text)).toBe(expected);
  });

  it("agrees at every length up to three blocks", () => {
    for (let length = 0; length <= 192; length++) {
      const text = "x".repeat(length);
      expect(sha256Hex(text)).toBe(oracle(text));
    }
  });

  it("agrees on characters of one to four bytes, and on a lone surrogate", () => {
    for (const text of ["é", "漢字", "🧵 loom", "\u{10ffff}", "a\ud800b", "\udc00"]) {
      expect(sha256Hex(text)).toBe(oracle(text));
    }
  });

  it("agrees on long texts of mixed characters", () => {
    for (let run = 0; run < 20; run++) {
      const codes = Array.from({ length: 700 }, (_, at) => hash32(run, 0, at, "text") * 0xd800);
      const text = String.fromCharCode(...codes);
      expect(sha256Hex(text)).toBe(oracle(text));
    }
  });
});
