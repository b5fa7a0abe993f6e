import { createHash } from "node:crypto";
import { sql } from "kysely";
import { idsIn } from "../../../platform/database/bulk.ts";
import type { Database, Tables } from "../../../platform/database/tables.ts";

/** Ids that may be taken over as they are. */
const USUAL_ID = /^[A-Za-z0-9._:-]{1,64}$/;
const CANDIDATES = 3;

/** Tables whose rows have ids and belong to somebody. */
const OWNED = {
  words: { owner: "owner_id", held: sql`` },
  // A discarded book is about to be removed.
  wordbooks: { owner: "user_id", held: sql`and type = 'user'` },
  word_notes: { owner: "user_id", held: sql`` },
  learning_sessions: { owner: "user_id", held: sql`` },
  records: { owner: "user_id", held: sql`` },
} as const satisfies Partial<Record<keyof Tables, object>>;

/** A line of an archive about a row with an id. */
export interface ArchivedId {
  readonly id: string;
  /** Under which the row was made, if it could not keep that id where the archive was written. */
  readonly originId?: string | undefined;
}

export interface ChosenId {
  readonly id: string;
  /** Under which the row was made. */
  readonly origin: string;
  /** The learner has the row already. */
  readonly isKnown: boolean;
}

/**
 * An id that stands for one of an archive, always the same for a learner: for a row whose id
 * belongs to someone else here, and for words that are not there.
 */
export function derivedId(userId: string, id: string, attempt = 1): string {
  const digest = createHash("sha256").update(`${userId}\n${attempt}\n${id}`).digest("hex");
  const parts = [digest.slice(0, 8), digest.slice(8, 12), `8${digest.slice(13, 16)}`];
  return [...parts, `8${digest.slice(17, 20)}`, digest.slice(20, 32)].join("-");
}

/**
 * The ids under which rows of an archive are stored: their first ones where these are free or the
 * learner's, else derived ones. So a row is known again in every account that it has been in. Rows
 * of other learners are neither read nor touched.
 *
 * @returns by the ids in the archive
 */
export async function chooseIds(
  db: Database,
  table: keyof typeof OWNED,
  userId: string,
  lines: readonly ArchivedId[],
): Promise<ReadonlyMap<string, ChosenId>> {
  const { owner, held } = OWNED[table];
  const origins = new Map(lines.map(({ id, originId = id }) => [id, originId]));
  const asked = [...new Set(origins.values())].flatMap((origin) => candidatesOf(userId, origin));
  const { rows } = await sql<{ id: string; is_own: number | boolean | null }>`
    select id, (${sql.ref(owner)} = ${userId} ${held}) as is_own from ${sql.table(table)}
    where ${idsIn(db, "id", asked)}
  `.execute(db);
  const owned = new Map(rows.map(({ id, is_own: isOwn }) => [id, Boolean(isOwn)]));
  return new Map(
    [...origins].map(([archivedId, origin]): [string, ChosenId] => {
      const list = candidatesOf(userId, origin);
      const mine = list.find((one) => owned.get(one) === true);
      if (mine !== undefined) return [archivedId, { id: mine, origin, isKnown: true }];
      const free = list.find((one) => !owned.has(one));
      const id = free ?? derivedId(userId, origin, CANDIDATES);
      return [archivedId, { id, origin, isKnown: false }];
    }),
  );
}

function candidatesOf(userId: string, id: string): string[] {
  const derived = Array.from({ length: CANDIDATES - 1 }, (_, n) => derivedId(userId, id, n + 1));
  return USUAL_ID.test(id) ? [id, ...derived] : derived;
}
