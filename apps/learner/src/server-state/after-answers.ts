import { queryClient } from "@wordloom/web";
import { onAnswersTaken } from "./answers-taken.ts";
import { onEvent } from "./event-stream.ts";

/** One refresh for the answers of a moment: hundreds of them may arrive after a day offline. */
const SETTLE_MS = 400;

let timer: ReturnType<typeof setTimeout> | undefined;

/**
 * Answers change nearly every number that screens show: what is kept of the service's replies is
 * old, and what is on screen is asked for again.
 */
export function followAnswers(): void {
  onAnswersTaken(refreshSoon);
  // Taken is not applied: that comes a moment later, and is told by the stream.
  onEvent("record_applied", refreshSoon);
  // What a gap in the stream has swallowed may have been anything.
  onEvent("resync", refreshSoon);
}

function refreshSoon(): void {
  clearTimeout(timer);
  timer = setTimeout(() => void queryClient.invalidateQueries(), SETTLE_MS);
}
