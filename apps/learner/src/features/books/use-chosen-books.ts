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
  return {
    has: (id: string) => chosen.includes(id),
    ready: config.data !== undefined && !update.isPending,
    choose(id: string, isChosen: boolean) {
      const others = chosen.filter((other) => other !== id);
      update.mutate(
        { body: { selectedWordbookIds: isChosen ? [...others, id] : others } },
        { onError: (error) => toast({ text: refusalText(error, text), tone: "slip" }) },
      );
    },
  };
}
