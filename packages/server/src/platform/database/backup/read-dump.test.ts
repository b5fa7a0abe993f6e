import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { memoryFolder } from "@wordloom/testing/service/memory-folder";
import { readDump } from "./read-dump.ts";

const MIB = 1024 ** 2;

let folder: string;
beforeEach(() => void (folder = mkdtempSync(join(memoryFolder(), "wordloom-dump-"))));
afterEach(() => rmSync(folder, { recursive: true }));

const facts = {
  format: 1,
  name: "a",
  kind: "manual",
  database: "sqlite",
  version: "v1.0.0",
  schema: 1,
  minReaderSchema: 0,
  createdAt: "2026-01-01T00:00:00.000Z",
  migrations: [],
};

function reading(...lines: readonly (string | Buffer)[]) {
  const path = join(folder, "a.dump");
  const text = lines.flatMap((line) => [Buffer.from(line), Buffer.from("\n")]);
  writeFileSync(path, gzipSync(Buffer.concat(text)));
  return readDump(path);
}

describe("a dump", () => {
  it("with one endless line is refused before it is fully read", async () => {
    // Noise, which hardly compresses: the file size permits the line, but its length does not.
    const noise = Buffer.from(Array.from({ length: MIB }, (_, n) => (n * 7_919) % 251));
    const line = Buffer.concat(Array.from({ length: 40 }, () => noise.map((byte) => byte | 0x40)));
    await expect(reading(JSON.stringify(facts), line)).rejects.toThrow("a line of it is too long");
  });

  it("that expands excessively is refused", async () => {
    const line = `["${"a".repeat(10_000)}"]`;
    const lines = Array.from({ length: (32 * MIB) / line.length }, () => line);
    const table = JSON.stringify({ table: "words", columns: ["text"] });
    await expect(reading(JSON.stringify(facts), table, ...lines)).rejects.toThrow("grows too much");
  });

  it("with a table of a thousand columns is refused", async () => {
    const columns = Array.from({ length: 1_000 }, (_, n) => `c${n}`);
    const table = JSON.stringify({ table: "words", columns });
    await expect(reading(JSON.stringify(facts), table)).rejects.toThrow();
  });

  it("is read correctly, whatever the sizes of its pieces", async () => {
    const text = "词".repeat(100_000);
    const table = JSON.stringify({ table: "words", columns: ["text"] });
    const end = { end: { words: { rows: 1, sha256: "" } } };
    const wrong = reading(
      JSON.stringify(facts),
      table,
      JSON.stringify([text]),
      JSON.stringify(end),
    );
    await expect(wrong).rejects.toThrow("the rows of words are not those that were written");
  });
});
