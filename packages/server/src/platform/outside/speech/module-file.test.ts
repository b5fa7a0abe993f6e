import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openModuleFile } from "./module-file.ts";

const HEADER = [...Buffer.from("\0asm"), 1, 0, 0, 0];
const MEMORY = [5, 3, 1, 0, 1];
const EXPORT = [7, 10, 1, 6, ...Buffer.from("memory"), 2, 0];
const NOTES = [0, 5, 4, ...Buffer.from("name")];
/** `hi` at 8, and `you` at 300. */
const DATA = [
  ...[11, 17, 2],
  ...[0, 0x41, 8, 0x0b, 2, ...Buffer.from("hi")],
  ...[0, 0x41, 0xac, 0x02, 0x0b, 3, ...Buffer.from("you")],
];

describe("the file of a program", () => {
  let folder: string;
  beforeAll(() => void (folder = mkdtempSync(join(tmpdir(), "wordloom-module-"))));
  afterAll(() => rmSync(folder, { recursive: true }));
  const open = (...bytes: number[]) => {
    const path = join(folder, "module.wasm");
    writeFileSync(path, Buffer.from(bytes));
    return openModuleFile(path);
  };

  it("keeps data and notes out of the code, and fills them in when asked", () => {
    const file = open(...HEADER, ...MEMORY, ...NOTES, ...EXPORT, ...DATA);
    expect([...file.code]).toEqual([...HEADER, ...MEMORY, ...EXPORT]);
    const memory = new ArrayBuffer(65_536);
    file.fill(memory);
    const text = Buffer.from(memory).toString("latin1");
    expect(text.replaceAll("\0", "")).toBe("hiyou");
    expect([text.indexOf("hi"), text.indexOf("you")]).toEqual([8, 300]);
  });

  it.each([
    ["runs before there is data", [8, 1, 0]],
    ["counts its data", [12, 1, 1]],
    ["copies its data by itself", [11, 5, 1, 1, 2, 104, 105]],
    ["has a number without an end", [11, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff]],
  ])("is refused if the program %s", (_, section) => {
    expect(() => open(...HEADER, ...MEMORY, ...section)).toThrow("built-in voice");
  });

  it("is refused when it ends before its data", () => {
    const file = open(...HEADER, ...MEMORY, ...DATA.slice(0, -2));
    expect(() => file.fill(new ArrayBuffer(65_536))).toThrow("end of the file");
  });
});
