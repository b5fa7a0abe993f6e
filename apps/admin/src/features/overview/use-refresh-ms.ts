import { useObservable } from "@wordloom/web/state";
import { streamState } from "../../server-state/admin-stream.ts";

/** For figures without events, such as answers; events refresh everything else. */
const LIVE_MS = 60_000;
const ALONE_MS = 15_000;

/** The refresh interval of the live figures, in milliseconds. */
export function useRefreshMs(): number {
  return useObservable(streamState) === "open" ? LIVE_MS : ALONE_MS;
}
