import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { addPlainLearners } from "@wordloom/testing/content/plain-learners";
import { mountSmallDisk, type SmallDisk } from "../testing/faults/small-disk.ts";
import {
  createMigratedAddress,
  openAtAddress,
  type TestAddress,
  testDialect,
} from "@wordloom/testing/databases/test-database";
import { runCommand } from "./command-line.ts";

const DISK_BYTES = 24 * 1024 ** 2;
/** Free space on the disk: enough for some of the steps of a restore. */
const ROOM_BYTES = [0, 64, 256, 1_024, 2_048, 4_096, 8_192].map((kilobytes) => kilobytes * 1_024);

let root: string;
let disk: SmallDisk | undefined;
let address: TestAddress;
let url: string;
beforeEach(async () => {
  root = mkdtempSync(join(tmpdir(), "wordloom-full-"));
  disk = await mountSmallDisk(DISK_BYTES);
  address = await createMigratedAddress();
  const dataDir = join(disk?.path ?? root, "data");
  url = testDialect === "postgres" ? address.url : `sqlite:${join(dataDir, "learning.db")}`;
  vi.stubEnv("DATA_DIR", dataDir);
  vi.stubEnv("DATABASE_URL", url);
  vi.stubEnv("BACKUP_DIR", join(root, "backups"));
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await disk?.remove();
  await address.remove();
  rmSync(root, { recursive: true });
});

async function run(...args: string[]): Promise<{ status: number; text: string }> {
  const lines: string[] = [];
  const print = (line: string) => void lines.push(line);
  const status = await runCommand(args, { print, complain: print });
  return { status, text: lines.join("\n") };
}

async function add(id: string): Promise<void> {
  const database = await openAtAddress(url);
  await addPlainLearners(database, [id]);
  await database.destroy();
}

async function learners(): Promise<string[]> {
  const database = await openAtAddress(url);
  const rows = await database.selectFrom("users").select("id").orderBy("id").execute();
  await database.destroy();
  return rows.map(({ id }) => id);
}

describe("A restore on a disk that fills up", () => {
  it("has replaced database and keys, or has changed nothing", async (context) => {
    if (disk === undefined) return context.skip("no disk to fill");
    const dataDir = join(disk.path, "data");
    const key = join(dataDir, "keys", "of-packs");
    const state = async () => ({ learners: await learners(), key: readFileSync(key, "utf8") });
    const before = { learners: ["later", "u1"], key: "former" };
    const bundle = join(root, "bundle.tar");
    expect(await run("migrate")).toMatchObject({ status: 0 });
    await add("u1");
    writeFileSync(key, "of the backup", { mode: 0o600 });
    expect(await run("backup", "--out", bundle)).toMatchObject({ status: 0 });
    await add("later");
    writeFileSync(key, "former", { mode: 0o600 });

    let failed = 0;
    let isDone = false;
    for (const room of ROOM_BYTES) {
      await disk.fill(room);
      const { status, text } = await run("restore", bundle, "--replace", "--yes");
      await disk.free();
      const where = `${room} bytes left: ${text}`;
      isDone = status === 0;
      if (isDone) break;
      failed += 1;
      expect(text, where).toMatch(/ENOSPC|full/);
      expect(await state(), where).toEqual(before);
      for (const folder of ["keys", "secrets", "."]) {
        const names = readdirSync(join(dataDir, folder));
        const left = names.filter((name) => /^\.wordloom|\.(part|former|rest\w+)$/.test(name));
        expect(left, where).toEqual([]);
      }
    }
    expect(failed).toBeGreaterThan(0);
    if (!isDone) {
      expect(await run("restore", bundle, "--replace", "--yes")).toMatchObject({ status: 0 });
    }
    expect(await state()).toEqual({ learners: ["u1"], key: "of the backup" });
  });

  it("does not begin if the existing data cannot be kept", async (context) => {
    if (disk === undefined) return context.skip("no disk to fill");
    const bundle = join(root, "bundle.tar");
    vi.stubEnv("DATA_DIR", join(root, "data"));
    if (testDialect === "sqlite") url = `sqlite:${join(root, "data", "learning.db")}`;
    vi.stubEnv("DATABASE_URL", url);
    vi.stubEnv("BACKUP_DIR", disk.path);
    expect(await run("migrate")).toMatchObject({ status: 0 });
    await add("u1");
    expect(await run("backup", "--out", bundle)).toMatchObject({ status: 0 });
    await add("later");
    await disk.fill();
    const { status, text } = await run("restore", bundle, "--replace", "--yes");
    expect(text).toMatch(/so nothing was changed: see that BACKUP_DIR/);
    expect(status).toBe(1);
    expect(await learners()).toEqual(["later", "u1"]);
    expect(existsSync(join(root, "data", "restore.json"))).toBe(false);
  });
});
