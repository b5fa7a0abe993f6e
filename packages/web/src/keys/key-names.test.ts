import { describe, expect, it } from "vitest";
import { isChoosableKey, keyName, printedKey } from "./key-names.ts";

const pressed = (key: string, held: { ctrlKey?: boolean; metaKey?: boolean } = {}) =>
  keyName({ key, ctrlKey: false, metaKey: false, altKey: false, ...held });

describe("keys", () => {
  it("are named by the character they write, in lower case", () => {
    expect(pressed("Z")).toBe("z");
    expect(pressed("@")).toBe("@");
    expect(pressed("Enter")).toBe("Enter");
  });

  it("have the same name with Ctrl and with Cmd", () => {
    expect(pressed("z", { ctrlKey: true })).toBe("ctrl+z");
    expect(pressed("z", { metaKey: true })).toBe("ctrl+z");
  });

  it("are displayed as printed on a keyboard", () => {
    const printed = (name: string) => printedKey(name, "空格");
    expect(["z", " ", "Escape", "ctrl+k", "?"].map(printed)).toEqual([
      "Z",
      "空格",
      "Esc",
      "Ctrl+K",
      "?",
    ]);
  });

  it("are displayed as printed on a German keyboard", () => {
    expect(printedKey("ctrl+z", "Leertaste", "Strg")).toBe("Strg+Z");
  });

  it("can be chosen if they write one character", () => {
    expect(["a", " ", "é", "字", "-"].filter(isChoosableKey)).toHaveLength(5);
    expect(["Enter", "ctrl+a", "", "\t", "ab"].filter(isChoosableKey)).toEqual([]);
  });
});
