import type { Database } from "../../../platform/database/tables.ts";
import {
  findStoredSetting,
  replaceStoredSetting,
} from "../../accounts/settings/settings.service.ts";
import type { StarterLanguage } from "./starter-words.ts";

/** Marks permanently what was created, even if the books are deleted. */
const KEY = "starter_wordbooks";

/** What this installation has got. */
export interface StarterState {
  readonly version: number;
  readonly languages: readonly StarterLanguage[];
  /** As stored; undefined before the first import. */
  readonly stored: string | undefined;
}

export async function findStarterState(db: Database): Promise<StarterState> {
  const stored = await findStoredSetting(db, KEY);
  if (stored === undefined) return { version: 0, languages: [], stored };
  // The first version stored neither.
  const { version = 1, languages = ["en"] } = JSON.parse(stored) as Partial<StarterState>;
  return { version, languages, stored };
}

/**
 * Claims an import, which happens once for a version. A concurrent process waits for this
 * transaction and then gets false, unless the transaction fails.
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
