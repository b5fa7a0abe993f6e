import { describe, expect, it } from "vitest";
import { addressOf } from "./serve.ts";

describe("addressOf", () => {
  it.each([
    ["127.0.0.1", "/", "http://127.0.0.1:3000/"],
    ["0.0.0.0", "/words", "http://localhost:3000/words"],
    ["::", "/", "http://localhost:3000/"],
    ["::1", "/", "http://[::1]:3000/"],
    ["words.lan", "/", "http://words.lan:3000/"],
  ])("HOST=%s BASE_PATH=%s gives %s", (HOST, BASE_PATH, address) => {
    expect(addressOf({ HOST, BASE_PATH }, 3000)).toBe(address);
  });
});
