import type { Database } from "../../../platform/database/tables.ts";
import {
  findStoredSetting,
  replaceStoredSetting,
} from "../../accounts/settings/settings.service.ts";

/** Permanent marker of the created books, even if they are deleted. */
const KEY = "starter_wordbooks";

/** The starter content of this installation. */
export interface StarterState {
  readonly version: number;
  /** Keys of the editions. */
  readonly languages: readonly string[];
  /** Stored JSON; undefined before the first import. */
  readonly stored: string | undefined;
}

export async function findStarterState(db: Database): Promise<StarterState> {
  const stored = await findStoredSetting(db, KEY);
  if (stored === undefined) return { version: 0, languages: [], stored };
  // The first version stored neither field.
  const { version = 1, languages = ["en"] } = JSON.parse(stored) as Partial<StarterState>;
  return { version, languages, stored };
}

/**
 * Claims an import, which happens once per version. A concurrent process waits for this transaction
 * and then gets false, unless the transaction fails.
 */
export async function claimStarterImport(
  tx: Database,
  before: StarterState,
  after: Omit<StarterState, "stored">,
  atMs: number,
): Promise<boolean> {
  const json = JSON.stringify({ ...after, importedAtMs: atMs });
  return replaceStoredSetting(tx, KEY, { before: before.stored, json }, atMs);
}
