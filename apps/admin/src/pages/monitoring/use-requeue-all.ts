import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { DeadLetter } from "@wordloom/contract";
import { toast } from "@wordloom/ui";
import { refusalText } from "@wordloom/web";
import { requeueDeadLetter } from "virtual:endpoints";
import { useLocation } from "wouter";
import { ApiError, call } from "../../server-state/api.ts";
import { useText } from "../../text/use-text.ts";

/** The entries of this act are the newest ones. */
const ENTRIES = "/audit?action=dead_letter.requeue";

/** Requeues all dead letters, in the order in which they were accepted. */
export function useRequeueAll(entries: readonly DeadLetter[], onDone: () => void) {
  const text = useText();
  const queries = useQueryClient();
  const [, navigate] = useLocation();
  const mutation = useMutation({
    mutationFn: async () => {
      let requeued = 0;
      for (const id of inOrderOfArrival(entries)) {
        if (await isRequeued(id)) requeued += 1;
      }
      return requeued;
    },
    onSuccess: (count) =>
      toast({
        text: text.t("monitoring.requeued_all", { count }),
        action: { label: text.t("shell.audit_entries"), run: () => navigate(ENTRIES) },
      }),
    onError: (error) => toast({ text: refusalText(error, text), tone: "slip" }),
    onSettled: async () => {
      onDone();
      await queries.invalidateQueries();
    },
  });
  return { run: () => mutation.mutate(), busy: mutation.isPending };
}

function inOrderOfArrival(entries: readonly DeadLetter[]): string[] {
  return entries.map(({ id }) => id).toSorted((one, other) => Number(one) - Number(other));
}

/** @returns false if somebody else has handled it in the meantime */
async function isRequeued(id: string): Promise<boolean> {
  try {
    await call(requeueDeadLetter, { params: { id } });
    return true;
  } catch (error) {
    if (error instanceof ApiError && error.code === "NOT_FOUND") return false;
    throw error;
  }
}
