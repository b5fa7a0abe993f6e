import { createHash } from "node:crypto";
import { join } from "node:path";
import type { Deps } from "../../../deps.ts";
import {
  createSecretFile,
  readSecretFile,
  removeSecretFile,
} from "../../../platform/settings/secret-file.ts";
import { hasSetupToken, insertSetupToken, trimSetupTokens } from "./setup-tokens.repo.ts";

/**
 * The secret required to create the first administrator. Its text is in a file that only the
 * operator can read and survives restarts, so that the address printed at the first start keeps
 * working. The database holds its hash, so every process accepts the tokens of all others.
 */

type Needs = Pick<Deps, "clock" | "database" | "settings">;

/**
 * Limits the tokens of containers that lose their folder at every start. Older ones become void.
 */
const TOKENS_MAX = 10;

/** Returns the token in this process's folder. Stores `fresh` first if there is none. */
export async function keepSetupToken(needs: Needs, fresh: string): Promise<string> {
  const path = pathOf(needs);
  createSecretFile(path, `${fresh}\n`);
  const token = readSecretFile(path);
  if (!token) throw new Error(`${path} is empty; remove it and start again`);
  const row = { sha256: hashOf(token), created_at_ms: needs.clock.nowMs() };
  await insertSetupToken(needs.database, row);
  await trimSetupTokens(needs.database, TOKENS_MAX);
  return token;
}

export async function isSetupToken({ database }: Needs, presented: string): Promise<boolean> {
  return hasSetupToken(database, hashOf(presented));
}

/** Removes all tokens. Once an administrator exists, they have no use. */
export async function dropSetupToken(needs: Needs): Promise<void> {
  removeSecretFile(pathOf(needs));
  await trimSetupTokens(needs.database, 0);
}

function hashOf(token: string): string {
  return createHash("sha256").update(token).digest("hex");
}

function pathOf({ settings }: Needs): string {
  return join(settings.DATA_DIR, "setup-token");
}
