import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { printFolder } from "../../testing/app/folder-print.ts";
import {
  ARCH,
  entriesOf,
  infoOf,
  makeTarball,
  type ReleaseDraft,
} from "@wordloom/testing/neighbors/made-release";
import { entryBytes, tarballOf, tarOf, type TarEntry } from "@wordloom/testing/neighbors/tar-bytes";
import { memoryFolder } from "@wordloom/testing/service/memory-folder";
import { realDisk } from "./release-disk.ts";
import { unpackRelease } from "./unpack-release.ts";
import type { UpdateFailure } from "./update-failure.ts";

const TAG = "v1.4.0";
const TOP = `wordloom-${TAG}-${ARCH}`;
const draft: ReleaseDraft = { tag: TAG };
const good = entriesOf(draft);

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(memoryFolder(), "wordloom-unpack-"));
  mkdirSync(join(folder, "staging"));
  writeFileSync(join(folder, "precious"), "untouched");
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Unpacks; everything outside staging must stay unchanged. */
async function unpack(tarball: Buffer, tag = TAG, arch = ARCH) {
  const file = join(folder, "staging/release.tar.gz");
  writeFileSync(file, tarball);
  const outside = printFolder(folder).filter((line) => !line.startsWith("staging/"));
  const watch = { signal: new AbortController().signal, onProgress: () => undefined };
  const to = { disk: realDisk, folder: join(folder, "staging/unpacked") };
  try {
    return await unpackRelease(file, to, { tag, arch }, watch);
  } finally {
    const after = printFolder(folder).filter((line) => !line.startsWith("staging/"));
    expect(after).toEqual(outside);
    expect(printFolder(folder).join("\n")).not.toContain(" -> ");
  }
}

async function failureOf(tarball: Buffer): Promise<string> {
  const failure = await unpack(tarball).then(
    () => undefined,
    (error: UpdateFailure) => error,
  );
  return failure?.failure ?? "none";
}

const at = (path: string) => `${TOP}/${path}`;
const file = (name: string | Buffer, more: Partial<TarEntry> = {}): TarEntry => ({
  name,
  content: "escaped",
  ...more,
});
const link = (type: "1" | "2", name: string, linkName: string | Buffer): TarEntry => ({
  name,
  type,
  linkName,
});
/** A pax record that names its own length. */
const pax = (key: string, value: string): TarEntry => {
  const body = ` ${key}=${value}\n`;
  const length = body.length + String(body.length + 2).length;
  return { name: "pax", type: "x", content: `${length}${body}` };
};
const withFirst = (...entries: TarEntry[]) => tarballOf([...entries, ...good]);
const withLast = (...entries: TarEntry[]) => tarballOf([...good, ...entries]);

