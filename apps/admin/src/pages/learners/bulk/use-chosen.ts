import type { AdminUser } from "@wordloom/contract";
import { useState } from "react";
import type { RowChoice } from "../../../features/paged-table/row-choice.ts";

/**
 * The selected learners, as they were when selected; they stay selected during other searches.
 * @param label  names a learner's checkbox
 */
export function useChosen(label: (learner: AdminUser) => string) {
  const [byId, setById] = useState<ReadonlyMap<string, AdminUser>>(new Map());
  const choice: RowChoice<AdminUser> = {
    label,
    idOf: ({ id }) => id,
    has: (id) => byId.has(id),
    onChange: (learners, isChosen) =>
      setById((before) => {
        const next = new Map(before);
        for (const learner of learners) {
          if (isChosen) next.set(learner.id, learner);
          else next.delete(learner.id);
        }
        return next;
      }),
  };
  return {
    choice,
    chosen: [...byId.values()],
    leave: (ids: readonly string[]) =>
      setById((before) => new Map([...before].filter(([id]) => !ids.includes(id)))),
  };
}
