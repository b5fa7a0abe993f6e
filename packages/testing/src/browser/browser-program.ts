import { execFile } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { promisify } from "node:util";

const CACHE = join(import.meta.dirname, "../../../../node_modules/.cache");

/** Unpacks into the temporary folder that the environment names. */
const UNPACK = 'import chromium from "@sparticuz/chromium"; await chromium.executablePath();';

/**
 * The Chromium from npm, unpacked once per checkout. By default its package unpacks into the shared
 * temporary folder and accepts any file there: one that another worker is still writing, one that a
 * full disk cut off, or one of an older version or another user.
 *
 * @returns its path
 */
export async function browserProgram(): Promise<string> {
  const folder = join(CACHE, `chromium-${installedVersion()}`);
  if (!existsSync(folder)) await unpackInto(folder);
  return join(folder, "chromium");
}

function installedVersion(): string {
  const program = createRequire(import.meta.url).resolve("@sparticuz/chromium");
  const manifest = readFileSync(join(dirname(program), "../package.json"), "utf8");
  return (JSON.parse(manifest) as { version: string }).version;
}

/** All or nothing: if another worker was faster, its copy is used. */
async function unpackInto(folder: string): Promise<void> {
  mkdirSync(CACHE, { recursive: true });
  const fresh = mkdtempSync(join(CACHE, "chromium-"));
  try {
    await promisify(execFile)(process.execPath, ["--input-type=module", "--eval", UNPACK], {
      cwd: import.meta.dirname,
      env: { ...process.env, TMPDIR: fresh },
    });
    renameSync(fresh, folder);
  } catch (error) {
    rmSync(fresh, { recursive: true, force: true });
    if (!existsSync(folder)) throw error;
  }
}
