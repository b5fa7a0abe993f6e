import { existsSync } from "node:fs";
import { mkdir, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { flushPath } from "./file-digest.ts";
import { listTar } from "../../basics/tar-reader.ts";
import { extract } from "./restore-backup.ts";

/** What a backup may hold of a data directory: nothing else is ever written there. */
const FILE_NAME = /^(keys\/|secrets\/)[A-Za-z0-9_-][A-Za-z0-9._-]*$|^amas_config\.toml$/;

/** The end of the name of a file that waits to be put in place; no backup takes it. */
export const UNFINISHED = ".part";

/** Files of a backup that are complete on the disk, beside those that they are to replace. */
export interface ReadyFiles {
  readonly names: readonly string[];
  /** Gives them their names; may be called again. */
  place(): Promise<void>;
  /** Removes those that were not put in place. */
  drop(): Promise<void>;
}

/**
 * Unpacks keys, secrets and the engine configuration of a backup into a data directory, with their
 * modes. Files that the backup does not have stay.
 *
 * @throws Error when one cannot be written; then none was changed
 */
export async function readyFiles(path: string, dataDir: string): Promise<ReadyFiles> {
  const archive = `${path}.files.tar`;
  const files = existsSync(archive) ? await listTar(archive) : [];
  const names = files.map(({ name }) => name).filter((name) => FILE_NAME.test(name));
  const targets = names.map((name) => join(dataDir, name));
  const ready: ReadyFiles = {
    names,
    async place() {
      for (const target of targets.filter((each) => existsSync(each + UNFINISHED))) {
        await rename(target + UNFINISHED, target);
      }
      for (const folder of new Set(targets.map((each) => dirname(each)))) await flushPath(folder);
    },
    async drop() {
      for (const target of targets) await rm(target + UNFINISHED, { force: true });
    },
  };
  try {
    for (const file of files.filter(({ name }) => names.includes(name))) {
      const target = join(dataDir, file.name);
      await mkdir(dirname(target), { recursive: true, mode: 0o700 });
      await extract(archive, file, target + UNFINISHED, file.mode & 0o600);
    }
    return ready;
  } catch (error) {
    await ready.drop().catch(() => {});
    throw error;
  }
}
