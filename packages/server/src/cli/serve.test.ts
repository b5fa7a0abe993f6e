import { describe, expect, it } from "vitest";
import { addressOf, setupLink } from "./serve.ts";

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

describe("setupLink", () => {
  const own = { HOST: "0.0.0.0", BASE_PATH: "/words" };

  it.each([
    [undefined, "http://localhost:3000/words/admin/setup?token=t0ken"],
    ["https://example.org", "https://example.org/words/admin/setup?token=t0ken"],
  ])("with PUBLIC_URL=%s is %s", (PUBLIC_URL, link) => {
    expect(setupLink({ ...own, PUBLIC_URL }, 3000, "t0ken")).toBe(link);
  });
});
