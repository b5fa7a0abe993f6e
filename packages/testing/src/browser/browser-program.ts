import { execFile } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { promisify } from "node:util";

const CACHE = join(import.meta.dirname, "../../../../node_modules/.cache");

/** Unpacks where the environment says that temporary files go. */
const UNPACK = 'import chromium from "@sparticuz/chromium"; await chromium.executablePath();';

/**
 * The Chromium that comes from npm, unpacked once for this clone. Left to itself its package would
 * unpack into the folder of all temporary files, and would take for ready whatever is there: what
 * another worker is still writing, what a full disk cut off, what belongs to a former version or to
 * somebody else.
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

/** Complete or not at all: somebody else's is taken where it was ready first. */
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
