import type { ArchiveLine } from "@wordloom/contract";
import { canonicalLanguage } from "@wordloom/language";
import type { Brought, ImporterNeeds } from "../../../importer.ts";
import type { Database } from "../../../platform/database/tables.ts";
import { isTimeZone } from "../../../platform/time/local-day.ts";
import { listSystemBooks } from "../../library/wordbooks/wordbooks.service.ts";
import { toColumns } from "./archived-columns.ts";
import { noted, type BroughtNote } from "./brought-notes.ts";
import { findSingleRow, putSingleRow, type BroughtRow } from "./brought-rows.repo.ts";

export type SettingsTable = "preferences" | "app_settings" | "reward" | "study_config" | "goal";
type Line = ArchiveLine<SettingsTable>;

/** Apps keep at most this, characters. */
const APP_SETTINGS_MAX = 16 * 1024;

/** Puts the settings of an archive in the place of the learner's. */
export async function bringSettings(
  { clock }: ImporterNeeds,
  tx: Database,
  userId: string,
  table: SettingsTable,
  line: Line,
): Promise<Brought[]> {
  const columns = toColumns(table, usable(table, line));
  if (String(columns["settings_json"] ?? "").length > APP_SETTINGS_MAX) return [];
  const before = (await findSingleRow(tx, table, userId)) ?? null;
  const stamp = table === "preferences" ? {} : { updated_at_ms: clock.nowMs() };
  const revision = Number(before?.["revision"] ?? 0) + 1;
  const counted = table === "app_settings" ? { revision } : {};
  const after: BroughtRow = { user_id: userId, ...columns, ...stamp, ...counted };
  await putSingleRow(tx, table, userId, after);
  return [noted({ single: table, before, after })];
}

/** Without what this service does not know. */
function usable(table: SettingsTable, line: Line): Line {
  if (table === "preferences") {
    const { timeZone, ...others } = line as ArchiveLine<"preferences">;
    return { ...others, timeZone: timeZone !== null && isTimeZone(timeZone) ? timeZone : null };
  }
  if (table !== "study_config") return line;
  const config = line as ArchiveLine<"study_config">;
  const tags = config.learningLanguages.flatMap((tag) => canonicalLanguage(tag) ?? []);
  return { ...config, learningLanguages: [...new Set(tags)] };
}

/** The books that a learner has selected, as books of this service: by id, else by name. */
export async function selectedHere(
  db: Database,
  config: ArchiveLine<"study_config">,
  books: ReadonlyMap<string, string>,
  named: readonly ArchiveLine<"selected_wordbooks">[],
): Promise<string[]> {
  const system = await listSystemBooks(db);
  const ids = new Set(system.map(({ id }) => id));
  const byName = new Map(system.map(({ id, name }) => [name, id]));
  const nameOf = new Map(named.map(({ id, name }) => [id, name]));
  const here = config.selectedWordbookIds.flatMap((id) => {
    const own = books.get(id);
    if (own !== undefined) return own;
    return ids.has(id) ? id : (byName.get(nameOf.get(id) ?? "") ?? []);
  });
  return [...new Set(here)];
}

/** Brings settings back, unless the learner has changed them since. */
export async function dropSettings(
  tx: Database,
  userId: string,
  { single, before, after }: Extract<BroughtNote, { single: unknown }>,
): Promise<void> {
  const now = await findSingleRow(tx, single, userId);
  const isSame =
    now !== undefined && Object.entries(after).every(([column, value]) => now[column] === value);
  if (isSame) await putSingleRow(tx, single, userId, before ?? undefined);
}
