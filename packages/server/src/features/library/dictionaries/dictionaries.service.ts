import type { Dictionary, Import } from "@wordloom/contract";
import { foreignFormat } from "@wordloom/imports";
import type { Deps } from "../../../deps.ts";
import { refuse } from "../../../platform/basics/app-error.ts";
import { requireLanguage } from "../../../platform/basics/require-language.ts";
import { storeInParts } from "../../../platform/basics/stored-parts.ts";
import { takeNamedLock } from "../../../platform/database/named-lock.ts";
import type { Database } from "../../../platform/database/tables.ts";
import { transact } from "../../../platform/database/transaction.ts";
import type { Admin } from "../../../platform/identity/actor.ts";
import { changedIn, writeAudit } from "../../accounts/audit/audit.service.ts";
import { insertPart } from "./dictionary-parts.repo.ts";
import { toDictionary, toJob } from "./dictionary-reply.ts";
import {
  findDictionary,
  insertDictionary,
  listComplete,
  updateRow,
  type DictionaryRow,
} from "./dictionary-rows.repo.ts";

type Needs = Pick<Deps, "clock" | "database" | "ids" | "jobs" | "settings">;

export const DICTIONARIES_WORKER = "dictionaries";

/** The file that an administrator sends, and what its operator knows better than the file. */
export interface DictionaryOffer {
  readonly name: string;
  readonly language?: string | undefined;
  readonly meaningLanguage?: string | undefined;
}

/** The complete dictionaries in the order in which they are asked. */
export async function listDictionaries({
  database,
}: Pick<Deps, "database">): Promise<Dictionary[]> {
  return (await listComplete(database)).map(toDictionary);
}

/**
 * Stores a dictionary that an administrator sends, and has it read in the background.
 *
 * @throws AppError INVALID_LANGUAGE, PAYLOAD_TOO_LARGE, DICTIONARY_INVALID
 */
export async function receiveDictionary(
  needs: Needs,
  admin: Admin,
  offer: DictionaryOffer,
  pieces: AsyncIterable<Uint8Array>,
): Promise<Import> {
  const languages = {
    language: offer.language === undefined ? null : requireLanguage(offer.language),
    meaning_language:
      offer.meaningLanguage === undefined ? null : requireLanguage(offer.meaningLanguage),
  };
  const { database, ids } = needs;
  const id = ids.next();
  const seq = await insertDictionary(database, {
    ...emptyRow(needs.clock.nowMs()),
    ...languages,
    id,
    name: offer.name,
  });
  try {
    const max = needs.settings.LIMITS_MAX_DICTIONARY_BYTES;
    const size = await storeInParts(pieces, max, (part, bytes) => {
      const foreign = part === 0 ? foreignFormat(bytes) : undefined;
      if (foreign !== undefined) refuse("DICTIONARY_INVALID", foreign);
      return insertPart(database, seq, part, bytes);
    });
    if (size === 0) refuse("DICTIONARY_INVALID", "The file is empty.");
    return await beginReading(needs, admin, { id, seq, name: offer.name, size });
  } catch (error) {
    await dismiss(needs, seq);
    throw error;
  }
}

function emptyRow(atMs: number): Omit<DictionaryRow, "seq" | "id" | "name"> {
  return {
    state: "uploading",
    has_file: 1,
    title: "",
    revision: "",
    attribution: "",
    language: null,
    meaning_language: null,
    entries: 0,
    size_bytes: 0,
    kinds_json: "[]",
    enabled: 1,
    position: 0,
    progress: 0,
    created_at_ms: atMs,
    changed_at_ms: atMs,
    finished_at_ms: null,
    error_code: null,
    error_message: null,
    problems_json: "[]",
    problem_count: 0,
  };
}

async function beginReading(
  { clock, database, jobs }: Needs,
  by: Admin,
  { id, seq, name, size }: { id: string; seq: number; name: string; size: number },
): Promise<Import> {
  return transact(database, async (tx) => {
    const atMs = clock.nowMs();
    const change = { state: "reading", size_bytes: size, changed_at_ms: atMs } as const;
    if (!(await updateRow(tx, seq, ["uploading"], change))) refuse("UNAVAILABLE");
    await jobs.requestRun(tx, DICTIONARIES_WORKER);
    const target = { type: "dictionary", id, name } as const;
    const after = { name, sizeBytes: size };
    const entry = { by, action: "dictionary.upload", atMs, target, after } as const;
    await writeAudit(tx, { ...entry, metadata: after });
    const row = await findDictionary(tx, id, ["reading"]);
    return toJob(row ?? refuse("UNAVAILABLE"));
  });
}

