import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { Endpoint } from "@wordloom/contract";
import type { CallInput, CallOutput } from "@wordloom/contract/client";
import { toast } from "@wordloom/ui";
import { refusalText } from "@wordloom/web";
import { useLocation } from "wouter";
import { exchange, type Exchange } from "../../server-state/api.ts";
import { useText } from "../../text/use-text.ts";

export interface ActOptions<E extends Endpoint> {
  /** Says in one sentence what was done; shown with a link to the audit entry. */
  readonly done?: (reply: CallOutput<E>, input: CallInput<E>) => string;
  /** Address of the audit entries if the act makes several; otherwise the reply names the one. */
  readonly entriesAt?: string;
  /** Called before the screen's data is reloaded; awaited. */
  readonly onDone?: (reply: CallOutput<E>, input: CallInput<E>) => void | Promise<void>;
  /** The caller shows refusals in their place; no toast appears. */
  readonly showsRefusals?: boolean;
  /** Timeout in milliseconds, for acts that may take longer than a usual call. */
  readonly timeoutMs?: number;
  /** A refusal means that the screen is out of date, so its data is reloaded then, too. */
  readonly readsAgainWhenRefused?: boolean;
  /** Headers in addition to the usual ones: `if-match`. */
  readonly headers?: () => Readonly<Record<string, string>>;
  /** The request body, if it is a file. */
  readonly file?: () => Blob;
}

/**
 * An administrator's change to the service. It ends with a sentence and a link to its audit entry,
 * or with a text about the refusal. Then all data on the screen is reloaded, because only the
 * service knows what else changed.
 */
export function useAct<const E extends Endpoint>(endpoint: E, options: ActOptions<E> = {}) {
  const text = useText();
  const queries = useQueryClient();
  const [, navigate] = useLocation();
  const { done, onDone, showsRefusals = false, timeoutMs, headers, file } = options;
  const { readsAgainWhenRefused = false, entriesAt } = options;
  const mutation = useMutation<Exchange<E>, Error, CallInput<E>>({
    mutationFn: (input) =>
      exchange(endpoint, input, {
        ...(timeoutMs !== undefined && { timeoutMs }),
        ...(headers !== undefined && { headers: headers() }),
        ...(file !== undefined && { file: file() }),
      }),
    onSuccess: async ({ data, header }, input) => {
      const auditId = header("x-audit-id");
      const look = () => navigate(entriesAt ?? `/audit/${auditId}`);
      const label = text.t(entriesAt === undefined ? "shell.audit_entry" : "shell.audit_entries");
      const action = auditId === null ? {} : { action: { label, run: look } };
      // One at a time: people want to look at the latest act.
      if (done !== undefined) toast({ text: done(data, input), key: "act", ...action });
      await onDone?.(data, input);
      await queries.invalidateQueries();
    },
    onError: (error) => {
      if (readsAgainWhenRefused) void queries.invalidateQueries();
      if (!showsRefusals) toast({ text: refusalText(error, text), tone: "slip" });
    },
  });
  return {
    run: (input: CallInput<E>) => mutation.mutate(input),
    /** @throws ApiError: for forms, which show a refusal at its field */
    send: (input: CallInput<E>) => mutation.mutateAsync(input),
    busy: mutation.isPending,
    /** The reason for the refusal, as text. */
    refusal: mutation.error === null ? undefined : refusalText(mutation.error, text),
    reset: mutation.reset,
  };
}
