import { useMutation, useQueryClient } from "@tanstack/react-query";
import { toast } from "@wordloom/ui";
import { importCenterBook, syncCenterBook } from "virtual:endpoints";
import { refusalText } from "@wordloom/web";
import { longCall } from "../../server-state/long-call.ts";
import { useText } from "../../text/use-text.ts";
import { importedText } from "./imported-text.ts";

/** Imports a book of the center, which may take minutes, and reports the result. */
export function useImport() {
  const text = useText();
  const queries = useQueryClient();
  const settle = {
    networkMode: "always" as const,
    onError: (error: Error) => toast({ text: refusalText(error, text), tone: "slip" }),
    onSettled: () => queries.invalidateQueries(),
  };
  const bring = useMutation({
    ...settle,
    mutationFn: (id: string) => longCall(importCenterBook, { params: { id } }),
    onSuccess: (result) => toast({ text: importedText(result, text) }),
  });
  const update = useMutation({
    ...settle,
    mutationFn: (id: string) => longCall(syncCenterBook, { params: { id } }),
    onSuccess: ({ wordbook, wordsAdded, wordsUpdated, wordsRemoved }) =>
      toast({
        text: text.t("books.updated", {
          book: wordbook.name,
          added: wordsAdded,
          changed: wordsUpdated,
          removed: wordsRemoved,
        }),
      }),
  });
  return { bring, update };
}