/** Has a dictionary removed in the background. */
async function dismiss({ clock, database, jobs }: Needs, seq: number): Promise<void> {
  await transact(database, async (tx) => {
    const change = { state: "deleting", changed_at_ms: clock.nowMs() } as const;
    await updateRow(tx, seq, ["uploading"], change);
    await jobs.requestRun(tx, DICTIONARIES_WORKER);
  });
}

/** How far a dictionary is, or why it failed. @throws AppError NOT_FOUND */
export async function readDictionaryJob(
  { database }: Pick<Deps, "database">,
  id: string,
): Promise<Import> {
  const row = await findDictionary(database, id, ["uploading", "reading", "done", "failed"]);
  return toJob(row ?? refuse("NOT_FOUND", "No such job."));
}

/** What an administrator changes about a dictionary; what is undefined stays. */
export interface DictionaryChange {
  readonly enabled?: boolean | undefined;
  readonly position?: number | undefined;
  readonly language?: string | undefined;
  readonly meaningLanguage?: string | undefined;
}

/** @throws AppError INVALID_LANGUAGE, NOT_FOUND */
export async function changeDictionary(
  { clock, database }: Pick<Deps, "clock" | "database">,
  by: Admin,
  id: string,
  change: DictionaryChange,
): Promise<Dictionary> {
  const tag = (language: string | undefined) =>
    language === undefined ? undefined : requireLanguage(language);
  const [language, meaningLanguage] = [tag(change.language), tag(change.meaningLanguage)];
  return transact(database, async (tx) => {
    await takeNamedLock(tx, DICTIONARIES_LOCK);
    const before = (await findDictionary(tx, id, ["done"])) ?? refuse("NOT_FOUND");
    const atMs = clock.nowMs();
    await updateRow(tx, before.seq, ["done"], {
      changed_at_ms: atMs,
      ...(change.enabled !== undefined && { enabled: change.enabled ? 1 : 0 }),
      ...(language !== undefined && { language }),
      ...(meaningLanguage !== undefined && { meaning_language: meaningLanguage }),
    });
    if (change.position !== undefined) await move(tx, before.seq, change.position);
    const after = toDictionary((await findDictionary(tx, id, ["done"])) ?? refuse("NOT_FOUND"));
    const states = changedIn(toDictionary(before), after);
    const target = { type: "dictionary", id, name: nameOf(before) } as const;
    await writeAudit(tx, { by, action: "dictionary.update", atMs, target, ...states });
    return after;
  });
}

const nameOf = ({ title, name }: { readonly title: string; readonly name: string }) =>
  title || name;

/** Held while places change. */
export const DICTIONARIES_LOCK = "dictionaries";

async function move(tx: Database, seq: number, position: number): Promise<void> {
  const others = (await listComplete(tx)).map((row) => row.seq).filter((other) => other !== seq);
  await number(tx, others.toSpliced(position, 0, seq));
}

async function number(tx: Database, seqs: readonly number[]): Promise<void> {
  for (const [position, seq] of seqs.entries()) await updateRow(tx, seq, ["done"], { position });
}

/**
 * Deletes a dictionary: it is asked no more at once, and its entries are removed in the background.
 *
 * @throws AppError NOT_FOUND
 */
export async function deleteDictionary(
  { clock, database, jobs }: Pick<Deps, "clock" | "database" | "jobs">,
  by: Admin,
  id: string,
): Promise<void> {
  await transact(database, async (tx) => {
    await takeNamedLock(tx, DICTIONARIES_LOCK);
    const states = ["reading", "done", "failed"] as const;
    const row = (await findDictionary(tx, id, states)) ?? refuse("NOT_FOUND");
    const atMs = clock.nowMs();
    const change = { state: "deleting", changed_at_ms: atMs } as const;
    if (!(await updateRow(tx, row.seq, states, change))) refuse("NOT_FOUND");
    await number(
      tx,
      (await listComplete(tx)).map(({ seq }) => seq),
    );
    await jobs.requestRun(tx, DICTIONARIES_WORKER);
    const target = { type: "dictionary", id, name: nameOf(row) } as const;
    const before = { ...toDictionary(row) };
    const metadata = { title: nameOf(row) };
    await writeAudit(tx, { by, action: "dictionary.delete", atMs, target, before, metadata });
  });
}