/** Hostile archives: their fault, and how it is refused. */
const hostile: Readonly<Record<string, readonly [() => Buffer, string]>> = {
  "a path above the folder": [() => withFirst(file("../escaped")), "UnsafePath"],
  "a path that climbs inside": [() => withFirst(file(at("a/../../escaped"))), "UnsafePath"],
  "an absolute path": [() => withFirst(file("/tmp/wordloom-escaped")), "UnsafePath"],
  "a drive letter": [() => withFirst(file("C:\\escaped")), "UnsafePath"],
  "a device path of Windows": [() => withFirst(file("\\\\?\\C:\\escaped")), "UnsafePath"],
  "a device name": [() => withFirst(file(at("lib/nul.txt"))), "UnsafePath"],
  "a dot segment": [() => withFirst(file(at("./escaped"))), "UnsafePath"],
  "an empty segment": [() => withFirst(file(at("lib//escaped"))), "UnsafePath"],
  "a symbolic link and a file through it": [
    () => withFirst(link("2", at("door"), "/tmp"), file(at("door/escaped"))),
    "UnsafePath",
  ],
  "a symbolic link inside": [() => withLast(link("2", at("lib/x"), "server.js")), "UnsafePath"],
  "a chain of a symbolic and a hard link": [
    () => withFirst(link("2", at("a"), ".."), link("1", at("a/b"), at("a/precious"))),
    "UnsafePath",
  ],
  "a hard link to an absolute path": [
    () => withFirst(link("1", at("x"), "/etc/passwd")),
    "UnsafePath",
  ],
  "a hard link with an empty target": [() => withFirst(link("1", at("x"), "")), "UnsafePath"],
  "a symbolic link with a target of 100 bytes": [
    () => withFirst(link("2", at("x"), "y".repeat(100))),
    "UnsafePath",
  ],
  "a character device": [() => withFirst({ name: at("tty"), type: "3" }), "ArchiveInvalid"],
  "a block device": [() => withFirst({ name: at("sda"), type: "4" }), "ArchiveInvalid"],
  "a fifo": [() => withFirst({ name: at("pipe"), type: "6" }), "ArchiveInvalid"],
  "a sparse file": [() => withFirst(file(at("sparse"), { type: "S" })), "ArchiveInvalid"],
  "a GNU long name": [
    () => withFirst(file("././@LongLink", { type: "L", content: "../escaped\0" })),
    "ArchiveInvalid",
  ],
  "a GNU long link": [
    () => withFirst(file("././@LongLink", { type: "K", content: "/etc/passwd\0" })),
    "ArchiveInvalid",
  ],
  "a pax path override": [() => withFirst(pax("path", "../escaped")), "ArchiveInvalid"],
  "a pax size lie": [() => withFirst(pax("size", "9999999999")), "ArchiveInvalid"],
  "a global pax header": [
    () => withFirst({ ...pax("path", "../escaped"), type: "g" }),
    "ArchiveInvalid",
  ],
  "the same file twice": [() => withLast(file(at(`lib/${TAG}/server.js`))), "ArchiveInvalid"],
  "a name that differs by case only": [
    () => withLast(file(at(`lib/${TAG}/SERVER.JS`))),
    "ArchiveInvalid",
  ],
  "a file where a folder is": [() => withLast(file(at("static"))), "ArchiveInvalid"],
  "a file below a file": [() => withLast(file(at("wordloom/escaped"))), "ArchiveInvalid"],
  "a name of two Unicode forms": [() => withFirst(file(at("caf\u0065\u0301"))), "UnsafePath"],
  "a trailing dot": [() => withFirst(file(at("server.js."))), "UnsafePath"],
  "a trailing space": [() => withFirst(file(at("server.js "))), "UnsafePath"],
  "a name with a NUL": [() => withFirst(file(Buffer.from(at("a\0../b")))), "UnsafePath"],
  "a name with a line break": [() => withFirst(file(at("a\nb"))), "UnsafePath"],
  "a name with an escape sequence": [() => withFirst(file(at("\x1b[2Ja"))), "UnsafePath"],
  "a name that is too long": [
    () => withFirst(file("f".repeat(100), { prefix: `${TOP}/${"p".repeat(120)}` })),
    "UnsafePath",
  ],
  "setuid bits": [() => withFirst(file(at("su"), { mode: 0o4755 })), "ArchiveInvalid"],
  "a mode that all may write": [() => withFirst(file(at("w"), { mode: 0o777 })), "ArchiveInvalid"],
  "too many entries": [
    // All entries are identical and precede the valid ones, so only their number is the fault.
    () => {
      const many = Buffer.alloc(20_001 * 512, entryBytes({ name: at(""), type: "5" }));
      return gzipSync(Buffer.concat([many, tarOf(good)]), { level: 1 });
    },
    "ArchiveInvalid",
  ],
  "a size beyond all bounds": [
    () => withFirst(file(at("huge"), { size: "77777777777" })),
    "ArchiveInvalid",
  ],
  "a size in the binary form": [
    () => withFirst(file(at("huge"), { size: "\x80\0\0\0\0\0\0\0\0\0\0\x07" })),
    "ArchiveInvalid",
  ],
  "a negative size": [
    () => withFirst(file(at("minus"), { size: "-0000000001" })),
    "ArchiveInvalid",
  ],
  "a size larger than what follows": [
    () => tarballOf([file(at("short"), { size: 4_096 })], Buffer.alloc(0)),
    "ArchiveInvalid",
  ],
  "a folder with content": [
    () => withFirst({ name: at("d"), type: "5", content: "escaped" }),
    "ArchiveInvalid",
  ],
  "a wrong checksum of a header": [
    () => withFirst(file(at("x"), { checksum: 1 })),
    "ArchiveInvalid",
  ],
  "another form of tar": [() => withFirst(file(at("x"), { magic: "ustar  \0" })), "ArchiveInvalid"],
  "something after its end": [
    () => gzipSync(Buffer.concat([tarOf(good), entryBytes(file("../escaped"))])),
    "ArchiveInvalid",
  ],
  "a second gzip member with more entries": [
    () => Buffer.concat([tarballOf(good), tarballOf([file("../escaped")])]),
    "ArchiveInvalid",
  ],
  "a cut gzip stream": [() => makeTarball(draft).subarray(0, -20), "ArchiveInvalid"],
  "no end of the archive": [() => tarballOf(good, Buffer.alloc(0)), "ArchiveInvalid"],
  "a zip archive": [() => Buffer.from("PK\x03\x04escaped"), "ArchiveInvalid"],
  "no bytes at all": [() => Buffer.alloc(0), "ArchiveInvalid"],
  "a bomb: a thousand times its size": [
    () => gzipSync(tarOf(good, Buffer.alloc(64 * 1024 ** 2))),
    "ArchiveInvalid",
  ],
  "a file that RELEASE.json does not name": [
    () => withLast(file(at("static/more.js"))),
    "ArchiveInvalid",
  ],
  "another top folder": [() => withLast(file("other/escaped")), "ArchiveInvalid"],
};

