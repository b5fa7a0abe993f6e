import type { DeckResult } from "@wordloom/contract";
import type { LearnersImport, WorkHeed } from "../../../deck-keeper.ts";
import type { Deps } from "../../../deps.ts";
import { transact } from "../../../platform/database/transaction.ts";
import { preferencesOf } from "../../accounts/preferences/preferences.service.ts";
import { awardSilently } from "../../progress/notifications/badges.service.ts";
import { notify } from "../../progress/notifications/notify.service.ts";

type Needs = Pick<Deps, "clock" | "database" | "ids" | "settings">;

/**
 * Tells the learner once that a deck is there. Badges that its years have earned are awarded
 * without a word, so that the next answer does not announce them all.
 */
export async function tellOfImport(
  needs: Needs,
  { userId, importId }: LearnersImport,
  { words, known30d, reviews }: DeckResult,
  heed: Pick<WorkHeed, "require">,
): Promise<void> {
  await awardSilently(needs, userId);
  const { notificationEnabled } = await preferencesOf(needs.database, userId);
  if (!notificationEnabled) return;
  await transact(needs.database, async (tx) => {
    await heed.require(tx);
    const content = { kind: "import", words, known: known30d, reviews } as const;
    await notify(needs, tx, [{ userId, type: "info", content, onceKey: `import:${importId}` }]);
  });
}
