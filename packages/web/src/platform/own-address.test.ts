import { expect, test } from "vitest";
import { ownAddress } from "./own-address.ts";

const at = (text: string) => ownAddress(text, "https://words.example.org");

test.each(["/", "/words/1", "/words?sort=-due&q=%2F%2Fevil", "/study?practise=ahead"])(
  "%s is an address of the app",
  (address) => expect(at(address)).toBe(address),
);

test.each([
  ["another host", "//evil.example/words"],
  ["another host by a backslash", "/\\evil.example"],
  ["another host by a tab", "/\t/evil.example"],
  ["another host by a line end", "/\n/evil.example"],
  ["another host behind dots", "/.//evil.example"],
  ["another host behind a way up", "/a/..//evil.example"],
  ["another host, written out", "https://evil.example/"],
  ["a script", "javascript:alert(1)"],
  ["a relative address", "words"],
  ["no address at all", "//["],
  ["nothing", ""],
])("%s leads to the first page", (_, text) => expect(at(text)).toBe("/"));

test("dots never lead above the base path of the app", () => {
  expect(at("/../../words")).toBe("/words");
});