describe("unpackRelease", () => {
  it("unpacks files and folders with their modes", async () => {
    const { folder: root, info } = await unpack(makeTarball(draft));
    expect(info.version).toBe(TAG);
    const lines = printFolder(root);
    expect(lines).toContain(`lib/${TAG}/bin/node 755 node of ${TAG}`);
    expect(lines).toContain(`lib/${TAG}/server.js 644 server of ${TAG}`);
    expect(lines).toContain("static/learner/ 755");
    expect(readFileSync(join(root, "wordloom"), "utf8")).toContain(TAG);
  });

  it.each(Object.entries(hostile))("refuses %s", async (_name, [make, failure]) => {
    expect(await failureOf(make())).toBe(failure);
  });

  it.each([
    ["without a launcher", good.filter(({ name }) => name !== at("wordloom"))],
    ["without RELEASE.json", good.filter(({ name }) => !String(name).endsWith("RELEASE.json"))],
    [
      "with a changed file",
      good.map((entry) =>
        entry.name === at(`lib/${TAG}/server.js`) ? { ...entry, content: "other" } : entry,
      ),
    ],
    [
      "with a program that nobody may run",
      good.map((entry) => (entry.name === at("wordloom") ? { ...entry, mode: 0o644 } : entry)),
    ],
    ["of another version", entriesOf({ ...draft, info: { version: "v1.3.9" } })],
    ["for another architecture", entriesOf({ ...draft, info: { arch: "linux-aarch64" } })],
    [
      "with a RELEASE.json of another form",
      entriesOf({ ...draft, info: { files: null as never } }),
    ],
    [
      "with a file that is missing",
      entriesOf({
        ...draft,
        info: {
          files: [...infoOf(draft).files, { path: "x", sha256: "0".repeat(64), mode: "0644" }],
        },
      }),
    ],
  ])("refuses a release %s", async (_name, entries) => {
    expect(await failureOf(tarballOf(entries))).toBe("ArchiveInvalid");
  });

  it("stops at once on request", async () => {
    const path = join(folder, "staging/release.tar.gz");
    writeFileSync(path, makeTarball(draft));
    const to = { disk: realDisk, folder: join(folder, "staging/unpacked") };
    const over = new AbortController();
    const watch = { signal: over.signal, onProgress: () => over.abort(new Error("told")) };
    const work = unpackRelease(path, to, { tag: TAG, arch: ARCH }, watch);
    await expect(work).rejects.toThrow("told");
    expect(existsSync(join(to.folder, TOP, "static/admin/index.html"))).toBe(false);
  });
});
