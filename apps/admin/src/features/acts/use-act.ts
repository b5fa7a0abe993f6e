import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { Endpoint } from "@wordloom/contract";
import type { CallInput, CallOutput } from "@wordloom/contract/client";
import { toast } from "@wordloom/ui";
import { refusalText } from "@wordloom/web";
import { useLocation } from "wouter";
import { exchange, type Exchange } from "../../server-state/api.ts";
import { useText } from "../../text/use-text.ts";

export interface ActOptions<E extends Endpoint> {
  /** What was done, in one sentence; the audit entry is offered with it. */
  readonly done?: (reply: CallOutput<E>, input: CallInput<E>) => string;
  /** Where its audit entries are, if it makes several; otherwise the reply names the one. */
  readonly entriesAt?: string;
  /** Before what is shown is read again; awaited. */
  readonly onDone?: (reply: CallOutput<E>, input: CallInput<E>) => void | Promise<void>;
  /** Refusals are shown by the caller, at their place, and not as a message. */
  readonly showsRefusals?: boolean;
  /** Milliseconds, for what may take longer than a usual call. */
  readonly timeoutMs?: number;
  /** A refusal says that what is shown is old: it is read again then, too. */
  readonly readsAgainWhenRefused?: boolean;
  /** Sent besides the usual ones: `if-match`. */
  readonly headers?: () => Readonly<Record<string, string>>;
  /** The body, where it is a file. */
  readonly file?: () => Blob;
}

/**
 * Something an administrator does to the service. It ends with a sentence and a link to its audit
 * entry, or with the refusal in words; then everything on the screen is read again, because what an
 * act changes elsewhere is the service's knowledge.
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
      // One at a time: the latest act is the one that a person may want to look at.
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
    /** Why it was refused, in words. */
    refusal: mutation.error === null ? undefined : refusalText(mutation.error, text),
    reset: mutation.reset,
  };
}
