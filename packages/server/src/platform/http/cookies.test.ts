import { describe, expect, it } from "vitest";
import { formatCookie, readCookie } from "./cookies.ts";

describe("readCookie", () => {
  it.each([
    ["token=abc", "abc"],
    ["a=1; token=abc; b=2", "abc"],
    ["a=1;token = abc ", "abc"],
    ["xtoken=no; token=yes", "yes"],
    ["token=first; token=second", "first"],
    ['token="quoted"', "quoted"],
    ["token=a%20b", "a b"],
    ["token=%zz", "%zz"],
    ["token=", ""],
    ["token", undefined],
    ["", undefined],
    ["=token", undefined],
  ])("reads %j as %j", (header, value) => {
    expect(readCookie(header, "token")).toBe(value);
  });
});

describe("formatCookie", () => {
  const cookie = { name: "token", value: "a.b-c", maxAgeSecs: 3600.7 };

  it("sets HttpOnly and SameSite, with whole seconds", () => {
    expect(formatCookie(cookie, { path: "/", secure: false })).toBe(
      "token=a.b-c; Path=/; Max-Age=3600; HttpOnly; SameSite=Lax",
    );
  });

  it("sets Secure only on request", () => {
    expect(formatCookie(cookie, { path: "/words", secure: true })).toBe(
      "token=a.b-c; Path=/words; Max-Age=3600; HttpOnly; SameSite=Lax; Secure",
    );
  });

  it("lets no value start an attribute or a header", () => {
    const sly = { ...cookie, value: "x; Domain=evil\r\nX: y" };
    expect(formatCookie(sly, { path: "/", secure: false })).toMatch(/^token=[\w%]+; Path/);
  });
});
