import type { Endpoint } from "@wordloom/contract";
import type { CallOutput } from "@wordloom/contract/client";
import { useEffect, useState } from "react";
import { useRead } from "../../server-state/use-read.ts";

/** The stream ends when the program is replaced, so the page polls. */
export const FOLLOW_MS = 1_500;

/**
 * A reply that is polled while something in it will change, even while nothing responds.
 * @param everyMs  interval; undefined stops. Must be a stable function
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
