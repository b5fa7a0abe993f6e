import { sql } from "kysely";
import { deckKeepers, deckReviews, importers, wordTables } from "../../features.ts";
import { randomIds } from "../../platform/basics/ids.ts";
import { silentLog } from "../../platform/observability/log.ts";
import { createOutbound } from "../../platform/outside/outbound.ts";
import { noPeers } from "../../platform/peers/peers.ts";
import { testSettings } from "@wordloom/testing/service/test-settings";
import {
  closeCleanDatabase,
  openCleanDatabase,
} from "@wordloom/testing/databases/database-cleaner";

const MIDDAY_MS = Date.parse("2026-05-01T12:00:00Z");

const TABLES = [
  "words",
  "wordbooks",
  "wordbook_words",
  "wordbook_imports",
  "wordbook_import_words",
  "wordbook_center_settings",
  "word_states",
  "media",
  "media_sources",
  "starter_words",
  "system_settings",
] as const;

/**
 * The dependencies of word services, with the emptied database of this test file: use one at a
 * time, and `close` once at the end of the file.
 */
export async function openLibraryNeeds(overrides: Record<string, string> = {}) {
  const database = await openCleanDatabase();
  const time = { nowMs: MIDDAY_MS };
  return {
    database,
    settings: testSettings({ WORDBOOK_CENTER_ALLOW_PRIVATE: "true", ...overrides }),
    clock: { nowMs: () => time.nowMs, monotonicMs: () => time.nowMs },
    ids: randomIds,
    instance: { id: randomIds.next(), host: "test", pid: 1, startedAtMs: MIDDAY_MS },
    log: silentLog,
    outbound: createOutbound(),
    peers: noPeers,
    wordTables,
    deckKeepers,
    deckReviews,
    importers,
    /** Advances the clock. */
    wait: (ms: number) => void (time.nowMs += ms),
    /** Empties the library, which is faster than a new database. */
    async clear() {
      for (const table of TABLES) await database.deleteFrom(table).execute();
      await sql`delete from words_search`.execute(database);
    },
    close: closeCleanDatabase,
  };
}

export type LibraryNeeds = Awaited<ReturnType<typeof openLibraryNeeds>>;
