import { useQueryClient } from "@tanstack/react-query";
import { listImports } from "virtual:endpoints";
import { useEffect, useRef, useState } from "react";
import { useLocation } from "wouter";
import { keyOf, refusalText } from "@wordloom/web";
import { ApiError } from "../../server-state/api.ts";
import { sendImport } from "../../server-state/own-files.ts";
import { useText, type Translator } from "../../text/use-text.ts";

interface Sent {
  readonly file: File;
  /** Share of the file that has left, 0 to 1; undefined if it is not being sent. */
  readonly share: number | undefined;
  /** Why it was not taken. */
  readonly error?: unknown;
}

/** The browser cannot read the file: a folder, or one that was moved. */
class UnopenedError extends Error {
  override readonly name = "UnopenedError";
}

/**
 * Sends a file, then opens its import.
 *
 * @param bookId  the book for the words, if it is chosen already
 */
export function useSendFile(bookId: string | undefined) {
  const text = useText();
  const [, goTo] = useLocation();
  const queries = useQueryClient();
  const [sent, setSent] = useState<Sent>();
  const ended = useRef<AbortController>(undefined);
  useEffect(() => () => ended.current?.abort(), []);
  const send = async (file: File): Promise<void> => {
    ended.current?.abort();
    const { signal } = (ended.current = new AbortController());
    const onSent = (share: number) => setSent({ file, share });
    onSent(0);
    try {
      await requireReadable(file);
      const { id } = await sendImport(file, { onSent, signal });
      void queries.invalidateQueries({ queryKey: keyOf(listImports) });
      const into = bookId === undefined ? "" : `?book=${bookId}`;
      if (!signal.aborted) goTo(`/books/imports/${id}${into}`);
    } catch (error) {
      if (!signal.aborted) setSent({ file, share: undefined, error });
    }
  };
  return {
    /** The file that is being sent, or was refused. */
    file: sent?.file,
    share: sent?.share,
    refusal: sent?.error === undefined ? undefined : refusalOf(sent.error, text),
    /** Whether other imports have to end first. */
    isFull: sent?.error instanceof ApiError && sent.error.code === "IMPORT_LIMIT",
    send: (file: File) => void send(file),
    stop() {
      ended.current?.abort();
      setSent(undefined);
    },
  };
}

async function requireReadable(file: File): Promise<void> {
  await file
    .slice(0, 1)
    .arrayBuffer()
    .catch((cause: unknown) => {
      throw new UnopenedError("the browser cannot read the file", { cause });
    });
}

function refusalOf(error: unknown, text: Translator): string {
  const { t } = text;
  if (error instanceof UnopenedError) return t("imports.unopened");
  const said = refusalText(error, text);
  if (!(error instanceof ApiError)) return said;
  if (error.status === 413) return text.sentences([said, t("imports.divide")]);
  return said;
}
