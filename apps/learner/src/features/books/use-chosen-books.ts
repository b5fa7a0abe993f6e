import { toast } from "@wordloom/ui";
import { readStudyConfig, updateStudyConfig } from "virtual:endpoints";
import { refusalText } from "@wordloom/web";
import { planChanged } from "../study-session/learner-workspace.ts";
import { useRead } from "../../server-state/use-read.ts";
import { useWrite } from "../../server-state/use-write.ts";
import { useText } from "../../text/use-text.ts";

/** The books that are studied, and functions to add or remove one. */
export function useChosenBooks() {
  const text = useText();
  const config = useRead(readStudyConfig);
  const update = useWrite(updateStudyConfig, { onDone: planChanged });
  const chosen = config.data?.selectedWordbookIds ?? [];
  const onError = (error: Error) => toast({ text: refusalText(error, text), tone: "slip" });
  const store = (selectedWordbookIds: string[], onSuccess?: () => void) =>
    update.mutate(
      { body: { selectedWordbookIds } },
      { onError, ...(onSuccess !== undefined && { onSuccess }) },
    );
  return {
    has: (id: string) => chosen.includes(id),
    ready: config.data !== undefined && !update.isPending,
    choose(id: string, isChosen: boolean) {
      const others = chosen.filter((other) => other !== id);
      store(isChosen ? [...others, id] : others);
    },
    /** Adds books, then calls `then`. */
    chooseAll: (ids: readonly string[], then: () => void) =>
      store([...new Set([...chosen, ...ids])], then),
  };
}
