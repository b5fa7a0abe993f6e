/**
 * `npm run release -- vX.Y.Z`: builds the published files of a version; see
 * docs/operating/releasing.md.
 */
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { parseArgs } from "node:util";
import { ROOT } from "@wordloom/server/cli/web-app-sources";
import {
  parseSecretKey,
  publicKeyLine,
  type MinisignSecretKey,
} from "@wordloom/server/platform/release/minisign";
import { RELEASE_ARCHS, type ReleaseArch } from "@wordloom/server/platform/release/release-info";
import { buildWebApps } from "../apps/web-app-build.ts";
import { bundleService } from "../service/bundle-service.ts";
import { buildRelease, lintTag } from "./build-release.ts";
import { schemaOfProgram } from "./release-parts.ts";

const USAGE = `usage: npm run release -- vX.Y.Z | vX.Y.Z-beta.N [options]

  --out FOLDER      where to write (default: dist/releases)
  --arch ARCH       only linux-x86_64 or linux-aarch64 (default: both)
  --uncommitted     build although files differ from the commit; RELEASE.json then names none

Variables: MINISIGN_SECRET_KEY, or a file named by MINISIGN_SECRET_KEY_FILE, signs (a key without a
password: minisign -G -W). MINISIGN_PUBKEY and RELEASE_LIST_URL are compiled in; MINISIGN_PUBKEY is
that of the signing key unless set.`;

process.env["NODE_ENV"] = "production";

try {
  await main();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      out: { type: "string", default: join(ROOT, "dist/releases") },
      arch: { type: "string" },
      uncommitted: { type: "boolean", default: false },
    },
  });
  const [tag] = positionals;
  const archs = RELEASE_ARCHS.filter((arch) =>
    [undefined, arch].includes(values.arch as ReleaseArch),
  );
  if (tag === undefined || positionals.length > 1 || archs.length === 0) throw new Error(USAGE);
  lintTag(tag);
  const source = sourceOf(values.uncommitted);
  const key = signingKey();
  const minisignPublicKey = process.env["MINISIGN_PUBKEY"] ?? (key ? publicKeyLine(key) : "");
  const releaseListUrl = process.env["RELEASE_LIST_URL"] ?? "";
  const say = (line: string) => console.log(line);
  await buildWebApps(ROOT, say);
  await bundleService(ROOT, say);
  for (const arch of archs) {
    const startedMs = performance.now();
    const order = { ...source, root: ROOT, tag, arch, minisignPublicKey, releaseListUrl };
    const built = await buildRelease(order, { folder: values.out, key });
    const seconds = ((performance.now() - startedMs) / 1000).toFixed(1);
    const megabytes = (built.bytes / 1e6).toFixed(1);
    const [path, unpacked] = [relative(".", built.archive), (built.unpackedBytes / 1e6).toFixed(1)];
    console.log(
      `${path}: ${megabytes} MB, ${seconds} s; unpacked ${unpacked} MB in ${built.files} files`,
    );
    console.log(`  sha256 ${built.sha256}${built.isSigned ? ", signed" : ", NOT SIGNED"}`);
  }
  const row = JSON.stringify({ version: tag, ...schemaOfProgram() });
  console.log(`Once it is published, add to tools/release/versions.json: ${row}`);
}

/** @throws Error for uncommitted changes: nobody could reproduce the build */
function sourceOf(allowsUncommitted: boolean): { readonly commit: string; readonly time: string } {
  const git = (...args: string[]) =>
    execFileSync("git", args, { cwd: ROOT, encoding: "utf8" }).trim();
  const isClean = git("status", "--porcelain") === "";
  if (!isClean && !allowsUncommitted) {
    throw new Error("there are changes that are not committed; commit them, or use --uncommitted");
  }
  const time = new Date(Number(git("show", "-s", "--format=%ct", "HEAD")) * 1000).toISOString();
  return { commit: isClean ? git("rev-parse", "HEAD") : "", time };
}

function signingKey(): MinisignSecretKey | undefined {
  const file = process.env["MINISIGN_SECRET_KEY_FILE"];
  const text = process.env["MINISIGN_SECRET_KEY"] ?? (file ? readFileSync(file, "utf8") : "");
  return text === "" ? undefined : parseSecretKey(text);
}
