import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { Endpoint } from "@wordloom/contract";
import type { CallInput, CallOutput, Client } from "@wordloom/contract/client";

interface WriteOptions<E extends Endpoint> {
  /** Runs before other screens are refreshed; awaited. */
  readonly onDone?: (reply: CallOutput<E>, input: CallInput<E>) => void | Promise<void>;
}

/** A hook that writes through an app's client. */
export function createWrites(call: Client["call"]) {
  /**
   * A call that changes something. Afterwards every visible reply is read again, because only the
   * service knows what else changed (counts, plans).
   */
  function useWrite<const E extends Endpoint>(endpoint: E, options: WriteOptions<E> = {}) {
    const queries = useQueryClient();
    return useMutation<CallOutput<E>, Error, CallInput<E>>({
      mutationFn: (input) => call(endpoint, ...([input] as never)),
      onSuccess: async (reply, input) => {
        await options.onDone?.(reply, input);
        await queries.invalidateQueries();
      },
    });
  }
  return useWrite;
}
