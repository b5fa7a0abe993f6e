import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { keysCommand } from "./pack-keys.ts";

let dataDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), "wordloom-keys-"));
  vi.stubEnv("DATA_DIR", dataDir);
  vi.stubEnv("DATABASE_URL", "");
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(dataDir, { recursive: true });
});

const KEY = "keys/ed25519_resource_pack.key";
const PUBLIC_KEY = "keys/ed25519_resource_pack.pub";
const modeOf = (name: string) => statSync(join(dataDir, name)).mode & 0o777;

async function keys(...args: string[]): Promise<string[]> {
  const lines: string[] = [];
  const print = (line: string) => void lines.push(line);
  await keysCommand(args, { print, complain: print });
  return lines;
}

describe("keysCommand", () => {
  it("shows the same key each time, equal to the one in the file", async () => {
    const [, first] = await keys("show");
    expect(Buffer.from(first ?? "", "base64")).toHaveLength(32);
    expect((await keys("show"))[1]).toBe(first);
    const file = readFileSync(join(dataDir, PUBLIC_KEY), "utf8");
    expect(file.trim()).toBe(first);
  });

  it("creates another pair on request, keeps the former one, and explains it", async () => {
    const [, before] = await keys("show");
    const [, after, ...warning] = await keys("rotate", "--confirm");
    expect(after).not.toBe(before);
    expect(warning.join(" ")).toMatch(/Clients accept new packs only once they know this key/);
    expect((await keys("show"))[1]).toBe(after);
    const files = readdirSync(join(dataDir, "keys")).toSorted();
    expect(files).toEqual([
      "ed25519_resource_pack.key",
      expect.stringMatching(/^ed25519_resource_pack\.key\.until-\d+$/),
      "ed25519_resource_pack.pub",
      expect.stringMatching(/^ed25519_resource_pack\.pub\.until-\d+$/),
    ]);
    expect([KEY, PUBLIC_KEY].map(modeOf)).toEqual([0o600, 0o644]);
  });

  it("makes the public key readable by everyone, and the other only by the owner", async () => {
    await keys("show");
    expect(["keys", KEY, PUBLIC_KEY].map(modeOf)).toEqual([0o700, 0o600, 0o644]);
  });

  it("opens the public key that a restore or an earlier release has closed", async () => {
    await keys("show");
    chmodSync(join(dataDir, PUBLIC_KEY), 0o600);
    await keys("show");
    expect([KEY, PUBLIC_KEY].map(modeOf)).toEqual([0o600, 0o644]);
  });

  it("rewrites the public key if its file is missing", async () => {
    const [, shown] = await keys("show");
    rmSync(join(dataDir, PUBLIC_KEY));
    await keys("show");
    expect(readFileSync(join(dataDir, PUBLIC_KEY), "utf8")).toBe(`${shown}\n`);
  });

  it.each([
    [["rotate"], /say --confirm/],
    [["rotate", "--now"], /no such option/],
    [["show", "all"], /takes no all/],
    [[], /no such command: keys/],
  ])("changes nothing when called as %o", async (args, message) => {
    const [, before] = await keys("show");
    await expect(keys(...args)).rejects.toThrow(message);
    expect((await keys("show"))[1]).toBe(before);
  });
});
