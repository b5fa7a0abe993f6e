import type { Endpoint } from "@wordloom/contract";
import type { CallOutput } from "@wordloom/contract/client";
import { useEffect, useState } from "react";
import { useRead } from "../../server-state/use-read.ts";

/** The stream ends when the program is replaced: whoever answers next is asked. */
const FOLLOW_MS = 1_500;

/**
 * A reply that is read again and again while something in it is under way, also while nothing
 * answers.
 *
 * @param isUnderWay  a function that stays the same
 */
export function useFollowed<const E extends Endpoint>(
  endpoint: E,
  isUnderWay: (reply: CallOutput<E>) => boolean,
) {
  const [isFollowing, setFollowing] = useState(false);
  const reading = useRead(
    endpoint,
    {} as Parameters<typeof useRead<E>>[1],
    isFollowing ? { refetchInterval: FOLLOW_MS } : {},
  );
  const { data } = reading;
  useEffect(() => setFollowing(data !== undefined && isUnderWay(data)), [data, isUnderWay]);
  return reading;
}
