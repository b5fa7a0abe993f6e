import type { Endpoint } from "@wordloom/contract";
import type { CallOutput } from "@wordloom/contract/client";
import { useEffect, useState } from "react";
import { useRead } from "../../server-state/use-read.ts";

/** The stream ends when the program is replaced: whoever answers next is asked. */
export const FOLLOW_MS = 1_500;

/**
 * A reply that is read again and again while something in it will change, also while nothing
 * answers.
 *
 * @param everyMs  how often; undefined: not again. A function that stays the same
 */
export function useFollowed<const E extends Endpoint>(
  endpoint: E,
  everyMs: (reply: CallOutput<E>) => number | undefined,
) {
  const [refetchInterval, setRefetchInterval] = useState<number>();
  const reading = useRead(
    endpoint,
    {} as Parameters<typeof useRead<E>>[1],
    refetchInterval === undefined ? {} : { refetchInterval },
  );
  const { data } = reading;
  useEffect(
    () => setRefetchInterval(data === undefined ? undefined : everyMs(data)),
    [data, everyMs],
  );
  return reading;
}
