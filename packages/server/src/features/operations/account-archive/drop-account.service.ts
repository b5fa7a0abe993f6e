import type { ImporterNeeds } from "../../../importer.ts";
import type { Database } from "../../../platform/database/tables.ts";
import { replaceEngineState } from "../../adaptation/amas/engine-states.service.ts";
import { dropSettings } from "./bring-settings.service.ts";
import { dropReplayed, dropStates } from "./bring-states.service.ts";
import type { BroughtNote } from "./brought-notes.ts";
import { removeOrigins } from "./origin-ids.repo.ts";
import { removeBroughtRows } from "./brought-rows.repo.ts";

/** Takes back what an import of an account did, latest first, in the caller's transaction. */
export async function dropBrought(
  needs: ImporterNeeds,
  tx: Database,
  userId: string,
  done: readonly string[],
): Promise<void> {
  for (const json of done) {
    const note = JSON.parse(json) as BroughtNote;
    if ("rows" in note) await removeBroughtRows(tx, note.rows, userId, note);
    else if ("single" in note) await dropSettings(tx, userId, note);
    else if ("states" in note) await dropStates(needs, tx, userId, note);
    else if ("origins" in note) await removeOrigins(tx, userId, note.origins);
    else if ("replayed" in note) await dropReplayed(needs, tx, userId, note);
    else await dropEngine(needs, tx, userId, note);
  }
}

/** A learner who has answered since keeps the state. */
async function dropEngine(
  needs: ImporterNeeds,
  tx: Database,
  userId: string,
  { engine, events }: Extract<BroughtNote, { engine: unknown }>,
): Promise<void> {
  await replaceEngineState(needs, tx, userId, ({ totalEventCount }) =>
    totalEventCount === events ? engine : undefined,
  );
}
