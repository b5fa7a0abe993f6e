import { useObservable } from "@wordloom/web/state";
import { streamState } from "../../server-state/admin-stream.ts";

/** Figures that nothing tells of, such as answers, while events bring the rest. */
const LIVE_MS = 60_000;
const ALONE_MS = 15_000;

/** After how many milliseconds what is going on is asked again. */
export function useRefreshMs(): number {
  return useObservable(streamState) === "open" ? LIVE_MS : ALONE_MS;
}
