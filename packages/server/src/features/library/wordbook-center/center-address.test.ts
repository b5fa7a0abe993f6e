import { describe, expect, it } from "vitest";
import { centerAddress, downloadCounter } from "./center-address.ts";

describe("centerAddress", () => {
  it.each([
    ["https://c.example", "/index.json", "/wordbooks/a.json"],
    ["https://c.example/", "/index.json", "/wordbooks/a.json"],
    ["https://c.example/en", "/en/index.json", "/en/wordbooks/a.json"],
    ["https://c.example/en//", "/en/index.json", "/en/wordbooks/a.json"],
    ["https://c.example/en/list.json", "/en/list.json", "/en/wordbooks/a.json"],
    ["https://c.example/index.json", "/index.json", "/wordbooks/a.json"],
  ])("reads %s", (url, index, book) => {
    const center = centerAddress(url);
    expect(center.index).toBe(`https://c.example${index}`);
    expect(center.book("a")).toBe(`https://c.example${book}`);
  });

  it("escapes ids so that they stay inside the folder of books", () => {
    const center = centerAddress("https://c.example/en");
    expect(center.book("../secret")).toBe("https://c.example/en/wordbooks/..%2Fsecret.json");
    expect(center.book("四级?x#y")).toBe(
      "https://c.example/en/wordbooks/%E5%9B%9B%E7%BA%A7%3Fx%23y.json",
    );
  });
});

describe("downloadCounter", () => {
  it("is next to the file of the book", () => {
    const url = "https://c.example/en/wordbooks/a.json";
    expect(downloadCounter(url)).toBe("https://c.example/en/wordbooks/a/download");
  });

  it("is undefined for a file outside of a center", () => {
    expect(downloadCounter("https://c.example/a.json")).toBeUndefined();
    expect(downloadCounter("https://c.example/wordbooks/a.txt")).toBeUndefined();
  });
});
