import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { listTar, readTar, TarError, type TarEntry } from "./tar-reader.ts";
import { tarChecksum, tarHeader, tarSize, writeTar } from "./tar-writer.ts";

const GIB = 1024 ** 3;
const LONG = `${"folder/".repeat(20)}${"n".repeat(100)}`;

let folder: string;
beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), "wordloom-tar-"))));
afterEach(() => rmSync(folder, { recursive: true }));

const head = (change: Partial<TarEntry> = {}) =>
  tarHeader({ kind: "file", name: "a", mode: 0o600, size: 0, ...change });

/** The entries of a stream, and how it ended. */
async function entriesOf(...pieces: Buffer[]): Promise<{ entries: TarEntry[]; error: unknown }> {
  const entries: TarEntry[] = [];
  const nothing = async () => undefined;
  const begin = async (entry: TarEntry) => void entries.push(entry);
  async function* stream() {
    yield* pieces;
  }
  const reading = readTar(stream(), { begin, piece: nothing, end: nothing });
  const error = await reading.catch((thrown: unknown) => thrown);
  return { entries, error };
}

describe("writeTar", () => {
  it("writes what listTar, readTar and tar read", async () => {
    const contents = { "keys/a.key": "secret", "keys/schlüssel": "x".repeat(513), [LONG]: "" };
    const inputs = Object.entries(contents).map(([name, content], at) => {
      writeFileSync(join(folder, String(at)), content);
      return { name, path: join(folder, String(at)), mode: 0o600, size: content.length };
    });
    const archive = join(folder, "archive.tar");
    await writeTar(archive, inputs);
    const bytes = readFileSync(archive);
    expect(bytes.length).toBe(tarSize(inputs));
    const listed = await listTar(archive);
    expect(
      listed.map(({ name, start, size }) => [name, String(bytes.subarray(start, start + size))]),
    ).toEqual(Object.entries(contents));
    const { entries, error } = await entriesOf(bytes);
    expect([entries.map(({ name }) => name), error]).toEqual([Object.keys(contents), undefined]);
    const options = ["--quoting-style=literal", "-tf", archive];
    const shown = execFileSync("tar", options, { encoding: "utf8" });
    expect(shown.trimEnd().split("\n")).toEqual(Object.keys(contents));
  });
});

describe("listTar", () => {
  it("refuses an archive with more files than a backup has", async () => {
    const archive = join(folder, "archive.tar");
    const entry = head();
    const entries = Array.from({ length: 10_001 }, () => entry);
    writeFileSync(archive, Buffer.concat([...entries, Buffer.alloc(1_024)]));
    await expect(listTar(archive)).rejects.toThrow("it has more than 10000 files");
  });
});

describe("tarHeader", () => {
  it.each([8 * GIB - 1, 8 * GIB, 5_000 * GIB])("can express %i bytes", async (size) => {
    const { entries } = await entriesOf(head({ size }));
    expect(entries).toEqual([{ kind: "file", name: "a", mode: 0o600, size }]);
  });

  it("refuses a name that does not fit", () => {
    expect(() => head({ name: "n".repeat(101) })).toThrow("too long");
    expect(() => head({ name: `${"a/".repeat(80)}${"n".repeat(100)}` })).toThrow("too long");
  });
});

describe("readTar", () => {
  it("refuses sizes that are not written in the usual form", async () => {
    const binary = (change: (block: Buffer) => void) => {
      const block = head({ size: 8 * GIB });
      change(block);
      block.write(`${tarChecksum(block).toString(8).padStart(6, "0")}\0 `, 148, "latin1");
      return block;
    };
    for (const block of [
      binary((bytes) => bytes.writeBigUInt64BE(5n, 128)),
      binary((bytes) => bytes.writeBigUInt64BE(2n ** 60n, 128)),
      binary((bytes) => bytes.writeUInt8(1, 126)),
      binary((bytes) => bytes.writeUInt8(0xff, 124)),
    ]) {
      const { entries, error } = await entriesOf(block);
      expect([entries, error]).toEqual([[], new TarError("a number in a header")]);
    }
  });
});
