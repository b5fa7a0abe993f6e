import { closeCleanDatabase } from "@wordloom/testing/databases/database-cleaner";
import { buildTestApp } from "@wordloom/testing/service/build-test-app";
import { afterAll, describe, expect, it } from "vitest";
import { openDatabase } from "../../../platform/database/connection.ts";
import { migrate } from "../../../platform/database/migrate.ts";
import { archiveOf, imported, pictureOf } from "../../../testing/rows/account-moves.ts";
import { fillAccount, fillLibrary } from "../../../testing/rows/filled-account.ts";

afterAll(closeCleanDatabase);

/** Whose the words are may change on the way: of the library, or the learner's. */
const textsIn = (lines: unknown) =>
  (lines as string[]).map((line) => line.replaceAll(/(library|own)_words /g, "")).toSorted();

describe("the archive of an account", () => {
  it("moves to SQLite and back, with the same words, dates and statistics", async () => {
    // On PostgreSQL in the tests that run there.
    const here = await buildTestApp();
    const database = await openDatabase("sqlite::memory:", { busyTimeoutMs: 1_000, poolSize: 1 });
    await migrate(database, here.clock);
    const there = await buildTestApp({ database });
    await fillLibrary(here);
    const ada = await here.learner();
    await fillAccount(here, ada);
    there.clock.advance(here.clock.nowMs() - there.clock.nowMs());
    const before = await pictureOf(here, ada);

    const eve = await there.learner();
    await imported(there, eve, await archiveOf(here, ada));
    // Its library is empty, so all words are the learner's own there.
    const moved = await pictureOf(there, eve);
    for (const table of ["sessions", "records", "daily_activity", "badges", "goal"] as const)
      expect(moved[table]).toHaveLength((before[table] as string[]).length);

    const back = await here.learner();
    await imported(here, back, await archiveOf(there, eve));
    const after = await pictureOf(here, back);
    for (const table of ["word_states", "records", "sessions", "daily_activity"] as const)
      expect([table, textsIn(after[table])]).toEqual([table, textsIn(before[table])]);
    await there.close();
    await here.close();
  });
});
