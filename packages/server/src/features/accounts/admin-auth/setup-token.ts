import { join } from "node:path";
import { isSameSecret } from "../../../platform/basics/same-secret.ts";
import {
  createSecretFile,
  readSecretFile,
  removeSecretFile,
} from "../../../platform/settings/secret-file.ts";
import type { Settings } from "../../../platform/settings/settings.ts";

/**
 * The secret required to create the first administrator, in a file only the operator can read. It
 * survives restarts, so that the address printed at the first start keeps working.
 */

type DataDir = Pick<Settings, "DATA_DIR">;

/** Returns the stored token; stores `fresh` first if there is none. */
export function keepSetupToken(settings: DataDir, fresh: string): string {
  createSecretFile(pathOf(settings), `${fresh}\n`);
  const token = readSecretFile(pathOf(settings));
  if (!token) throw new Error(`${pathOf(settings)} is empty; remove it and start again`);
  return token;
}

export function isSetupToken(settings: DataDir, presented: string): boolean {
  const token = readSecretFile(pathOf(settings));
  return token ? isSameSecret(token, presented) : false;
}

export function dropSetupToken(settings: DataDir): void {
  removeSecretFile(pathOf(settings));
}

function pathOf(settings: DataDir): string {
  return join(settings.DATA_DIR, "setup-token");
}
