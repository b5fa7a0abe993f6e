import { describe, expect, it } from "vitest";
import { toPrintable } from "./printable-text.ts";

describe("toPrintable", () => {
  it.each([
    ["plain text, 词 and 𝄞 and </script>", "plain text, 词 and 𝄞 and </script>"],
    ["a\nb\r\tc", "a\\u000ab\\u000d\\u0009c"],
    ["\u001b[2Jgone\u0007", "\\u001b[2Jgone\\u0007"],
    ["\u0000\u007f\u0085\u009b", "\\u0000\\u007f\\u0085\\u009b"],
    ["a\u2028b\u2029c", "a\\u2028b\\u2029c"],
    ["\u202egpj.exe\u2069", "\\u202egpj.exe\\u2069"],
    ["half \ud800 a pair", "half \\ud800 a pair"],
  ])("escapes unsafe characters: %j", (text, expected) => {
    expect(toPrintable(text, 1_000)).toBe(expected);
  });

  it("cuts to the limit without splitting a character", () => {
    expect(toPrintable("abc", 3)).toBe("abc");
    expect(toPrintable("abcd", 3)).toBe("abc");
    expect(toPrintable("ab词", 4)).toBe("ab");
    expect(toPrintable("a\u0000", 6)).toBe("a");
    expect(Buffer.byteLength(toPrintable("\u0000".repeat(100_000), 4_096))).toBeLessThan(4_097);
  });
});
