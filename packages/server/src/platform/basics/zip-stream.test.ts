import { Readable } from "node:stream";
import { createHash } from "node:crypto";
import { openZip, sourceOfBytes } from "@wordloom/imports";
import { describe, expect, it } from "vitest";
import { zipped, type ZipMember } from "./zip-stream.ts";

async function* bytesOf(...texts: readonly string[]) {
  for (const text of texts) yield Buffer.from(text);
}

async function* membersOf(...members: readonly ZipMember[]) {
  yield* members;
}

const archiveOf = async (...members: readonly ZipMember[]) =>
  openZip(
    sourceOfBytes(Buffer.concat(await Readable.from(zipped(membersOf(...members))).toArray())),
  );

describe("zipped", () => {
  it("makes an archive whose files are read back as they were", async () => {
    const archive = await archiveOf(
      { name: "a.txt", content: bytesOf("one, ", "two") },
      { name: "empty", content: bytesOf() },
      { name: "folder/b", content: bytesOf("x".repeat(500_000)) },
    );
    expect(archive.entries.map(({ name, size }) => [name, size])).toEqual([
      ["a.txt", 8],
      ["empty", 0],
      ["folder/b", 500_000],
    ]);
    const texts = archive.entries.map(async ({ name }) =>
      (await Readable.from(archive.text(name)).toArray()).join(""),
    );
    expect(await Promise.all(texts)).toEqual(["one, two", "", "x".repeat(500_000)]);
  });

  it("leaves bytes as they are that are there already, however well they pack", async () => {
    const silence = Buffer.alloc(3_000_000, 0x80);
    const archive = await archiveOf(
      { name: "silence.wav", content: silence },
      { name: "empty", content: Buffer.alloc(0) },
      { name: "after", content: bytesOf("packed") },
    );
    expect(Buffer.from(await archive.bytes("silence.wav", 3_000_000)).equals(silence)).toBe(true);
    expect(await archive.bytes("empty", 1)).toHaveLength(0);
    expect(Buffer.from(await archive.bytes("after", 10)).toString()).toBe("packed");
  });

  it("reads a member only as fast as the archive is read", async () => {
    let given = 0;
    const content = (async function* () {
      for (; given < 200; given += 1) {
        // Does not pack well.
        const digests = Array.from({ length: 2_000 }, (_, n) =>
          createHash("sha256").update(`${given} ${n}`).digest(),
        );
        yield Buffer.concat(digests);
      }
    })();
    const bytes = zipped(membersOf({ name: "long", content }));
    await bytes.next();
    await bytes.next();
    expect(given).toBeLessThan(20);
    await bytes.return(undefined);
  });

  it("fails with a member's fault, before the end of the archive", async () => {
    const content = (async function* () {
      yield Buffer.from("begun");
      throw new Error("the disk is gone");
    })();
    const all = Readable.from(zipped(membersOf({ name: "a", content }))).toArray();
    await expect(all).rejects.toThrow("the disk is gone");
  });
});
