import { randomBytes } from "node:crypto";
import { linkSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { codeOf, messageOf } from "../basics/thrown.ts";

type Secrets = Record<string, string>;

/**
 * Reads the named secrets from `<dataDir>/secrets/`, which must exist, and creates missing ones: 48
 * random bytes each, readable by the owner only.
 *
 * @throws Error with instructions if the directory cannot be used
 */
export function readOrCreateSecrets(dataDir: string, names: readonly string[]): Secrets {
  try {
    return readEach(names, (name) => readOrCreate(pathOf(dataDir, name)));
  } catch (error) {
    throw unusable(dataDir, error);
  }
}

/** Reads the named secrets; those that do not exist yet are left out. */
export function readExistingSecrets(dataDir: string, names: readonly string[]): Secrets {
  try {
    return readEach(names, (name) => readIfPresent(pathOf(dataDir, name)));
  } catch (error) {
    throw unusable(dataDir, error);
  }
}

function readEach(names: readonly string[], read: (name: string) => string | undefined): Secrets {
  const secrets: Secrets = {};
  for (const name of names) {
    const secret = read(name);
    if (secret === undefined) continue;
    if (Buffer.byteLength(secret) < 32) throw new Error(`${name} has fewer than 32 bytes`);
    secrets[name] = secret;
  }
  return secrets;
}

/** JWT_SECRET → secrets/jwt-secret */
function pathOf(dataDir: string, name: string): string {
  return join(dataDir, "secrets", name.toLowerCase().replaceAll("_", "-"));
}

/**
 * Processes that start at the same time must end up with the same secret. The file is written under
 * a temporary name and then linked: the first link wins, and no partial file can be read.
 */
function readOrCreate(path: string): string {
  const present = readIfPresent(path);
  if (present !== undefined) return present;
  const draft = `${path}.${randomBytes(8).toString("hex")}`;
  writeFileSync(draft, randomBytes(48).toString("base64url"), { mode: 0o600, flag: "wx" });
  try {
    linkSync(draft, path);
  } catch (error) {
    if (codeOf(error) !== "EEXIST") throw error;
  } finally {
    rmSync(draft, { force: true });
  }
  return readFileSync(path, "utf8").trim();
}

function readIfPresent(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8").trim();
  } catch (error) {
    if (codeOf(error) === "ENOENT") return undefined;
    throw error;
  }
}

function unusable(dataDir: string, error: unknown): Error {
  const reason = messageOf(error);
  return new Error(
    `DATA_DIR ${dataDir}: its secrets cannot be used (${reason}); make the directory secrets and ` +
      "its files belong to the user the service runs as, or restore it from a backup",
  );
}
